// Points led along paths, and sliding on rails by themselves.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

/// From 0 to `end` in `duration` seconds, evenly.
Curve evenly(double end, double duration) {
  Curve curve;
  curve.keys = {{0, {0}, Interpolation::Linear}, {duration, {end}, Interpolation::Linear}};
  return curve;
}

/// Round (0, 0, 0) in the xy plane, from (radius, 0, 0) on.
ValueList circlePoints(double radius, int count, bool fromOrigin) {
  ValueList points;
  for (int i = fromOrigin ? 1 : 0; i < count; ++i) {
    const double angle = 2 * kPi * i / count;
    const Vec3 shift = fromOrigin ? Vec3(radius, 0, 0) : Vec3::Zero();
    points.emplace_back(Vec3(Vec3(radius * std::cos(angle), radius * std::sin(angle), 0) - shift));
  }
  return points;
}

TEST(Trajectory, LeadsAPointRoundAClosedPathTwice) {
  for (const char* integrator : {"euler", "rkf45", "implicit_euler", "bdf2"}) {
    SceneBuilder scene;
    scene.settings({{"integrator", integrator}, {"step", 0.01}})
        .part("particle", "bead",
              {{"position", Vec3(0.5, 0, 0)}, {"velocity", Vec3(0, kPi, 0)}, {"mass", 0.2}})
        .constraint("trajectory", "way",
                    {{"a", at("bead")},
                     {"path", circlePoints(0.5, 48, false)},
                     {"ends", "joined"},
                     {"along", evenly(2, 2)}});
    Simulator simulator(scene.world());
    for (const double time : {0.3, 1.1, 1.9}) {
      simulator.advanceTo(time);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      const double angle = 2 * kPi * time;
      const Vec3 expected(0.5 * std::cos(angle), 0.5 * std::sin(angle), 0);
      EXPECT_LE((positionOf(simulator, "bead") - expected).norm(), 5e-5) << integrator << time;
    }
  }
}

// The path of a part moves with it.
TEST(Trajectory, LeadsAPointAlongATurningRail) {
  Curve turn;
  turn.components = 3;
  turn.keys = {{0, {0, 0, 0}, Interpolation::Linear}, {4, {0, 0, 4}, Interpolation::Linear}};
  for (const char* integrator : {"euler", "rkf45", "implicit_euler", "bdf2"}) {
    SceneBuilder scene;
    scene.settings({{"integrator", integrator}, {"step", 0.01}})
        .part("rail", "rail", {{"length", 2.0}, {"turn", turn}})
        .part("particle", "bead", {{"velocity", Vec3(1, 0, 0)}, {"mass", 0.2}})
        .constraint("trajectory", "way",
                    {{"a", at("bead")}, {"b", at("rail", {0})}, {"along", evenly(1, 2)}});
    Simulator simulator(scene.world());
    simulator.advanceTo(1.2);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const Vec3 expected(1.2 * std::cos(1.2), 1.2 * std::sin(1.2), 0);
    EXPECT_LE((positionOf(simulator, "bead") - expected).norm(), 1e-6) << integrator;
  }
}

// Keyed parts take along what is tied to them, turning as well as going.
TEST(MovingFixture, TakesAlongWhatIsTiedToIt) {
  Curve turn, position;
  turn.components = position.components = 3;
  turn.keys = {{0, {0, 0, 0}, Interpolation::Linear}, {4, {0, 0, 4}, Interpolation::Linear}};
  position.keys = {{0, {0, 0, 0}, Interpolation::Linear}, {4, {0, 4, 0}, Interpolation::Linear}};
  for (const char* integrator : {"euler", "rkf45", "implicit_euler", "bdf2"}) {
    SceneBuilder scene;
    scene.settings({{"integrator", integrator}, {"step", 0.002}})
        .part("box", "table", {{"turn", turn}, {"position", position}})
        .part("particle", "bead",
              {{"position", Vec3(1, 0, 0)}, {"velocity", Vec3(0, 2, 0)}, {"mass", 0.2}})
        .constraint("point_to_point", "tie", {{"a", at("bead")}, {"b", at("table", {1, 0, 0})}});
    Simulator simulator(scene.world());
    for (const double time : {0.2, 1.2}) {
      simulator.advanceTo(time);
      const Vec3 expected(std::cos(time), time + std::sin(time), 0);
      EXPECT_LE((positionOf(simulator, "bead") - expected).norm(), 1e-4) << integrator << time;
    }
  }
}

// What leads the bead is inside: it pulls at the rope as much.
TEST(Trajectory, LeadingAlongARopeKeepsMomentum) {
  SceneBuilder scene;
  scene.settings({{"integrator", "implicit_euler"}, {"step", 0.005}, {"gravity", Vec3(0, 0, 0)}})
      .part("rope", "rope", {{"length", 1.0}, {"position", Vec3(-0.5, 0, 0)}})
      .part("particle", "bead", {{"position", Vec3(-0.5, 0, 0)}, {"mass", 0.2}})
      .constraint("trajectory", "way",
                  {{"a", at("bead")}, {"b", at("rope", {0})}, {"along", evenly(1, 1)}});
  Simulator simulator(scene.world());
  simulator.advanceTo(0.8);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_LE(simulator.report().momentum.norm(), 1e-9);
  EXPECT_GT(std::abs(positionOf(simulator, "bead").x() + 0.5), 0.05);
}

