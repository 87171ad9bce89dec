#include "core/math/NearestToLine.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr int kMostNewtonSteps = 60, kMostHalvings = 12;
constexpr double kTowardsEye = 0.02;  // share of its way that a place shows, below which none does
constexpr double kFound = 1e-10;      // [m] over which no place is worth moving

/// Small against numbers of this size, large against their rounding.
double differenceFor(double number) {
  return 1e-4 * std::max(std::abs(number), 0.1);
}

}  // namespace

// Gauss–Newton on the part of the way to the line that is square to it; steps that lead further
// off are halved.
double nearestToLine(const std::function<Vec3(double)>& place, double start,
                     const NumberRange& range, const Vec3& origin, const Vec3& direction) {
  const Vec3 along = direction.normalized();
  const auto across = [&](const Vec3& v) -> Vec3 { return v - v.dot(along) * along; };
  const auto legal = [&](double x) { return std::clamp(x, range.least, range.most); };
  double number = legal(start);
  Vec3 at = place(number), away = across(at - origin);
  for (int i = 0; i < kMostNewtonSteps; ++i) {
    const double before = legal(number - differenceFor(number));
    const double after = legal(number + differenceFor(number));
    if (!(after > before)) break;
    const Vec3 slope = (place(after) - place(before)) / (after - before), seen = across(slope);
    if (seen.norm() <= kTowardsEye * slope.norm()) break;
    double step = -seen.dot(away) / seen.squaredNorm();
    step = std::clamp(step, -range.stride, range.stride);
    double next = number;
    Vec3 nextAt = at, nextAway = away;
    for (int halvings = 0; halvings < kMostHalvings; ++halvings, step /= 2) {
      next = legal(number + step);
      nextAt = place(next);
      nextAway = across(nextAt - origin);
      if (nextAway.squaredNorm() < away.squaredNorm()) break;
    }
    if (!(nextAway.squaredNorm() < away.squaredNorm())) break;
    const double moved = (nextAt - at).norm();
    number = next;
    at = nextAt;
    away = nextAway;
    if (moved < kFound) break;
  }
  return number;
}

Vec3 vectorAt(const std::function<Vec3(const Vec3&)>& place, const Vec3& start,
              const NumberRange& range, const Vec3& target) {
  constexpr int kPasses = 4;  // one for what moves along straight lines
  const auto legal = [&](const Vec3& v) -> Vec3 {
    return v.cwiseMax(range.least).cwiseMin(range.most);
  };
  Vec3 vector = legal(start);
  for (int i = 0; i < kPasses; ++i) {
    const Vec3 at = place(vector);
    if ((target - at).norm() < kFound) break;
    Mat3 slopes;
    for (int axis = 0; axis < 3; ++axis) {
      const double d = differenceFor(vector[axis]);
      slopes.col(axis) = (place(vector + d * Vec3::Unit(axis)) - at) / d;
    }
    const Eigen::FullPivLU<Mat3> solver(slopes);
    if (!solver.isInvertible()) break;
    vector = legal(vector + solver.solve(target - at));
  }
  return vector;
}

}  // namespace sinew
