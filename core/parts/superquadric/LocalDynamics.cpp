#include "core/parts/superquadric/LocalDynamics.h"

namespace sinew {
namespace {
constexpr double kShort = 1;  // [rad]
}

void LocalDynamics::assemble(const SurfaceNodes& nodes, const SuperquadricSpec& spec,
                             const Instant& now) {
  const double h = roundedStep(now.h);
  const double a = 1 + h * (spec.damping + spec.internalDamping);
  m_short = !now.exact && h * nodes.fastest() <= kShort;
  m_braked = 1 / a;
  if (!m_short || m_nodes.size() == 0) m_nodes.factorise(nodes, a, h * h);
  m_frame.assemble(now.mass, spec, now.qs, h);
  m_R = now.R;
  fillBasis(nodes, now);
  if (m_short) {
    m_gram.compute(now.mass.matrix());
    return;
  }
  m_solved = m_basis;
  m_nodes.solve(m_solved.data(), m_lanes);
  fillGram();
}

void LocalDynamics::fillBasis(const SurfaceNodes& nodes, const Instant& now) {
  const int moving = static_cast<int>(now.J.cols()) / 3, n = nodes.count();
  if (m_lanes == 0) {
    m_basisCount = 4 + 3 * moving;
    m_lanes = (m_basisCount + 3) / 4;
    m_basis.assign(static_cast<std::size_t>(n) * m_lanes, Lanes{});
    m_inverseMass.resize(n);
    m_row.resize(n);
    m_loaded.reserve(n);
    for (std::vector<Lanes>* x : {&m_force, &m_local}) x->assign(n, Lanes{});
    for (std::vector<Lanes>* x : {&m_frameWeights, &m_localWeights})
      x->assign(4 * m_lanes, Lanes{});
    // ċ, then ω × p, then the global parameters.
    for (int axis = 0; axis < 3; ++axis) {
      Column unit;
      unit.sign[axis] = 1;
      m_columns.push_back(unit);
    }
    m_columns.push_back({{0, 3, 2}, {0, -1, 1}});
    m_columns.push_back({{3, 0, 1}, {1, 0, -1}});
    m_columns.push_back({{2, 1, 0}, {-1, 1, 0}});
    for (int k = 0; k < moving; ++k) {
      m_columns.push_back({{4 + 3 * k, 5 + 3 * k, 6 + 3 * k}, {1, 1, 1}});
    }
  }
  for (int i = 0; i < n; ++i) {
    const int row = m_nodes.row(i), slot = nodes.points().slot(i);
    const double mass = nodes.mass(i);
    m_row[i] = row;
    m_inverseMass[row] = 1 / mass;
    auto* basis =
        reinterpret_cast<double*>(m_basis.data() + static_cast<std::ptrdiff_t>(row) * m_lanes);
    basis[0] = mass;
    for (int axis = 0; axis < 3; ++axis) basis[1 + axis] = mass * now.p(slot, axis);
    for (int k = 0; k < 3 * moving; ++k) basis[4 + k] = mass * now.J(slot, k);
  }
}

void LocalDynamics::fillGram() {
  // Products of the basis first; those of U's columns are made of them.
  Eigen::Matrix<double, 4 + 3 * Global::kCount, 4 + 3 * Global::kCount> products;
  const int n = m_nodes.size();
  for (int b = 0; b < m_basisCount; ++b) {
    Lanes sum[(7 + 3 * Global::kCount) / 4] = {};
    for (int row = 0; row < n; ++row) {
      const double left = at(m_basis, row)[b];
      const Lanes* right = m_solved.data() + static_cast<std::ptrdiff_t>(row) * m_lanes;
      for (int l = 0; l < m_lanes; ++l) sum[l] += left * right[l];
    }
    for (int c = 0; c < m_basisCount; ++c) products(b, c) = sum[c / 4][c % 4];
  }
  const auto count = static_cast<Eigen::Index>(m_columns.size());
  FrameMatrix gram(count, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      const Column &a = m_columns[static_cast<std::size_t>(i)],
                   &b = m_columns[static_cast<std::size_t>(j)];
      double sum = 0;
      for (int axis = 0; axis < 3; ++axis) {
        sum += a.sign[axis] * b.sign[axis] * products(a.basis[axis], b.basis[axis]);
      }
      gram(i, j) = gram(j, i) = sum;
    }
  }
  m_gram.compute(gram);
}

