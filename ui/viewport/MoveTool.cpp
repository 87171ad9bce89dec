#include "ui/viewport/MoveTool.h"

#include <cmath>

namespace sinew::ui {
namespace {

constexpr double kMoveGrid = 0.1;  // [m] with Ctrl

QString metres(double value) {
  return QString::number(value, 'f', 3);
}

}  // namespace

void MoveTool::follow(Drag& drag, const QPointF& place, Qt::KeyboardModifiers keys) {
  Vec3 by = pace(keys) * (placeOn(drag, place) - drag.anchor);
  const auto target = snaps(keys) ? snapTarget(drag, place) : std::nullopt;
  if (target) by = *target - drag.parts.lastPosition();
  if (snaps(keys) && m_work.widget.snap() == Viewport::Snap::Grid)
    by = (by / kMoveGrid).array().round().matrix() * kMoveGrid;
  apply(drag, drag.parts.moved(by),
        Viewport::tr("Δ %1  %2  %3 m").arg(metres(by.x()), metres(by.y()), metres(by.z())));
}

// What is moved itself is no target.
std::optional<Vec3> MoveTool::snapTarget(const Drag& drag, const QPointF& place) const {
  const auto snapshot = m_work.live.snapshot();
  if (!snapshot || !snapshot->topology || m_work.widget.snap() == Viewport::Snap::Grid)
    return std::nullopt;
  std::vector<bool> targets = m_work.shownParts();
  for (std::size_t i = 0; i < targets.size(); ++i)
    targets[i] = targets[i] && !drag.parts.has(snapshot->topology->parts[i].part);
  if (m_work.widget.snap() == Viewport::Snap::Surfaces) {
    const auto hit = pickSurface(*snapshot, targets, m_work.eye.rayAt(place));
    return hit ? std::optional(hit->position) : std::nullopt;
  }
  return m_work.vertexNear(place, targets);
}

}  // namespace sinew::ui
