#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "render/MeshCoarsening.h"

namespace sinew {

/// The triangles by which a part is drawn, its vertices counted from 0.
struct DrawnShape {
  std::vector<Triangle> triangles;
  bool closed = false;  ///< every edge is run along as often one way as the other
};

/// Shapes that have been worked out, for all parts that have the same: thousands of equal parts
/// cost what one does, and an edit of one part what that part does. Parts are equal when they have
/// the same triangles and are the same shape, wherever they are.
class DrawnShapes {
 public:
  /// Of the mesh with about `wanted` triangles, all of them if there are no more. Valid until the
  /// next but one forget().
  const DrawnShape& of(std::span<const Triangle> fine, std::span<const float> positions,
                       std::size_t wanted);
  /// What was not asked for since the last time is forgotten.
  void forget();
  std::size_t made() const { return m_made; }  ///< how many shapes were worked out

 private:
  struct Kept {
    DrawnShape shape;
    bool asked = true;
  };
  std::unordered_map<std::uint64_t, Kept> m_kept;
  std::size_t m_made = 0;
};

}  // namespace sinew