// Huygens' curve x = a (θ + sin θ), y = −a (1 + cos θ), turned over: from wherever a bead starts,
// it is at the bottom after π √(a/g).
TEST(Rail, ACycloidTakesBeadsDownInTheSameTime) {
  constexpr double kA = 0.4;
  const auto pointAt = [](double angle) {
    return Vec3(kA * (angle + std::sin(angle)), kA * (1 - std::cos(angle)), 0);
  };
  constexpr int kPieces = 40;
  const double first = -0.9 * kPi;
  ValueList points;
  for (int i = 1; i <= kPieces; ++i) {
    points.emplace_back(Vec3(pointAt(first - 2 * first * i / kPieces) - pointAt(first)));
  }
  for (const double start : {-0.75 * kPi, -0.4 * kPi}) {
    for (const char* integrator : {"rkf45", "bdf2"}) {
      SceneBuilder scene;
      scene.settings({{"integrator", integrator}, {"step", 0.002}})
          .part("rail", "slope", {{"position", pointAt(first)}, {"points", points}})
          .part("particle", "bead", {{"position", pointAt(start)}, {"mass", 0.1}})
          .constraint("pearl", "threaded",
                      {{"a", at("slope", {0.5 * (1 + std::sin(start / 2) / std::sin(-first / 2))})},
                       {"b", at("bead")}});
      Simulator simulator(scene.world());
      simulator.advanceTo(kPi * std::sqrt(kA / kG));
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      // Along the curve it swings as s = 4a sin(θ₀/2) cos(√(g/4a) t).
      const Vec3 bead = positionOf(simulator, "bead");
      EXPECT_NEAR(bead.x(), 0, 0.01 * std::abs(4 * kA * std::sin(start / 2))) << integrator;
      EXPECT_NEAR(bead.y(), 0, 1e-3) << integrator;
    }
  }
}

// Without friction a bead goes round a level ring for ever, past where the path closes.
TEST(Rail, ABeadGoesRoundAClosedRing) {
  constexpr double kRadius = 0.5, kSpeed = 1.5;
  for (const char* integrator : {"rkf45", "bdf2"}) {
    SceneBuilder scene;
    scene.settings({{"integrator", integrator}, {"step", 0.002}, {"gravity", Vec3(0, 0, -kG)}})
        .part("rail", "ring",
              {{"position", Vec3(kRadius, 0, 0)},
               {"points", circlePoints(kRadius, 48, true)},
               {"ends", "joined"}})
        .part("particle", "bead",
              {{"position", Vec3(kRadius, 0, 0)}, {"velocity", Vec3(0, kSpeed, 0)}, {"mass", 0.1}})
        .constraint("pearl", "threaded", {{"a", at("ring", {0})}, {"b", at("bead")}});
    Simulator simulator(scene.world());
    for (const double time : {1.0, 3.0, 5.0}) {
      simulator.advanceTo(time);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      const double angle = kSpeed * time / kRadius;
      const Vec3 expected(kRadius * std::cos(angle), kRadius * std::sin(angle), 0);
      EXPECT_LE((positionOf(simulator, "bead") - expected).norm(), 0.01) << integrator << time;
    }
  }
}

// At the end of an open rail the bead stops; from the middle on, r = r₀ cosh ωt on one that turns.
TEST(Rail, ABeadFliesOutOnATurningRailAndStopsAtItsEnd) {
  constexpr double kRate = 2;
  Curve turn;
  turn.components = 3;
  turn.keys = {{0, {0, 0, 0}, Interpolation::Linear},
               {4, {0, 0, 4 * kRate}, Interpolation::Linear}};
  SceneBuilder scene;
  scene.settings({{"integrator", "rkf45"}, {"tolerance", 1e-8}, {"gravity", Vec3(0, 0, 0)}})
      .part("rail", "spoke", {{"length", 2.0}, {"turn", turn}})
      .part("particle", "bead",
            {{"position", Vec3(0.5, 0, 0)}, {"velocity", Vec3(0, 0.5 * kRate, 0)}, {"mass", 0.1}})
      .constraint("pearl", "threaded", {{"a", at("spoke", {0.25})}, {"b", at("bead")}});
  Simulator simulator(scene.world());
  simulator.advanceTo(0.8);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_NEAR(positionOf(simulator, "bead").norm(), 0.5 * std::cosh(kRate * 0.8), 1e-3);
  simulator.advanceTo(3);
  ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  EXPECT_NEAR(positionOf(simulator, "bead").norm(), 2, 1e-3);
}

TEST(Trajectory, SaysWhatIsWrongWithAPath) {
  const ConstraintKind& kind = *builtins().constraint("trajectory");
  const auto faultOf = [&kind](ValueList path, bool closed) {
    ParamValues values;
    values.set(*findParam(kind.table, "a"), at("bead"));
    values.set(*findParam(kind.table, "path"), std::move(path));
    values.set(*findParam(kind.table, "ends"), closed ? "joined" : "apart");
    const auto made = kind.create(ParamReader(kind.table, values));
    return made ? std::string() : made.error().message;
  };
  const Value a(Vec3(0, 0, 0)), b(Vec3(1, 0, 0)), c(Vec3(0, 1, 0));
  EXPECT_EQ(faultOf({a, b}, false), "");
  EXPECT_EQ(faultOf({a, b, c}, true), "");
  EXPECT_EQ(faultOf({a}, false), "a path needs two points");
  EXPECT_EQ(faultOf({a, b}, true), "a closed path needs three points");
  EXPECT_EQ(faultOf({a, b, b}, false), "two points of the path are the same");
  EXPECT_EQ(faultOf({a, b, c, a}, true), "a closed path comes back to its first point by itself");
}

}  // namespace
}  // namespace sinew::test
