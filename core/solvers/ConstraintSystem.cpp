#include "core/solvers/ConstraintSystem.h"

#include <algorithm>
#include <cmath>

#include "core/solvers/SmallProducts.h"

namespace sinew {

void ConstraintSystem::compile(const Structure& structure) {
  m_items.clear();
  m_ends.clear();
  m_endStorage.clear();
  m_rows = 0;
  std::size_t storage = 0, widest = 0;
  std::vector<std::int32_t> sizes;
  std::vector<int> velocityStart(structure.parts.size(), 0);
  for (std::size_t i = 1; i < structure.parts.size(); ++i) {
    velocityStart[i] = velocityStart[i - 1] + structure.parts[i - 1].v;
  }
  for (const auto& source : structure.constraints) {
    const int index = static_cast<int>(m_items.size());
    m_items.push_back(
        {source.rows, m_rows, static_cast<int>(m_ends.size()), source.endCount, false});
    m_rows += source.rows;
    sizes.push_back(source.rows);
    for (int e = 0; e < source.endCount; ++e) {
      const PartDims& dims = structure.parts[source.part[e]];
      EndStorage slot;
      slot.constraint = index;
      slot.velocities = dims.v;
      slot.firstVelocity = velocityStart[source.part[e]];
      slot.L = storage;
      slot.J = slot.L + 3 * static_cast<std::size_t>(dims.pointColumns);
      slot.W = slot.J + static_cast<std::size_t>(source.rows) * dims.pointColumns;
      storage = slot.W + static_cast<std::size_t>(source.rows) * dims.v;
      widest = std::max(widest, static_cast<std::size_t>(source.rows) * dims.v);
      m_endStorage.push_back(slot);
      m_ends.push_back({});
      m_ends.back().part = source.part[e];
    }
  }
  m_storage.assign(storage, 0);
  m_dense.assign(widest, 0);
  for (std::size_t e = 0; e < m_ends.size(); ++e) {
    m_ends[e].point.L = m_storage.data() + m_endStorage[e].L;
  }
  std::vector<std::pair<std::int32_t, std::int32_t>> edges;
  std::vector<std::vector<std::int32_t>> byPart(structure.parts.size());
  for (std::size_t e = 0; e < m_ends.size(); ++e) {
    byPart[m_ends[e].part].push_back(static_cast<std::int32_t>(e));
  }
  for (const auto& incident : byPart) {
    for (std::size_t i = 0; i < incident.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        edges.emplace_back(m_endStorage[incident[i]].constraint,
                           m_endStorage[incident[j]].constraint);
      }
    }
  }
  m_pattern = makeBlockPattern(sizes, edges);
  m_factor.setPattern(&m_pattern);
  compilePairs(byPart);
  for (Reals* vector : {&m_ordered, &m_rhs, &m_residual, &m_step}) vector->assign(m_rows, 0);
  m_redundant.assign(m_items.size(), 0);
  m_conflicting.assign(m_items.size(), 0);
}

void ConstraintSystem::compilePairs(const std::vector<std::vector<std::int32_t>>& endsOfPart) {
  m_pairs.clear();
  for (const auto& ends : endsOfPart) {
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        Pair pair{ends[i], ends[j], 0, Pair::Add::Plain};
        const int ca = m_endStorage[pair.a].constraint, cb = m_endStorage[pair.b].constraint;
        bool transposed = false;
        pair.target = m_pattern.find(ca, cb, transposed);
        if (ca == cb && i != j) {
          pair.add = Pair::Add::Both;
        } else if (transposed) {
          pair.add = Pair::Add::Transposed;
        }
        m_pairs.push_back(pair);
      }
    }
  }
}

void ConstraintSystem::setRows(int constraint, const ConstraintRows& rows, bool active) {
  Item& item = m_items[constraint];
  item.active = active;
  if (!active) return;
  for (int k = 0; k < item.endCount; ++k) {
    const End& end = m_ends[item.firstEnd + k];
    double* J = m_storage.data() + m_endStorage[item.firstEnd + k].J;
    withShape(item.rows, end.point.columns, [&](auto r, auto c) {
      Eigen::Map<Eigen::Matrix<double, r(), c()>> jacobian(J, item.rows, end.point.columns);
      const Eigen::Map<const Eigen::Matrix<double, 3, c()>> L(end.point.L, 3, end.point.columns);
      jacobian.noalias() = rows.gradient[k].template topRows<r()>(item.rows).lazyProduct(L);
    });
  }
}

