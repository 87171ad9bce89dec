#include "core/solvers/ConstraintSystem.h"

#include <algorithm>
#include <cmath>

#include "core/base/Prefetch.h"
#include "core/solvers/Columns3.h"
#include "core/solvers/SmallProducts.h"

namespace sinew {
namespace {

/// The gradient of a constraint of three rows.
Columns3 gradientOf3(const ConstraintRows& rows, int end) {
  const double* g = rows.gradient[end].data();
  constexpr int kStride = ConstraintRows::kMaxRows;
  return {load3Padded(g), load3Padded(g + kStride), load3Padded(g + 2 * kStride)};
}

}  // namespace

void ConstraintSystem::compile(const Structure& structure) {
  compileEnds(structure);
  std::vector<std::pair<std::int32_t, std::int32_t>> edges;
  std::vector<std::vector<std::int32_t>> endsOfPart(structure.parts.size());
  for (std::size_t e = 0; e < m_ends.size(); ++e) {
    // What does not move freely ties nothing together.
    if (m_ends[e].velocities == 0) continue;
    endsOfPart[m_ends[e].part].push_back(static_cast<std::int32_t>(e));
  }
  for (const auto& ends : endsOfPart) {
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        edges.emplace_back(m_ends[ends[i]].constraint, m_ends[ends[j]].constraint);
      }
    }
  }
  std::vector<std::int32_t> sizes;
  for (const Item& item : m_items) sizes.push_back(item.rows);
  m_pattern = makeBlockPattern(sizes, edges);
  m_factor.setPattern(&m_pattern);
  compilePairs(endsOfPart);
  for (Reals* x : {&m_ordered, &m_rhs, &m_residual, &m_step, &m_left, &m_unmet}) {
    x->assign(m_rows, 0);
  }
  m_weakBlocks.clear();
  m_markedFor.clear();
  m_weakBlocks.reserve(m_items.size());
  m_markedFor.reserve(m_items.size());
  m_redundant.assign(m_items.size(), 0);
  m_conflicting.assign(m_items.size(), 0);
  m_group.assign(m_items.size(), 0);
}

void ConstraintSystem::compileEnds(const Structure& structure) {
  m_items.clear();
  m_ends.clear();
  m_rows = 0;
  std::vector<int> velocityStart(structure.parts.size(), 0);
  for (std::size_t i = 1; i < structure.parts.size(); ++i) {
    velocityStart[i] = velocityStart[i - 1] + structure.parts[i - 1].v;
  }
  std::size_t storage = 0, widest = 0, weighed = 0;
  for (const auto& source : structure.constraints) {
    const int index = static_cast<int>(m_items.size());
    m_items.push_back(
        {source.rows, m_rows, static_cast<int>(m_ends.size()), source.endCount, 0, 0, false});
    m_rows += source.rows;
    std::size_t own = 0;
    for (int e = 0; e < source.endCount; ++e) {
      const PartDims& dims = structure.parts[source.part[e]];
      const std::size_t dense = static_cast<std::size_t>(source.rows) * dims.v;
      End end;
      end.constraint = index;
      end.part = source.part[e];
      end.velocities = dims.v;
      end.firstVelocity = velocityStart[end.part];
      end.J = storage;
      end.W = static_cast<std::int32_t>(own);
      storage += static_cast<std::size_t>(source.rows) * dims.pointColumns;
      own += dense;
      widest = std::max(widest, dense);
      m_ends.push_back(end);
    }
    weighed = std::max(weighed, own);
  }
  m_jacobians.assign(storage, 0);
  m_weighed.assign(weighed, 0);
  m_blocks.assign(m_ends.size(), {});
  m_dense.assign(widest, 0);
}

void ConstraintSystem::compilePairs(const std::vector<std::vector<std::int32_t>>& endsOfPart) {
  m_pairs.clear();
  for (const auto& ends : endsOfPart) {
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        Pair pair{ends[i], ends[j]};
        if (m_ends[pair.own].constraint < m_ends[pair.other].constraint) {
          std::swap(pair.own, pair.other);
        }
        const int own = m_ends[pair.own].constraint, other = m_ends[pair.other].constraint;
        bool transposed = false;
        pair.target = m_pattern.find(other, own, transposed);
        if (transposed) pair.way = Pair::Way::Transposed;
        if (own == other && i != j) pair.way = Pair::Way::Both;
        m_pairs.push_back(pair);
      }
    }
  }
  const auto constraintOf = [this](const Pair& pair) { return m_ends[pair.own].constraint; };
  std::stable_sort(m_pairs.begin(), m_pairs.end(),
                   [&](const Pair& x, const Pair& y) { return constraintOf(x) < constraintOf(y); });
  for (std::size_t p = m_pairs.size(); p-- > 0;) {
    Item& item = m_items[constraintOf(m_pairs[p])];
    item.firstPair = static_cast<int>(p);
    ++item.pairCount;
  }
}

