// What a step does so that hands, whose springs are taken at its end, pull with what their points
// have come to by then, whatever else holds those.
#include <Eigen/LU>
#include <numeric>

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
    if (m_work.givenUp() || !handsMiss(h, known)) return;
    answerHands(taken);
    pullHarder(h);
    if (!sorts || holdAsBefore()) return holdWithHands(taken, h, v);
    addMultiplierForces();
    for (double& force : m_constraintQ) force = -force;
    addHands();
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
  const std::size_t hands = m_grips.count();
  if (m_hands.size() < hands) m_hands.resize(hands);
  m_handMissing.assign(3 * hands, 0);
  m_handMore.assign(3 * hands, 0);
  for (int grip = 0; grip < m_grips.count(); ++grip) {
    Hand& hand = m_hands[grip];
    hand.part = m_grips.partOf(grip);
    const int count = m_world->parts()[hand.part].dims.v;
    for (Reals* columns : {&hand.load, &hand.velocity}) columns->assign(3 * count, 0);
    for (int axis = 0; axis < 3; ++axis) {
      m_grips.push(grip, Vec3::Unit(axis), m_scratch, hand.load.data() + axis * count);
    }
  }
}

Vec3 SceneDynamics::velocityAtHand(int grip, const double* nu) const {
  const Hand& hand = m_hands[grip];
  const double* own = nu + m_velocityStart[hand.part];
  Vec3 velocity;
  for (int axis = 0; axis < 3; ++axis) {
    const auto load = hand.along(hand.load, axis);
    velocity[axis] = std::inner_product(load.begin(), load.end(), own, 0.0);
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
  for (int grip = 0; grip < m_grips.count(); ++grip) {
    Hand& hand = m_hands[grip];
    const Part& part = *m_parts[hand.part];
    const PartScratch& scratch = *m_scratch[hand.part];
    if (taken == InternalForces::AtEnd) {
      part.applyInverseDynamics(scratch, hand.load.data(), hand.velocity.data(), 3);
    } else {
      part.applyInverseMass(scratch, hand.load.data(), hand.velocity.data(), 3);
    }
    for (int axis = 0; axis < 3; ++axis) {
      Reals &rate = hand.rate[axis], &lambda = hand.lambda[axis];
      const double* velocity = hand.along(hand.velocity, axis).data();
      rate.assign(m_lambda.size(), 0);
      for (int c = 0; c < m_system.constraintCount(); ++c) {
        m_system.addJacobianTimes(c, hand.part, velocity, rate.data() + m_system.firstRow(c));
      }
      lambda = rate;
      for (double& each : lambda) each = -each;
      if (!m_lambda.empty()) m_system.solve(lambda);
    }
  }
}

// m_handMore ← δf.
void SceneDynamics::pullHarder(double h) {
  const auto columns = static_cast<Eigen::Index>(m_handMissing.size());
  HandMatrix resisted = HandMatrix::Identity(columns, columns);
  for (Eigen::Index i = 0; i < columns; ++i) {
    const double resistance = h * m_grips.resistance(static_cast<int>(i) / 3, h);
    const Hand& along = m_hands[i / 3];
    const auto load = along.along(along.load, static_cast<int>(i % 3));
    for (Eigen::Index j = 0; j < columns; ++j) {
      const Hand& by = m_hands[j / 3];
      double gives = dot(along.rate[i % 3], by.lambda[j % 3]);
      if (along.part == by.part) {
        const auto velocity = by.along(by.velocity, static_cast<int>(j % 3));
        gives += std::inner_product(load.begin(), load.end(), velocity.begin(), 0.0);
      }
      resisted(i, j) += resistance * gives;
    }
  }
  const HandVector missing = Eigen::Map<const HandVector>(m_handMissing.data(), columns);
  const HandVector more = resisted.partialPivLu().solve(missing);
  for (Eigen::Index i = 0; i < columns; ++i) m_handMore[i] = more[i];
  for (int grip = 0; grip < m_grips.count(); ++grip) {
    m_grips.strengthen(grip, more.segment<3>(3 * static_cast<Eigen::Index>(grip)));
  }
}

// m_constraintQ += δf of every hand.
void SceneDynamics::addHands() {
  for (std::size_t k = 0; k < m_handMore.size(); ++k) {
    const Hand& hand = m_hands[k / 3];
    const auto load = hand.along(hand.load, static_cast<int>(k % 3));
    double* Q = m_constraintQ.data() + m_velocityStart[hand.part];
    for (std::size_t i = 0; i < load.size(); ++i) Q[i] += m_handMore[k] * load[i];
  }
}

// Whether limits hold, or have room, with δf as they do without.
bool SceneDynamics::holdAsBefore() {
  if (!m_sorted || !m_rubbing.empty()) return false;
  m_rhsTried = m_rhs;
  m_lambdaTried = m_lambda;
  for (std::size_t k = 0; k < m_handMore.size(); ++k) {
    addTo(m_rhsTried, -m_handMore[k], m_hands[k / 3].rate[k % 3]);
    addTo(m_lambdaTried, m_handMore[k], m_hands[k / 3].lambda[k % 3]);
  }
  return surelySorted(m_rhsTried, m_lambdaTried);
}

// What constraints that hold as they did before do about it.
void SceneDynamics::holdWithHands(InternalForces taken, double h, double* v) {
  std::fill(m_constraintQ.begin(), m_constraintQ.end(), 0.0);
  m_rhs.assign(m_rhs.size(), 0);
  addHands();
  for (std::size_t k = 0; k < m_handMore.size(); ++k) {
    addTo(m_rhs, m_handMore[k], m_hands[k / 3].lambda[k % 3]);
  }
  for (int c = 0; c < m_system.constraintCount(); ++c) {
    m_system.addTransposeTimes(c, m_rhs.data() + m_system.firstRow(c), m_constraintQ.data());
  }
  addTo(m_lambda, 1, m_rhs);
  changeVelocities(taken, h, v);
}

}  // namespace sinew
