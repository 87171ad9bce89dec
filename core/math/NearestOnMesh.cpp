#include "core/math/NearestOnMesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sinew {
namespace {

constexpr int kLeafFaces = 4;
constexpr int kMostOpen = 64;  // boxes; each level leaves one, and halves the faces

double squaredDistance(const Vec3& p, const Vec3& low, const Vec3& high) {
  return (p - p.cwiseMax(low).cwiseMin(high)).squaredNorm();
}

/// A place on a triangle and on which feature of it it lies.
struct OnTriangle {
  Vec3 at;
  int feature = 6;
};

/// By the regions that the sides and corners of the triangle a b c rule (Ericson 2005, 5.1.5).
OnTriangle nearestOn(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return {a, 0};
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return {b, 1};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {a + d1 / (d1 - d3) * ab, 3};
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return {c, 2};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {a + d2 / (d2 - d6) * ac, 5};
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    return {b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), 4};
  }
  const double whole = va + vb + vc;
  return {a + vb / whole * ab + vc / whole * ac, 6};
}

/// [rad] between two vectors.
double angleBetween(const Vec3& a, const Vec3& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

}  // namespace

NearestOnMesh::NearestOnMesh(SolidMesh mesh) : m_mesh(std::move(mesh)) {
  build(0, static_cast<int>(m_mesh.faces.size()));
  findNormals();
}

void NearestOnMesh::build(int first, int last) {
  auto& faces = m_mesh.faces;
  const auto at = [&](int face, int corner) -> const Vec3& {
    return m_mesh.vertices[faces[face][corner]];
  };
  Node node{at(first, 0), at(first, 0), first, last - first, -1};
  for (int f = first; f < last; ++f) {
    for (int k = 0; k < 3; ++k) {
      node.low = node.low.cwiseMin(at(f, k));
      node.high = node.high.cwiseMax(at(f, k));
    }
  }
  const std::size_t index = m_nodes.size();
  m_nodes.push_back(node);
  if (node.count <= kLeafFaces) return;
  int axis = 0;
  (node.high - node.low).maxCoeff(&axis);
  const auto along = [&](const std::array<int, 3>& face) {
    const auto& x = m_mesh.vertices;
    return x[face[0]][axis] + x[face[1]][axis] + x[face[2]][axis];
  };
  const int middle = first + node.count / 2;
  std::nth_element(faces.begin() + first, faces.begin() + middle, faces.begin() + last,
                   [&](const auto& f, const auto& g) {
                     return std::pair(along(f), f) < std::pair(along(g), g);
                   });
  build(first, middle);
  m_nodes[index].count = 0;
  m_nodes[index].second = static_cast<int>(m_nodes.size());
  build(middle, last);
}

void NearestOnMesh::findNormals() {
  m_faceNormals = faceNormals(m_mesh);
  m_vertexNormals.assign(m_mesh.vertices.size(), Vec3::Zero());
  m_sideNormals.resize(m_mesh.faces.size());
  for (std::size_t f = 0; f < m_mesh.faces.size(); ++f) {
    const auto& face = m_mesh.faces[f];
    for (int k = 0; k < 3; ++k) {
      const Vec3& here = m_mesh.vertices[face[k]];
      const Vec3 next = m_mesh.vertices[face[(k + 1) % 3]] - here;
      const Vec3 before = m_mesh.vertices[face[(k + 2) % 3]] - here;
      m_vertexNormals[face[k]] += angleBetween(next, before) * m_faceNormals[f];
    }
  }
  for (const MeshEdge& edge : edgesOf(m_mesh)) {
    const Vec3 sum = m_faceNormals[edge.face[0]] + m_faceNormals[edge.face[1]];
    for (int i = 0; i < 2; ++i) m_sideNormals[edge.face[i]][edge.side[i]] = sum;
  }
}

NearestOnMesh::Place NearestOnMesh::nearest(const Vec3& p) const {
  Place best;
  best.squared = std::numeric_limits<double>::infinity();
  std::array<std::pair<double, int>, kMostOpen> open;
  int count = 0;
  const auto far = [&](int node) {
    return squaredDistance(p, m_nodes[node].low, m_nodes[node].high);
  };
  open[count++] = {far(0), 0};
  while (count > 0) {
    const auto [least, index] = open[--count];
    if (least >= best.squared) continue;
    const Node& node = m_nodes[index];
    for (int f = node.first; f < node.first + node.count; ++f) {
      const auto& [a, b, c] = m_mesh.faces[f];
      const auto& x = m_mesh.vertices;
      const OnTriangle found = nearestOn(p, x[a], x[b], x[c]);
      const double squared = (p - found.at).squaredNorm();
      if (squared < best.squared) best = {found.at, squared, f, found.feature};
    }
    if (node.second < 0) continue;
    std::pair<double, int> one{far(index + 1), index + 1}, other{far(node.second), node.second};
    if (one.first < other.first) std::swap(one, other);
    open[count++] = one;
    open[count++] = other;  // the nearer, looked at first
  }
  return best;
}

const Vec3& NearestOnMesh::normalAt(const Place& place) const {
  if (place.feature < 3) return m_vertexNormals[m_mesh.faces[place.face][place.feature]];
  if (place.feature < 6) return m_sideNormals[place.face][place.feature - 3];
  return m_faceNormals[place.face];
}

double NearestOnMesh::gapAt(const Vec3& p, Vec3& normal) const {
  const Place place = nearest(p);
  const Vec3 away = p - place.at;
  const Vec3& outward = normalAt(place);
  const double distance = std::sqrt(place.squared);
  const bool inside = away.dot(outward) < 0;
  normal = distance > 0 ? Vec3((inside ? -1 : 1) / distance * away) : outward.stableNormalized();
  return inside ? -distance : distance;
}

}  // namespace sinew
