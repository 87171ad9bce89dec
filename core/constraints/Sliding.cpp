#include "core/constraints/Sliding.h"

#include <algorithm>

namespace sinew {

Slide::Slide(const PointSample& on, const VectorJet& target) {
  const Vec3 &d = on.direction, &bend = on.bend.bend;
  const Vec3 w = target.value - on.position;
  // Further away than the track's radius of curvature no place is nearest; short of that the slope
  // is held up.
  constexpr double kFlattest = 0.1;
  m_flatness = std::max(d.squaredNorm() - bend.dot(w), kFlattest * d.squaredNorm());
  const double rate = (d.dot(target.rate - on.velocity) + on.turning.dot(w)) / m_flatness;
  m_position = {on.position, on.velocity + rate * d, 2 * rate * on.turning + rate * rate * bend};
  m_tangent = {d, on.turning + rate * bend, 2 * rate * on.bend.rate + rate * rate * on.bend.third};
  const double acceleration = dot(m_tangent, target - m_position).acceleration / m_flatness;
  m_position.acceleration += acceleration * d;
  m_tangent.acceleration += acceleration * bend;
  m_place = {on.place, rate, acceleration};
  m_away = target - m_position;
}

}  // namespace sinew
