#include "ui/viewport/MoveTool.h"

#include <cmath>

namespace sinew::ui {
namespace {

QString metres(double value) {
  return QString::number(value, 'f', 3);
}

}  // namespace

Result<PoseTool::Change> MoveTool::follow(Drag& drag, const QPointF& place,
                                          Qt::KeyboardModifiers keys) {
  Vec3 by = pace(keys) * (placeOn(drag, place) - drag.anchor);
  const auto target = snaps(keys) ? snapTarget(drag, place) : std::nullopt;
  if (target) by = held(drag, *target - snapped(drag));
  if (snaps(keys) && m_work.widget.snap() == Viewport::Snap::Grid) by = onGrid(drag, by);
  return moved(drag, by);
}

// [m] What comes to lie on what it snaps to.
Vec3 MoveTool::snapped(const Drag& drag) {
  return drag.ofPivot ? drag.parts.pivot() : drag.parts.last().position();
}

// As far as the drag is held to an axis or a plane, whatever it snaps to.
Vec3 MoveTool::held(const Drag& drag, const Vec3& by) const {
  const Vec3 across = gizmoOf(drag).direction(drag.handle);
  switch (drag.handle.kind) {
    case PoseHandle::Kind::Axis:
      return by.dot(across) * across;
    case PoseHandle::Kind::Plane:
      return by - by.dot(across) * across;
    default:
      return by;
  }
}

// To where lines of the world's grid are; along other axes there is none, only its steps.
Vec3 MoveTool::onGrid(const Drag& drag, const Vec3& by) const {
  const bool anywhere = drag.handle.kind == PoseHandle::Kind::View;
  const Mat3 axes = anywhere ? Mat3::Identity() : drag.axes;
  const Vec3 from = axes.isIdentity() ? snapped(drag) : Vec3(Vec3::Zero());
  const double step = m_work.gridStepAt(drag.centre);
  const Vec3 to = from + axes.transpose() * by;
  return held(drag, axes * (step * (to / step).array().round().matrix() - from));
}

Result<PoseTool::Change> MoveTool::by(const Drag& drag, double amount) const {
  if (drag.handle.kind != PoseHandle::Kind::Axis)
    return fail(ErrorCode::Usage, Viewport::tr("X, Y or Z says along which axis").toStdString());
  return moved(drag, amount * gizmoOf(drag).direction(drag.handle));
}

PoseTool::Change MoveTool::moved(const Drag& drag, const Vec3& by) {
  const QString way =
      Viewport::tr("Δ %1  %2  %3 m").arg(metres(by.x()), metres(by.y()), metres(by.z()));
  if (drag.ofPivot) return {drag.parts.pivotMoved(by), Viewport::tr("Pivot %1").arg(way)};
  return {drag.parts.moved(by), way};
}

// What is moved itself is no target; its pivot may well be one of its corners.
std::optional<Vec3> MoveTool::snapTarget(const Drag& drag, const QPointF& place) const {
  const auto moves = [&](const std::string& part) { return !drag.ofPivot && drag.parts.has(part); };
  return m_work.snapTarget(place, m_work.shownBut(moves));
}

}  // namespace sinew::ui
