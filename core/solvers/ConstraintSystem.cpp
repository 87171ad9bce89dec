#include "core/solvers/ConstraintSystem.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/Prefetch.h"
#include "core/solvers/Columns3.h"
#include "core/solvers/SmallProducts.h"

namespace sinew {
namespace {

constexpr std::size_t kAhead = 4;  // parts to prefetch ahead

/// The gradient of a constraint of three rows.
Columns3 gradientOf3(const ConstraintRows& rows, int end) {
  const double* g = rows.gradient[end].data();
  constexpr int kStride = ConstraintRows::kMaxRows;
  return {load3Padded(g), load3Padded(g + kStride), load3Padded(g + 2 * kStride)};
}

/// J (rows × columns) = G L.
void multiplyRows(const ConstraintRows::Gradient& gradient, int rows, const PointKinematics& point,
                  double* J) {
  withRows(rows, [&](auto count) {
    const double* L = point.L;
    for (int c = 0; c < point.columns; ++c, L += 3, J += count) {
      for (int r = 0; r < count; ++r) {
        J[r] = gradient(r, 0) * L[0] + gradient(r, 1) * L[1] + gradient(r, 2) * L[2];
      }
    }
  });
}

}  // namespace

void ConstraintSystem::compile(const Structure& structure) {
  compileEnds(structure);
  std::vector<std::vector<std::int32_t>> endsOfPart(structure.parts.size());
  for (std::size_t e = 0; e < m_ends.size(); ++e) {
    // What does not move freely ties nothing together.
    if (m_ends[e].velocities == 0 || m_items[m_ends[e].constraint].loose) continue;
    endsOfPart[m_ends[e].part].push_back(static_cast<std::int32_t>(e));
  }
  chooseWoven(structure, endsOfPart);
  m_edges.clear();
  for (const auto& ends : endsOfPart) {
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        m_edges.emplace_back(m_ends[ends[i]].constraint, m_ends[ends[j]].constraint);
      }
    }
  }
  compilePairs(endsOfPart, structure.parts);
  m_knots = m_woven.empty() ? knots(structure) : std::vector<std::int32_t>{};
  m_pattern = {};
  m_iterates = false;
  if (m_knots.empty()) {
    compilePattern();
  } else {
    m_net.compile(blockSizes(), m_edges, m_knots);
    assembleIn(m_net.pattern());
  }
  m_weakBlocks.clear();
  m_markedFor.clear();
  m_weakBlocks.reserve(m_items.size());
  m_markedFor.reserve(m_items.size());
  m_redundant.assign(m_items.size(), 0);
  m_conflicting.assign(m_items.size(), 0);
  m_group.assign(m_items.size(), 0);
}

// Again whenever an end on a woven chain has slid beyond its window.
void ConstraintSystem::compilePattern() {
  std::vector<std::int32_t> sizes = blockSizes();
  const int constraints = constraintCount();
  if (m_woven.empty()) {
    m_pattern = makeBlockPattern(sizes, m_edges);
  } else {
    const Woven& last = m_woven.back();
    sizes.resize(last.firstBlock + last.chain->blocks, BlockChain::kBlock);
    auto edges = m_edges;
    listWovenEdges(edges);
    m_pattern = makeBlockPattern(sizes, edges, constraints);
    aimWoven();
  }
  m_factor.setPattern(&m_pattern);
  assembleIn(m_pattern);
}

std::vector<std::int32_t> ConstraintSystem::blockSizes() const {
  std::vector<std::int32_t> sizes;
  for (const Item& item : m_items) sizes.push_back(item.rows);
  return sizes;
}

void ConstraintSystem::assembleIn(const BlockPattern& pattern) {
  m_assembled = &pattern;
  for (Pair& pair : m_pairs) {
    bool transposed = false;
    const int a = m_ends[pair.a].constraint, b = m_ends[pair.b].constraint;
    pair.target = pattern.find(a, b, transposed);
    if (transposed) std::swap(pair.a, pair.b);
  }
  for (Reals* x : {&m_ordered, &m_rhs, &m_residual, &m_step, &m_left, &m_unmet}) {
    x->assign(pattern.rows, 0);
  }
}

