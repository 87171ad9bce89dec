#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <span>

namespace sinew {

/// A vertex of a mesh whose coordinates lie one after the other, xyz each.
inline Eigen::Vector3f vertexAt(std::span<const float> positions, std::uint32_t vertex) {
  return Eigen::Map<const Eigen::Vector3f>(positions.data() + 3 * std::size_t{vertex});
}

}  // namespace sinew
