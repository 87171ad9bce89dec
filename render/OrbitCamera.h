#pragma once
#include <Eigen/Core>

#include "render/Camera.h"

namespace sinew {

/// A camera as a person moves it: it turns about a pivot, upright, and never loses it.
/// Picture coordinates: −1..1, right and up.
class OrbitCamera {
 public:
  /// Sees what the settled look sees; a tilt about the line of sight is set upright.
  static OrbitCamera from(const CameraLook& look);
  CameraLook look() const;

  const Vec3& pivot() const { return m_pivot; }
  double distance() const { return m_distance; }  ///< [m] from the eye to the pivot
  bool orthographic() const { return m_orthographic; }
  void setOrthographic(bool orthographic) { m_orthographic = orthographic; }

  void orbit(double right, double up);  ///< [rad] by which the eye goes round the pivot
  /// Moves the picture; what lay at the pivot's depth under `from` comes to lie under `to`.
  void pan(const Eigen::Vector2d& from, const Eigen::Vector2d& to, double aspect);
  /// `factor` < 1 comes nearer; what lies at the pivot's depth under `at` stays where it is.
  void zoom(double factor, const Eigen::Vector2d& at, double aspect);
  /// From this direction, e.g. +Z for the front. Keeps pivot and distance.
  void lookFrom(const Vec3& direction);
  /// All of the ball in the picture, from where one looks now.
  void frame(const Focus& ball, double aspect);

 private:
  Vec3 back() const;
  double halfHeight() const;  ///< [m] seen at the pivot

  Vec3 m_pivot = Vec3::Zero();
  double m_distance = 4;
  double m_turn = 0, m_rise = 0;  ///< [rad] about +Y from +Z, and above the horizon
  double m_fieldOfView = 0.6;     ///< [rad]
  bool m_orthographic = false;
};

}  // namespace sinew
