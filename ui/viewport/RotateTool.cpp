#include "ui/viewport/RotateTool.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace sinew::ui {
namespace {
constexpr double kSnap = 15 * std::numbers::pi / 180;  // [rad] with Ctrl
constexpr int kMostTurns = 100;
}  // namespace

Result<PoseTool::Change> RotateTool::follow(Drag& drag, const QPointF& place,
                                            Qt::KeyboardModifiers keys) {
  const auto middle = m_work.eye.placeOf(drag.centre);
  if (!middle) return turned(drag, drag.angle);
  const auto angleOf = [&](const QPointF& p) {
    return std::atan2(middle->y() - p.y(), p.x() - middle->x());
  };
  const Vec3 axis = gizmoOf(drag).direction(drag.handle);
  const double facing = axis.dot(cameraAxes(m_work.eye.look()).col(2)) >= 0 ? 1 : -1;
  const double step = std::remainder(angleOf(place) - angleOf(drag.last), 2 * std::numbers::pi);
  drag.angle += facing * pace(keys) * step;
  return turned(drag, snaps(keys) ? std::round(drag.angle / kSnap) * kSnap : drag.angle);
}

Result<PoseTool::Change> RotateTool::by(const Drag& drag, double amount) const {
  if (std::abs(amount) > kMostTurns * 2 * std::numbers::pi)
    return fail(ErrorCode::Usage,
                Viewport::tr("It is turned %1 times at most").arg(kMostTurns).toStdString());
  return turned(drag, amount);
}

PoseTool::Change RotateTool::turned(const Drag& drag, double angle) const {
  const Eigen::AngleAxisd turn(angle, gizmoOf(drag).direction(drag.handle));
  return {drag.parts.turned(turn),
          Viewport::tr("%1°").arg(angle * 180 / std::numbers::pi, 0, 'f', 1)};
}

}  // namespace sinew::ui
