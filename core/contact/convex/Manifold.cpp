#include "core/contact/convex/Manifold.h"

#include <algorithm>
#include <cmath>

#include "core/contact/convex/ConvexDistance.h"

namespace sinew {
namespace {

using Point2 = Eigen::Vector2d;

constexpr double kSamePlace = 1e-7;  // [m]

double cross2(const Point2& a, const Point2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

/// Counter-clockwise outline of points, by Andrew's monotone chain.
std::vector<Point2> hullOf(std::vector<Point2> points) {
  std::ranges::sort(points, [](const Point2& a, const Point2& b) {
    return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
  });
  const auto same = [](const Point2& a, const Point2& b) { return (a - b).norm() < kSamePlace; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  if (points.size() < 3) return points;
  std::vector<Point2> hull;
  const auto add = [&hull](const Point2& p, std::size_t least) {
    while (hull.size() > least && cross2(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0)
      hull.pop_back();
    hull.push_back(p);
  };
  for (const Point2& p : points) add(p, 1);
  const std::size_t lower = hull.size();
  for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], lower);
  hull.pop_back();
  return hull;
}

/// Whether a point lies in an outline of any number of corners, or on it.
bool isInside(const std::vector<Point2>& outline, const Point2& p) {
  if (outline.size() < 3) return false;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Point2& from = outline[i];
    const Point2 side = outline[(i + 1) % outline.size()] - from;
    if (cross2(side, p - from) < -kSamePlace * side.norm()) return false;
  }
  return true;
}

/// Sides of an outline; of two points there is one.
std::size_t sidesOf(const std::vector<Point2>& outline) {
  return outline.size() < 3 ? outline.size() - 1 : outline.size();
}

}  // namespace

void tangentsOf(const Vec3& normal, Vec3& first, Vec3& second) {
  const int axis = std::abs(normal.x()) < 0.6 ? 0 : 2;
  first = normal.cross(Vec3::Unit(axis)).normalized();
  second = normal.cross(first);
}

const Manifold& ManifoldFinder::find(const PlacedShape& a, const PlacedShape& b, double reach) {
  m_manifold.count = 0;
  m_candidates.clear();
  if (a.shape->halfSpace) {
    findOnPlane(a, b, reach);
  } else {
    findBetween(a, b, reach);
  }
  reduce();
  return m_manifold;
}

void ManifoldFinder::findOnPlane(const PlacedShape& a, const PlacedShape& b, double reach) {
  const Vec3 normal = a.axes.col(1);
  m_manifold.normal = normal;
  const double level = normal.dot(a.origin) + b.shape->radius;
  for (const Vec3& corner : b.corners) {
    const double gap = normal.dot(corner) - level;
    if (gap > reach) continue;
    m_candidates.push_back({corner - (b.shape->radius + 0.5 * gap) * normal, gap});
  }
}

void ManifoldFinder::findBetween(const PlacedShape& a, const PlacedShape& b, double reach) {
  const ConvexDistance nearest = convexDistance(a, b);
  const double radii = a.shape->radius + b.shape->radius;
  if (nearest.distance - radii > reach) return;
  const Vec3& n = m_manifold.normal = nearest.normal;
  const ManifoldPoint witness = {
      0.5 * (nearest.onA + nearest.onB) + 0.5 * (a.shape->radius - b.shape->radius) * n,
      nearest.distance - radii};
  m_candidates.push_back(witness);
  if (a.shape->isBall() || b.shape->isBall()) return;
  m_middle = 0.5 * (nearest.onA + nearest.onB);
  clip(a, b, reach);
  // The faces' own corners say as much as the nearest points, and stay where they are.
  if (m_candidates.size() > 1) m_candidates.erase(m_candidates.begin());
}

// What of a shape lies near its end along a direction, seen along it.
std::vector<ManifoldFinder::Point2> ManifoldFinder::outline(const PlacedShape& shape,
                                                            const Vec3& outward,
                                                            double depth) const {
  const double end = shape.corners[shape.support(outward)].dot(outward);
  std::vector<Point2> points;
  for (const Vec3& corner : shape.corners) {
    if (corner.dot(outward) < end - depth) continue;
    const Vec3 from = corner - m_middle;
    points.emplace_back(from.dot(m_axisX), from.dot(m_axisZ));
  }
  return hullOf(std::move(points));
}

// Corners of either outline inside the other, and where their sides cross.
void ManifoldFinder::clip(const PlacedShape& a, const PlacedShape& b, double reach) {
  const Vec3& n = m_manifold.normal;
  tangentsOf(n, m_axisX, m_axisZ);
  m_outlineA = outline(a, n, reach);
  m_outlineB = outline(b, -n, reach);
  for (const Point2& p : m_outlineA) {
    if (isInside(m_outlineB, p)) takeCandidate(a, b, p, reach);
  }
  for (const Point2& p : m_outlineB) {
    if (isInside(m_outlineA, p)) takeCandidate(a, b, p, reach);
  }
  for (std::size_t i = 0; i < sidesOf(m_outlineA); ++i) {
    const Point2& from = m_outlineA[i];
    const Point2 side = m_outlineA[(i + 1) % m_outlineA.size()] - from;
    for (std::size_t k = 0; k < sidesOf(m_outlineB); ++k) {
      const Point2& other = m_outlineB[k];
      const Point2 across = m_outlineB[(k + 1) % m_outlineB.size()] - other;
      const double turn = cross2(side, across);
      if (std::abs(turn) < 1e-9 * side.norm() * across.norm()) continue;
      const double s = cross2(other - from, across) / turn, t = cross2(other - from, side) / turn;
      if (s >= 0 && s <= 1 && t >= 0 && t <= 1) takeCandidate(a, b, from + s * side, reach);
    }
  }
}

void ManifoldFinder::takeCandidate(const PlacedShape& a, const PlacedShape& b, const Point2& at,
                                   double reach) {
  const Vec3& n = m_manifold.normal;
  const Vec3 from = m_middle + at.x() * m_axisX + at.y() * m_axisZ;
  const double top = a.exit(from, n) + a.shape->radius;
  const double bottom = -b.exit(from, -n) - b.shape->radius;
  const double gap = bottom - top;
  if (!(gap <= reach)) return;
  m_candidates.push_back({from + 0.5 * (top + bottom) * n, gap});
}

// The nearest, the one farthest from it, the one that spans the largest triangle with them, and
// the one farthest out on the other side of that.
void ManifoldFinder::reduce() {
  const auto take = [this](std::size_t i) {
    m_manifold.points[m_manifold.count++] = m_candidates[i];
    m_candidates.erase(m_candidates.begin() + static_cast<std::ptrdiff_t>(i));
  };
  const auto takeBest = [&](auto&& score, double least) {
    std::size_t best = m_candidates.size();
    for (std::size_t i = 0; i < m_candidates.size(); ++i) {
      const double value = score(m_candidates[i].at);
      if (value <= least) continue;
      least = value;
      best = i;
    }
    if (best < m_candidates.size()) take(best);
  };
  if (m_candidates.empty()) return;
  const auto nearest = std::ranges::min_element(m_candidates, {}, &ManifoldPoint::gap);
  take(static_cast<std::size_t>(nearest - m_candidates.begin()));
  const auto& p = m_manifold.points;
  const Vec3& n = m_manifold.normal;
  takeBest([&](const Vec3& x) { return (x - p[0].at).norm(); }, 1e-5);
  if (m_manifold.count < 2) return;
  const auto side = [&](const Vec3& x) { return n.dot((p[1].at - p[0].at).cross(x - p[0].at)); };
  takeBest([&](const Vec3& x) { return std::abs(side(x)); }, 1e-9);
  if (m_manifold.count < 3) return;
  const double turned = side(p[2].at) > 0 ? 1 : -1;
  // Farthest outside the triangle of the three.
  takeBest(
      [&](const Vec3& x) {
        const auto beyond = [&](const Vec3& from, const Vec3& to) {
          return -turned * n.dot((to - from).cross(x - from));
        };
        return std::max(
            {beyond(p[0].at, p[1].at), beyond(p[1].at, p[2].at), beyond(p[2].at, p[0].at)});
      },
      1e-9);
}

}  // namespace sinew
