#include "render/OverlayShapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {

namespace {
constexpr double kFeather = 0.5;                // [pixels] drawn beyond the edge, to smooth it
constexpr std::array<float, 2> kFull{0, 1e3f};  // far inside any edge

std::array<float, 2> edgeAt(double across, double end) {
  return {static_cast<float>(across), static_cast<float>(end)};
}
}  // namespace

OverlayVertex OverlayPen::corner(const Vec3& at, const Vec3& along, const Point& offset,
                                 Edge edge) const {
  const Eigen::Vector3f p = at.cast<float>(), a = along.cast<float>();
  const Eigen::Vector2f o = offset.cast<float>();
  return {{p.x(), p.y(), p.z()},
          {a.x(), a.y(), a.z()},
          {o.x(), o.y()},
          {m_ink.red, m_ink.green, m_ink.blue, m_ink.opacity},
          edge};
}

void OverlayPen::line(const Vec3& from, const Vec3& to, double width) {
  const Vec3 along = to - from;
  const double half = 0.5 * width, reach = half + kFeather;
  const Point side(reach, 0);
  const Edge left = edgeAt(-reach, half), right = edgeAt(reach, half);
  const OverlayVertex a = corner(from, along, -side, left), b = corner(from, along, side, right),
                      c = corner(to, along, -side, left), d = corner(to, along, side, right);
  m_mesh.insert(m_mesh.end(), {a, b, c, c, b, d});
}

void OverlayPen::head(const Vec3& tail, const Vec3& at, double size) {
  const Vec3 along = at - tail;
  m_mesh.insert(m_mesh.end(), {corner(at, along, Point(-0.45 * size, -size), kFull),
                               corner(at, along, Point(0.45 * size, -size), kFull),
                               corner(at, along, Point(0, 0), kFull)});
}

void OverlayPen::stroke(const Vec3& at, std::span<const Point> points, bool closed, double width) {
  const std::size_t count = points.size();
  const Vec3 none = Vec3::Zero();
  const double half = 0.5 * width, reach = half + kFeather;
  const Edge left = edgeAt(-reach, half), right = edgeAt(reach, half);
  for (std::size_t i = 0; i + (closed ? 0 : 1) < count; ++i) {
    const Point& a = points[i];
    const Point& b = points[(i + 1) % count];
    const Point along = (b - a).normalized();
    const Point side = reach * Point(along.y(), -along.x());
    // Somewhat longer at both ends, so that corners close.
    const Point p = a - 0.7 * half * along, q = b + 0.7 * half * along;
    const OverlayVertex pl = corner(at, none, p - side, left),
                        pr = corner(at, none, p + side, right),
                        ql = corner(at, none, q - side, left),
                        qr = corner(at, none, q + side, right);
    m_mesh.insert(m_mesh.end(), {pl, pr, ql, ql, pr, qr});
  }
}

void OverlayPen::fill(const Vec3& at, std::span<const Point> points) {
  const Vec3 none = Vec3::Zero();
  for (std::size_t i = 2; i < points.size(); ++i) {
    m_mesh.insert(m_mesh.end(),
                  {corner(at, none, points[0], kFull), corner(at, none, points[i - 1], kFull),
                   corner(at, none, points[i], kFull)});
  }
}

void OverlayPen::disc(const Vec3& at, double radius) {
  constexpr int kCorners = 20;
  const Vec3 none = Vec3::Zero();
  const double reach = radius + kFeather;
  const OverlayVertex centre = corner(at, none, Point::Zero(), edgeAt(0, radius));
  const auto rim = [&](int i) {
    const double angle = 2 * std::numbers::pi * i / kCorners;
    return corner(at, none, reach * Point(std::cos(angle), std::sin(angle)), edgeAt(reach, radius));
  };
  for (int i = 0; i < kCorners; ++i) {
    m_mesh.insert(m_mesh.end(), {centre, rim(i), rim(i + 1)});
  }
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
