#pragma once
#include "core/contact/ContactSearch.h"
#include "core/math/Icosphere.h"
#include "tests/support/Seeded.h"

namespace sinew::test {

// Contact surfaces for tests of contact, without parts behind them: vertex i of a surface has the
// cell i.

inline ContactSurface withVertices(std::size_t count, double thickness) {
  ContactSurface surface;
  surface.vertices.resize(count);
  for (std::size_t i = 0; i < count; ++i) surface.vertices[i].cell = static_cast<int>(i);
  surface.thickness = thickness;
  return surface;
}

inline ContactSearch::Surface ballOfFaces(double radius, int subdivisions) {
  const Icosphere sphere = icosphere(subdivisions);
  ContactSearch::Surface out{withVertices(sphere.vertices.size(), 0), {}};
  for (const Vec3& x : sphere.vertices) out.rest.push_back(radius * x);
  for (const auto& t : sphere.triangles) {
    const std::array<int, 3> face = {static_cast<int>(t[0]), static_cast<int>(t[1]),
                                     static_cast<int>(t[2])};
    out.shape.faces.push_back(face);
    for (int i = 0; i < 3; ++i) {
      if (face[i] < face[(i + 1) % 3]) out.shape.edges.push_back({face[i], face[(i + 1) % 3]});
    }
  }
  return out;
}

inline ContactSearch::Surface thickChain(int edges, double length, double thickness) {
  ContactSearch::Surface out{withVertices(static_cast<std::size_t>(edges) + 1, thickness), {}};
  for (int i = 0; i <= edges; ++i) {
    out.rest.emplace_back(length * i / edges, 0, 0);
    if (i > 0) out.shape.edges.push_back({i - 1, i});
  }
  return out;
}

inline ContactSearch::Surface lonePoint(double thickness) {
  return {withVertices(1, thickness), {Vec3::Zero()}};
}

inline ContactSearch::Surface endlessFloor() {
  ContactSearch::Surface out{withVertices(3, 0), {Vec3::Zero(), Vec3::UnitZ(), Vec3::UnitX()}};
  out.shape.planes = {{0, 1, 2}};
  return out;
}

}  // namespace sinew::test
