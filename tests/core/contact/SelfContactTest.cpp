// Parts that touch themselves.
#include <gtest/gtest.h>

#include <cmath>

#include "core/contact/Closest.h"
#include "core/simulation/OverlapRemark.h"
#include "tests/support/CrossingChecker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kRopeRadius = 0.02;

/// A rope whose lower half is held at both ends and whose upper half, which comes back above it,
/// falls onto it.
SceneBuilder folded(bool selfContact, const char* integrator) {
  SceneBuilder builder;
  builder.settings({{"integrator", integrator}, {"step", 0.004}, {"contact_range", 0.004}});
  builder.part("rope", "rope",
               {{"position", Vec3(-0.5, 0, 0)},
                {"points", ValueList{Value(Vec3(0.5, 0, 0)), Value(Vec3(1, 0, 0)),
                                     Value(Vec3(1.1, 0.08, 0)), Value(Vec3(1, 0.16, 0)),
                                     Value(Vec3(0.5, 0.16, 0)), Value(Vec3(0, 0.16, 0))}},
                {"control_points", std::int64_t{24}},
                {"radius", kRopeRadius},
                {"youngs_modulus", 1e6},
                {"density", 500.0},
                {"internal_damping", 0.05},
                {"bend_scale", 1.0},
                {"self_contact", selfContact}});
  builder.constraint("position", "left",
                     {{"point", at("rope", {0})}, {"target", Vec3(-0.5, 0, 0)}});
  builder.constraint("position", "right", {{"point", at("rope", {0.42})}});
  return builder;
}

/// Two strands of a rope, one above the other at this distance of their axes, that come together.
SceneBuilder hairpin(double apart) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.004}, {"contact_range", 0.004}});
  builder.part(
      "rope", "rope",
      {{"position", Vec3(0, 0, 0)},
       {"points", ValueList{Value(Vec3(0.5, 0, 0)), Value(Vec3(0.65, -0.08, 0)),
                            Value(Vec3(0.75, 0.5 * apart, 0)), Value(Vec3(0.65, apart + 0.08, 0)),
                            Value(Vec3(0.5, apart, 0)), Value(Vec3(0, apart, 0))}},
       {"control_points", std::int64_t{24}},
       {"radius", kRopeRadius},
       {"youngs_modulus", 1e6},
       {"density", 500.0},
       {"internal_damping", 0.05},
       {"self_contact", true}});
  builder.constraint("position", "left", {{"point", at("rope", {0})}, {"target", Vec3(0, 0, 0)}});
  return builder;
}

/// [m] between the axes of what lies further apart along the rope than it could be bent.
double leastDistance(const Simulator& simulator, int samplesApart = 14) {
  constexpr int kSamples = 120;
  std::vector<Vec3> x;
  for (int i = 0; i <= kSamples; ++i) {
    x.push_back(positionOf(simulator, "rope", {static_cast<double>(i) / kSamples}));
  }
  double least = 1e9;
  for (int i = 0; i < kSamples; ++i) {
    for (int j = i + samplesApart; j < kSamples; ++j) {
      const std::array<Vec3, 4> points = {x[i], x[i + 1], x[j], x[j + 1]};
      least = std::min(least, closest(Pairing::EdgeEdge, points.data()).distance);
    }
  }
  return least;
}

TEST(SelfContact, ARopeLiesOnItself) {
  for (const char* integrator : {"implicit_euler", "bdf2"}) {
    Simulator simulator(folded(true, integrator).world());
    CrossingChecker checker(simulator);
    ASSERT_EQ(checker.pairs(), 1U);
    double least = 1;
    while (simulator.time() < 1) {
      simulator.step(1);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      checker.look();
      ASSERT_EQ(checker.fault, "") << integrator;
      least = std::min(least, leastDistance(simulator));
    }
    EXPECT_GE(least, 1.98 * kRopeRadius) << integrator << ": chords of the curve, not the curve";
    EXPECT_LT(least, 2.5 * kRopeRadius) << integrator << ": it touches";
  }
}

TEST(SelfContact, IsNotThereUnlessAskedFor) {
  Simulator simulator(folded(false, "implicit_euler").world());
  double least = 1;
  for (int frame = 1; frame <= 24; ++frame) {
    simulator.advanceTo(frame / 24.0);
    least = std::min(least, leastDistance(simulator));
  }
  EXPECT_LT(least, kRopeRadius);
}

// The checker must see it where nothing prevents it.
TEST(SelfContact, CrossingsAreSeenWhereThereIsNone) {
  SceneBuilder builder = folded(true, "implicit_euler");
  builder.settings({{"contact", "springs"}});
  Simulator simulator(builder.world());
  CrossingChecker checker(simulator);
  while (simulator.time() < 1 && checker.fault.empty()) {
    simulator.step(1);
    checker.look();
  }
  EXPECT_NE(checker.fault.find("rope and rope: too near"), std::string::npos) << checker.fault;
}

TEST(SelfContact, KeepsMomentum) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"},
                    {"step", 0.004},
                    {"gravity", Vec3(0, 0, 0)},
                    {"contact_range", 0.004}});
  builder.part("rope", "rope",
               {{"points", ValueList{Value(Vec3(0.5, 0, 0)), Value(Vec3(0.6, 0.08, 0)),
                                     Value(Vec3(0.5, 0.16, 0)), Value(Vec3(0, 0.16, 0))}},
                {"control_points", std::int64_t{16}},
                {"radius", kRopeRadius},
                {"youngs_modulus", 1e6},
                {"self_contact", true}});
  builder.force("point_force", "pinch", {{"point", at("rope", {0})}, {"force", Vec3(0, 6, 0)}});
  builder.force("point_force", "back", {{"point", at("rope", {1})}, {"force", Vec3(0, -6, 0)}});
  Simulator simulator(builder.world());
  bool touched = false;
  for (int frame = 1; frame <= 12; ++frame) {
    simulator.advanceTo(frame / 24.0);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    touched |= !simulator.dynamics().contacts().contacts.empty();
    EXPECT_LT(simulator.report().momentum.norm(), 1e-8);
  }
  EXPECT_TRUE(touched);
}

TEST(SelfContact, StrandsThatStartNearEachOtherStayApart) {
  SceneBuilder builder = hairpin(3 * kRopeRadius);
  Simulator simulator(builder.world());
  EXPECT_TRUE(simulator.dynamics().overlaps().empty());
  for (int frame = 1; frame <= 12; ++frame) {
    simulator.advanceTo(frame / 24.0);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    EXPECT_GE(leastDistance(simulator, 40), 1.98 * kRopeRadius) << frame << ": beyond the bend";
  }
}

TEST(SelfContact, WhatStartsInsideItselfIsNamed) {
  const auto remarks = remarkOnOverlaps(hairpin(0.5 * kRopeRadius).world());
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("rope overlaps itself"), std::string::npos) << remarks[0];
}

}  // namespace
}  // namespace sinew::test
