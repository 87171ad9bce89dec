#include "render/OrbitCamera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {
constexpr double kNearest = 1e-4, kFarthest = 1e6;  // [m]
constexpr double kSteepest = std::numbers::pi / 2;
constexpr double kFrameMargin = 1.1;  // air round what is framed
}  // namespace

OrbitCamera OrbitCamera::from(const CameraLook& look) {
  OrbitCamera camera;
  camera.m_pivot = look.target;
  camera.m_distance = std::clamp((look.eye - look.target).norm(), kNearest, kFarthest);
  camera.m_fieldOfView = look.fieldOfView;
  camera.m_orthographic = look.orthographicHeight > 0;
  camera.lookFrom(look.eye - look.target);
  return camera;
}

CameraLook OrbitCamera::look() const {
  CameraLook look;
  look.target = m_pivot;
  look.eye = m_pivot + m_distance * back();
  look.up = Vec3(-std::sin(m_turn) * std::sin(m_rise), std::cos(m_rise),
                 -std::cos(m_turn) * std::sin(m_rise));
  look.fieldOfView = m_fieldOfView;
  if (m_orthographic) look.orthographicHeight = 2 * halfHeight();
  return look;
}

Vec3 OrbitCamera::back() const {
  return {std::sin(m_turn) * std::cos(m_rise), std::sin(m_rise),
          std::cos(m_turn) * std::cos(m_rise)};
}

double OrbitCamera::halfHeight() const {
  return m_distance * std::tan(0.5 * m_fieldOfView);
}

void OrbitCamera::orbit(double right, double up) {
  m_turn = std::remainder(m_turn + right, 2 * std::numbers::pi);
  m_rise = std::clamp(m_rise + up, -kSteepest, kSteepest);
}

void OrbitCamera::pan(const Eigen::Vector2d& from, const Eigen::Vector2d& to, double aspect) {
  const Mat3 axes = cameraAxes(look());
  const Eigen::Vector2d by = halfHeight() * (from - to);
  m_pivot += axes.col(0) * (by.x() * aspect) + axes.col(1) * by.y();
}

void OrbitCamera::zoom(double factor, const Eigen::Vector2d& at, double aspect) {
  const double before = m_distance;
  m_distance = std::clamp(m_distance * factor, kNearest, kFarthest);
  pan(at * (before / m_distance), at, aspect);
}

void OrbitCamera::lookFrom(const Vec3& direction) {
  const double across = std::hypot(direction.x(), direction.z());
  // From straight above or below, x points right.
  const bool plumb = across <= 1e-9 * std::abs(direction.y());
  m_turn = plumb ? 0 : std::atan2(direction.x(), direction.z());
  m_rise = std::atan2(direction.y(), across);
}

void OrbitCamera::frame(const Focus& ball, double aspect) {
  const double half = 0.5 * m_fieldOfView;
  const double narrow = std::min(half, std::atan(std::tan(half) * aspect));
  m_pivot = ball.centre;
  m_distance = std::clamp(kFrameMargin * ball.radius / std::sin(narrow), kNearest, kFarthest);
}

}  // namespace sinew