void ConstraintSystem::factorise(std::span<const Part* const> parts,
                                 std::span<const std::unique_ptr<PartScratch>> scratch) {
  for (std::size_t e = 0; e < m_ends.size(); ++e) {
    const EndStorage& slot = m_endStorage[e];
    const Item& item = m_items[slot.constraint];
    if (!item.active) continue;
    const End& end = m_ends[e];
    const double* J = m_storage.data() + slot.J;
    double* W = m_storage.data() + slot.W;
    DynamicMap dense(m_dense.data(), slot.velocities, item.rows);
    const bool whole = end.point.blockCount == 1 && end.point.columns == slot.velocities;
    if (whole) {
      withShape(item.rows, end.point.columns, [&](auto r, auto c) {
        Eigen::Map<Eigen::Matrix<double, c(), r()>>(m_dense.data(), slot.velocities, item.rows) =
            Eigen::Map<const Eigen::Matrix<double, r(), c()>>(J, item.rows, slot.velocities)
                .transpose();
      });
    } else {
      dense.setZero();
      const ConstDynamicMap jacobian(J, item.rows, end.point.columns);
      for (int b = 0, column = 0; b < end.point.blockCount; ++b) {
        const auto& block = end.point.blocks[b];
        dense.middleRows(block.first, block.columns) +=
            jacobian.middleCols(column, block.columns).transpose();
        column += block.columns;
      }
    }
    parts[end.part]->applyInverseMass(*scratch[end.part], m_dense.data(), W, item.rows);
  }
  assemble(m_factor.values());
  m_singular = !m_factor.factorise();
  if (!m_singular) return;
  m_weakBlocks = m_factor.weakBlocks();
  m_matrix.assign(m_pattern.storage, 0);
  assemble(m_matrix.data());
  std::copy(m_matrix.begin(), m_matrix.end(), m_factor.values());
  m_factor.factorise(kShift);
}

void ConstraintSystem::assemble(double* values) const {
  std::fill(values, values + m_pattern.storage, 0.0);
  for (const Pair& pair : m_pairs) {
    const EndStorage &sa = m_endStorage[pair.a], &sb = m_endStorage[pair.b];
    const Item &ia = m_items[sa.constraint], &ib = m_items[sb.constraint];
    if (!ia.active || !ib.active) continue;
    const PointKinematics& point = m_ends[pair.a].point;
    double* target = values + pair.target;
    if (ia.rows == ib.rows && point.blockCount == 1 && point.columns == sa.velocities &&
        pair.add != Pair::Add::Both) {
      withShape(ia.rows, point.columns, [&](auto r, auto c) {
        const ConstFixedMap<r(), c()> J(m_storage.data() + sa.J, ia.rows, point.columns);
        const ConstFixedMap<c(), r()> W(m_storage.data() + sb.W, point.columns, ib.rows);
        FixedMap<r(), r()> block(target, ia.rows, ia.rows);
        if (pair.add == Pair::Add::Plain) {
          block += J.lazyProduct(W);
        } else {
          block += W.transpose().lazyProduct(J.transpose());
        }
      });
    } else {
      addGeneralPair(pair, target);
    }
  }
  for (int k = 0; k < m_pattern.blocks; ++k) {
    if (m_items[m_pattern.order[k]].active) continue;
    DynamicMap(values + m_pattern.diagonal[k], m_pattern.size[k], m_pattern.size[k]).setIdentity();
  }
}

void ConstraintSystem::addGeneralPair(const Pair& pair, double* target) const {
  const EndStorage &sa = m_endStorage[pair.a], &sb = m_endStorage[pair.b];
  const int ra = m_items[sa.constraint].rows, rb = m_items[sb.constraint].rows;
  const PointKinematics& point = m_ends[pair.a].point;
  const ConstDynamicMap J(m_storage.data() + sa.J, ra, point.columns);
  const ConstDynamicMap W(m_storage.data() + sb.W, sb.velocities, rb);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, ConstraintRows::kMaxRows,
                ConstraintRows::kMaxRows>
      product(ra, rb);
  product.setZero();
  for (int b = 0, column = 0; b < point.blockCount; ++b) {
    const auto& block = point.blocks[b];
    product +=
        J.middleCols(column, block.columns).lazyProduct(W.middleRows(block.first, block.columns));
    column += block.columns;
  }
  if (pair.add != Pair::Add::Transposed) DynamicMap(target, ra, rb) += product;
  if (pair.add != Pair::Add::Plain) DynamicMap(target, rb, ra) += product.transpose();
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
    std::fill(m_redundant.begin(), m_redundant.end(), 0);
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
    const PointKinematics& point = m_ends[e].point;
    const double* start = x + m_endStorage[e].firstVelocity;
    const double* J = m_storage.data() + m_endStorage[e].J;
    for (int b = 0; b < point.blockCount; ++b) {
      const auto& block = point.blocks[b];
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
    const PointKinematics& point = m_ends[e].point;
    double* start = Q + m_endStorage[e].firstVelocity;
    const double* J = m_storage.data() + m_endStorage[e].J;
    for (int b = 0; b < point.blockCount; ++b) {
      const auto& block = point.blocks[b];
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
