#include "core/parts/superquadric/LocalDynamics.h"

#include <algorithm>

namespace sinew {
namespace {
constexpr double kShort = 1;     // [rad]
constexpr double kHardly = 0.2;  // [rad] where what swings is to swing on
constexpr int kReadBeyond = 3;   // lanes behind the last row that loops over four columns may read
}  // namespace

void LocalDynamics::assemble(const SurfaceNodes& nodes, const SuperquadricSpec& spec,
                             const Instant& now) {
  const double h = roundedStep(now.step.h);
  const double a = 1 + roundedStep(now.step.acts) * (spec.damping + spec.internalDamping);
  m_short = !now.exact && h * nodes.fastest() <= (now.step.damping < 1 ? kHardly : kShort);
  m_braked = 1 / a;
  if (!m_short || m_nodes.size() == 0)
    m_nodes.factorise(nodes, a, roundedStep(now.step.stiffness()));
  m_frame.assemble(now.mass, spec, now.qs, now.step);
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
    m_shapes = moving;
    m_basisCount = 4 + 3 * moving;
    m_lanes = (m_basisCount + 3) / 4;
    m_basis.assign(static_cast<std::size_t>(n) * m_lanes + kReadBeyond, Lanes{});
    m_inverseMass.resize(n);
    m_row.resize(n);
    m_loaded.reserve(n);
    for (std::vector<Lanes>* x : {&m_force, &m_local}) x->assign(n, Lanes{});
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

/// Its columnsᵀ x, over the rows that are loaded: few vertices are pushed, and most columns of Jᵀ
/// are empty.
FrameVector LocalDynamics::gather(const std::vector<Lanes>& columns,
                                  const std::vector<Lanes>& nodal) const {
  FrameVector out(6 + m_shapes);
  Lanes unit{}, x{}, y{}, z{};
  for (const int row : m_loaded) {
    const Lanes force = nodal[row];
    const double* values = at(columns, row);
    unit += values[0] * force;
    x += values[1] * force;
    y += values[2] * force;
    z += values[3] * force;
  }
  out.head<6>() << unit[0], unit[1], unit[2], y[2] - z[1], z[0] - x[2], x[1] - y[0];
  // OPTIMIZATION: the sums of four columns stay in registers.
  for (int k = 0; k < m_shapes; k += 4) {
    std::array<Lanes, 4> sums{};
    for (const int row : m_loaded) {
      const Lanes force = nodal[row];
      const double* values = at(columns, row) + 4 + 3 * k;
      for (int i = 0; i < 4; ++i) sums[i] += load3Padded(values + 3 * i) * force;
    }
    for (int i = 0; i < std::min(4, m_shapes - k); ++i)
      out[6 + k + i] = sums[i][0] + sums[i][1] + sums[i][2];
  }
  return out;
}

LocalDynamics::Weights LocalDynamics::weigh(const FrameVector& rates) {
  const double wx = rates[3], wy = rates[4], wz = rates[5];
  Weights weights;
  // ċ, then what ω × p takes of the x, y and z of p.
  weights.rigid = {Lanes{rates[0], rates[1], rates[2], 0}, Lanes{0, wz, -wy, 0},
                   Lanes{-wz, 0, wx, 0}, Lanes{wy, -wx, 0, 0}};
  for (Eigen::Index k = 6; k < rates.size(); ++k)
    weights.shape[static_cast<std::size_t>(k - 6)] = rates[k];
  return weights;
}

/// A row of the columns, each with its weight.
Lanes LocalDynamics::spread(const std::vector<Lanes>& columns, int row,
                            const Weights& weights) const {
  const double* values = at(columns, row);
  std::array<Lanes, 4> sums;  // four at once: each waits for itself only
  for (int i = 0; i < 4; ++i) sums[i] = values[i] * weights.rigid[i];
  for (int k = 0; k < m_shapes; k += 4) {
    for (int i = 0; i < 4; ++i)
      sums[i] += weights.shape[k + i] * load3Padded(values + 4 + 3 * (k + i));
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// r but for what Â takes out of it, into m_local; returns what that is, by Â when short and by D⁻¹U
// otherwise: UᵀD⁻¹f is (D⁻¹U)ᵀ f, where f is empty but in few rows.
FrameVector LocalDynamics::solveRest(const FrameVector& carried) const {
  if (m_short) {
    for (std::size_t row = 0; row < m_local.size(); ++row) m_local[row] = m_braked * m_force[row];
    return m_braked * m_gram.solve(carried);
  }
  const FrameVector held = m_gram.solve(gather(m_solved, m_local));
  m_nodes.solve(m_local.data(), 1);
  return held;
}

/// f into m_local and M_n⁻¹ f into m_force, in the part's axes.
void LocalDynamics::loadInParts(const double* rhs) const {
  const Columns3 toPart(lanesOf(m_R.row(0)), lanesOf(m_R.row(1)), lanesOf(m_R.row(2)));
  m_loaded.clear();
  for (int i = 0; i < m_nodes.size(); ++i) {
    const int row = m_row[i];
    const Lanes force = load3(rhs + 3 * i);
    m_local[row] = toPart.times(force);
    m_force[row] = m_inverseMass[row] * m_local[row];
    if (force[0] != 0 || force[1] != 0 || force[2] != 0) m_loaded.push_back(row);
  }
}

void LocalDynamics::solve(const double* rhs, double scale, Target target, double* out) const {
  const Columns3 toWorld(lanesOf(m_R.col(0)), lanesOf(m_R.col(1)), lanesOf(m_R.col(2)));
  loadInParts(rhs);
  const FrameVector carried = gather(m_basis, m_force);  // Âᵀ f = Uᵀ M_n⁻¹ f
  const FrameVector rates = m_frame.solve(carried), held = solveRest(carried);
  const Weights carry = weigh(m_short ? FrameVector(rates - held) : rates);
  const Weights hold = weigh(held);
  for (int i = 0; i < m_nodes.size(); ++i) {
    const int row = m_row[i];
    Lanes local = m_local[row] + m_inverseMass[row] * spread(m_basis, row, carry);
    if (!m_short) local -= spread(m_solved, row, hold);
    const Lanes answer = scale * toWorld.times(local);
    store3(out + 3 * i, target == Target::Add ? load3(out + 3 * i) + answer : answer);
  }
}

}  // namespace sinew
