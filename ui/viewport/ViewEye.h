#pragma once
#include <QPointF>
#include <QSizeF>
#include <optional>

#include "render/OrbitCamera.h"

namespace sinew::ui {

/// Where the viewport looks from, and what lies under which place of the widget. Places are in
/// logical pixels, as Qt's events have them.
class ViewEye {
 public:
  void resize(const QSizeF& size) { m_size = size; }
  const QSizeF& size() const { return m_size; }
  double aspect() const { return m_size.width() / m_size.height(); }

  OrbitCamera& free() { return m_free; }
  /// What is looked through now, settled: the free camera, or the one given until it is given none.
  const CameraLook& look() const { return m_look; }
  /// It may show `wider` times as much as the free camera does.
  void setLook(const CameraLook& settled, double wider = 1) {
    m_look = settled;
    m_wider = wider;
  }

  Eigen::Vector2d clipAt(const QPointF& place) const;
  Eigen::Vector2d freeClipAt(const QPointF& place) const { return m_wider * clipAt(place); }
  Ray rayAt(const QPointF& place) const;
  /// None for what lies behind the eye.
  std::optional<QPointF> placeOf(const Vec3& point) const;
  /// [m] that one logical pixel covers at the depth of a point.
  double metresPerPixel(const Vec3& point) const;
  /// Where the line through a place meets the picture's plane through a point.
  Vec3 inPlaneOf(const Vec3& point, const QPointF& place) const;
  /// Where it meets the upright plane through the point that faces the eye, so that what is moved
  /// up in the picture goes straight up. From steeply above or below: the picture's plane.
  Vec3 uprightAt(const Vec3& point, const QPointF& place) const;

 private:
  QSizeF m_size = QSizeF(1, 1);
  OrbitCamera m_free;
  CameraLook m_look;
  double m_wider = 1;
};

}  // namespace sinew::ui
