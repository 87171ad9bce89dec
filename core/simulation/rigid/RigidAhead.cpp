// Where bodies will be nearest that pass each other within a step.
#include <algorithm>
#include <limits>

#include "core/simulation/rigid/RigidContacts.h"

namespace sinew {
namespace {

constexpr double kGoesAcross = 1e-4;       // [m] that one goes across the other in a step
constexpr double kLeftOfMargin = 0.25;     // of the margin: what comes nearer runs into the other
constexpr double kNoOverlap = 0.5;         // of the margin: what passes so near is not parted
constexpr double kAboutTheSame = 0.99999;  // cosine between normals that are about the same
constexpr int kBisections = 16;

double leastGapOf(const Manifold& manifold) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < manifold.count; ++i) least = std::min(least, manifold.points[i].gap);
  return least;
}

}  // namespace

// Where they are so many seconds after the step's start, if they go straight on.
const Manifold& RigidContacts::findAt(int a, int b, double h, double after, Moved& moved) {
  moved = {after * m_cones[a].velocity, after * m_cones[b].velocity, after};
  const auto put = [](const Body& body, const Vec3& by, PlacedShape& out) {
    out = body.placed;
    out.origin += by;
    for (Vec3& corner : out.corners) corner += by;
  };
  put(m_bodies[a], moved.a, m_movedA);
  put(m_bodies[b], moved.b, m_movedB);
  return m_finder.find(m_movedA, m_movedB, reach(a, b, h));
}

// Of two bodies that go straight on, and would run into each other if the normal between them
// stayed what it is: where they go straight across each other, or just before they meet. What
// slides from one tile to the next has the side of that one before itself, and would be stopped by
// it as by a wall. Round things have no sides, and half-spaces one alone.
// DEPARTURE: each side is pushed where it will be touched, which are two places until then: an
// impulse there changes the angular momentum by what one goes across the other. Turns on the way
// are left out.
// FIXME: what lands within the step has not landed for this: beside a seam it may still catch it.
void RigidContacts::foresee(int a, int b, double h, Manifold& found, Moved& moved) {
  const bool round = m_shapes[a].shape.facets.empty() && m_shapes[b].shape.facets.empty();
  if (found.count == 0 || round || m_shapes[a].shape.halfSpace) return;
  const Vec3 rate = m_cones[b].velocity - m_cones[a].velocity;
  const double opening = rate.dot(found.normal), least = leastGapOf(found);
  const double gap = least - margin(a, b);
  if (opening >= 0 || gap + h * opening > 0) return;  // as they lie they keep apart
  if (least <= kLeftOfMargin * margin(a, b)) return;
  if (h * (rate - opening * found.normal).norm() < kGoesAcross) return;
  Moved way;
  const double touch = gap > 0 ? gap / -opening : h;  // [s]
  if (findAt(a, b, h, touch, way).normal.dot(found.normal) > kAboutTheSame) return;
  double before = 0, after = h;
  for (int k = 0; k < kBisections; ++k) {
    const double middle = 0.5 * (before + after);
    const Manifold& there = findAt(a, b, h, middle, way);
    const bool clear = there.count > 0 && leastGapOf(there) > kLeftOfMargin * margin(a, b);
    if (!clear || rate.dot(there.normal) > 0) {
      after = middle;
      continue;
    }
    before = middle;
    found = there;
    moved = way;
  }
  if (before == 0) return;
  for (int i = 0; i < found.count; ++i) {
    double& left = found.points[i].gap;
    left = std::max(left - before * rate.dot(found.normal), kNoOverlap * margin(a, b));
  }
}

}  // namespace sinew
