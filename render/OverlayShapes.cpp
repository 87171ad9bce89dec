#include "render/OverlayShapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {

OverlayVertex OverlayPen::corner(const Vec3& at, const Vec3& along, const Point& offset) const {
  const Eigen::Vector3f p = at.cast<float>(), a = along.cast<float>();
  const Eigen::Vector2f o = offset.cast<float>();
  return {{p.x(), p.y(), p.z()},
          {a.x(), a.y(), a.z()},
          {o.x(), o.y()},
          {m_ink.red, m_ink.green, m_ink.blue, m_ink.opacity}};
}

void OverlayPen::line(const Vec3& from, const Vec3& to, double width) {
  const Vec3 along = to - from;
  const Point side(0.5 * width, 0);
  const OverlayVertex a = corner(from, along, -side), b = corner(from, along, side),
                      c = corner(to, along, -side), d = corner(to, along, side);
  m_mesh.insert(m_mesh.end(), {a, b, c, c, b, d});
}

void OverlayPen::head(const Vec3& tail, const Vec3& at, double size) {
  const Vec3 along = at - tail;
  m_mesh.insert(m_mesh.end(),
                {corner(at, along, Point(-0.45 * size, -size)),
                 corner(at, along, Point(0.45 * size, -size)), corner(at, along, Point(0, 0))});
}

void OverlayPen::triangle(const Vec3& at, const Point& a, const Point& b, const Point& c) {
  const Vec3 none = Vec3::Zero();
  m_mesh.insert(m_mesh.end(), {corner(at, none, a), corner(at, none, b), corner(at, none, c)});
}

void OverlayPen::stroke(const Vec3& at, std::span<const Point> points, bool closed, double width) {
  const std::size_t count = points.size();
  for (std::size_t i = 0; i + (closed ? 0 : 1) < count; ++i) {
    const Point& a = points[i];
    const Point& b = points[(i + 1) % count];
    const Point along = (b - a).normalized() * (0.5 * width);
    const Point side(along.y(), -along.x());
    // Half a width longer at both ends, so that corners close.
    const Point p = a - 0.7 * along, q = b + 0.7 * along;
    triangle(at, p - side, p + side, q - side);
    triangle(at, q - side, p + side, q + side);
  }
}

void OverlayPen::fill(const Vec3& at, std::span<const Point> points) {
  for (std::size_t i = 2; i < points.size(); ++i) triangle(at, points[0], points[i - 1], points[i]);
}

void OverlayPen::disc(const Vec3& at, double radius) {
  constexpr int kCorners = 20;
  std::array<Point, kCorners> points;
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2 * std::numbers::pi * i / kCorners;
    points[static_cast<std::size_t>(i)] = radius * Point(std::cos(angle), std::sin(angle));
  }
  fill(at, points);
}

void OverlayPen::arc(const Vec3& at, double radius, std::array<double, 2> angles, double width) {
  const double sweep = angles[1] - angles[0];
  const int steps = std::max(2, static_cast<int>(std::ceil(std::abs(sweep) * 4)));
  std::vector<Point> points;
  points.reserve(static_cast<std::size_t>(steps) + 1);
  for (int i = 0; i <= steps; ++i) {
    const double angle = angles[0] + sweep * i / steps;
    points.push_back(radius * Point(std::cos(angle), std::sin(angle)));
  }
  stroke(at, points, false, width);
}

}  // namespace sinew
