#pragma once
// The surfaces of a scene as the checker of crossings sees them.
#include <Eigen/Eigenvalues>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/simulation/ContactRange.h"
#include "core/simulation/TiedParts.h"
#include "core/simulation/World.h"
#include "tests/support/SlowGeometry.h"

namespace sinew::test {

using Scratches = std::vector<std::unique_ptr<PartScratch>>;

/// All parts where the scene starts.
inline Scratches atStart(const World& world) {
  Scratches scratches;
  for (const CompiledPart& part : world.parts()) {
    std::vector<double> q(part.dims.q), v(part.dims.v);
    part.part->initialState(q.data(), v.data());
    scratches.push_back(part.part->makeScratch());
    part.part->update({q.data(), v.data(), 0}, *scratches.back());
  }
  return scratches;
}

/// What is meant to pass through what: that is a rule of scenes, and no part of finding contacts.
inline PassThrough passThroughOf(const World& world, const Scratches& start) {
  PassThrough passing;
  addChosen(world, passing);
  addTied(world, start, contactRangeOf(world), passing);
  passing.settle();
  return passing;
}

class CheckedSurface {
 public:
  CheckedSurface(const CompiledPart& source, int index, const PartScratch& start)
      : part(index),
        name(source.name),
        moves(source.dims.v > 0),
        shape(source.part->contactSurface()) {
    for (const ResolvedPoint& u : shape.vertices) {
      Vec3 velocity;
      source.part->locate(start, u, m_rest.emplace_back(), velocity);
    }
    for (const auto& [a, b] : shape.edges) m_spacing += (m_rest[a] - m_rest[b]).norm();
    if (!shape.edges.empty()) m_spacing /= static_cast<double>(shape.edges.size());
    if (shape.edges.empty() && shape.planes.empty()) {
      for (int i = 0; i < static_cast<int>(shape.vertices.size()); ++i)
        shape.edges.push_back({i, i});
    }
    measureChain();
    measureSkin();
  }

  int part;
  std::string name;
  bool moves;
  ContactSurface shape;  ///< with lone vertices as edges of no length
  bool closed = false;   ///< a net of faces with an inside
  /// [m] across where it is thinnest, of what has only faces to be felt by.
  double thin = std::numeric_limits<double>::infinity();

  const std::vector<Vec3>& rest() const { return m_rest; }

  /// Whether two elements of it are so near each other at rest that nothing can keep them apart:
  /// four times its thickness and half an edge, of ropes along them.
  bool nearAtRest(std::span<const int> p, std::span<const int> q) const {
    const double wide = 1.001 * (4 * shape.thickness + 0.5 * m_spacing);
    if (!m_along.empty()) return alongBetween(p, q) < wide;
    const auto corners = [this](std::span<const int> element) {
      std::vector<Vec3> out;
      for (const int vertex : element) out.push_back(m_rest[vertex]);
      return out;
    };
    return slowDistance(std::span<const Vec3>(corners(p)), std::span<const Vec3>(corners(q))) <
           wide;
  }

 private:
  // How far along it each vertex of a rope is.
  void measureChain() {
    const std::size_t count = m_rest.size();
    if (!shape.faces.empty() || !shape.planes.empty() || count < 2) return;
    m_along.push_back(0);
    for (std::size_t i = 1; i < count; ++i) {
      m_along.push_back(m_along.back() + (m_rest[i] - m_rest[i - 1]).norm());
    }
    m_ring = shape.edges.size() == count;
    if (m_ring) m_length = m_along.back() + (m_rest.front() - m_rest.back()).norm();
  }

  // From which length along a rope to which an edge reaches.
  std::array<double, 2> reachOf(std::span<const int> edge) const {
    const int last = static_cast<int>(m_along.size()) - 1;
    const auto [from, to] = std::minmax(edge.front(), edge.back());
    if (m_ring && from == 0 && to == last && last > 1) return {m_along[last], m_length};
    return {m_along[from], m_along[to]};
  }

  double alongBetween(std::span<const int> p, std::span<const int> q) const {
    std::array<double, 2> first = reachOf(p), second = reachOf(q);
    if (first[0] > second[0]) std::swap(first, second);
    const double direct = second[0] - first[1];
    return m_ring ? std::min(direct, first[0] + m_length - second[1]) : direct;
  }

  void measureSkin() {
    if (shape.faces.empty()) return;
    Vec3 middle = Vec3::Zero();
    for (const Vec3& x : m_rest) middle += x / static_cast<double>(m_rest.size());
    Mat3 spread = Mat3::Zero();
    for (const Vec3& x : m_rest) spread += (x - middle) * (x - middle).transpose();
    const Mat3 axes = Eigen::SelfAdjointEigenSolver<Mat3>(spread).eigenvectors();
    SlowBox box;
    for (const Vec3& x : m_rest) box.extend(Vec3(axes.transpose() * x));
    thin = box.sizes().minCoeff();
    // Every side of a face is another's the other way round.
    std::set<std::pair<int, int>> sides;
    for (const auto& f : shape.faces) {
      for (int i = 0; i < 3; ++i) sides.insert({f[i], f[(i + 1) % 3]});
    }
    closed = std::all_of(sides.begin(), sides.end(), [&](const auto& side) {
      return sides.count({side.second, side.first}) > 0;
    });
  }

  std::vector<Vec3> m_rest;     // [m] its vertices where the scene starts
  double m_spacing = 0;         // [m] a mean edge
  std::vector<double> m_along;  // [m] of a chain of edges; else none
  double m_length = 0;          // [m] round a ring
  bool m_ring = false;
};

/// Of all parts that have one.
inline std::vector<CheckedSurface> surfacesOf(const World& world, const Scratches& start) {
  std::vector<CheckedSurface> found;
  for (std::size_t i = 0; i < world.parts().size(); ++i) {
    CheckedSurface surface(world.parts()[i], static_cast<int>(i), *start[i]);
    if (!surface.shape.vertices.empty()) found.push_back(std::move(surface));
  }
  return found;
}

}  // namespace sinew::test
