#include "core/contact/convex/Manifold.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/contact/convex/ConvexDistance.h"
#include "core/math/ContactAxes.h"

namespace sinew {
namespace {

using Point2 = Eigen::Vector2d;

constexpr double kSamePlace = 1e-7;  // [m]
constexpr double kOnePlace = 1e-3;   // [m] points of one manifold that are not worth two
constexpr double kAsNear = 1e-4;     // [m]
constexpr double kFlat = 3e-4;       // [m] what bends by less lies on what it touches
constexpr std::size_t kAtOnce = 4;   // points that say how one flat thing lies

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

/// Of many points those that lie farthest in any of eight directions, in the order that they came.
void keepOutermost(std::vector<Point2>& points) {
  constexpr int kDirections = 8;
  if (points.size() <= kDirections) return;
  std::array<std::size_t, kDirections> out{};
  for (int i = 0; i < kDirections; ++i) {
    // Turned a little, so that the corners of a brick along the axes are each the only one.
    const double angle = 2 * std::numbers::pi * (i + 0.27) / kDirections;
    const Point2 direction(std::cos(angle), std::sin(angle));
    const auto most =
        std::ranges::max_element(points, {}, [&](const Point2& p) { return p.dot(direction); });
    out[i] = static_cast<std::size_t>(most - points.begin());
  }
  std::ranges::sort(out);
  std::vector<Point2> kept;
  for (int i = 0; i < kDirections; ++i) {
    if (i == 0 || out[i] != out[i - 1]) kept.push_back(points[out[i]]);
  }
  points = std::move(kept);
}

/// Sides of an outline; of two points there is one.
std::size_t sidesOf(const std::vector<Point2>& outline) {
  return outline.size() < 3 ? outline.size() - 1 : outline.size();
}

}  // namespace

const Manifold& ManifoldFinder::find(const PlacedShape& a, const PlacedShape& b, double reach) {
  m_manifold.count = 0;
  m_candidates.clear();
  if (a.shape->halfSpace) {
    findOnPlane(a, b, reach);
  } else {
    findBetween(a, b, reach);
  }
  return m_manifold;
}

// Of what is near in turn: where it is flat, and where it may come to lie within the step.
void ManifoldFinder::findOnPlane(const PlacedShape& a, const PlacedShape& b, double reach) {
  const Vec3 normal = a.axes.col(1);
  m_manifold.normal = normal;
  const double level = normal.dot(a.origin) + b.shape->radius;
  const double nearest = normal.dot(b.corners[b.support(-normal)]) - level;
  for (const double depth : {std::min(kFlat, reach - nearest), reach - nearest}) {
    for (const Vec3& corner : b.corners) {
      const double gap = normal.dot(corner) - level;
      if (gap > nearest + depth) continue;
      m_candidates.push_back({corner - (b.shape->radius + 0.5 * gap) * normal, gap});
    }
    reduce();
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
  if (a.shape->isBall() || b.shape->isBall()) {
    m_candidates.push_back(witness);
    return reduce();
  }
  m_middle = 0.5 * (nearest.onA + nearest.onB);
  const Mat3 axes = contactAxes(n);
  m_axisX = axes.row(1);
  m_axisZ = axes.row(2);
  for (const double depth : {std::min(kFlat, reach), reach}) {
    clip(a, b, depth, reach);
    // The faces' own corners say as much as the nearest points, and stay where they are.
    const bool faced = std::ranges::any_of(m_candidates, [&](const ManifoldPoint& point) {
      return point.gap <= witness.gap + kAsNear;
    });
    if (!faced && m_manifold.count == 0) m_candidates.push_back(witness);
    reduce();
  }
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

// Corners of either outline inside the other, and where their sides cross: of all these, which may
// be many, those that lie farthest out.
void ManifoldFinder::clip(const PlacedShape& a, const PlacedShape& b, double depth, double reach) {
  const Vec3& n = m_manifold.normal;
  m_outlineA = outline(a, n, depth);
  m_outlineB = outline(b, -n, depth);
  m_common.clear();
  for (const Point2& p : m_outlineA) {
    if (isInside(m_outlineB, p)) m_common.push_back(p);
  }
  for (const Point2& p : m_outlineB) {
    if (isInside(m_outlineA, p)) m_common.push_back(p);
  }
  for (std::size_t i = 0; i < sidesOf(m_outlineA); ++i) crossSides(i);
  keepOutermost(m_common);
  for (const Point2& p : m_common) takeCandidate(a, b, p, reach);
}

// Where one side of A's outline crosses those of B's.
void ManifoldFinder::crossSides(std::size_t i) {
  const Point2& from = m_outlineA[i];
  const Point2 side = m_outlineA[(i + 1) % m_outlineA.size()] - from;
  for (std::size_t k = 0; k < sidesOf(m_outlineB); ++k) {
    const Point2& other = m_outlineB[k];
    const Point2 across = m_outlineB[(k + 1) % m_outlineB.size()] - other;
    const double turn = cross2(side, across);
    if (std::abs(turn) < 1e-9 * side.norm() * across.norm()) continue;
    const double s = cross2(other - from, across) / turn, t = cross2(other - from, side) / turn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) m_common.push_back(from + s * side);
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

// Adds the nearest of the candidates, the one farthest from it, the one that spans the largest
// triangle with them, and the one farthest outside of that; but for those that are known.
void ManifoldFinder::reduce() {
  std::array<Vec3, kAtOnce> p;
  int count = 0;
  const auto take = [&](std::size_t i) {
    const ManifoldPoint& point = m_candidates[i];
    p[count++] = point.at;
    const bool known = std::any_of(
        m_manifold.points.begin(), m_manifold.points.begin() + m_manifold.count,
        [&](const ManifoldPoint& old) { return (old.at - point.at).norm() < kOnePlace; });
    if (!known && m_manifold.count < Manifold::kMost) m_manifold.points[m_manifold.count++] = point;
  };
  const auto takeBest = [&](auto&& score, double least) {
    std::size_t best = m_candidates.size();
    for (std::size_t i = 0; i < m_candidates.size(); ++i) {
      const double value = score(m_candidates[i].at);
      if (value <= least) continue;
      least = value;
      best = i;
    }
    if (best == m_candidates.size()) return false;
    take(best);
    return true;
  };
  const Vec3& n = m_manifold.normal;
  const auto side = [&](const Vec3& x) { return n.dot((p[1] - p[0]).cross(x - p[0])); };
  const auto beyond = [&](const Vec3& x) {
    const double turned = side(p[2]) > 0 ? -1 : 1;
    const auto outside = [&](const Vec3& from, const Vec3& to) {
      return turned * n.dot((to - from).cross(x - from));
    };
    return std::max({outside(p[0], p[1]), outside(p[1], p[2]), outside(p[2], p[0])});
  };
  if (!m_candidates.empty()) {
    const auto nearest = std::ranges::min_element(m_candidates, {}, &ManifoldPoint::gap);
    take(static_cast<std::size_t>(nearest - m_candidates.begin()));
    const auto far = [&](const Vec3& x) { return (x - p[0]).norm(); };
    const auto wide = [&](const Vec3& x) { return std::abs(side(x)); };
    if (takeBest(far, kOnePlace) && takeBest(wide, kOnePlace * kOnePlace))
      takeBest(beyond, kOnePlace * kOnePlace);
  }
  m_candidates.clear();
}

}  // namespace sinew
