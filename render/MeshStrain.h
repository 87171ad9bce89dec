#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// How far the surface of a mesh is stretched or squeezed against its rest shape. Works for any
/// part: it knows only triangles.
class MeshStrain {
 public:
  MeshStrain() = default;
  MeshStrain(std::vector<std::array<std::uint32_t, 3>> triangles, std::span<const float> rest);

  /// Per vertex the principal stretch that is farthest from 1, less 1: +0.1 is 10 % longer, −0.1
  /// 10 % shorter in some direction; mean of the triangles round it, weighted with their areas at
  /// rest. 0 where there is no rest shape.
  void compute(std::span<const float> positions, std::span<float> strain) const;

 private:
  /// Two edges of a triangle at rest, in its own plane and inverted: D⁻¹ = ((a, b), (0, d)).
  struct Rest {
    std::uint32_t triangle = 0;
    float a = 0, b = 0, d = 0;
    float area = 0;
  };
  std::vector<std::array<std::uint32_t, 3>> m_triangles;
  std::vector<Rest> m_rest;         ///< of the triangles that have an area
  std::vector<float> m_areaAround;  ///< per vertex
};

}  // namespace sinew
