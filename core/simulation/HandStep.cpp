// What a step does so that hands, whose springs are taken at its end, pull with what their points
// have come to by then, whatever else holds those.
#include <Eigen/LU>

#include "core/math/Sums.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {
namespace {

constexpr double kPullsAsItShould = 1e-9;  // of its force
constexpr int kMostRounds = 3;             // while limits and friction are sorted out

constexpr int kMostColumns = 3 * StateOffsets::kGrabs;
using HandMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor,
                                 kMostColumns, kMostColumns>;
using HandVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMostColumns, 1>;

}  // namespace

// With f = f̂ + δf for the force f̂ that v and m_lambda were found with, and ẋ′ = x̂′ + h W δf for how
// the points give way while constraints hold theirs,
//   W = L (A⁻¹ − A⁻¹ Jᵀ N⁻¹ J A⁻¹) Lᵀ,   (I + h (d + h k) W) δf = missing(x̂′).
// `aim` asks of the rows what velocities without multipliers lack, for limits and friction may hold
// others against the new force.
void SceneDynamics::pullHandsAtEnd(InternalForces taken, double h, const double* known, double* v,
                                   const std::function<void()>& aim) {
  if (m_grips.count() == 0) return;
  const bool sorts = !m_limited.empty() || !m_rubbing.empty();
  loadHands();
  for (int round = 0; round < (sorts ? kMostRounds : 1); ++round) {
    if (!handsMiss(h, known)) return;
    answerHands(taken);
    pullHarder(h);
    if (!sorts) return holdWithHands(taken, h, v);
    addMultiplierForces();
    for (double& force : m_constraintQ) force = -force;
    for (std::size_t k = 0; k < m_handMore.size(); ++k) {
      addTo(m_constraintQ, m_handMore[k], m_handColumns[k].load);
    }
    changeVelocities(taken, h, v);
    aim();
    const bool atEnd = taken == InternalForces::AtEnd;
    solveRows(atEnd ? ConstraintSystem::Inertia::Dynamics : ConstraintSystem::Inertia::Mass,
              Friction::AtEnd);
    addMultiplierForces();
    changeVelocities(taken, h, v);
  }
}

// For steps that move their parts later, with all that m_constraintQ does to them.
void SceneDynamics::pullHandsFirst(double h, const double* known, double* v,
                                   const std::function<void()>& aim) {
  if (m_grips.count() == 0) return;
  changeVelocities(InternalForces::AtEnd, h, v);
  pullHandsAtEnd(InternalForces::AtEnd, h, known, v, aim);
  std::fill(m_constraintQ.begin(), m_constraintQ.end(), 0.0);
}

void SceneDynamics::loadHands() {
  const int columns = 3 * m_grips.count();
  if (static_cast<int>(m_handColumns.size()) < columns) m_handColumns.resize(columns);
  m_handMissing.assign(columns, 0);
  m_handMore.assign(columns, 0);
  for (int k = 0; k < columns; ++k) {
    Reals& load = m_handColumns[k].load;
    load.assign(m_nu.size(), 0);
    const int grip = k / 3, first = m_velocityStart[m_grips.partOf(grip)];
    m_grips.push(grip, Vec3::Unit(k % 3), m_scratch, load.data() + first);
  }
}

Vec3 SceneDynamics::velocityAtHand(int grip, const double* nu) const {
  Vec3 velocity = Vec3::Zero();
  const int part = m_grips.partOf(grip), first = m_velocityStart[part];
  for (int axis = 0; axis < 3; ++axis) {
    const Reals& load = m_handColumns[3 * grip + axis].load;
    for (int i = first; i < first + m_world->parts()[part].dims.v; ++i)
      velocity[axis] += load[i] * nu[i];
  }
  return velocity;
}

// Whether any hand should pull otherwise than it does; by how much.
bool SceneDynamics::handsMiss(double h, const double* known) {
  bool any = false;
  for (int grip = 0; grip < m_grips.count(); ++grip) {
    const Vec3 end = velocityAtHand(grip, m_nu.data());
    const Vec3 moved = known ? velocityAtHand(grip, known) : Vec3::Zero();
    const Vec3 missing = m_grips.missing(grip, h, end, moved);
    for (int axis = 0; axis < 3; ++axis) m_handMissing[3 * grip + axis] = missing[axis];
    any |= missing.norm() > kPullsAsItShould * m_grips.forceOf(grip).norm();
  }
  return any;
}

void SceneDynamics::answerHands(InternalForces taken) {
  for (std::size_t k = 0; k < m_handMissing.size(); ++k) {
    HandColumn& column = m_handColumns[k];
    column.velocity.assign(m_nu.size(), 0);
    column.rate.assign(m_lambda.size(), 0);
    respondTo(taken, column.load, m_grips.partOf(static_cast<int>(k) / 3), column.velocity);
    for (int c = 0; c < m_system.constraintCount(); ++c) {
      if (!m_system.active(c)) continue;
      m_system.addJacobianTimes(c, column.velocity.data(),
                                column.rate.data() + m_system.firstRow(c));
    }
    column.lambda = column.rate;
    for (double& lambda : column.lambda) lambda = -lambda;
    if (!m_lambda.empty()) m_system.solve(column.lambda);
  }
}

// m_handMore ← δf.
void SceneDynamics::pullHarder(double h) {
  const auto columns = static_cast<Eigen::Index>(m_handMissing.size());
  HandMatrix resisted = HandMatrix::Identity(columns, columns);
  for (Eigen::Index i = 0; i < columns; ++i) {
    const double resistance = h * m_grips.resistance(static_cast<int>(i) / 3, h);
    const HandColumn& along = m_handColumns[i];
    for (Eigen::Index j = 0; j < columns; ++j) {
      const HandColumn& by = m_handColumns[j];
      resisted(i, j) += resistance * (dot(along.load, by.velocity) + dot(along.rate, by.lambda));
    }
  }
  const HandVector missing = Eigen::Map<const HandVector>(m_handMissing.data(), columns);
  const HandVector more = resisted.partialPivLu().solve(missing);
  for (Eigen::Index i = 0; i < columns; ++i) m_handMore[i] = more[i];
  for (int grip = 0; grip < m_grips.count(); ++grip) {
    m_grips.strengthen(grip, more.segment<3>(3 * static_cast<Eigen::Index>(grip)));
  }
}

// What constraints that hold as they did before do about it.
void SceneDynamics::holdWithHands(InternalForces taken, double h, double* v) {
  std::fill(m_constraintQ.begin(), m_constraintQ.end(), 0.0);
  m_rhs.assign(m_rhs.size(), 0);
  for (std::size_t k = 0; k < m_handMore.size(); ++k) {
    addTo(m_constraintQ, m_handMore[k], m_handColumns[k].load);
    addTo(m_rhs, m_handMore[k], m_handColumns[k].lambda);
  }
  for (int c = 0; c < m_system.constraintCount(); ++c) {
    m_system.addTransposeTimes(c, m_rhs.data() + m_system.firstRow(c), m_constraintQ.data());
  }
  addTo(m_lambda, 1, m_rhs);
  changeVelocities(taken, h, v);
}

}  // namespace sinew
