// Ropes that carry what slides on them without feeling its inertia: [MICADO08] (31), less its slip.
#include <cmath>

#include "core/simulation/SceneDynamics.h"

namespace sinew {
namespace {
constexpr double kSlowSlip = 0.002;  // [m/s] below which friction fades, as in RowSolve.cpp
}  // namespace

// F_sp [N]: what acts on the part of an end at this instant, but for constraints, as a force at its
// point.
Vec3 SceneDynamics::burden(const CompiledEnd& carried) {
  const Part& part = *m_parts[carried.part];
  const int first = m_velocityStart[carried.part];
  part.applyInverseMass(*m_scratch[carried.part], m_Q.data() + first, m_freeRate.data() + first, 1);
  PointKinematics point;
  point.L = m_directionRoom.data();
  part.point(*m_scratch[carried.part], carried.point, point);
  Vec3 acceleration = point.bias;
  int column = 0;
  for (int b = 0; b < point.blockCount; ++b) {
    for (int k = 0; k < point.blocks[b].columns; ++k, ++column) {
      acceleration += m_freeRate[first + point.blocks[b].first + k] * point.jacobian().col(column);
    }
  }
  return part.mass() * acceleration;
}

// DEPARTURE: (31) puts all of F_sp on the rope, of which (30) has already moved the pearl along it;
// and its friction has the wrong sign. Here F_sp across the tangent, and what friction drags along.
void SceneDynamics::loadLightEnds() {
  for (const int c : m_light) {
    if (!switchedOn(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    const CompiledEnd &rope = source.ends[source.lightEnd],
                      &other = source.ends[1 - source.lightEnd];
    const Part& part = *m_parts[rope.part];
    const PartScratch& scratch = *m_scratch[rope.part];
    const ResolvedPoint& at = pointOf(c, source.lightEnd);
    Vec3 position, velocity, otherPosition, otherVelocity;
    part.locate(scratch, at, position, velocity);
    m_parts[other.part]->locate(*m_scratch[other.part], other.point, otherPosition, otherVelocity);
    PointKinematics direction;
    direction.L = m_directionRoom.data();
    part.direction(scratch, at, direction);
    const Vec3 tangent = direction.position.normalized();
    const Vec3 weight = burden(other), across = weight - tangent.dot(weight) * tangent;
    const double slip = tangent.dot(otherVelocity - velocity);
    const double dragged =
        source.drag.friction * across.norm() * slip / std::hypot(slip, kSlowSlip);
    const Vec3 force = across + dragged * tangent;
    part.addPointForce(scratch, at, force, m_Q.data() + m_velocityStart[rope.part]);
    m_appliedPower += force.dot(velocity);
  }
}

}  // namespace sinew
