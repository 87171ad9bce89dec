#pragma once
#include <map>
#include <memory>
#include <vector>

#include "core/simulation/Snapshot.h"
#include "render/Camera.h"
#include "render/OverlayShapes.h"

namespace sinew {

/// Draws the outline of parts: the edges between a triangle that faces the eye and one that does
/// not, and borders. Which triangles meet at an edge is worked out once per part and topology.
class Silhouette {
 public:
  /// `width` in pixels.
  void draw(const Snapshot& snapshot, std::uint32_t part, const CameraLook& camera, double width,
            OverlayPen& pen);

 private:
  struct Edge {
    std::uint32_t from, to, left, right;  ///< `right` is `left` at a border
  };
  const std::vector<Edge>& edgesOf(const RenderTopology& topology, std::uint32_t part);

  std::shared_ptr<const RenderTopology> m_topology;
  std::map<std::uint32_t, std::vector<Edge>> m_edges;  ///< by part
};

}  // namespace sinew
