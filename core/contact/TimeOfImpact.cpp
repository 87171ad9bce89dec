#include "core/contact/TimeOfImpact.h"

#include <algorithm>
#include <cmath>

#include "core/contact/PathProducts.h"

namespace sinew {
namespace {

constexpr int kMostAdvances = 128;  // then it is as good as it gets, and still certain
constexpr double kClose = 0.02;     // of the gap at the start: near enough to the floor
constexpr int kPlaneHalvings = 12;
constexpr double kRounding = 0x1p-48;

/// [m] below which differences of such coordinates mean nothing.
double roundingOf(Pairing pairing, const PointPath* paths) {
  double largest = 0;
  for (int i = 0; i < pointsOf(pairing); ++i) {
    for (const Vec3& x : paths[i].control) largest = std::max(largest, x.cwiseAbs().maxCoeff());
  }
  return kRounding * largest;
}

/// Largest length of a vector on its course.
double longest(const VectorCourse<6>& vector) {
  double square = 0;
  for (std::size_t k = 0; k < vector[0].c.size(); ++k) {
    square = std::max(square, Vec3(vector[0].c[k], vector[1].c[k], vector[2].c[k]).squaredNorm());
  }
  return std::sqrt(square);
}

/// A vertex before a plane: (a − b₀)·n with n = (b₁ − b₀) × (b₂ − b₀), not of unit length.
struct PlaneCourse {
  Bernstein<9> volume;
  VectorCourse<6> normal;

  explicit PlaneCourse(const PointPath* paths)
      : normal(cross(between(paths[1], paths[2]), between(paths[1], paths[3]))) {
    volume = dot(between(paths[1], paths[0]), normal);
  }
  double distance(double u) const {
    return volume.at(u) / Vec3(normal[0].at(u), normal[1].at(u), normal[2].at(u)).norm();
  }
  void split(PlaneCourse& before, PlaneCourse& after) const {
    volume.split(0.5, before.volume, after.volume);
    for (int k = 0; k < 3; ++k) normal[k].split(0.5, before.normal[k], after.normal[k]);
  }
};

/// Until where the distance is certainly above `floor`; good enough where it is below `near`.
double planeClearUntil(const PlaneCourse& course, double floor, double near, int halvings) {
  const auto crossing = firstCrossing(course.volume.above(floor * longest(course.normal)));
  if (!crossing) return 1;
  if (halvings == 0 || course.distance(crossing->before) <= near) return crossing->before;
  PlaneCourse before = course, after = course;
  course.split(before, after);
  const double first = planeClearUntil(before, floor, near, halvings - 1);
  return first < 1 ? first / 2 : 0.5 + planeClearUntil(after, floor, near, halvings - 1) / 2;
}

/// How far from u on all of A stays on its side of the slab of thickness `floor` across n.
double slabClearUntil(Pairing pairing, const PointPath* rest, const Vec3& n, double floor) {
  double until = 1;
  const int ofA = pointsOfA(pairing), all = pointsOf(pairing);
  for (int i = 0; i < ofA; ++i) {
    for (int j = ofA; j < all; ++j) {
      const auto crossing = firstCrossing(along(n, rest[i], rest[j]).above(floor));
      if (crossing) until = std::min(until, crossing->before);
    }
  }
  return until;
}

/// The direction across both: a face's normal, or across two edges. 0 if there is none.
Vec3 directionAcross(Pairing pairing, const std::array<Vec3, 4>& x) {
  Vec3 across = Vec3::Zero();
  if (pairing == Pairing::VertexFace) across = (x[2] - x[1]).cross(x[3] - x[1]);
  if (pairing == Pairing::EdgeEdge) across = (x[1] - x[0]).cross(x[3] - x[2]);
  const double length = across.norm();
  return length > 0 ? Vec3(across / length) : Vec3(Vec3::Zero());
}

/// The same along the best direction there is. What all but touches is seen to be apart along its
/// own direction only, for rounding tilts the shortest way.
double apartUntil(Pairing pairing, const PointPath* rest, const std::array<Vec3, 4>& x,
                  const Closest& nearest, double floor) {
  constexpr double kStuck = 1e-3;  // of the way that is left: hardly any of it certified
  const double along = slabClearUntil(pairing, rest, nearest.apart / nearest.distance, floor);
  if (along > kStuck) return along;
  const Vec3 across = directionAcross(pairing, x);
  if (across.isZero()) return along;
  const Vec3 n = across.dot(nearest.apart) < 0 ? Vec3(-across) : across;
  return std::max(along, slabClearUntil(pairing, rest, n, floor));
}

}  // namespace

double clearUntil(Pairing pairing, const PointPath* paths, const Clearance& clearance) {
  const int all = pointsOf(pairing);
  std::array<Vec3, 4> x;
  for (int i = 0; i < all; ++i) x[i] = paths[i].control[0];
  Closest nearest = closest(pairing, x.data());
  const double gap = nearest.distance - clearance.thickness;
  if (!(gap > roundingOf(pairing, paths))) return 0;
  const double floor = clearance.thickness + clearance.kept * gap;
  if (pairing == Pairing::VertexPlane) {
    return planeClearUntil(PlaneCourse(paths), floor, floor + kClose * gap, kPlaneHalvings);
  }

  std::array<PointPath, 4> rest;
  std::copy_n(paths, all, rest.begin());
  double u = 0;
  for (int advance = 0; advance < kMostAdvances; ++advance) {
    if (nearest.distance - floor <= kClose * gap) return u;
    const double on = apartUntil(pairing, rest.data(), x, nearest, floor);
    if (on >= 1) return 1;
    u += on * (1 - u);
    for (int i = 0; i < all; ++i) {
      rest[i] = paths[i].from(u);
      x[i] = rest[i].control[0];
    }
    nearest = closest(pairing, x.data());
  }
  return u;
}

}  // namespace sinew
