#include "ui/viewport/MoveTool.h"

#include <cmath>

namespace sinew::ui {
namespace {

constexpr double kMoveGrid = 0.1;  // [m] with Ctrl

QString metres(double value) {
  return QString::number(value, 'f', 3);
}

}  // namespace

Result<PoseTool::Change> MoveTool::follow(Drag& drag, const QPointF& place,
                                          Qt::KeyboardModifiers keys) {
  Vec3 by = pace(keys) * (placeOn(drag, place) - drag.anchor);
  const auto target = snaps(keys) ? snapTarget(drag, place) : std::nullopt;
  if (target) by = *target - (drag.ofPivot ? drag.parts.pivot() : drag.parts.last().position());
  if (snaps(keys) && m_work.widget.snap() == Viewport::Snap::Grid)
    by = (by / kMoveGrid).array().round().matrix() * kMoveGrid;
  return moved(drag, by);
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
  const auto snapshot = m_work.live.snapshot();
  std::vector<bool> targets = m_work.shownParts();
  for (std::size_t i = 0; i < targets.size() && !drag.ofPivot; ++i)
    targets[i] = targets[i] && !drag.parts.has(snapshot->topology->parts[i].part);
  return m_work.snapTarget(place, targets);
}

}  // namespace sinew::ui
