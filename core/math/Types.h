#pragma once
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <vector>

namespace sinew {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;  ///< unit; parts to world; written w,x,y,z in files

/// Doubles whose storage starts on a vector-register boundary. Eigen peels loops up to the first
/// aligned element, so sums over unaligned storage would depend on where malloc put it.
using Reals = std::vector<double, Eigen::aligned_allocator<double>>;

/// Cross-product matrix: skew(a) b = a × b.
inline Mat3 skew(const Vec3& a) {
  Mat3 m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

}  // namespace sinew
