#include "render/Silhouette.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace sinew {
namespace {

/// Whether each triangle of a part faces the eye.
std::vector<bool> facing(const Snapshot& snapshot, const RenderTopology::PartMesh& part,
                         const CameraLook& camera) {
  const Vec3 back = cameraAxes(camera).col(2);
  const auto at = [&](std::uint32_t vertex) {
    const float* x = &snapshot.positions[3 * static_cast<std::size_t>(part.firstVertex + vertex)];
    return Vec3(x[0], x[1], x[2]);
  };
  std::vector<bool> faces;
  faces.reserve(part.mesh.triangles.size());
  for (const auto& t : part.mesh.triangles) {
    const Vec3 a = at(t[0]);
    const Vec3 normal = (at(t[1]) - a).cross(at(t[2]) - a);
    const Vec3 towards = camera.orthographicHeight > 0 ? back : Vec3(camera.eye - a);
    faces.push_back(normal.dot(towards) > 0);
  }
  return faces;
}

}  // namespace

const std::vector<Silhouette::Edge>& Silhouette::edgesOf(const RenderTopology& topology,
                                                         std::uint32_t part) {
  const auto found = m_edges.find(part);
  if (found != m_edges.end()) return found->second;
  std::vector<Edge> halves;
  const auto& triangles = topology.parts[part].mesh.triangles;
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [from, to] = std::minmax(triangles[i][k], triangles[i][(k + 1) % 3]);
      halves.push_back({from, to, i, i});
    }
  }
  const auto key = [](const Edge& e) { return std::tuple(e.from, e.to, e.left); };
  std::sort(halves.begin(), halves.end(),
            [&key](const Edge& a, const Edge& b) { return key(a) < key(b); });
  std::vector<Edge>& edges = m_edges[part];
  for (const Edge& half : halves) {
    const bool partner =
        !edges.empty() && edges.back().from == half.from && edges.back().to == half.to;
    if (partner) {
      edges.back().right = half.left;
    } else {
      edges.push_back(half);
    }
  }
  return edges;
}

void Silhouette::draw(const Snapshot& snapshot, std::uint32_t part, const CameraLook& camera,
                      double width, OverlayPen& pen) {
  if (!snapshot.topology || part >= snapshot.topology->parts.size()) return;
  if (m_topology != snapshot.topology) {
    m_topology = snapshot.topology;
    m_edges.clear();
  }
  const RenderTopology::PartMesh& mesh = m_topology->parts[part];
  const std::vector<bool> faces = facing(snapshot, mesh, camera);
  const auto at = [&](std::uint32_t vertex) {
    const float* x = &snapshot.positions[3 * static_cast<std::size_t>(mesh.firstVertex + vertex)];
    return Vec3(x[0], x[1], x[2]);
  };
  for (const Edge& edge : edgesOf(*m_topology, part)) {
    if (edge.left != edge.right && faces[edge.left] == faces[edge.right]) continue;
    pen.line(at(edge.from), at(edge.to), width);
  }
}

}  // namespace sinew