void ConstraintSystem::compileEnds(const Structure& structure) {
  m_items.clear();
  m_ends.clear();
  m_rows = 0;
  std::vector<int> velocityStart(structure.parts.size(), 0);
  for (std::size_t i = 1; i < structure.parts.size(); ++i) {
    velocityStart[i] = velocityStart[i - 1] + structure.parts[i - 1].v;
  }
  std::size_t storage = 0;
  for (const auto& source : structure.constraints) {
    const int index = static_cast<int>(m_items.size());
    m_items.push_back({source.rows, m_rows, static_cast<int>(m_ends.size()), source.endCount});
    m_items.back().loose = source.loose;
    m_rows += source.rows;
    for (int e = 0; e < source.endCount; ++e) {
      const PartDims& dims = structure.parts[source.part[e]];
      End end;
      end.constraint = index;
      end.part = source.part[e];
      end.slides = e == source.slidingEnd;
      end.velocities = dims.v;
      end.firstVelocity = velocityStart[end.part];
      end.J = storage;
      const int columns = dims.pointColumns + (source.directed ? dims.directionColumns : 0);
      storage += static_cast<std::size_t>(source.rows) * columns;
      m_ends.push_back(end);
    }
  }
  m_jacobians.assign(storage, 0);
  m_slackDiagonal.assign(m_rows, 0);
  m_compliance.clear();
  m_blocks.assign(m_ends.size(), {});
}

void ConstraintSystem::compilePairs(const std::vector<std::vector<std::int32_t>>& endsOfPart,
                                    const std::vector<PartDims>& parts) {
  m_pairs.clear();
  m_order.clear();
  m_touched.clear();
  std::size_t widest = 0, halves = 0, groups = 0;
  for (std::size_t part = 0; part < endsOfPart.size(); ++part) {
    const std::vector<std::int32_t>& ends = endsOfPart[part];
    if (ends.empty()) continue;
    Touched touched;
    touched.part = static_cast<std::int32_t>(part);
    touched.firstEnd = static_cast<std::int32_t>(m_order.size());
    touched.endCount = static_cast<std::int32_t>(ends.size());
    touched.firstPair = static_cast<std::int32_t>(m_pairs.size());
    std::size_t dense = 0, rows = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const End& end = m_ends[ends[i]];
      m_order.push_back(ends[i]);
      rows += m_items[end.constraint].rows;
      dense = rows * end.velocities;
      for (std::size_t j = 0; j <= i; ++j) {
        Pair pair{ends[i], ends[j], 0, false};
        pair.bothWays = m_ends[pair.a].constraint == m_ends[pair.b].constraint && i != j;
        m_pairs.push_back(pair);
      }
    }
    touched.pairCount = static_cast<std::int32_t>(m_pairs.size()) - touched.firstPair;
    m_touched.push_back(touched);
    widest = std::max(widest, dense);
    const std::size_t abreast = BlockChain::kAbreast, count = (rows + abreast - 1) / abreast;
    if (parts[part].half == 0) continue;
    groups = std::max(groups, count);
    halves = std::max(halves, count * abreast * parts[part].half / BlockChain::kBlock);
  }
  m_dense.assign(widest, 0);
  m_weighed.assign(widest, 0);
  m_halves.assign(halves, Lanes{});
  for (auto* bound : {&m_groupFrom, &m_groupEnd}) bound->assign(groups, 0);
  m_products.assign(groups * groups * BlockChain::kAbreast * BlockChain::kAbreast, 0);
}

void ConstraintSystem::setRows(int constraint, const ConstraintRows& rows,
                               const PointKinematics* points) {
  Item& item = m_items[constraint];
  item.slack = 0;
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
    multiplyRows(rows.gradient[k], item.rows, point, J);
  }
}

