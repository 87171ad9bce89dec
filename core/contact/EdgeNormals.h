#pragma once
#include "core/contact/SurfaceSet.h"

namespace sinew {

/// Which way is out at the edges of surfaces.
class EdgeNormals {
 public:
  explicit EdgeNormals(const SurfaceSet& surfaces);

  /// Sum of the normals of the faces at an edge between two vertices, by their areas; 0 where none
  /// is. `x` [m] are all vertices.
  Vec3 at(int a, int b, std::span<const Vec3> x) const;

 private:
  struct Side {
    std::array<int, 2> edge;     // the smaller vertex first
    std::array<int, 3> corners;  // of a face
    bool operator<(const Side& other) const { return edge < other.edge; }
  };
  std::vector<Side> m_sides;  // ascending
};

}  // namespace sinew
