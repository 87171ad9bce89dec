// What keys lead is left to the simulation, and taken up again where it is by then.
#include "ui/document/HandOver.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/params/CurveDifference.h"
#include "core/simulation/Simulator.h"
#include "core/simulation/SnapshotMaker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::ui {
namespace {

constexpr double kLetGo = 0.5, kTakenUp = 0.9;  // [s]
const Vec3 kStart(0, 2, 0);                     // [m]

class HandingOver : public testing::Test {
 protected:
  void SetUp() override {
    test::SceneBuilder builder;
    builder.part("particle", "ball", {{"position", kStart}, {"mass", 1.0}});
    builder.part("particle", "other", {{"position", Vec3(3, 0, 0)}});
    Curve way;
    way.components = 3;
    way.keys = {{0, {0, 2, 0}}, {kLetGo, {1, 2, 0}}};
    builder.constraint("position", "lead",
                       {{"point", Value(MaterialPoint{"ball", {}})}, {"target", way}});
    builder.settings({{"integrator", "implicit_euler"}, {"step", 0.01}});
    document.reset(builder.scene(), {});
    document.selection().select({{Section::Parts, "ball"}});
  }
  /// The scene as it is now, at a time [s].
  Snapshot at(double time) const {
    auto world = World::compile(document.scene(), test::builtins());
    EXPECT_TRUE(world) << world.error().message;
    Simulator simulator(*world);
    simulator.advanceTo(time);
    EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    return *SnapshotMaker(*world).make(simulator.state());
  }
  static Vec3 ball(const Snapshot& snapshot) { return Vec3(snapshot.configuration.data()); }
  HandOver handOver(double time) {
    HandOver over = handOverAt(document, at(time).configuration, time);
    EXPECT_TRUE(document.apply(over.edits, "Hand over"));
    return over;
  }

  void addPosition(const char* name, const char* part, bool on) {
    const ParamTable& table = test::builtins().constraint("position")->table;
    Entity entity{name, "position", {}};
    entity.values.set(*findParam(table, "point"), Value(MaterialPoint{part, {}}));
    entity.values.set(*findParam(table, "activation"), Value(on));
    ASSERT_TRUE(document.apply(AddEntity{Section::Constraints, 1, entity}, "Add"));
  }
  Curve keysOf(const char* constraint, const char* key) const {
    const Entity& entity = *document.scene().find(Section::Constraints, constraint);
    return ParamReader(*document.tableOf(std::string("constraints/") + constraint), entity.values)
        .curve(key);
  }

  Document document{test::builtins()};
};

TEST_F(HandingOver, FromKeysToTheSimulationAndBackNothingJumps) {
  const Vec3 ledBefore = ball(at(0.25));
  const HandOver left = handOver(kLetGo);
  EXPECT_FALSE(left.led);
  EXPECT_EQ(left.names, std::vector<std::string>{"lead"});
  EXPECT_LT((ball(at(0.25)) - ledBefore).norm(), 1e-12) << "what was led before still is";
  const Vec3 falling = ball(at(kTakenUp));
  EXPECT_LT(falling.y(), 1.4) << "it falls";
  EXPECT_TRUE(handOver(kTakenUp).led);
  EXPECT_LT((ball(at(0.25)) - ledBefore).norm(), 1e-12);
  EXPECT_LT((ball(at(kTakenUp)) - falling).norm(), 1e-12) << "it falls as before";
  EXPECT_LT((ball(at(kTakenUp + 1.5)) - falling).norm(), 1e-6) << "and is caught where it was";
}

TEST_F(HandingOver, ASelectedConstraintIsMeantRatherThanAllOfAPart) {
  addPosition("second", "other", true);
  document.selection().select({{Section::Parts, "ball"}, {Section::Constraints, "second"}});
  EXPECT_EQ(handOver(0.2).names, std::vector<std::string>{"second"});
}

TEST_F(HandingOver, WhatNothingLeadsIsNotHandedOver) {
  document.selection().select({{Section::Parts, "other"}});
  const HandOver over = handOverAt(document, at(0).configuration, 0);
  EXPECT_TRUE(over.names.empty());
  EXPECT_TRUE(over.edits.empty());
}

// In the middle of a smooth curve, with keys still to come.
TEST_F(HandingOver, WhatWasKeyedBeforeStaysToTheBitOfItsSlopes) {
  constexpr double kMiddle = 0.25;  // [s] where it is fastest
  const Vec3 before = ball(at(0.2)), there = ball(at(kMiddle));
  handOver(kMiddle);
  const Vec3 flying = ball(at(0.4));
  EXPECT_GT(flying.x(), there.x() + 0.1) << "it flies on";
  handOver(0.4);
  EXPECT_LT((ball(at(0.2)) - before).norm(), 1e-12);
  EXPECT_LT((ball(at(kMiddle)) - there).norm(), 1e-12);
  EXPECT_LT((ball(at(0.4)) - flying).norm(), 1e-12);
}

// Nothing before the instant of the hand-over is to be simulated anew.
TEST_F(HandingOver, OnlyWhatComesAfterIsStale) {
  document.selection().select({{Section::Constraints, "lead"}});
  const Scene led = document.scene();
  handOver(kLetGo);
  EXPECT_GE(firstDifference(keysOf("lead", "activation"), {1, {{0, {1}}}}), kLetGo);
  const Curve way = keysOf("lead", "target");
  handOver(kTakenUp);
  EXPECT_GE(firstDifference(keysOf("lead", "target"), way), kTakenUp);
}

TEST_F(HandingOver, JointsStayAndWhatWasOffStaysOff) {
  addPosition("spare", "ball", false);
  Entity joint{"joint", "distance", {}};
  const ParamTable& table = test::builtins().constraint("distance")->table;
  joint.values.set(*findParam(table, "a"), Value(MaterialPoint{"ball", {}}));
  joint.values.set(*findParam(table, "b"), Value(MaterialPoint{"other", {}}));
  joint.values.set(*findParam(table, "length"), Value(std::hypot(2.0, 2.0)));
  ASSERT_TRUE(document.apply(AddEntity{Section::Constraints, 2, joint}, "Add"));
  EXPECT_EQ(handOver(kLetGo).names, std::vector<std::string>{"lead"});
  EXPECT_EQ(handOver(kTakenUp).names, std::vector<std::string>{"lead"});
}

// Of another scene's picture nothing can be said: it takes hold where its keys say.
TEST_F(HandingOver, APictureOfAnotherSceneSaysNothingOfPlaces) {
  handOver(kLetGo);
  const Reals wrong(1);
  const HandOver over = handOverAt(document, wrong, kTakenUp);
  EXPECT_TRUE(over.led);
  EXPECT_EQ(over.edits.size(), 1U);
}

}  // namespace
}  // namespace sinew::ui
