#include "core/contact/convex/ConvexDistance.h"

#include <cmath>
#include <limits>

namespace sinew {
namespace {

constexpr int kMostRounds = 64;
constexpr double kConverged = 1e-10;   // of the distance
constexpr double kTouching = 1e-9;     // [m] below which hulls count as overlapping
constexpr std::size_t kFewFacets = 6;  // of a brick, whose edges lie along its facets' normals

/// A corner of the Minkowski difference A − B.
struct Corner {
  Vec3 at = Vec3::Zero();
  int a = 0, b = 0;
};

/// Up to four corners, and the point of their hull that is nearest to the origin.
struct Simplex {
  std::array<Corner, 4> corner;
  std::array<double, 4> weight{};
  int count = 0;

  Vec3 nearest() const {
    Vec3 x = Vec3::Zero();
    for (int i = 0; i < count; ++i) x += weight[i] * corner[i].at;
    return x;
  }
  void keep(std::initializer_list<int> which, std::initializer_list<double> weights) {
    std::array<Corner, 4> kept;
    int n = 0;
    for (const int i : which) kept[n++] = corner[i];
    count = n;
    std::copy_n(kept.begin(), n, corner.begin());
    std::copy(weights.begin(), weights.end(), weight.begin());
  }
};

void reduceSegment(Simplex& s) {
  const Vec3 &a = s.corner[0].at, ab = s.corner[1].at - a;
  const double t = -a.dot(ab), length = ab.squaredNorm();
  if (t <= 0 || length == 0) return s.keep({0}, {1});
  if (t >= length) return s.keep({1}, {1});
  s.weight[1] = t / length;
  s.weight[0] = 1 - s.weight[1];
}

/// The regions of a triangle, as in Ericson, Real-Time Collision Detection, 5.1.5.
void reduceTriangle(Simplex& s) {
  const Vec3 &a = s.corner[0].at, &b = s.corner[1].at, &c = s.corner[2].at;
  const Vec3 ab = b - a, ac = c - a;
  const double d1 = -ab.dot(a), d2 = -ac.dot(a);
  if (d1 <= 0 && d2 <= 0) return s.keep({0}, {1});
  const double d3 = -ab.dot(b), d4 = -ac.dot(b);
  if (d3 >= 0 && d4 <= d3) return s.keep({1}, {1});
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const double t = d1 / (d1 - d3);
    return s.keep({0, 1}, {1 - t, t});
  }
  const double d5 = -ab.dot(c), d6 = -ac.dot(c);
  if (d6 >= 0 && d5 <= d6) return s.keep({2}, {1});
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const double t = d2 / (d2 - d6);
    return s.keep({0, 2}, {1 - t, t});
  }
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const double t = (d4 - d3) / (d4 - d3 + d5 - d6);
    return s.keep({1, 2}, {1 - t, t});
  }
  const double sum = va + vb + vc;
  s.weight = {va / sum, vb / sum, vc / sum, 0};
}

/// False if the origin lies inside.
bool reduceTetrahedron(Simplex& s) {
  constexpr std::array<std::array<int, 4>, 4> kFaces = {
      {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}}};
  Simplex best;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& face : kFaces) {
    const Vec3 &a = s.corner[face[0]].at, &b = s.corner[face[1]].at, &c = s.corner[face[2]].at;
    const Vec3 normal = (b - a).cross(c - a);
    const double inner = normal.dot(s.corner[face[3]].at - a), outer = -normal.dot(a);
    const bool flat = std::abs(inner) <= 1e-12 * normal.norm() * (b - a).norm();
    if (!flat && inner * outer > 0) continue;
    Simplex part = s;
    part.keep({face[0], face[1], face[2]}, {0, 0, 0});
    reduceTriangle(part);
    const double distance = part.nearest().squaredNorm();
    if (distance >= least) continue;
    least = distance;
    best = part;
  }
  if (!std::isfinite(least)) return false;
  s = best;
  return true;
}

/// False if the origin lies inside.
bool reduce(Simplex& s) {
  if (s.count == 2) reduceSegment(s);
  if (s.count == 3) reduceTriangle(s);
  return s.count < 4 || reduceTetrahedron(s);
}

bool holds(const Simplex& s, const Corner& corner) {
  for (int i = 0; i < s.count; ++i) {
    if (s.corner[i].a == corner.a && s.corner[i].b == corner.b) return true;
  }
  return false;
}

/// Looks for the direction in which two hulls overlap least.
class LeastOverlap {
 public:
  LeastOverlap(const PlacedShape& a, const PlacedShape& b) : m_a(a), m_b(b) {
    m_best.distance = -std::numeric_limits<double>::infinity();
    tryDirection(b.origin - a.origin);
    for (const auto& facet : a.shape->facets) tryDirection(a.axes * facet.normal);
    for (const auto& facet : b.shape->facets) tryDirection(-(b.axes * facet.normal));
    tryEdges();
    if (!std::isfinite(m_best.distance)) tryDirection(Vec3::UnitY());  // round, about one centre
  }
  const ConvexDistance& best() const { return m_best; }

 private:
  void tryEdges() {
    const auto &fa = m_a.shape->facets, &fb = m_b.shape->facets;
    if (fa.size() > kFewFacets || fb.size() > kFewFacets) return;
    for (const auto& one : fa) {
      for (const auto& other : fb) {
        const Vec3 across = (m_a.axes * one.normal).cross(m_b.axes * other.normal);
        tryDirection(across);
        tryDirection(-across);
      }
    }
  }

  void tryDirection(const Vec3& direction) {
    const double length = direction.norm();
    if (length < 1e-6) return;
    const Vec3 n = direction / length;
    const Vec3 &onA = m_a.corners[m_a.support(n)], &onB = m_b.corners[m_b.support(-n)];
    const double gap = n.dot(onB - onA);
    if (gap > m_best.distance) m_best = {gap, n, onA, onB};
  }

  const PlacedShape &m_a, &m_b;
  ConvexDistance m_best;
};

}  // namespace

ConvexDistance convexDistance(const PlacedShape& a, const PlacedShape& b) {
  Simplex s;
  Vec3 toward = a.origin - b.origin;
  if (toward.squaredNorm() < kTouching * kTouching) toward = Vec3::UnitX();
  for (int round = 0; round < kMostRounds; ++round) {
    Corner next;
    next.a = a.support(-toward);
    next.b = b.support(toward);
    next.at = a.corners[next.a] - b.corners[next.b];
    const double square = toward.squaredNorm();
    const bool closer = square - toward.dot(next.at) > kConverged * square;
    if (s.count > 0 && (!closer || holds(s, next))) break;
    s.corner[s.count] = next;
    s.weight[s.count] = s.count == 0 ? 1 : 0;
    ++s.count;
    if (!reduce(s)) return LeastOverlap(a, b).best();
    toward = s.nearest();
    if (toward.squaredNorm() < kTouching * kTouching) return LeastOverlap(a, b).best();
  }
  ConvexDistance found;
  for (int i = 0; i < s.count; ++i) {
    found.onA += s.weight[i] * a.corners[s.corner[i].a];
    found.onB += s.weight[i] * b.corners[s.corner[i].b];
  }
  found.distance = toward.norm();
  found.normal = -toward / found.distance;
  return found;
}

}  // namespace sinew
