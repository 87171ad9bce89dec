#include "core/math/SolidMesh.h"

#include <algorithm>
#include <numeric>

namespace sinew {
namespace {

// Cosines of the angle between the normals of two faces.
constexpr double kSameFace = 1 - 1e-13;
constexpr double kRound = 0.766;  // of 40°

/// Sets of numbers that are joined two by two.
class JoinedSets {
 public:
  explicit JoinedSets(std::size_t count) : m_parent(count) {
    std::iota(m_parent.begin(), m_parent.end(), std::uint32_t{0});
  }
  std::uint32_t rootOf(std::uint32_t i) {
    while (m_parent[i] != i) i = m_parent[i] = m_parent[m_parent[i]];
    return i;
  }
  // The smaller number stays, so that the order of joining does not matter.
  void join(std::uint32_t a, std::uint32_t b) {
    a = rootOf(a);
    b = rootOf(b);
    m_parent[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> m_parent;
};

double cosineAcross(const MeshEdge& edge, const std::vector<Vec3>& normals) {
  return normals[edge.face[0]].dot(normals[edge.face[1]]);
}

std::uint32_t cornerId(int face, int corner) {
  return static_cast<std::uint32_t>(3 * face + corner % 3);
}

}  // namespace

std::vector<MeshEdge> edgesOf(const SolidMesh& mesh) {
  struct Side {
    std::array<int, 2> ends{};
    int face = 0, side = 0;
  };
  std::vector<Side> sides;
  for (int f = 0; f < static_cast<int>(mesh.faces.size()); ++f) {
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(mesh.faces[f][k], mesh.faces[f][(k + 1) % 3]);
      sides.push_back({{low, high}, f, k});
    }
  }
  std::stable_sort(sides.begin(), sides.end(),
                   [](const Side& a, const Side& b) { return a.ends < b.ends; });
  std::vector<MeshEdge> edges;
  for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
    edges.push_back({{sides[i].face, sides[i + 1].face}, {sides[i].side, sides[i + 1].side}});
  }
  return edges;
}

std::vector<Vec3> faceNormals(const SolidMesh& mesh) {
  std::vector<Vec3> normals;
  for (const auto& [a, b, c] : mesh.faces) {
    const Vec3& from = mesh.vertices[a];
    normals.push_back((mesh.vertices[b] - from).cross(mesh.vertices[c] - from).stableNormalized());
  }
  return normals;
}

SolidMesh scaled(SolidMesh mesh, const Vec3& factors) {
  for (Vec3& vertex : mesh.vertices) vertex = vertex.cwiseProduct(factors);
  if (factors.prod() < 0) {
    for (auto& face : mesh.faces) std::swap(face[1], face[2]);
  }
  return mesh;
}

std::vector<MeshEdge> sharpEdges(const SolidMesh& mesh) {
  const std::vector<Vec3> normals = faceNormals(mesh);
  std::vector<MeshEdge> edges = edgesOf(mesh);
  std::erase_if(edges, [&](const MeshEdge& e) { return cosineAcross(e, normals) > kSameFace; });
  return edges;
}

CreasedMesh creased(const SolidMesh& mesh) {
  const std::vector<Vec3> normals = faceNormals(mesh);
  JoinedSets corners(3 * mesh.faces.size());
  for (const MeshEdge& edge : edgesOf(mesh)) {
    if (cosineAcross(edge, normals) < kRound) continue;
    // The two run along it in opposite directions.
    corners.join(cornerId(edge.face[0], edge.side[0]), cornerId(edge.face[1], edge.side[1] + 1));
    corners.join(cornerId(edge.face[0], edge.side[0] + 1), cornerId(edge.face[1], edge.side[1]));
  }
  CreasedMesh out;
  std::vector<std::uint32_t> drawn(3 * mesh.faces.size());
  for (int f = 0; f < static_cast<int>(mesh.faces.size()); ++f) {
    std::array<std::uint32_t, 3> triangle{};
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t corner = cornerId(f, k), root = corners.rootOf(corner);
      if (root == corner) {  // the first of its set, which the others follow
        drawn[root] = static_cast<std::uint32_t>(out.vertexOf.size());
        out.vertexOf.push_back(mesh.faces[f][k]);
      }
      triangle[k] = drawn[root];
    }
    out.triangles.push_back(triangle);
  }
  return out;
}

}  // namespace sinew
