#include "ui/viewport/ViewEye.h"

#include <cmath>

namespace sinew::ui {
namespace {

Vec3 onPlane(const Vec3& point, const Vec3& normal, const Ray& ray) {
  const double along = (point - ray.origin).dot(normal) / ray.direction.dot(normal);
  return ray.origin + along * ray.direction;
}

}  // namespace

Eigen::Vector2d ViewEye::clipAt(const QPointF& place) const {
  return {2 * place.x() / m_size.width() - 1, 1 - 2 * place.y() / m_size.height()};
}

Ray ViewEye::rayAt(const QPointF& place) const {
  return rayThrough(m_look, aspect(), clipAt(place));
}

std::optional<QPointF> ViewEye::placeOf(const Vec3& point) const {
  const Eigen::Vector4d clip =
      viewProjection(m_look, aspect()).cast<double>() * point.homogeneous();
  if (clip.w() <= 1e-9) return std::nullopt;
  return QPointF(m_size.width() * (0.5 + 0.5 * clip.x() / clip.w()),
                 m_size.height() * (0.5 - 0.5 * clip.y() / clip.w()));
}

double ViewEye::metresPerPixel(const Vec3& point) const {
  if (m_look.orthographicHeight > 0) return m_look.orthographicHeight / m_size.height();
  const double depth = (m_look.eye - point).dot(cameraAxes(m_look).col(2));
  return 2 * std::abs(depth) * std::tan(0.5 * m_look.fieldOfView) / m_size.height();
}

Vec3 ViewEye::inPlaneOf(const Vec3& point, const QPointF& place) const {
  return onPlane(point, cameraAxes(m_look).col(2), rayAt(place));
}

Vec3 ViewEye::uprightAt(const Vec3& point, const QPointF& place) const {
  constexpr double kSteep = 0.7;  // sine of how far down it looks
  Vec3 back = cameraAxes(m_look).col(2);
  if (std::abs(back.y()) < kSteep) back.y() = 0;
  return onPlane(point, back, rayAt(place));
}

}  // namespace sinew::ui
