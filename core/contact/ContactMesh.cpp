#include "core/contact/ContactMesh.h"

#include <set>

namespace sinew {
namespace {

using Side = std::array<int, 2>;  // the smaller number first

Side sideOf(int a, int b) {
  return a < b ? Side{a, b} : Side{b, a};
}

}  // namespace

ContactMesh::ContactMesh(const ContactSurface& surface, std::span<const Vec3> rest)
    : m_vertexCount(static_cast<int>(surface.vertices.size())),
      m_thickness(surface.thickness),
      m_planes(surface.planes) {
  addPieces(surface);
  shareOut(surface);
  std::vector<MovingBox> points;
  for (const Vec3& x : rest) points.emplace_back(Box(x));
  m_boxes.resize(m_pieces.size());
  enclose(points);
  m_tree = BoxTree(m_boxes);
}

void ContactMesh::addPieces(const ContactSurface& surface) {
  std::vector<bool> joined(surface.vertices.size());
  for (const auto& face : surface.faces) {
    m_pieces.push_back({.corners = 3, .vertex = face});
    for (const int v : face) joined[v] = true;
  }
  for (const auto& plane : surface.planes) {
    for (const int v : plane) joined[v] = true;
  }
  std::set<Side> sides;
  for (const auto& face : surface.faces) {
    for (int i = 0; i < 3; ++i) sides.insert(sideOf(face[i], face[(i + 1) % 3]));
  }
  for (const auto& edge : surface.edges) {
    for (const int v : edge) joined[v] = true;
    if (!sides.contains(sideOf(edge[0], edge[1]))) {
      m_pieces.push_back({.corners = 2, .vertex = {edge[0], edge[1], 0}});
    }
  }
  for (int v = 0; v < m_vertexCount; ++v) {
    if (!joined[v]) m_pieces.push_back({.corners = 1, .vertex = {v, 0, 0}});
  }
}

// Vertices and edges go to the first piece that has them.
void ContactMesh::shareOut(const ContactSurface& surface) {
  std::vector<bool> taken(surface.vertices.size());
  std::set<Side> waiting;
  for (const auto& edge : surface.edges) waiting.insert(sideOf(edge[0], edge[1]));
  for (Piece& piece : m_pieces) {
    for (int i = 0; i < piece.corners; ++i) {
      const int v = piece.vertex[i];
      if (!taken[v]) piece.ownVertex[piece.ownVertices++] = v;
      taken[v] = true;
      const Side side = sideOf(v, piece.vertex[(i + 1) % piece.corners]);
      if (waiting.erase(side) > 0) piece.ownEdge[piece.ownEdges++] = side;
    }
  }
}

void ContactMesh::enclose(std::span<const MovingBox> vertices) {
  for (std::size_t i = 0; i < m_pieces.size(); ++i) {
    MovingBox& box = m_boxes[i];
    box = vertices[m_pieces[i].vertex[0]];
    for (int k = 1; k < m_pieces[i].corners; ++k) box.add(vertices[m_pieces[i].vertex[k]]);
  }
  m_tree.refit(m_boxes);
}

}  // namespace sinew
