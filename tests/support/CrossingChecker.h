#pragma once
// Whether parts run into each other or themselves, found the slow way and without any of the code
// of contact: every element of every part against every other, in many pictures of every step.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/contact/ContactMemory.h"
#include "core/simulation/Simulator.h"
#include "tests/support/CheckedSurface.h"
#include "tests/support/CheckedTies.h"

namespace sinew::test {

/// Watches a running simulation: look() after every step. Left out is what the scene lets pass
/// (passes_through, groups, rules, what is tied together near its ties) and what still comes apart
/// from an overlap at the start, or is being brought together.
class CrossingChecker {
 public:
  explicit CrossingChecker(const Simulator& simulator)
      : m_simulator(simulator), m_cubic(simulator.world().makeIntegrator()->adaptive()) {
    const World& world = simulator.world();
    const Scratches start = atStart(world);
    const PassThrough passing = passThroughOf(world, start);
    m_ties = std::make_unique<CheckedTies>(world, start);
    m_surfaces = surfacesOf(world, start);
    for (int a = 0; a < static_cast<int>(m_surfaces.size()); ++a) {
      for (int b = a; b < static_cast<int>(m_surfaces.size()); ++b) {
        const CheckedSurface &p = m_surfaces[a], &q = m_surfaces[b];
        const PairRules& rules = world.pairRules();
        const bool ruledOut =
            !rules.none() && rules.response(p.part, q.part) != TouchResponse::Solid;
        if (!ruledOut && (p.moves || q.moves) && !passing.pass(p.part, q.part))
          m_pairs.push_back(pairOf(a, b));
      }
    }
    m_before = now();
    readMemory();
  }

  /// How many pairs of parts are watched, each that touches itself included.
  std::size_t pairs() const { return m_pairs.size(); }

  /// Looks at the step just taken. What crosses is in `fault`.
  void look() {
    Moment after = now();
    m_overlapsBefore = std::exchange(m_memory.overlaps, {});
    readMemory();
    m_paths.resize(m_surfaces.size());
    m_swept.assign(m_surfaces.size(), {});
    for (std::size_t s = 0; s < m_surfaces.size(); ++s) {
      m_paths[s].clear();
      for (std::size_t i = 0; i < after.x[s].size(); ++i) {
        m_paths[s].push_back(pathOf(s, i, after));
        for (const Vec3& x : m_paths[s].back()) m_swept[s].extend(x);
      }
    }
    for (std::size_t p = 0; p < m_pairs.size() && fault.empty(); ++p) follow(m_pairs[p]);
    m_before = std::move(after);
  }

  std::string fault;

 private:
  using Path = std::array<Vec3, 4>;  // [m] of a vertex over a step: its Bernstein points
  /// Where all vertices are and how fast they go.
  struct Moment {
    double time = 0;                      // [s]
    std::vector<std::vector<Vec3>> x, v;  // per surface and vertex [m], [m/s]
  };
  struct Pair {
    int a = 0, b = 0;
    double thick = 0;    // [m] both together
    double slack = 0;    // [m] by which they start nearer than they may
    double spacing = 0;  // [m] that they may go towards each other from picture to picture
  };
  /// What of a surface is where the other one is too; nothing where that is a plane.
  struct Near {
    const CheckedSurface* surface = nullptr;
    std::span<const Vec3> x;
    std::vector<int> vertices;
    std::vector<std::array<int, 2>> edges;
    std::vector<std::array<int, 3>> faces;
  };

  // What starts nearer than its contact range counts as thinner, by less and less for a second
  // (docs/architecture.md).
  static constexpr double kSettling = 1;  // [s]

  Moment now() const {
    Moment moment{m_simulator.time(), {}, {}};
    for (const CheckedSurface& surface : m_surfaces) {
      const Part& part = *m_simulator.world().parts()[surface.part].part;
      std::vector<Vec3>&x = moment.x.emplace_back(), &v = moment.v.emplace_back();
      for (const ResolvedPoint& u : surface.shape.vertices) {
        part.locate(m_simulator.dynamics().scratch(surface.part), u, x.emplace_back(),
                    v.emplace_back());
      }
    }
    return moment;
  }

  // A step of RKF45 goes along the cubic with the velocities of its ends, any other straight.
  Path pathOf(std::size_t surface, std::size_t vertex, const Moment& after) const {
    const Vec3 &from = m_before.x[surface][vertex], &to = after.x[surface][vertex];
    if (!m_cubic) return {from, from + (to - from) / 3, to - (to - from) / 3, to};
    const double third = (after.time - m_before.time) / 3;
    return {from, from + third * m_before.v[surface][vertex], to - third * after.v[surface][vertex],
            to};
  }

  void place(int surface, double u, std::vector<Vec3>& out) const {
    const double w = 1 - u;
    out.clear();
    for (const Path& b : m_paths[surface]) {
      out.push_back(w * w * w * b[0] + 3 * u * w * w * b[1] + 3 * u * u * w * b[2] +
                    u * u * u * b[3]);
    }
  }

