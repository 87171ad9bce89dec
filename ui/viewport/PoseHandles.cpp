#include "ui/viewport/PoseHandles.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "render/FrameLook.h"

namespace sinew::ui {
namespace {

using Kind = PoseHandle::Kind;

// In logical pixels from the centre.
constexpr double kHead = 15, kKnob = 5.5, kPlaneFrom = 26, kPlaneTo = 44, kViewRadius = 11;
constexpr double kRing = 78, kViewRing = 94;
constexpr double kGrip = 8;  // how far beside a handle one may take hold of it
constexpr double kWidth = 2.6;
constexpr int kRingSteps = 64;

// Red, green and blue for the axes as everywhere, softened; the accent for the one in hand.
constexpr std::array<OverlayInk, 3> kAxisInk = {OverlayInk{0.80f, 0.11f, 0.12f, 1},
                                                OverlayInk{0.22f, 0.55f, 0.06f, 1},
                                                OverlayInk{0.08f, 0.28f, 0.88f, 1}};
constexpr OverlayInk kViewInk{0.85f, 0.85f, 0.85f, 1}, kLitInk{0.89f, 0.37f, 0.04f, 1};

double distanceToLine(const QPointF& a, const QPointF& b, const QPointF& p) {
  const QPointF along = b - a, to = p - a;
  const double length = QPointF::dotProduct(along, along);
  const double t = length > 0 ? std::clamp(QPointF::dotProduct(along, to) / length, 0.0, 1.0) : 0.0;
  const QPointF away = to - t * along;
  return std::hypot(away.x(), away.y());
}

}  // namespace

std::vector<PoseHandle> PoseHandles::moving() {
  return {{Kind::View, 0}, {Kind::Plane, 0}, {Kind::Plane, 1}, {Kind::Plane, 2},
          {Kind::Axis, 0}, {Kind::Axis, 1},  {Kind::Axis, 2}};
}

std::vector<PoseHandle> PoseHandles::turning() {
  return {{Kind::Ring, 0}, {Kind::Ring, 1}, {Kind::Ring, 2}, {Kind::ViewRing, 0}};
}

std::vector<PoseHandle> PoseHandles::scaling() {
  return {{Kind::Grow, 0}, {Kind::Stretch, 0}, {Kind::Stretch, 1}, {Kind::Stretch, 2}};
}

bool PoseHandles::facesEye(const PoseHandle& handle) {
  return handle.kind == Kind::View || handle.kind == Kind::ViewRing || handle.kind == Kind::Grow;
}

Vec3 PoseHandles::direction(const PoseHandle& handle) const {
  return facesEye(handle) ? Vec3(cameraAxes(m_eye.look()).col(2)) : Vec3(m_axes.col(handle.axis));
}

std::vector<Vec3> PoseHandles::outline(const PoseHandle& handle) const {
  const Vec3 normal = direction(handle);
  const Vec3 right = facesEye(handle) ? Vec3(cameraAxes(m_eye.look()).col(0))
                                      : Vec3(m_axes.col((handle.axis + 1) % 3));
  const Vec3 up = normal.cross(right);
  const auto at = [&](double x, double y) -> Vec3 {
    return m_centre + unit() * (x * right + y * up);
  };
  std::vector<Vec3> points;
  if (handle.kind == Kind::Axis || handle.kind == Kind::Stretch) {
    return {m_centre + unit() * (kViewRadius + 2) * normal, m_centre + unit() * kReach * normal};
  }
  if (handle.kind == Kind::Grow) {
    constexpr double kSide = 0.85 * kViewRadius;
    return {at(-kSide, -kSide), at(kSide, -kSide), at(kSide, kSide), at(-kSide, kSide),
            at(-kSide, -kSide)};
  }
  if (handle.kind == Kind::Plane) {
    return {at(kPlaneFrom, kPlaneFrom), at(kPlaneTo, kPlaneFrom), at(kPlaneTo, kPlaneTo),
            at(kPlaneFrom, kPlaneTo), at(kPlaneFrom, kPlaneFrom)};
  }
  const double radius = handle.kind == Kind::View   ? kViewRadius
                        : handle.kind == Kind::Ring ? kRing
                                                    : kViewRing;
  const Vec3 back = cameraAxes(m_eye.look()).col(2);
  for (int i = 0; i <= kRingSteps; ++i) {
    const double angle = 2 * std::numbers::pi * i / kRingSteps;
    const Vec3 point = at(radius * std::cos(angle), radius * std::sin(angle));
    // The far half of a ring would only be in the way; a ring seen face on is whole.
    const bool far = (point - m_centre).dot(back) < -0.12 * radius * unit();
    if (handle.kind == Kind::Ring && far) {
      if (!points.empty() && points.back().allFinite()) {
        points.push_back(Vec3::Constant(std::numeric_limits<double>::quiet_NaN()));
      }
      continue;
    }
    points.push_back(point);
  }
  return points;
}

std::optional<PoseHandle> PoseHandles::at(const QPointF& place,
                                          const std::vector<PoseHandle>& handles) const {
  std::optional<PoseHandle> nearest;
  double least = kGrip;
  for (const PoseHandle& handle : handles) {
    const std::vector<Vec3> points = outline(handle);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      if (!points[i].allFinite() || !points[i + 1].allFinite()) continue;
      const auto a = m_eye.placeOf(points[i]), b = m_eye.placeOf(points[i + 1]);
      if (!a || !b) continue;
      const double away = distanceToLine(*a, *b, place);
      if (away >= least) continue;
      least = away;
      nearest = handle;
    }
    const auto middle = m_eye.placeOf(m_centre);
    const bool inside = (handle.kind == Kind::View || handle.kind == Kind::Grow) && middle &&
                        std::hypot(place.x() - middle->x(), place.y() - middle->y()) < kViewRadius;
    if (inside) return handle;
  }
  return nearest;
}

void PoseHandles::draw(const std::vector<PoseHandle>& handles, const std::optional<PoseHandle>& lit,
                       OverlayLook& look) const {
  OverlayPen halo(look.above, {0, 0, 0, 0.35f});
  const auto stroke = [&](const std::vector<Vec3>& points, double width, OverlayPen& pen) {
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      if (!points[i].allFinite() || !points[i + 1].allFinite()) continue;
      pen.line(points[i], points[i + 1], width * look.pixel);
    }
  };
  for (const PoseHandle& handle : handles) stroke(outline(handle), kWidth + 2, halo);
  for (const PoseHandle& handle : handles) {
    const OverlayInk& own =
        facesEye(handle) ? kViewInk : kAxisInk[static_cast<std::size_t>(handle.axis)];
    OverlayPen pen(look.above, lit == handle ? kLitInk : own);
    const std::vector<Vec3> points = outline(handle);
    stroke(points, kWidth, pen);
    drawTip(handle, points, pen, look.pixel);
  }
}

// An arrow moves, a knob stretches.
void PoseHandles::drawTip(const PoseHandle& handle, const std::vector<Vec3>& points,
                          OverlayPen& pen, double pixel) const {
  if (handle.kind == Kind::Axis) {
    const Vec3 tip = points[1] + unit() * kHead * direction(handle);
    pen.head(points[0], tip, kHead * pixel);
  }
  if (handle.kind == Kind::Stretch) {
    const double side = kKnob * pixel;
    const std::array<OverlayPen::Point, 4> knob = {
        OverlayPen::Point(-side, -side), OverlayPen::Point(side, -side),
        OverlayPen::Point(side, side), OverlayPen::Point(-side, side)};
    pen.fill(points[1], knob);
  }
}

}  // namespace sinew::ui
