// What every part kind must offer to contact, found through the registry.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/contact/Closest.h"
#include "tests/conformance/PartBench.h"
#include "tests/conformance/PartPresets.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::conformance {
namespace {

using Edge = std::pair<int, int>;

using test::builtins;

class SurfaceConformance : public testing::TestWithParam<PartPreset> {
 protected:
  void SetUp() override {
    const Registry& registry = builtins();
    m_part = makePart(registry, GetParam());
    ASSERT_NE(m_part, nullptr);
    m_bench = std::make_unique<PartBench>(*m_part, 7);
    m_surface = m_part->contactSurface();
  }
  const Part& part() const { return *m_part; }
  PartBench& bench() { return *m_bench; }
  const ContactSurface& surface() const { return m_surface; }
  PartDims dims() const { return m_part->dims(); }
  bool moves() const { return dims().v > 0; }
  PartValues someState() { return moves() ? bench().shaken() : bench().initial(); }

  std::vector<Vec3> vertices(const PartValues& state) {
    std::vector<Vec3> at;
    const PartScratch& scratch = bench().at(state);
    for (const ResolvedPoint& u : surface().vertices) {
      Vec3 x, rate;
      part().locate(scratch, u, x, rate);
      at.push_back(x);
    }
    return at;
  }

 private:
  std::unique_ptr<Part> m_part;
  std::unique_ptr<PartBench> m_bench;
  ContactSurface m_surface;
};

TEST_P(SurfaceConformance, WhatIsDrawnCanBeTouched) {
  ASSERT_FALSE(part().tessellation().triangles.empty());
  // But for what only helps while working, and no film shows.
  const Registry& registry = builtins();
  const ParamSpec* inFilms = findParam(registry.part(GetParam().kind)->table, "in_films");
  ASSERT_NE(inFilms, nullptr);
  EXPECT_EQ(surface().empty(), inFilms->fallback == Value(false));
  EXPECT_GE(surface().thickness, 0);
}

TEST_P(SurfaceConformance, ElementsNameVerticesThereAre) {
  const int count = static_cast<int>(surface().vertices.size());
  const auto check = [count](const auto& elements) {
    for (const auto& element : elements) {
      const std::set<int> distinct(element.begin(), element.end());
      EXPECT_EQ(distinct.size(), element.size());
      EXPECT_GE(*distinct.begin(), 0);
      EXPECT_LT(*distinct.rbegin(), count);
    }
  };
  check(surface().edges);
  check(surface().faces);
  check(surface().planes);
  std::set<Edge> edges;
  for (const auto& edge : surface().edges) {
    EXPECT_TRUE(edges.insert(std::minmax(edge[0], edge[1])).second) << "an edge is there twice";
  }
}

TEST_P(SurfaceConformance, FacesAreClosedAndTurnOutward) {
  if (surface().faces.empty()) GTEST_SKIP() << "nothing but vertices, edges or planes";
  const std::vector<Vec3> x = vertices(bench().initial());
  std::map<Edge, int> balance;
  double volume = 0;
  for (const auto& face : surface().faces) {
    const Vec3 a = x[face[0]] - x[0], b = x[face[1]] - x[0], c = x[face[2]] - x[0];
    volume += a.dot(b.cross(c)) / 6;
    for (int i = 0; i < 3; ++i) {
      const int from = face[i], to = face[(i + 1) % 3];
      balance[std::minmax(from, to)] += from < to ? 1 : -1;
    }
  }
  for (const auto& [edge, sum] : balance) EXPECT_EQ(sum, 0);
  EXPECT_GT(volume, 0);
}

// An edge that is left out must lie in one flat face with what it would part.
TEST_P(SurfaceConformance, SidesOfFacesAreEdges) {
  const std::vector<Vec3> x = vertices(bench().initial());
  std::set<Edge> edges;
  for (const auto& edge : surface().edges) edges.insert(std::minmax(edge[0], edge[1]));
  std::map<Edge, std::vector<Vec3>> normals;
  for (const auto& face : surface().faces) {
    const Vec3 normal = (x[face[1]] - x[face[0]]).cross(x[face[2]] - x[face[0]]);
    for (int i = 0; i < 3; ++i) {
      const Edge side = std::minmax(face[i], face[(i + 1) % 3]);
      if (!edges.contains(side)) normals[side].push_back(normal.normalized());
    }
  }
  for (const auto& [side, both] : normals) {
    EXPECT_LE(dims().v, 6) << "what bends needs all its edges";
    ASSERT_EQ(both.size(), 2u);
    EXPECT_GT(both[0].dot(both[1]), 1 - 1e-12);
  }
}

TEST_P(SurfaceConformance, VerticesMoveAsTheirJacobiansSay) {
  if (!moves()) GTEST_SKIP() << "nothing moves";
  const PartValues state = bench().shaken();
  const Numbers nu = bench().nu(state);
  const double h = 1e-5;
  const std::vector<Vec3> ahead = vertices(bench().advanced(state, nu, h));
  const std::vector<Vec3> behind = vertices(bench().advanced(state, nu, -h));
  const std::size_t stride = 1 + surface().vertices.size() / 40;
  for (std::size_t i = 0; i < surface().vertices.size(); i += stride) {
    const auto k = bench().kinematics(state, surface().vertices[i]);
    const Vec3 rate = (ahead[i] - behind[i]) / (2 * h);
    EXPECT_LE((k.L * nu - rate).norm(), 1e-6 * (bench().size() + rate.norm()));
    EXPECT_LE((k.xdot - rate).norm(), 1e-6 * (bench().size() + rate.norm()));
  }
}

// Keyed ones move as locate() says.
TEST_P(SurfaceConformance, VerticesReportTheirVelocities) {
  const PartValues state = someState();
  for (const ResolvedPoint& u : surface().vertices) {
    EXPECT_TRUE(bench().position(state, u).allFinite());
    EXPECT_TRUE(bench().velocity(state, u).allFinite());
  }
}

/// [m] from p to the nearest point of the surface's elements, without its thickness.
double distanceTo(const ContactSurface& surface, const std::vector<Vec3>& x, const Vec3& p) {
  double nearest = std::numeric_limits<double>::infinity();
  const auto consider = [&](Pairing pairing, std::initializer_list<int> of) {
    std::array<Vec3, 4> points{p};
    int count = 1;
    for (const int i : of) points[count++] = x[i];
    nearest = std::min(nearest, std::abs(closest(pairing, points.data()).distance));
  };
  for (const auto& f : surface.faces) consider(Pairing::VertexFace, {f[0], f[1], f[2]});
  for (const auto& f : surface.planes) consider(Pairing::VertexPlane, {f[0], f[1], f[2]});
  for (const auto& e : surface.edges) consider(Pairing::VertexEdge, {e[0], e[1]});
  for (int i = 0; i < static_cast<int>(surface.vertices.size()); ++i) {
    consider(Pairing::VertexVertex, {i});
  }
  return nearest;
}

// The skin is a coarser one than what is drawn: by as much as the few nodes of some of these parts
// cannot follow. Where it differs, contact would be seen to be off.
TEST_P(SurfaceConformance, TheSurfaceIsWhereThePartIsDrawn) {
  if (surface().empty()) GTEST_SKIP() << "there is none";
  const PartValues state = someState();
  const std::vector<Vec3> x = vertices(state);
  std::vector<float> drawn(3 * part().tessellation().material.size());
  part().tessellate(bench().at(state), drawn);
  const double reach = surface().planes.empty() ? 0.0 : bench().size();  // drawn as a slab
  const std::size_t count = drawn.size() / 3;
  for (std::size_t i = 0; i < count; i += 1 + count / 60) {
    const Vec3 p(drawn[3 * i], drawn[3 * i + 1], drawn[3 * i + 2]);
    const double off = distanceTo(surface(), x, p) - surface().thickness;
    EXPECT_LE(off, reach + 0.12 * bench().size() + 1e-5 * p.norm());
  }
}

INSTANTIATE_TEST_SUITE_P(Builtins, SurfaceConformance, testing::ValuesIn(partPresets(builtins())),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace sinew::conformance
