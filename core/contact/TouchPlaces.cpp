#include "core/contact/TouchPlaces.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr double kAlong = 0.1;      // squared sine between edges that cross as if by a right angle
constexpr double kTooShort = 0.05;  // of the first edge: as good as one place

}  // namespace

TouchPlaces TouchPlaces::at(const Closest& nearest) {
  TouchPlaces places;
  places.add(nearest, 1);
  return places;
}

TouchPlaces TouchPlaces::ofEdges(const std::array<Vec3, 4>& x, const Closest& nearest) {
  const Vec3 a = x[1] - x[0], b = x[3] - x[2];
  const double aa = a.squaredNorm(), bb = b.squaredNorm();
  const double crossing = a.cross(b).squaredNorm() / (kAlong * aa * bb);
  if (!(crossing < 1)) return at(nearest);  // nor where one is a point
  const auto [first, last] = std::minmax({a.dot(x[2] - x[0]) / aa, a.dot(x[3] - x[0]) / aa});
  const double begin = std::max(0.0, first), end = std::min(1.0, last);
  if (end - begin < kTooShort) return at(nearest);
  TouchPlaces places;
  places.add(nearest, crossing);
  for (const double s : {begin, end}) {
    const double t = std::clamp(b.dot(x[0] + s * a - x[2]) / bb, 0.0, 1.0);
    const Vec3 apart = x[0] + s * a - x[2] - t * b;
    places.add({{1 - s, s, t - 1, -t}, apart, apart.norm()}, (1 - crossing) / 2);
  }
  return places;
}

}  // namespace sinew
