#include "ui/document/Remedies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

using ui::remediesFor;
using ui::Remedy;

/// A weight that is to be in two places at once.
SceneBuilder torn() {
  SceneBuilder builder;
  builder.part("particle", "weight", {});
  for (const auto& [name, x] : {std::pair("left", -1.0), std::pair("right", 1.0)})
    builder.constraint("position", name, {{"point", at("weight", {})}, {"target", Vec3(x, 0, 0)}});
  return builder;
}

/// An activation that changes at `time` [s].
Curve switched(double before, double time, double after) {
  Curve curve;
  curve.keys = {{0, {before}, Interpolation::Step}, {time, {after}, Interpolation::Step}};
  return curve;
}

Scene with(Scene scene, const std::vector<SceneEdit>& edits) {
  for (const SceneEdit& edit : edits) EXPECT_TRUE(applyEdit(scene, edit, builtins()));
  return scene;
}

TEST(Remedies, EachEndsWhatWasFound) {
  const Scene scene = torn().scene();
  const auto findings = diagnose(*World::compile(scene, builtins()));
  ASSERT_EQ(findings.size(), 1u);
  const auto remedies = remediesFor(findings[0], scene, builtins());
  EXPECT_EQ(remedies.size(), 6u) << "three for each";
  for (const Remedy& remedy : remedies) {
    const auto left = diagnose(*World::compile(with(scene, remedy.edits), builtins()));
    EXPECT_EQ(left.empty(), remedy.kind != Remedy::Kind::HoldAsItBegins) << remedy.constraint;
  }
}

TEST(Remedies, WhatCannotBeReachedHoldsWhereItBegins) {
  SceneBuilder builder;
  builder.part("particle", "weight", {});
  builder.constraint("position", "top", {{"point", at("weight")}, {"target", Vec3(0, 0, 0)}});
  builder.part("particle", "far", {{"position", Vec3(3, 0, 0)}});
  builder.constraint("distance", "link", {{"a", at("weight")}, {"b", at("far")}, {"length", 1.0}});
  builder.constraint("position", "end", {{"point", at("far")}, {"target", Vec3(5, 0, 0)}});
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, Finding::Kind::Conflicting);
  const auto remedies = remediesFor(findings[0], builder.scene(), builtins());
  ASSERT_GE(remedies.size(), 2u);
  EXPECT_EQ(remedies[1].kind, Remedy::Kind::HoldAsItBegins);
  EXPECT_EQ(remedies[1].constraint, "link");
  const auto set = std::get<SetParam>(remedies[1].edits.front());
  EXPECT_EQ(set.key, "length");
  EXPECT_EQ(set.value, std::optional<Value>(3.0));
}

// One hand gives a weight to another, and both hold it for a while: neither could go for good.
TEST(Remedies, WhatRepeatsOthersForAWhileMakesWayForThemThen) {
  const Curve until = switched(1, 3, 0), from = switched(0, 2, 1);
  SceneBuilder builder;
  builder.part("particle", "weight", {});
  for (const auto& [name, activation] : {std::pair("first", until), std::pair("second", from)})
    builder.constraint("position", name, {{"point", at("weight")}, {"activation", activation}});
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_TRUE(findings[0].spare.empty());
  EXPECT_THAT(findings[0].sentence, testing::HasSubstr("from 2 s on: while all of them act"));
  const auto remedies = remediesFor(findings[0], builder.scene(), builtins());
  ASSERT_EQ(remedies.size(), 1u);
  EXPECT_EQ(remedies[0].kind, Remedy::Kind::SwitchOffThen);
  EXPECT_EQ(remedies[0].constraint, "first");
  EXPECT_EQ(remedies[0].time, 2);
  const Scene mended = with(builder.scene(), remedies[0].edits);
  EXPECT_TRUE(diagnose(*World::compile(mended, builtins())).empty());
}

// Two that are tied to each other for a while, and one of them held for ever: who else holds the
// other until then may go early, not the one who is needed afterwards.
TEST(Remedies, WhatIsNeededAgainLaterIsNotSwitchedOff) {
  const Curve until = switched(1, 2.5, 0), from = switched(0, 2, 1);
  SceneBuilder builder;
  builder.part("particle", "upper", {});
  builder.part("particle", "lower", {});
  builder.constraint("position", "always", {{"point", at("upper")}});
  builder.constraint("position", "at first", {{"point", at("lower")}, {"activation", until}});
  builder.constraint("point_to_point", "tie",
                     {{"a", at("upper")}, {"b", at("lower")}, {"activation", from}});
  const auto findings = diagnose(builder.world());
  ASSERT_EQ(findings.size(), 1u);
  const auto remedies = remediesFor(findings[0], builder.scene(), builtins());
  ASSERT_FALSE(remedies.empty());
  for (const Remedy& remedy : remedies) EXPECT_EQ(remedy.constraint, "at first");
}

TEST(Remedies, WhatIsGoneIsLeftAlone) {
  const Finding old{Finding::Kind::Redundant, {"gone"}, {"gone"}, {"gone"}, 0, 0, {}};
  EXPECT_TRUE(remediesFor(old, torn().scene(), builtins()).empty());
}

}  // namespace
}  // namespace sinew::test