  // No picture must come after something thin has gone through something else: by half of what
  // is thick, which is felt on both sides, or an eighth across a solid.
  Pair pairOf(int a, int b) const {
    constexpr double kOfThickness = 0.5, kOfSolid = 0.125, kFinest = 5e-5;
    const CheckedSurface &p = m_surfaces[a], &q = m_surfaces[b];
    Pair pair{a, b, p.shape.thickness + q.shape.thickness, 0, 0};
    pair.spacing = kOfSolid * std::min(p.thin, q.thin);
    if (pair.thick > 0) pair.spacing = std::min(pair.spacing, kOfThickness * pair.thick);
    pair.spacing = std::max(pair.spacing, kFinest);
    const double range = contactRangeOf(m_simulator.world());
    pair.slack = std::max(0.0, depth(pair, p.rest(), q.rest(), pair.thick + range));
    return pair;
  }

  // [m] How far anything of the two goes at most, but for what both go together.
  double wayOf(const Pair& pair) const {
    SlowBox shifts;
    for (const int s : {pair.a, pair.b}) {
      for (const Path& b : m_paths[s]) shifts.extend(Vec3(b[3] - b[0]));
    }
    const Vec3 common = shifts.center() / 3;
    const auto longest = [&](int s) {
      double most = 0;
      for (const Path& b : m_paths[s]) {
        most = std::max(most, (b[1] - b[0] - common).norm() + (b[2] - b[1] - common).norm() +
                                  (b[3] - b[2] - common).norm());
      }
      return most;
    };
    return longest(pair.a) + longest(pair.b);
  }

  void readMemory() {
    m_memory.read(
        std::span(m_simulator.state().words).subspan(m_simulator.world().offsets().contact));
  }

  // The step that leads out of an overlap began in it.
  bool comeApart(const Pair& pair) const {
    const int a = m_surfaces[pair.a].part, b = m_surfaces[pair.b].part;
    const auto isIt = [&](const Overlap& it) {
      return std::minmax(it.partA, it.partB) == std::minmax(a, b);
    };
    return std::ranges::any_of(m_memory.overlaps, isIt) ||
           std::ranges::any_of(m_overlapsBefore, isIt);
  }

  bool endless(const Pair& pair) const {
    return !m_surfaces[pair.a].shape.planes.empty() || !m_surfaces[pair.b].shape.planes.empty();
  }

  void follow(const Pair& pair) {
    if (comeApart(pair)) return;
    const double left = std::max(0.0, 1 - m_simulator.time() / kSettling);
    const double thick = std::max(0.0, pair.thick - left * pair.slack);
    if (!endless(pair) && !grownBy(m_swept[pair.a], thick).intersects(m_swept[pair.b])) return;
    const auto pictures = 1 + static_cast<long>(wayOf(pair) / pair.spacing);
    for (long k = 1; k <= pictures && fault.empty(); ++k) {
      const double u = static_cast<double>(k) / static_cast<double>(pictures);
      place(pair.a, u, m_xA);
      place(pair.b, u, m_xB);
      check(pair, thick);
    }
  }

  void check(const Pair& pair, double thick) {
    const double nearer = depth(pair, m_xA, m_xB, thick);
    if (nearer >= 0) return report(pair, "too near", nearer);
    const auto [a, b] = nearOf(pair, m_xA, m_xB, 0);
    if (pierces(a, b) || pierces(b, a)) return report(pair, "an edge passes a face", 0);
    if (pair.a != pair.b && (isInside(a, b) || isInside(b, a))) {
      report(pair, "one is inside the other", 0);
    }
  }

  void report(const Pair& pair, const char* how, double by) {
    fault = m_surfaces[pair.a].name + " and " + m_surfaces[pair.b].name + ": " + how + " at " +
            std::to_string(m_simulator.time()) + " s, by " + std::to_string(by) + " m";
  }

  std::array<Near, 2> nearOf(const Pair& pair, std::span<const Vec3> xA, std::span<const Vec3> xB,
                             double margin) const {
    Near a{&m_surfaces[pair.a], xA, {}, {}, {}}, b{&m_surfaces[pair.b], xB, {}, {}, {}};
    SlowBox zone = grownBy(boxOf(xA), margin);
    zone = zone.intersection(grownBy(boxOf(xB), margin));
    if (endless(pair) || zone.isEmpty()) return {a, b};
    fill(a, zone);
    fill(b, zone);
    return {a, b};
  }