void ConstraintSystem::setRows(int constraint, const ConstraintRows& rows,
                               const PointKinematics* points) {
  const Item& item = m_items[constraint];
  for (int k = 0; k < item.endCount; ++k) {
    End& end = m_ends[item.firstEnd + k];
    const PointKinematics& point = points[k];
    end.columns = point.columns;
    end.blockCount = point.blockCount;
    const bool wasWhole = end.whole;
    end.whole = point.blockCount == 1 && point.columns == end.velocities;
    if (!end.whole || !wasWhole) {
      std::copy_n(point.blocks.begin(), point.blockCount, m_blocks[item.firstEnd + k].begin());
    }
    double* J = m_jacobians.data() + end.J;
    if (item.rows == 3) {
      const Columns3 G = gradientOf3(rows, k);
      for (int c = 0; c < point.columns; ++c) {
        const double* L = point.L + 3 * c;
        store3(J + 3 * c, G.times(L[0], L[1], L[2]));
      }
      continue;
    }
    withShape(item.rows, point.columns, [&](auto r, auto c) {
      FixedMap<r(), c()> jacobian(J, item.rows, point.columns);
      const ConstFixedMap<3, c()> L(point.L, 3, point.columns);
      jacobian.noalias() = rows.gradient[k].template topRows<r()>(item.rows).lazyProduct(L);
    });
  }
}

void ConstraintSystem::factorise(std::span<const Part* const> parts,
                                 std::span<const std::unique_ptr<PartScratch>> scratch,
                                 Inverse inverse) {
  assemble(parts, scratch, inverse, m_factor.values());
  m_singular = !m_factor.factorise();
  if (!m_singular) return;
  m_weakBlocks = m_factor.weakBlocks();
  m_matrix.assign(m_pattern.storage, 0);
  assemble(parts, scratch, inverse, m_matrix.data());
  std::copy(m_matrix.begin(), m_matrix.end(), m_factor.values());
  m_factor.factorise(kShift);
}

// One constraint after the other: M⁻¹Jᵀ of its ends, and at once all products with the J of ends
// that came before, so that neither is fetched twice.
void ConstraintSystem::assemble(std::span<const Part* const> parts,
                                std::span<const std::unique_ptr<PartScratch>> scratch,
                                Inverse inverse, double* values) {
  constexpr int kAhead = 4;
  std::fill(values, values + m_pattern.storage, 0.0);
  for (int c = 0; c < constraintCount(); ++c) {
    const Item& item = m_items[c];
    if (!item.active) continue;
    for (int e = item.firstEnd; e < item.firstEnd + item.endCount; ++e) {
      if (e + kAhead < static_cast<int>(m_ends.size())) prefetch(parts[m_ends[e + kAhead].part]);
      const End& end = m_ends[e];
      if (end.columns == 0) continue;
      spreadTranspose(e, item.rows);
      (parts[end.part]->*inverse)(*scratch[end.part], m_dense.data(), m_weighed.data() + end.W,
                                  item.rows);
    }
    addPairs(c, values);
  }
  completeInactive(values);
}

// m_dense ← Jᵀ over all velocities of the end's part.
void ConstraintSystem::spreadTranspose(std::size_t index, int rows) {
  const End& end = m_ends[index];
  const double* J = m_jacobians.data() + end.J;
  if (end.whole && rows == 3 && end.columns == 6) {
    transpose36(J, m_dense.data());
    return;
  }
  if (end.whole) {
    withShape(rows, end.columns, [&](auto r, auto c) {
      FixedMap<c(), r()>(m_dense.data(), end.columns, rows) =
          ConstFixedMap<r(), c()>(J, rows, end.columns).transpose();
    });
    return;
  }
  DynamicMap dense(m_dense.data(), end.velocities, rows);
  dense.setZero();
  for (int b = 0; b < end.blockCount; ++b) {
    const auto& block = m_blocks[index][b];
    dense.middleRows(block.first, block.columns) +=
        ConstDynamicMap(J, rows, block.columns).transpose();
    J += rows * block.columns;
  }
}

void ConstraintSystem::addPairs(int constraint, double* values) const {
  const Item& item = m_items[constraint];
  for (int p = item.firstPair; p < item.firstPair + item.pairCount; ++p) {
    const Pair& pair = m_pairs[p];
    const End &own = m_ends[pair.own], &other = m_ends[pair.other];
    const Item& far = m_items[other.constraint];
    if (!far.active || own.columns == 0 || other.columns == 0) continue;
    double* target = values + pair.target;
    if (item.rows != far.rows || !other.whole || pair.way == Pair::Way::Both) {
      addGeneralPair(pair, target);
      continue;
    }
    const double *J = m_jacobians.data() + other.J, *W = m_weighed.data() + own.W;
    const bool transposed = pair.way == Pair::Way::Transposed;
    if (item.rows == 3 && other.columns == 6) {
      addProduct363(J, W, transposed, target);
      continue;
    }
    withShape(item.rows, other.columns, [&](auto r, auto c) {
      FixedMap<r(), r()> block(target, item.rows, item.rows);
      const auto product = ConstFixedMap<r(), c()>(J, item.rows, other.columns)
                               .lazyProduct(ConstFixedMap<c(), r()>(W, other.columns, item.rows));
      if (transposed) {
        block += product.transpose();
      } else {
        block += product;
      }
    });
  }
}

