#pragma once
#include <array>
#include <vector>

#include "core/model/Point.h"

namespace sinew {

/// What of a part others can run into: material points, joined by straight edges and flat faces,
/// with a thickness round all of it. A lone vertex is a ball, a chain of edges a thick curve, a
/// closed net of faces the skin of a solid. Never changes while a part lives; where the vertices
/// are, and how forces on them act, the part answers as for any material point.
struct ContactSurface {
  std::vector<ResolvedPoint> vertices;
  std::vector<std::array<int, 2>> edges;  ///< each once; a face's side may be missing where flat
  std::vector<std::array<int, 3>> faces;  ///< counter-clockwise seen from outside
  /// Planes without end through three vertices, counter-clockwise seen from the side that is free.
  std::vector<std::array<int, 3>> planes;
  double thickness = 0;  ///< [m]

  bool empty() const { return vertices.empty(); }
};

}  // namespace sinew
