#include "ui/document/Stagger.h"

#include <gtest/gtest.h>

#include "tests/support/SceneBuilder.h"
#include "ui/document/Ties.h"

namespace sinew::test {
namespace {

/// Three beads, two links, and wind on the first.
SceneBuilder links() {
  SceneBuilder builder;
  for (const double x : {0.0, 1.0, 2.0})
    builder.part("particle", "bead" + std::to_string(static_cast<int>(x)),
                 {{"position", Vec3(x, 0, 0)}});
  builder.constraint("point_to_point", "first", {{"a", at("bead0")}, {"b", at("bead1")}});
  builder.constraint("point_to_point", "second", {{"a", at("bead1")}, {"b", at("bead2")}});
  builder.force("point_force", "push", {{"point", at("bead0")}});
  return builder;
}

TEST(Stagger, ConstraintsComeIntoForceInTheirOrder) {
  Scene scene = links().scene();
  for (const SceneEdit& edit : ui::staggered({"second", "first"}, {0.25, 0.5, 0.2}))
    ASSERT_TRUE(applyEdit(scene, edit, builtins()));
  const auto world = World::compile(scene, builtins());
  ASSERT_TRUE(world) << world.error().message;
  Simulator simulator(*world);
  const auto active = [&](double time) {
    const StepReport& report = simulator.advanceTo(time);
    return std::pair(report.constraints[0].active, report.constraints[1].active);
  };
  EXPECT_EQ(active(0.2), std::pair(false, false));
  EXPECT_EQ(active(0.3), std::pair(false, true));
  EXPECT_EQ(active(0.8), std::pair(true, true));
}

TEST(Stagger, WhatBeginsAtTheStartNeedsNoKeys) {
  const auto edits = ui::staggered({"first"}, {0, 1, 0.5});
  const auto& activation = std::get<SetParam>(edits.front());
  EXPECT_EQ(activation.value, std::optional<Value>(Value(true)));
}

TEST(Stagger, NothingFallsUntilTheLastHasClosed) {
  Scene scene = links().scene();
  scene.settings.erase("gravity");
  const ui::Stagger stagger{0.25, 0.5, 0.2};
  ASSERT_TRUE(applyEdit(scene, ui::floatingUntilAssembled(2, stagger, {0, -10, 0}), builtins()));
  const auto world = World::compile(scene, builtins());
  ASSERT_TRUE(world) << world.error().message;
  Vec3 gravity, rate;
  (*world)->gravity(0.94, gravity, rate);
  EXPECT_EQ(gravity, Vec3::Zero());
  (*world)->gravity(0.95, gravity, rate);
  EXPECT_EQ(gravity, Vec3(0, -10, 0));
}

TEST(Ties, NamesWhatHoldsAPartAndWhatAConstraintHolds) {
  using ui::ObjectId;
  const Scene scene = links().scene();
  const auto ties = [&](Section section, const char* name) {
    return ui::tiesOf(scene, builtins(), {section, name});
  };
  EXPECT_EQ(ties(Section::Parts, "bead0"),
            (std::vector<ObjectId>{{Section::Constraints, "first"}, {Section::Forces, "push"}}));
  EXPECT_EQ(ties(Section::Constraints, "second"),
            (std::vector<ObjectId>{{Section::Parts, "bead1"}, {Section::Parts, "bead2"}}));
  EXPECT_TRUE(ties(Section::Parts, "nobody").empty());
}

}  // namespace
}  // namespace sinew::test