void ConstraintSystem::setDirectedRows(int constraint, const ConstraintRows& rows,
                                       const PointKinematics* points,
                                       const PointKinematics* directions) {
  Item& item = m_items[constraint];
  item.slack = 0;
  for (int k = 0; k < item.endCount; ++k) {
    End& end = m_ends[item.firstEnd + k];
    const PointKinematics &point = points[k], &direction = directions[k];
    end.whole = false;
    end.columns = point.columns + direction.columns;
    end.blockCount = point.blockCount + direction.blockCount;
    const auto rest =
        std::copy_n(point.blocks.begin(), point.blockCount, m_blocks[item.firstEnd + k].begin());
    std::copy_n(direction.blocks.begin(), direction.blockCount, rest);
    double* J = m_jacobians.data() + end.J;
    multiplyRows(rows.gradient[k], item.rows, point, J);
    multiplyRows(rows.turning[k], item.rows, direction, J + item.rows * point.columns);
  }
}

void ConstraintSystem::factorise(std::span<const Part* const> parts,
                                 std::span<const std::unique_ptr<PartScratch>> scratch,
                                 Inertia inertia) {
  m_parts = parts;
  m_scratch = scratch;
  m_inertia = inertia;
  if (moveWindows()) compilePattern();
  if (!factoriseNet()) factoriseWhole();
}

void ConstraintSystem::factoriseWhole() {
  assemble(m_factor.values());
  m_singular = !m_factor.factorise();
  if (!m_singular) return;
  m_weakBlocks = m_factor.weakBlocks();
  m_matrix.assign(m_pattern.storage + 1, 0);  // one more for multiplySymmetric()
  assemble(m_matrix.data());
  std::copy_n(m_matrix.begin(), m_pattern.storage, m_factor.values());
  m_factor.factorise(kShift);
}

// One part after the other: M⁻¹Jᵀ of all its ends together, and at once all products of them.
void ConstraintSystem::assemble(double* values) {
  std::fill(values, values + m_assembled->storage, 0.0);
  for (std::size_t t = 0; t < m_touched.size(); ++t) {
    if (t + kAhead < m_touched.size()) {
      const int next = m_touched[t + kAhead].part;
      prefetch(m_parts[next]);
      prefetch(m_scratch[next].get());
    }
    const Touched& touched = m_touched[t];
    const Part& part = *m_parts[touched.part];
    const PartScratch& at = *m_scratch[touched.part];
    if (m_inertia == Inertia::Dynamics && part.dims().half > 0) {
      addHalfPairs(touched, part, at, values);
      continue;
    }
    const int columns = spreadAll(touched);
    if (m_inertia == Inertia::Dynamics) {
      part.applyInverseDynamics(at, m_dense.data(), m_weighed.data(), columns);
    } else {
      part.applyInverseMass(at, m_dense.data(), m_weighed.data(), columns);
      if (!m_weights.empty()) {
        const std::size_t used = static_cast<std::size_t>(columns) * part.dims().v;
        for (double& x : std::span(m_weighed).first(used)) x *= m_weights[touched.part];
      }
    }
    addPairs(touched, values);
  }
  assembleWoven(values);
  addCompliance(values);
  keepSlack(values);
  takeOutSlack(values);
  completeInactive(values);
}

// m_dense ← Jᵀ of what is active at a part; returns how many columns that are.
int ConstraintSystem::spreadAll(const Touched& touched) {
  int columns = 0;
  std::size_t at = 0;
  for (int i = touched.firstEnd; i < touched.firstEnd + touched.endCount; ++i) {
    End& end = m_ends[m_order[i]];
    const Item& item = m_items[end.constraint];
    if (!item.active || end.columns == 0) continue;
    end.W = at;
    spreadTranspose(m_order[i], item.rows, m_dense.data() + at);
    columns += item.rows;
    at += static_cast<std::size_t>(item.rows) * end.velocities;
  }
  return columns;
}

