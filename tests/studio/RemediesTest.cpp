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

TEST(Remedies, WhatIsGoneIsLeftAlone) {
  const Finding old{Finding::Kind::Redundant, {"gone"}, 0, 0, {}};
  EXPECT_TRUE(remediesFor(old, torn().scene(), builtins()).empty());
}

}  // namespace
}  // namespace sinew::test