// Inactive constraints get the unit matrix for theirs.
void ConstraintSystem::completeInactive(double* values) const {
  for (int k = 0; k < m_pattern.blocks; ++k) {
    if (m_items[m_pattern.order[k]].active) continue;
    DynamicMap(values + m_pattern.diagonal[k], m_pattern.size[k], m_pattern.size[k]).setIdentity();
  }
}

void ConstraintSystem::addGeneralPair(const Pair& pair, double* target) const {
  const End &own = m_ends[pair.own], &other = m_ends[pair.other];
  const int mine = m_items[own.constraint].rows, theirs = m_items[other.constraint].rows;
  const double* J = m_jacobians.data() + other.J;
  const ConstDynamicMap W(m_weighed.data() + own.W, own.velocities, mine);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, ConstraintRows::kMaxRows,
                ConstraintRows::kMaxRows>
      product(theirs, mine);
  product.setZero();
  for (int k = 0; k < other.blockCount; ++k) {
    const auto& block = m_blocks[pair.other][k];
    product += ConstDynamicMap(J, theirs, block.columns)
                   .lazyProduct(W.middleRows(block.first, block.columns));
    J += theirs * block.columns;
  }
  if (pair.way != Pair::Way::Transposed) DynamicMap(target, theirs, mine) += product;
  if (pair.way != Pair::Way::Plain) DynamicMap(target, mine, theirs) += product.transpose();
}

void ConstraintSystem::solve(std::span<double> rhs) {
  for (int k = 0; k < m_pattern.blocks; ++k) {
    const Item& item = m_items[m_pattern.order[k]];
    for (int i = 0; i < item.rows; ++i) {
      m_ordered[m_pattern.firstRow[k] + i] = item.active ? rhs[item.firstRow + i] : 0;
    }
  }
  if (m_singular) {
    solveSingular();
  } else {
    m_factor.solve(m_ordered.data());
    std::fill(m_conflicting.begin(), m_conflicting.end(), 0);
  }
  for (int k = 0; k < m_pattern.blocks; ++k) {
    const Item& item = m_items[m_pattern.order[k]];
    for (int i = 0; i < item.rows; ++i) {
      rhs[item.firstRow + i] = m_ordered[m_pattern.firstRow[k] + i];
    }
  }
}

void ConstraintSystem::addJacobianTimes(int constraint, const double* x, double* out) const {
  const Item& item = m_items[constraint];
  if (!item.active) return;
  for (int e = item.firstEnd; e < item.firstEnd + item.endCount; ++e) {
    const End& end = m_ends[e];
    const double* start = x + end.firstVelocity;
    const double* J = m_jacobians.data() + end.J;
    if (item.rows == 3 && end.whole) {
      store3(out, load3(out) + columnsTimes3(J, start, end.columns));
      continue;
    }
    const Blocks& blocks = m_blocks[e];
    for (int b = 0; b < end.blockCount; ++b) {
      const auto& block = blocks[b];
      withShape(item.rows, block.columns, [&](auto r, auto c) {
        FixedMap<r(), 1>(out, item.rows, 1) +=
            ConstFixedMap<r(), c()>(J, item.rows, block.columns)
                .lazyProduct(ConstFixedMap<c(), 1>(start + block.first, block.columns, 1));
      });
      J += item.rows * block.columns;
    }
  }
}

void ConstraintSystem::addTransposeTimes(int constraint, const double* lambda, double* Q) const {
  const Item& item = m_items[constraint];
  if (!item.active) return;
  for (int e = item.firstEnd; e < item.firstEnd + item.endCount; ++e) {
    const End& end = m_ends[e];
    double* start = Q + end.firstVelocity;
    const double* J = m_jacobians.data() + end.J;
    if (item.rows == 3 && end.whole) {
      for (int c = 0; c < end.columns; ++c, J += 3) {
        start[c] += J[0] * lambda[0] + J[1] * lambda[1] + J[2] * lambda[2];
      }
      continue;
    }
    const Blocks& blocks = m_blocks[e];
    for (int b = 0; b < end.blockCount; ++b) {
      const auto& block = blocks[b];
      withShape(item.rows, block.columns, [&](auto r, auto c) {
        FixedMap<c(), 1>(start + block.first, block.columns, 1) +=
            ConstFixedMap<r(), c()>(J, item.rows, block.columns)
                .transpose()
                .lazyProduct(ConstFixedMap<r(), 1>(lambda, item.rows, 1));
      });
      J += item.rows * block.columns;
    }
  }
}

}  // namespace sinew
