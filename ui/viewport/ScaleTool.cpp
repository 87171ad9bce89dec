#include "ui/viewport/ScaleTool.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew::ui {
namespace {

using Kind = PoseHandle::Kind;
constexpr double kStep = 0.1;    // with Ctrl
constexpr double kLeast = 0.01;  // of what it was, in one drag

/// How many times as large along each axis of the gizmo.
Vec3 factorsOf(const PoseHandle& handle, double factor) {
  if (handle.kind == Kind::Grow) return Vec3::Constant(factor);
  Vec3 factors = Vec3::Constant(handle.kind == Kind::Plane ? factor : 1);
  factors[handle.axis] = handle.kind == Kind::Plane ? 1 : factor;
  return factors;
}

QString words(const PoseHandle& handle, double factor) {
  QString times = Viewport::tr("× %1").arg(QString::number(factor, 'f', 3));
  const QLatin1Char axis("XYZ"[handle.axis]);
  if (handle.kind == Kind::Stretch) return Viewport::tr("%1 along %2").arg(times).arg(axis);
  if (handle.kind == Kind::Plane) return Viewport::tr("%1 across %2").arg(times).arg(axis);
  return times;
}

}  // namespace

// Outwards along the axis; for what has none to the right and up.
double ScaleTool::dragged(const Drag& drag, const QPointF& place) const {
  const PoseHandles gizmo = gizmoOf(drag);
  if (drag.handle.kind != Kind::Stretch) {
    const QPointF way = place - drag.start;
    return (way.x() - way.y()) / PoseHandles::kReach;
  }
  const Vec3 way = placeOn(drag, place) - drag.anchor;
  return way.dot(gizmo.direction(drag.handle)) / (PoseHandles::kReach * gizmo.unit());
}

Result<PoseTool::Change> ScaleTool::follow(Drag& drag, const QPointF& place,
                                           Qt::KeyboardModifiers keys) {
  double factor = std::max(1 + pace(keys) * dragged(drag, place), kLeast);
  if (snaps(keys)) factor = std::max(std::round(factor / kStep), 1.0) * kStep;
  return by(drag, factor);
}

Result<PoseTool::Change> ScaleTool::by(const Drag& drag, double factor) const {
  if (!(factor > 0))
    return fail(ErrorCode::Usage, Viewport::tr("A factor is more than 0").toStdString());
  const Vec3 factors = factorsOf(drag.handle, factor);
  const Mat3 stretch = drag.axes * factors.asDiagonal() * drag.axes.transpose();
  auto edits = drag.parts.stretched(stretch);
  if (!edits) return Unexpected{edits.error()};
  return Change{std::move(*edits), words(drag.handle, factor)};
}

}  // namespace sinew::ui
