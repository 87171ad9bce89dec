#include "core/contact/TouchPlaces.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {
namespace {

constexpr double kAlong = 0.1;      // squared sine between edges that cross as if by a right angle
constexpr double kTooShort = 0.05;  // of the first edge: as good as one place

/// Where an edge begins or ends on another: shares of both.
struct End {
  double onA, onB;
};

/// How far along the edge from x the place is, as a share of it that may lie outside.
double shareOf(const Vec3& place, const Vec3& x, const Vec3& edge) {
  return edge.dot(place - x) / edge.squaredNorm();
}

Vec3 apartAt(const std::array<Vec3, 4>& x, const End& end) {
  return x[0] + end.onA * (x[1] - x[0]) - x[2] - end.onB * (x[3] - x[2]);
}

/// The nearer of an end of A with what is nearest to it on B, and of an end of B likewise.
End nearerOf(const std::array<Vec3, 4>& x, int endOfA, const End& endOfB) {
  const double onB = shareOf(x[endOfA], x[2], x[3] - x[2]);
  const End ofA{static_cast<double>(endOfA), std::clamp(onB, 0.0, 1.0)};
  const End ofB{std::clamp(endOfB.onA, 0.0, 1.0), endOfB.onB};
  return apartAt(x, ofA).squaredNorm() < apartAt(x, ofB).squaredNorm() ? ofA : ofB;
}

}  // namespace

TouchPlaces TouchPlaces::at(const Closest& nearest) {
  TouchPlaces places;
  places.add({nearest});
  return places;
}

// DEPARTURE: [LS97] §7.2 has one place for two elements, however they lie.
// Each end of what they share is one of one edge, and what is nearest to it on the other: so its
// distance changes as if it stayed on both. FIXME: what is stored jumps where the edges come to
// share too little.
TouchPlaces TouchPlaces::ofEdges(const std::array<Vec3, 4>& x, const Closest& nearest,
                                 std::optional<double> crossing) {
  const Vec3 a = x[1] - x[0], b = x[3] - x[2];
  const double aa = a.squaredNorm(), bb = b.squaredNorm();
  const double now = a.cross(b).squaredNorm() / (kAlong * aa * bb);
  const double cross = crossing.value_or(now);
  if (!std::isfinite(now) || !(cross < 1)) return at(nearest);  // nor where one is a point
  End first{shareOf(x[2], x[0], a), 0}, last{shareOf(x[3], x[0], a), 1};
  if (first.onA > last.onA) std::swap(first, last);
  if (std::min(last.onA, 1.0) - std::max(first.onA, 0.0) < kTooShort) return at(nearest);
  TouchPlaces places;
  places.m_crossing = cross;
  places.add({nearest, cross, 1});
  for (const auto& end : {nearerOf(x, 0, first), nearerOf(x, 1, last)}) {
    const auto [s, t] = end;
    const Vec3 apart = apartAt(x, end);
    places.add({{{1 - s, s, t - 1, -t}, apart, apart.norm()}, (1 - cross) / 2, -0.5});
  }
  return places;
}

// Of (1 − cos²)/kAlong, cos = a·b/(‖a‖ ‖b‖).
std::array<Vec3, 4> TouchPlaces::crossingGradient(const std::array<Vec3, 4>& x) {
  const Vec3 a = x[1] - x[0], b = x[3] - x[2];
  const double aa = a.squaredNorm(), bb = b.squaredNorm(), ab = a.dot(b);
  const double factor = -2 * ab / (kAlong * aa * bb);
  const Vec3 byA = factor * (b - ab / aa * a), byB = factor * (a - ab / bb * b);
  return {-byA, byA, -byB, byB};
}

}  // namespace sinew
