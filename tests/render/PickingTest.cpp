// A ray finds the surface and the material point that lies there.
#include "render/Picking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/parts/TubeMesh.h"
#include "tests/render/TestBodies.h"

using namespace sinew;
using namespace sinew::test;

namespace {

Snapshot twoBalls() {
  return snapshotOf({{.name = "near", .centre = Vec3(0, 0, 1), .radii = Vec3::Constant(0.5)},
                     {.name = "far", .centre = Vec3(0, 0, -2), .radii = Vec3::Constant(0.5)}});
}

/// A strip round a tube of radius 1 whose one coordinate is the angle, and a pole on top.
Snapshot tube(int around) {
  Snapshot snapshot;
  auto topology = std::make_shared<RenderTopology>();
  RenderTopology::PartMesh part;
  part.part = "tube";
  part.vertexCount = static_cast<std::uint32_t>(around + 1);
  part.mesh.coordinates = 1;
  part.mesh.period[0] = static_cast<float>(2 * std::numbers::pi);
  for (int i = 0; i < around; ++i) {
    const double angle = -std::numbers::pi + 2 * std::numbers::pi * i / around;
    part.mesh.material.push_back({static_cast<float>(angle), 0, 0});
    for (const double x : {std::sin(angle), 0.0, std::cos(angle)}) {
      snapshot.positions.push_back(static_cast<float>(x));
    }
  }
  part.mesh.material.push_back({0, 0, 0});
  for (const float x : {0.0F, 1.0F, 0.0F}) snapshot.positions.push_back(x);
  for (int i = 0; i < around; ++i) {
    part.mesh.triangles.push_back({static_cast<std::uint32_t>(i),
                                   static_cast<std::uint32_t>((i + 1) % around),
                                   static_cast<std::uint32_t>(around)});
  }
  topology->vertexCount = part.vertexCount;
  topology->parts.push_back(std::move(part));
  snapshot.topology = topology;
  return snapshot;
}

/// A rope straight along x from 0 to 2.
Snapshot rope(bool joined) {
  const std::vector<double> rings = {0, 0.25, 0.5, 0.75, 1};
  Snapshot snapshot;
  auto topology = std::make_shared<RenderTopology>();
  RenderTopology::PartMesh part;
  part.mesh = tubeMesh(rings, joined);
  part.vertexCount = static_cast<std::uint32_t>(part.mesh.material.size());
  const std::size_t ends = part.mesh.material.size() - 2;
  for (std::size_t i = 0; i < part.mesh.material.size(); ++i) {
    const auto& at = part.mesh.material[i];
    const float out = i < ends ? 0.1F : 0;
    for (const float x : {2 * at[0], out * std::sin(at[1]), out * std::cos(at[1])})
      snapshot.positions.push_back(x);
  }
  topology->vertexCount = part.vertexCount;
  topology->parts.push_back(std::move(part));
  snapshot.topology = topology;
  return snapshot;
}

}  // namespace

TEST(Picking, WhatIsTooThinToBeHitIsFoundBesideTheRay) {
  const Snapshot snapshot = rope(false);
  const Ray past{Vec3(1.2, 0.15, 5), -Vec3::UnitZ()};
  ASSERT_FALSE(pickSurface(snapshot, {true}, past));
  const auto hit = pickBeside(snapshot, {true}, past, {0.01, 0.01});
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->position.x(), 1.2, 0.01);
  EXPECT_NEAR(materialPointAt(*snapshot.topology, *hit)[0], 0.6, 0.01);
  EXPECT_LT((positionOf(snapshot, *hit) - hit->position).norm(), 1e-6);
  EXPECT_FALSE(pickBeside(snapshot, {true}, past, {0.01, 0.005})) << "0.05 m aside, 5 m away";
  EXPECT_FALSE(pickBeside(snapshot, {false}, past, {0.01, 0.01})) << "hidden";
  const Ray away{Vec3(1.2, 0.15, 5), Vec3::UnitZ()};
  EXPECT_FALSE(pickBeside(snapshot, {true}, away, {0.01, 0.01})) << "behind the eye";
}

TEST(Picking, FindsTheNearestPartAndWhereItIsHit) {
  const Snapshot snapshot = twoBalls();
  const auto hit = pickSurface(snapshot, {true, true}, {Vec3(0.1, 0, 5), -Vec3::UnitZ()});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->part, 0U);
  EXPECT_NEAR(hit->distance, 4 - std::sqrt(0.25 - 0.01), 2e-3);
  EXPECT_LT((positionOf(snapshot, *hit) - hit->position).norm(), 1e-6);
  EXPECT_NEAR(hit->weights.sum(), 1, 1e-12);
}

TEST(Picking, SeesThroughHiddenPartsAndPastEverything) {
  const Snapshot snapshot = twoBalls();
  const auto hit = pickSurface(snapshot, {false, true}, {Vec3(0, 0.01, 5), -Vec3::UnitZ()});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->part, 1U);
  EXPECT_FALSE(pickSurface(snapshot, {true, true}, {Vec3(0.6, 0, 5), -Vec3::UnitZ()}));
  EXPECT_FALSE(pickSurface(snapshot, {true, true}, {Vec3(0, 0, 5), Vec3::UnitZ()}));
  EXPECT_FALSE(pickSurface({}, {}, {Vec3(0, 0, 5), Vec3::UnitZ()}));
}

TEST(Picking, FindsWhatARayParallelToABoxFaceMeets) {
  const auto hit = pickSurface(twoBalls(), {true, true}, {Vec3(0, 5, 1.02), -Vec3::UnitY()});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->part, 0U);
}

TEST(Picking, AngleIsFollowedAcrossTheSeamAndNotLedAstrayByThePole) {
  const int around = 36;
  const Snapshot snapshot = tube(around);
  const double half = std::numbers::pi / around;  // from a vertex to the middle of its facet
  for (const double turn :
       {-std::numbers::pi + 0.3 * half, std::numbers::pi - 0.7 * half, 0.4, 2.1}) {
    for (const double height : {0.05, 0.5, 0.9}) {
      const Vec3 out(std::sin(turn), 0, std::cos(turn));
      const auto hit =
          pickSurface(snapshot, {true}, {Vec3(3 * out + height * Vec3::UnitY()), -out});
      ASSERT_TRUE(hit);
      const auto at = materialPointAt(*snapshot.topology, *hit);
      ASSERT_EQ(at.size(), 1U);
      EXPECT_LT(std::abs(std::remainder(at[0] - turn, 2 * std::numbers::pi)), 2 * half)
          << turn << " at height " << height;
    }
  }
}

TEST(Picking, EndsAreInTheirMiddlesAndARingHasNone) {
  const Snapshot open = rope(false);
  const auto ends = endsOf(open, 0);
  ASSERT_EQ(ends.size(), 2U);
  for (const SurfaceHit& end : ends) {
    const std::vector<double> at = materialPointAt(*open.topology, end);
    ASSERT_EQ(at.size(), 1U);
    EXPECT_TRUE(at[0] == 0 || at[0] == 1) << at[0];
    EXPECT_LT((end.position - Vec3(2 * at[0], 0, 0)).norm(), 1e-6);
  }
  EXPECT_NE(ends[0].position.x(), ends[1].position.x());
  EXPECT_TRUE(endsOf(rope(true), 0).empty());
  EXPECT_TRUE(endsOf(twoBalls(), 0).empty()) << "a ball's points have two numbers";
}