  static void fill(Near& near, const SlowBox& zone) {
    const auto reaches = [&](const auto& element) {
      SlowBox box;
      for (const int vertex : element) box.extend(near.x[vertex]);
      return box.intersects(zone);
    };
    const ContactSurface& shape = near.surface->shape;
    for (int i = 0; i < static_cast<int>(near.x.size()); ++i) {
      if (zone.contains(near.x[i])) near.vertices.push_back(i);
    }
    std::copy_if(shape.edges.begin(), shape.edges.end(), std::back_inserter(near.edges), reaches);
    std::copy_if(shape.faces.begin(), shape.faces.end(), std::back_inserter(near.faces), reaches);
  }

  /// By how much the two come nearer than `thick` [m]; < 0 if they do not.
  double depth(const Pair& pair, std::span<const Vec3> xA, std::span<const Vec3> xB,
               double thick) const {
    const auto [a, b] = nearOf(pair, xA, xB, thick);
    double nearer = std::max(behindPlanes(a, b, thick), behindPlanes(b, a, thick));
    if (thick <= 0) return nearer;
    nearer = std::max(nearer, betweenEdges(a, b, thick));
    return std::max({nearer, ofVertices(a, b, thick), ofVertices(b, a, thick)});
  }

  bool leftOut(const Near& a, const Near& b, std::span<const int> p, std::span<const int> q) const {
    return (a.surface == b.surface && a.surface->nearAtRest(p, q)) ||
           m_ties->leftOut(a.surface->part, p, b.surface->part, q);
  }

  double betweenEdges(const Near& a, const Near& b, double thick) const {
    double deepest = -1;
    for (const auto& e : a.edges) {
      const std::array<Vec3, 2> p = {a.x[e[0]], a.x[e[1]]};
      for (const auto& f : b.edges) {
        const std::array<Vec3, 2> q = {b.x[f[0]], b.x[f[1]]};
        if (aside(p, q, thick) || leftOut(a, b, e, f)) continue;
        const double nearer = thick - slowDistance(p[0], p[1], q[0], q[1]);
        if (nearer >= 0) deepest = std::max(deepest, nearer);
      }
    }
    return deepest;
  }

  double ofVertices(const Near& a, const Near& b, double thick) const {
    double deepest = -1;
    for (const auto& f : b.faces) {
      const Corners t = {b.x[f[0]], b.x[f[1]], b.x[f[2]]};
      for (const int i : a.vertices) {
        const std::array<int, 1> vertex = {i};
        if (aside(t, a.x.subspan(i, 1), thick) || leftOut(a, b, vertex, f)) continue;
        const double nearer = thick - pointToFace(a.x[i], t);
        if (nearer >= 0) deepest = std::max(deepest, nearer);
      }
    }
    return deepest;
  }

  double behindPlanes(const Near& a, const Near& b, double thick) const {
    double deepest = -1;
    if (!a.surface->shape.planes.empty()) return deepest;
    for (const auto& f : b.surface->shape.planes) {
      const Vec3 origin = b.x[f[0]];
      const Vec3 normal = (b.x[f[1]] - origin).cross(b.x[f[2]] - origin).normalized();
      for (int i = 0; i < static_cast<int>(a.x.size()); ++i) {
        const std::array<int, 1> vertex = {i};
        const double behind = thick - normal.dot(a.x[i] - origin);
        if (behind >= 0 && !leftOut(a, b, vertex, f)) deepest = std::max(deepest, behind);
      }
    }
    return deepest;
  }

  bool pierces(const Near& a, const Near& b) const {
    for (const auto& f : b.faces) {
      const Corners t = {b.x[f[0]], b.x[f[1]], b.x[f[2]]};
      for (const auto& e : a.edges) {
        const std::array<Vec3, 2> ends = {a.x[e[0]], a.x[e[1]]};
        if (aside(t, ends, 0) || !passes(ends[0], ends[1], t)) continue;
        if (!leftOut(a, b, e, f)) return true;
      }
    }
    return false;
  }

  /// Of what crosses nothing, one vertex tells of all.
  bool isInside(const Near& a, const Near& b) const {
    if (!b.surface->closed) return false;
    const Vec3& x = a.x[m_ties->farthestVertex(a.surface->part, b.surface->part)];
    if (!boxOf(b.x).contains(x)) return false;
    double seen = 0;  // [sr]
    for (const auto& f : b.surface->shape.faces) {
      seen += solidAngle(x, {b.x[f[0]], b.x[f[1]], b.x[f[2]]});
    }
    return std::abs(seen) > 2 * std::numbers::pi;
  }

  const Simulator& m_simulator;
  bool m_cubic;
  std::unique_ptr<CheckedTies> m_ties;
  std::vector<CheckedSurface> m_surfaces;
  std::vector<Pair> m_pairs;
  Moment m_before;
  ContactMemory m_memory;                 // as the state has it
  std::vector<Overlap> m_overlapsBefore;  // the step just taken
  std::vector<std::vector<Path>> m_paths;
  std::vector<SlowBox> m_swept;
  std::vector<Vec3> m_xA, m_xB;
};

}  // namespace sinew::test
