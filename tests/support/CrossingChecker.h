#pragma once
// Whether parts run into each other, found the slow way and without any of the code of contact:
// every element of every part against every other, in many pictures of every step.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "core/simulation/Simulator.h"

namespace sinew::test {

/// Nearest distance of two segments by alternating projection from several starts, which no case
/// distinction can get wrong.
inline double slowDistance(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const auto foot = [](const Vec3& p, const Vec3& from, const Vec3& to) {
    const Vec3 edge = to - from;
    const double square = edge.squaredNorm();
    const double t = square > 0 ? std::clamp(edge.dot(p - from) / square, 0.0, 1.0) : 0.0;
    return Vec3(from + t * edge);
  };
  double nearest = std::numeric_limits<double>::infinity();
  for (const double start : {0.0, 0.5, 1.0}) {
    Vec3 p = a + start * (b - a), q;
    for (int i = 0; i < 60; ++i) {
      q = foot(p, c, d);
      p = foot(q, a, b);
    }
    nearest = std::min(nearest, (p - q).norm());
  }
  return nearest;
}

/// Whether the segment from a to b passes through the triangle.
inline bool passes(const Vec3& a, const Vec3& b, const std::array<Vec3, 3>& t) {
  const auto side = [](const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
    return (q - p).cross(r - p).dot(s - p);
  };
  const double before = side(t[0], t[1], t[2], a), after = side(t[0], t[1], t[2], b);
  if (before * after >= 0) return false;
  const double u = side(a, b, t[0], t[1]), v = side(a, b, t[1], t[2]), w = side(a, b, t[2], t[0]);
  return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

/// Watches a running simulation: look() after every step.
class CrossingChecker {
 public:
  explicit CrossingChecker(const Simulator& simulator) : m_simulator(simulator) {
    for (const CompiledPart& part : simulator.world().parts()) {
      m_surfaces.push_back(part.part->contactSurface());
      m_names.push_back(part.name);
    }
    m_before = positions();
  }

  /// Looks at the step just taken. What crosses is in `fault`.
  void look() {
    const Picture now = positions();
    // As many pictures as it takes for nothing to move by more than half of what is thin.
    double farthest = 0;
    for (std::size_t p = 0; p < now.size(); ++p) {
      for (std::size_t i = 0; i < now[p].size(); ++i) {
        farthest = std::max(farthest, (now[p][i] - m_before[p][i]).norm());
      }
    }
    const int pictures = 1 + static_cast<int>(std::min(64.0, farthest / kFinest));
    for (int k = 1; k <= pictures && fault.empty(); ++k) {
      const double u = static_cast<double>(k) / pictures;
      Picture between = now;
      for (std::size_t p = 0; p < now.size(); ++p) {
        for (std::size_t i = 0; i < now[p].size(); ++i) {
          between[p][i] = (1 - u) * m_before[p][i] + u * now[p][i];
        }
      }
      check(between);
    }
    m_before = now;
  }

  std::string fault;

 private:
  using Picture = std::vector<std::vector<Vec3>>;  // per part and vertex
  static constexpr double kFinest = 2e-3;          // [m]

  Picture positions() const {
    Picture out;
    for (std::size_t p = 0; p < m_surfaces.size(); ++p) {
      const Part& part = *m_simulator.world().parts()[p].part;
      out.emplace_back();
      for (const ResolvedPoint& u : m_surfaces[p].vertices) {
        Vec3 x, v;
        part.locate(m_simulator.dynamics().scratch(static_cast<int>(p)), u, x, v);
        out.back().push_back(x);
      }
    }
    return out;
  }

  void check(const Picture& at) {
    for (std::size_t a = 0; a < at.size(); ++a) {
      for (std::size_t b = 0; b < at.size(); ++b) {
        if (a == b || apart(at, a, b)) continue;
        if (a < b) checkEdges(at, a, b);
        checkFaces(at, a, b);
        checkPlanes(at, a, b);
      }
    }
  }

  double thickness(std::size_t a, std::size_t b) const {
    return m_surfaces[a].thickness + m_surfaces[b].thickness;
  }

  /// Whether all p are farther than `margin` from all q along one of the axes: most are.
  static bool aside(std::span<const Vec3> p, std::span<const Vec3> q, double margin) {
    for (int axis = 0; axis < 3; ++axis) {
      double lowP = p[0][axis], highP = lowP, lowQ = q[0][axis], highQ = lowQ;
      for (const Vec3& x : p) lowP = std::min(lowP, x[axis]), highP = std::max(highP, x[axis]);
      for (const Vec3& x : q) lowQ = std::min(lowQ, x[axis]), highQ = std::max(highQ, x[axis]);
      if (lowP > highQ + margin || lowQ > highP + margin) return true;
    }
    return false;
  }

  bool apart(const Picture& at, std::size_t a, std::size_t b) const {
    if (!m_surfaces[a].planes.empty() || !m_surfaces[b].planes.empty()) return false;
    return aside(at[a], at[b], thickness(a, b));
  }

  void report(std::size_t a, std::size_t b, const char* how, double by) {
    fault = m_names[a] + " and " + m_names[b] + ": " + how + " at " +
            std::to_string(m_simulator.time()) + " s, by " + std::to_string(by) + " m";
  }

  /// Ends of edges, or lone vertices as edges of no length.
  static std::vector<std::array<int, 2>> edgesOf(const ContactSurface& surface) {
    std::vector<std::array<int, 2>> edges = surface.edges;
    if (edges.empty() && surface.planes.empty()) {
      for (int i = 0; i < static_cast<int>(surface.vertices.size()); ++i) edges.push_back({i, i});
    }
    return edges;
  }

  void checkEdges(const Picture& at, std::size_t a, std::size_t b) {
    const double thick = thickness(a, b);
    if (thick <= 0) return;
    for (const auto& e : edgesOf(m_surfaces[a])) {
      for (const auto& f : edgesOf(m_surfaces[b])) {
        const std::array<Vec3, 2> p = {at[a][e[0]], at[a][e[1]]}, q = {at[b][f[0]], at[b][f[1]]};
        if (aside(p, q, thick)) continue;
        const double distance = slowDistance(p[0], p[1], q[0], q[1]);
        if (distance <= thick) report(a, b, "edges cross", thick - distance);
      }
    }
  }

  /// Nothing of a passes through a face of b, or comes nearer to it than both are thick.
  void checkFaces(const Picture& at, std::size_t a, std::size_t b) {
    const double thick = thickness(a, b);
    std::array<Vec3, 2> bounds = {at[a][0], at[a][0]};
    for (const Vec3& x : at[a]) {
      bounds = {bounds[0].cwiseMin(x), bounds[1].cwiseMax(x)};
    }
    for (const auto& f : m_surfaces[b].faces) {
      const std::array<Vec3, 3> t = {at[b][f[0]], at[b][f[1]], at[b][f[2]]};
      if (aside(t, bounds, thick)) continue;
      for (const auto& e : m_surfaces[a].edges) {
        const std::array<Vec3, 2> ends = {at[a][e[0]], at[a][e[1]]};
        if (aside(t, ends, 0)) continue;
        if (passes(at[a][e[0]], at[a][e[1]], t)) report(a, b, "an edge passes a face", 0);
      }
      if (thick <= 0) continue;
      const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]).normalized();
      for (const Vec3& x : at[a]) {
        const double height = normal.dot(x - t[0]);
        // The vertex, and its reflection, on either side of the face: what passes is near.
        if (std::abs(height) > thick ||
            !passes(x - (height - thick) * normal, x - (height + thick) * normal, t)) {
          continue;
        }
        report(a, b, "a vertex is in a face", thick - std::abs(height));
      }
    }
  }

  void checkPlanes(const Picture& at, std::size_t a, std::size_t b) {
    if (!m_surfaces[a].planes.empty()) return;
    for (const auto& f : m_surfaces[b].planes) {
      const Vec3 origin = at[b][f[0]];
      const Vec3 normal = (at[b][f[1]] - origin).cross(at[b][f[2]] - origin).normalized();
      for (const Vec3& x : at[a]) {
        const double height = normal.dot(x - origin) - thickness(a, b);
        if (height <= 0) report(a, b, "a vertex is behind a plane", -height);
      }
    }
  }

  const Simulator& m_simulator;
  std::vector<ContactSurface> m_surfaces;
  std::vector<std::string> m_names;
  Picture m_before;
};

}  // namespace sinew::test
