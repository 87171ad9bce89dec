#include "ui/viewport/RotateTool.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace sinew::ui {
namespace {
constexpr double kSnap = 15 * std::numbers::pi / 180;  // [rad] with Ctrl
}  // namespace

void RotateTool::follow(Drag& drag, const QPointF& place, Qt::KeyboardModifiers keys) {
  const auto middle = m_work.eye.placeOf(drag.centre);
  if (!middle) return;
  const auto angleOf = [&](const QPointF& p) {
    return std::atan2(middle->y() - p.y(), p.x() - middle->x());
  };
  const Vec3 axis = gizmoOf(drag).direction(drag.handle);
  const double facing = axis.dot(cameraAxes(m_work.eye.look()).col(2)) >= 0 ? 1 : -1;
  const double step = std::remainder(angleOf(place) - angleOf(drag.last), 2 * std::numbers::pi);
  drag.angle += facing * pace(keys) * step;
  const double angle = snaps(keys) ? std::round(drag.angle / kSnap) * kSnap : drag.angle;
  apply(drag, drag.parts.turned(Quat(Eigen::AngleAxisd(angle, axis))),
        Viewport::tr("%1°").arg(angle * 180 / std::numbers::pi, 0, 'f', 1));
}

}  // namespace sinew::ui
