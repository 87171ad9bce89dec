// What a step does about reactions of eyelets and pearls that are stiffer than what slides in them.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/Sums.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {
namespace {

constexpr double kWeak = 0.05;       // of the inertia of what slides: k h² that may be left out
constexpr double kSharpestTurn = 4;  // of a track over the length of a place
constexpr double kSlipLeft = 1e-6;   // of a residual
constexpr int kMostSlipDirections = 60;

}  // namespace

// The mass that what slides there has about itself: of a place of the track, or of what is on it.
double SceneDynamics::slidingMass(const CompiledConstraint& source) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t e = 0; e < source.ends.size(); ++e) {
    const int part = source.ends[e].part;
    if (m_world->parts()[part].dims.v == 0) continue;
    const bool slides = static_cast<int>(e) == source.slidingEnd;
    least = std::min(least, m_parts[part]->mass() / (slides ? m_parts[part]->track().places : 1));
  }
  return least;
}

// m_slips ← where reactions are too stiff to be taken as at the start of a step of h seconds. Where
// velocities `known` have moved the parts, what is keyed has moved as well.
void SceneDynamics::findSlips(double h, const double* known) {
  m_slips.clear();
  for (const int c : m_world->sliding()) {
    const CompiledConstraint& source = m_world->constraints()[c];
    const CompiledEnd& end = source.ends[source.slidingEnd];
    const Track track = m_parts[end.part]->track();
    if (!m_system.active(c) || source.constraint->ledTo(m_time, track)) continue;
    const double* lambda = m_lambda.data() + source.firstRow;
    double most = 0;
    for (int i = 0; i < source.rows; ++i) most = std::max(most, std::abs(lambda[i]));
    const double weak = kWeak * slidingMass(source) / (h * h);
    if (most * kSharpestTurn * track.places < weak * track.length) continue;
    addSlip(c, h, known, weak);
  }
}

void SceneDynamics::addSlip(int constraint, double h, const double* known, double weak) {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  PointBuffer& buffer = m_buffers.front();
  const int e = source.slidingEnd;
  const CompiledEnd& end = source.ends[e];
  const ResolvedPoint& at = m_slid[m_slides[constraint]];
  for (std::size_t k = 0; k < source.ends.size(); ++k) {
    buffer.samples[k] = endOf(constraint, static_cast<int>(k));
  }
  m_parts[end.part]->point(*m_scratch[end.part], at, buffer.points[e]);
  sampleDirection(end, at, buffer.directions[e], buffer.samples[e]);
  m_parts[end.part]->bend(*m_scratch[end.part], at, buffer.samples[e].bend);
  const double l = buffer.samples[e].direction.norm();
  const Vec3 tangent = buffer.samples[e].direction / l;
  Vec3 force = (e == 0 ? 1 : -1) * endForce(constraint, m_lambda.data() + source.firstRow);
  force -= tangent * tangent.dot(force);
  const double pressing = force.norm();
  if (pressing == 0) return;
  const double against = -force.dot(buffer.samples[e].bend.bend) / (pressing * l * l);
  if (!(pressing * against > weak)) return;
  m_slips.add(pressing * against, known ? 0 : -tangent.dot(keyedVelocity(constraint, h, buffer)));
  m_slips.addRate(buffer.points[e], m_velocityStart[end.part], tangent);
  m_slips.addRate(buffer.directions[e], m_velocityStart[end.part],
                  force / (pressing * l * against));
  if (source.ends.size() < 2) return;
  const CompiledEnd& other = source.ends[1 - e];
  m_parts[other.part]->point(*m_scratch[other.part], other.point, buffer.points[1 - e]);
  m_slips.addRate(buffer.points[1 - e], m_velocityStart[other.part], -tangent);
}

// Of the eyelet, where it moves by key: in space, or with a part that is keyed.
Vec3 SceneDynamics::keyedVelocity(int constraint, double h, PointBuffer& buffer) const {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  if (source.ends.size() == 2) {
    const CompiledEnd& other = source.ends[1 - source.slidingEnd];
    if (m_world->parts()[other.part].dims.v > 0) return Vec3::Zero();
    return buffer.samples[1 - source.slidingEnd].velocity;
  }
  const auto target = [&](double time) {
    return source.constraint->slideTarget(buffer.samples.data(), time);
  };
  return (target(std::min(m_time + h, m_latest)) - target(m_time)) / h;
}

// For steps that move their parts later, with all that m_constraintQ does to them.
void SceneDynamics::resistSlipsFirst(double h, const double* known, double* v) {
  findSlips(h, known);
  if (m_slips.empty()) return;
  changeVelocities(InternalForces::AtEnd, h, v);
  holdSlips(InternalForces::AtEnd, h, known, v);
  std::fill(m_constraintQ.begin(), m_constraintQ.end(), 0.0);
}

void SceneDynamics::resistSlips(InternalForces taken, double h, double* v) {
  findSlips(h, nullptr);
  if (!m_slips.empty()) holdSlips(taken, h, nullptr, v);
}

// (1/(h² k) + T A⁻¹ Tᵀ) p = −r for the impulses p along the rows T of m_slips, constraints holding
// what they hold, by conjugate gradients. Velocities `known` have moved the parts already.
void SceneDynamics::holdSlips(InternalForces taken, double h, const double* known, double* v) {
  const int count = m_slips.count();
  for (Reals* x : {&m_slipLeft, &m_slipAlong, &m_slipProduct}) x->assign(count, 0);
  for (Response* room : {&m_whole, &m_next}) room->clear(m_nu.size(), m_lambda.size());
  for (int i = 0; i < count; ++i) {
    m_slipLeft[i] = -m_slips.keyed(i) - m_slips.rate(i, m_nu.data());
    if (known) m_slipLeft[i] += m_slips.rate(i, known);
  }
  m_slipAlong = m_slipLeft;
  double left = dot(m_slipLeft, m_slipLeft);
  const double enough = kSlipLeft * kSlipLeft * left;
  for (int k = 0; k < kMostSlipDirections && left > enough && !m_work.due(); ++k) {
    answerSlips(taken, h);
    const double step = left / dot(m_slipAlong, m_slipProduct), before = left;
    m_whole.add(step, m_next);
    for (int i = 0; i < count; ++i) m_slipLeft[i] -= step * m_slipProduct[i];
    left = dot(m_slipLeft, m_slipLeft);
    for (int i = 0; i < count; ++i) {
      m_slipAlong[i] = m_slipLeft[i] + left / before * m_slipAlong[i];
    }
  }
  for (std::size_t r = 0; r < m_lambda.size(); ++r) m_lambda[r] += m_whole.lambda[r] / h;
  m_constraintQ = forceOf(m_whole);
  for (double& force : m_constraintQ) force /= h;
  changeVelocities(taken, h, v);
}

// m_next and m_slipProduct ← what impulses m_slipAlong along the rows do, and what that is to them.
void SceneDynamics::answerSlips(InternalForces taken, double h) {
  m_residual.assign(m_nu.size(), 0);
  for (int i = 0; i < m_slips.count(); ++i) m_slips.push(i, m_slipAlong[i], m_residual.data());
  project(taken, m_residual, m_held, m_next);
  for (int i = 0; i < m_slips.count(); ++i) {
    m_slipProduct[i] =
        m_slipAlong[i] / (h * h * m_slips.stiffness(i)) + m_slips.rate(i, m_next.velocity.data());
  }
}

}  // namespace sinew