// out ← Jᵀ over all velocities of the end's part.
void ConstraintSystem::spreadTranspose(std::size_t index, int rows, double* out) const {
  const End& end = m_ends[index];
  const double* J = m_jacobians.data() + end.J;
  if (end.whole && rows == 3 && end.columns == 6) {
    transpose36(J, out);
    return;
  }
  if (end.whole) {
    withShape(rows, end.columns, [&](auto r, auto c) {
      FixedMap<c(), r()>(out, end.columns, rows) =
          ConstFixedMap<r(), c()>(J, rows, end.columns).transpose();
    });
    return;
  }
  DynamicMap dense(out, end.velocities, rows);
  dense.setZero();
  for (int b = 0; b < end.blockCount; ++b) {
    const auto& block = m_blocks[index][b];
    dense.middleRows(block.first, block.columns) +=
        ConstDynamicMap(J, rows, block.columns).transpose();
    J += rows * block.columns;
  }
}

void ConstraintSystem::addPairs(const Touched& touched, double* values) const {
  for (int p = touched.firstPair; p < touched.firstPair + touched.pairCount; ++p) {
    const Pair& pair = m_pairs[p];
    const End &a = m_ends[pair.a], &b = m_ends[pair.b];
    const Item &ia = m_items[a.constraint], &ib = m_items[b.constraint];
    if (!ia.active || !ib.active || a.columns == 0 || b.columns == 0) continue;
    double* target = values + pair.target;
    const bool single = a.blockCount == 1 && !pair.bothWays;
    if (single && ia.rows == 1 && ib.rows == 1) {
      const double *J = m_jacobians.data() + a.J,
                   *W = m_weighed.data() + b.W + m_blocks[pair.a][0].first;
      double sum = 0;
      for (int k = 0; k < a.columns; ++k) sum += J[k] * W[k];
      *target += sum;
      continue;
    }
    if (ia.rows != ib.rows || !a.whole || pair.bothWays) {
      addGeneralPair(pair, target);
      continue;
    }
    const double *J = m_jacobians.data() + a.J, *W = m_weighed.data() + b.W;
    if (ia.rows == 3 && a.columns == 6) {
      addProduct363(J, W, target);
      continue;
    }
    withShape(ia.rows, a.columns, [&](auto r, auto c) {
      FixedMap<r(), r()>(target, ia.rows, ia.rows) +=
          ConstFixedMap<r(), c()>(J, ia.rows, a.columns)
              .lazyProduct(ConstFixedMap<c(), r()>(W, a.columns, ia.rows));
    });
  }
}

void ConstraintSystem::setCompliance(int constraint, const double* ofRows) {
  const Item& item = m_items[constraint];
  m_compliance.resize(m_rows, 0);
  std::copy_n(ofRows, item.rows, m_compliance.begin() + item.firstRow);
}

void ConstraintSystem::addCompliance(double* values) const {
  if (m_compliance.empty()) return;
  for (int c = 0; c < constraintCount(); ++c) {
    const Item& item = m_items[c];
    if (!item.active) continue;
    double* diagonal = values + m_assembled->diagonal[m_assembled->position[c]];
    for (int i = 0; i < item.rows; ++i) {
      diagonal[i * (item.rows + 1)] += m_compliance[item.firstRow + i];
    }
  }
}

// What N says of the rows that are slack.
void ConstraintSystem::keepSlack(const double* values) {
  for (int c = 0; c < constraintCount(); ++c) {
    Item& item = m_items[c];
    if (item.slack == 0) continue;
    const double* diagonal = values + m_assembled->diagonal[m_assembled->position[c]];
    for (int i = 0; i < item.rows; ++i) {
      m_slackDiagonal[item.firstRow + i] =
          item.woven ? std::numeric_limits<double>::infinity() : diagonal[i * (item.rows + 1)];
    }
  }
}

