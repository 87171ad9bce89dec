#pragma once
#include <cmath>

#include "core/math/Types.h"

namespace sinew {

/// Rows: a unit normal and two unit tangents across it, right-handed. They depend on the normal
/// alone: an impulse that was kept in world axes is split along the same tangents again.
inline Mat3 contactAxes(const Vec3& normal) {
  const int axis = std::abs(normal.x()) < 0.6 ? 0 : 2;
  Mat3 axes;
  axes.row(0) = normal;
  axes.row(1) = normal.cross(Vec3::Unit(axis)).normalized();
  axes.row(2) = normal.cross(Vec3(axes.row(1)));
  return axes;
}

}  // namespace sinew
