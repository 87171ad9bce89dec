#include "core/contact/TouchPlaces.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {
namespace {

constexpr double kAlong = 0.1;      // squared sine between edges that cross as if by a right angle
constexpr double kTooShort = 0.05;  // of the first edge: as good as one place

/// Where an edge begins or ends on another, as shares of both.
struct End {
  double onA, onB;
};

/// What is nearest on the other edge b, from x, to one that begins or ends there.
double shareOnB(const Vec3& x, const Vec3& from, const Vec3& b) {
  return std::clamp(b.dot(x - from) / b.squaredNorm(), 0.0, 1.0);
}

}  // namespace

TouchPlaces TouchPlaces::at(const Closest& nearest) {
  TouchPlaces places;
  places.add({nearest});
  return places;
}

// Each end of what they share is one of one edge, and what is nearest to it on the other: so its
// distance changes as if it stayed on both.
TouchPlaces TouchPlaces::ofEdges(const std::array<Vec3, 4>& x, const Closest& nearest,
                                 std::optional<double> crossing) {
  const Vec3 a = x[1] - x[0], b = x[3] - x[2];
  const double aa = a.squaredNorm(), bb = b.squaredNorm();
  const double now = a.cross(b).squaredNorm() / (kAlong * aa * bb);
  const double cross = crossing.value_or(now);
  if (!std::isfinite(now) || !(cross < 1)) return at(nearest);  // nor where one is a point
  End first{a.dot(x[2] - x[0]) / aa, 0}, last{a.dot(x[3] - x[0]) / aa, 1};
  if (first.onA > last.onA) std::swap(first, last);
  if (first.onA < 0) first = {0, shareOnB(x[0], x[2], b)};
  if (last.onA > 1) last = {1, shareOnB(x[1], x[2], b)};
  if (last.onA - first.onA < kTooShort) return at(nearest);
  TouchPlaces places;
  places.m_crossing = cross;
  places.add({nearest, cross, 1});
  for (const auto& [s, t] : {first, last}) {
    const Vec3 apart = x[0] + s * a - x[2] - t * b;
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