// Rows and columns of zeros, whose diagonal completeInactive() fills.
void ConstraintSystem::takeOutSlack(double* values) const {
  if (std::ranges::none_of(m_items, [](const Item& item) { return item.slack != 0; })) return;
  for (const Pair& pair : m_pairs) {
    const Item &a = m_items[m_ends[pair.a].constraint], &b = m_items[m_ends[pair.b].constraint];
    if (a.slack == 0 && b.slack == 0) continue;
    DynamicMap block(values + pair.target, a.rows, b.rows);
    for (int i = 0; i < a.rows; ++i) {
      if (a.slack >> i & 1U) block.row(i).setZero();
    }
    for (int j = 0; j < b.rows; ++j) {
      if (b.slack >> j & 1U) block.col(j).setZero();
    }
  }
}

// Inactive constraints get the unit matrix for theirs, slack rows a unit diagonal.
void ConstraintSystem::completeInactive(double* values) const {
  const BlockPattern& p = *m_assembled;
  for (int k = 0; k < p.blocks; ++k) {
    if (isUnknown(k)) continue;
    const Item& item = m_items[p.order[k]];
    if (item.active && item.slack == 0) continue;
    DynamicMap own(values + p.diagonal[k], p.size[k], p.size[k]);
    if (!item.active) own.setIdentity();
    for (int i = 0; i < item.rows; ++i) {
      if (item.slack >> i & 1U) own(i, i) = 1;
    }
  }
}

void ConstraintSystem::addGeneralPair(const Pair& pair, double* target) const {
  const End &a = m_ends[pair.a], &b = m_ends[pair.b];
  const int ra = m_items[a.constraint].rows, rb = m_items[b.constraint].rows;
  const double* J = m_jacobians.data() + a.J;
  const ConstDynamicMap W(m_weighed.data() + b.W, b.velocities, rb);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, ConstraintRows::kMaxRows,
                ConstraintRows::kMaxRows>
      product(ra, rb);
  product.setZero();
  for (int k = 0; k < a.blockCount; ++k) {
    const auto& block = m_blocks[pair.a][k];
    product +=
        ConstDynamicMap(J, ra, block.columns).lazyProduct(W.middleRows(block.first, block.columns));
    J += ra * block.columns;
  }
  DynamicMap(target, ra, rb) += product;
  if (pair.bothWays) DynamicMap(target, rb, ra) += product.transpose();
}

void ConstraintSystem::solve(std::span<double> rhs) {
  takeUp(rhs);
  if (m_iterates && !m_net.solve(m_ordered.data())) {
    // What conjugate gradients do not get through, a factor does, and says what is wrong with it.
    leaveNet();
    takeUp(rhs);
  }
  if (m_singular) {
    solveSingular();
  } else {
    if (!m_iterates) m_factor.solve(m_ordered.data());
    std::fill(m_conflicting.begin(), m_conflicting.end(), 0);
  }
  const BlockPattern& p = *m_assembled;
  for (int k = 0; k < p.blocks; ++k) {
    if (isUnknown(k)) continue;
    const Item& item = m_items[p.order[k]];
    for (int i = 0; i < item.rows; ++i) rhs[item.firstRow + i] = m_ordered[p.firstRow[k] + i];
  }
}

// m_ordered ← rhs of what counts, in elimination order.
void ConstraintSystem::takeUp(std::span<const double> rhs) {
  const BlockPattern& p = *m_assembled;
  if (!m_woven.empty()) std::fill(m_ordered.begin(), m_ordered.end(), 0.0);
  for (int k = 0; k < p.blocks; ++k) {
    if (isUnknown(k)) continue;
    const Item& item = m_items[p.order[k]];
    for (int i = 0; i < item.rows; ++i) {
      const bool counts = item.active && !(item.slack >> i & 1U);
      m_ordered[p.firstRow[k] + i] = counts ? rhs[item.firstRow + i] : 0;
    }
  }
}

}  // namespace sinew
