#include "render/MeshCoarsening.h"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

namespace sinew {
namespace {

using Vec3f = Eigen::Vector3f;
constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr int kMostPasses = 12;
constexpr float kLeastAgreement = 0.8f;  // cosine that a facet may turn in one collapse

/// One pass collapses vertices that do not touch each other, so that each decision sees the mesh
/// as it is.
class CoarseningPass {
 public:
  CoarseningPass(std::vector<Triangle>& triangles, std::span<const float> positions)
      : m_triangles(triangles), m_positions(positions), m_count(positions.size() / 3) {
    groupByVertex();
  }

  /// True when something was collapsed.
  bool run(std::size_t wanted) {
    m_locked.assign(m_count, false);
    std::size_t left = m_triangles.size();
    for (const std::uint32_t vertex : shortestFirst()) {
      if (left <= wanted) break;
      if (m_locked[vertex]) continue;
      const std::uint32_t onto = m_nearest[vertex];
      if (!mayCollapse(vertex, onto)) continue;
      collapse(vertex, onto);
      left -= 2;
    }
    const std::size_t before = m_triangles.size();
    std::erase_if(m_triangles,
                  [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
    return m_triangles.size() < before;
  }

 private:
  Vec3f at(std::uint32_t vertex) const {
    return Eigen::Map<const Vec3f>(m_positions.data() + 3 * static_cast<std::size_t>(vertex));
  }
  std::span<const std::uint32_t> around(std::uint32_t vertex) const {
    return {m_byVertex.data() + m_first[vertex], m_first[vertex + 1] - m_first[vertex]};
  }

  void groupByVertex() {
    m_first.assign(m_count + 1, 0);
    for (const Triangle& t : m_triangles) {
      for (const std::uint32_t vertex : t) ++m_first[vertex + 1];
    }
    for (std::size_t i = 0; i < m_count; ++i) m_first[i + 1] += m_first[i];
    m_byVertex.resize(3 * m_triangles.size());
    std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
    for (std::uint32_t i = 0; i < m_triangles.size(); ++i) {
      for (const std::uint32_t vertex : m_triangles[i]) m_byVertex[next[vertex]++] = i;
    }
  }

  /// Vertices in use, those with a close neighbour first.
  std::vector<std::uint32_t> shortestFirst() {
    m_nearest.assign(m_count, kNone);
    std::vector<float> length(m_count, std::numeric_limits<float>::max());
    for (const Triangle& t : m_triangles) {
      for (int i = 0; i < 3; ++i) {
        const std::uint32_t a = t[i], b = t[(i + 1) % 3];
        const float squared = (at(a) - at(b)).squaredNorm();
        // Equal lengths are common in regular meshes: the lower neighbour, whatever the order.
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
          if (squared > length[from] || (squared == length[from] && to > m_nearest[from])) continue;
          length[from] = squared;
          m_nearest[from] = to;
        }
      }
    }
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < m_count; ++i) {
      if (m_nearest[i] != kNone) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&length](std::uint32_t a, std::uint32_t b) { return length[a] < length[b]; });
    return order;
  }

  /// Neighbours of a vertex, each as often as triangles share the edge.
  std::vector<std::uint32_t> neighbours(std::uint32_t vertex) const {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t i : around(vertex)) {
      for (const std::uint32_t other : m_triangles[i]) {
        if (other != vertex) out.push_back(other);
      }
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  bool mayCollapse(std::uint32_t vertex, std::uint32_t onto) const {
    std::vector<std::uint32_t> ring = neighbours(vertex), other = neighbours(onto);
    // In a closed fan every neighbour is shared by two triangles; at a border one is not.
    for (std::size_t i = 0; i < ring.size(); i += 2) {
      if (i + 1 >= ring.size() || ring[i] != ring[i + 1]) return false;
    }
    for (const std::uint32_t neighbour : ring) {
      if (m_locked[neighbour]) return false;
    }
    ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
    other.erase(std::unique(other.begin(), other.end()), other.end());
    std::vector<std::uint32_t> shared;
    std::set_intersection(ring.begin(), ring.end(), other.begin(), other.end(),
                          std::back_inserter(shared));
    return shared.size() == 2 && facetsKeepFacing(vertex, onto);
  }

  bool facetsKeepFacing(std::uint32_t vertex, std::uint32_t onto) const {
    for (const std::uint32_t i : around(vertex)) {
      Triangle t = m_triangles[i];
      if (std::find(t.begin(), t.end(), onto) != t.end()) continue;
      const Vec3f before = normalOf(t);
      std::replace(t.begin(), t.end(), vertex, onto);
      const Vec3f after = normalOf(t);
      if (before.dot(after) < kLeastAgreement * before.norm() * after.norm()) return false;
      if (after.squaredNorm() == 0) return false;
    }
    return true;
  }

  Vec3f normalOf(const Triangle& t) const {
    const Vec3f a = at(t[0]);
    return (at(t[1]) - a).cross(at(t[2]) - a);
  }

  void collapse(std::uint32_t vertex, std::uint32_t onto) {
    for (const std::uint32_t neighbour : neighbours(vertex)) m_locked[neighbour] = true;
    for (const std::uint32_t i : around(vertex)) {
      std::replace(m_triangles[i].begin(), m_triangles[i].end(), vertex, onto);
    }
    m_locked[vertex] = true;
  }

  std::vector<Triangle>& m_triangles;
  std::span<const float> m_positions;
  std::size_t m_count;
  std::vector<std::uint32_t> m_first, m_byVertex, m_nearest;
  std::vector<bool> m_locked;
};

}  // namespace

std::vector<Triangle> coarsened(std::span<const Triangle> triangles,
                                std::span<const float> positions, std::size_t wanted) {
  std::vector<Triangle> out(triangles.begin(), triangles.end());
  for (int pass = 0; pass < kMostPasses && out.size() > wanted; ++pass) {
    if (!CoarseningPass(out, positions).run(wanted)) break;
  }
  return out;
}

}  // namespace sinew