/// Uᵀ x.
FrameVector LocalDynamics::gather(const std::vector<Lanes>& nodal) const {
  std::vector<Lanes>& sums = m_frameWeights;  // Bᵀ x, a row of three for each basis column
  m_loaded.clear();  // few vertices are pushed, and most columns of Jᵀ are empty
  for (int row = 0; row < m_nodes.size(); ++row) {
    const Lanes& force = nodal[row];
    if (force[0] != 0 || force[1] != 0 || force[2] != 0) m_loaded.push_back(row);
  }
  // OPTIMIZATION: the sums of four columns stay in registers.
  for (int b = 0; b < m_basisCount; b += 4) {
    Lanes sum0{}, sum1{}, sum2{}, sum3{};
    for (const int row : m_loaded) {
      const Lanes force = nodal[row];
      const double* basis = at(m_basis, row) + b;
      sum0 += basis[0] * force;
      sum1 += basis[1] * force;
      sum2 += basis[2] * force;
      sum3 += basis[3] * force;
    }
    sums[b] = sum0;
    sums[b + 1] = sum1;
    sums[b + 2] = sum2;
    sums[b + 3] = sum3;
  }
  FrameVector out(static_cast<Eigen::Index>(m_columns.size()));
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    const Column& column = m_columns[i];
    double sum = 0;
    for (int axis = 0; axis < 3; ++axis) sum += column.sign[axis] * sums[column.basis[axis]][axis];
    out[static_cast<Eigen::Index>(i)] = sum;
  }
  return out;
}

/// What each basis column is taken with, component by component, for these frame rates.
void LocalDynamics::combine(const FrameVector& rates, std::vector<Lanes>& weights) const {
  std::fill(weights.begin(), weights.end(), Lanes{});
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    const Column& column = m_columns[i];
    for (int axis = 0; axis < 3; ++axis) {
      weights[column.basis[axis]][axis] += column.sign[axis] * rates[static_cast<Eigen::Index>(i)];
    }
  }
}

/// A row of the columns, each with its weight.
Lanes LocalDynamics::spread(const std::vector<Lanes>& columns, int row,
                            const std::vector<Lanes>& weights) const {
  const double* values = at(columns, row);
  Lanes sum0{}, sum1{}, sum2{}, sum3{};  // four at once: each waits for itself only
  for (int b = 0; b < m_basisCount; b += 4) {
    sum0 += values[b] * weights[b];
    sum1 += values[b + 1] * weights[b + 1];
    sum2 += values[b + 2] * weights[b + 2];
    sum3 += values[b + 3] * weights[b + 3];
  }
  return (sum0 + sum1) + (sum2 + sum3);
}

// r but for what Â takes out of it, into m_local; returns what that is, by Â when short and by D⁻¹U
// otherwise.
FrameVector LocalDynamics::solveRest(const FrameVector& carried) const {
  if (!m_short) {
    m_nodes.solve(m_local.data(), 1);
    return m_gram.solve(gather(m_local));
  }
  for (std::size_t row = 0; row < m_local.size(); ++row) m_local[row] = m_braked * m_force[row];
  return m_braked * m_gram.solve(carried);
}

void LocalDynamics::solve(const double* rhs, double scale, Target target, double* out) const {
  const int n = m_nodes.size();
  const Columns3 toPart(lanesOf(m_R.row(0)), lanesOf(m_R.row(1)), lanesOf(m_R.row(2)));
  const Columns3 toWorld(lanesOf(m_R.col(0)), lanesOf(m_R.col(1)), lanesOf(m_R.col(2)));
  for (int i = 0; i < n; ++i) {
    const int row = m_row[i];
    m_local[row] = toPart.times(load3(rhs + 3 * i));
    m_force[row] = m_inverseMass[row] * m_local[row];
  }
  const FrameVector carried = gather(m_force);  // Âᵀ f = Uᵀ M_n⁻¹ f
  const FrameVector rates = m_frame.solve(carried), held = solveRest(carried);
  combine(m_short ? FrameVector(rates - held) : rates, m_frameWeights);
  if (!m_short) combine(held, m_localWeights);
  for (int i = 0; i < n; ++i) {
    const int row = m_row[i];
    Lanes local = m_local[row] + m_inverseMass[row] * spread(m_basis, row, m_frameWeights);
    if (!m_short) local -= spread(m_solved, row, m_localWeights);
    const Lanes answer = scale * toWorld.times(local);
    store3(out + 3 * i, target == Target::Add ? load3(out + 3 * i) + answer : answer);
  }
}

}  // namespace sinew
