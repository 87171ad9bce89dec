// What a constraint must say to hold its points where they are at some instant.
#include <gtest/gtest.h>

#include "core/scene/ConstraintFit.h"
#include "tests/support/SceneBuilder.h"

using namespace sinew;
using namespace sinew::test;

namespace {

const Vec3 kNow(0.3, 0.7, -0.2);  // [m] where the bob is by now

ConstraintKind::Fitted held(const char* kind,
                            std::initializer_list<std::pair<const char*, Value>> values) {
  SceneBuilder builder;
  builder.part("particle", "bob", {{"position", Vec3(0, 1, 0)}});
  Entity constraint{"held", kind, {}};
  for (const auto& [key, value] : values)
    constraint.values.set(*findParam(builtins().constraint(kind)->table, key), value);
  const Reals configuration(kNow.data(), kNow.data() + 3);
  return StandingParts(builder.scene(), builtins(), configuration, 0.5).holdHere(constraint);
}

const std::pair<const char*, Value> kPoint = {"point", Value(MaterialPoint{"bob", {}})};
const std::pair<const char*, Value> kEnd = {"a", Value(MaterialPoint{"bob", {}})};

}  // namespace

TEST(HoldHere, APositionTakesTheTargetThere) {
  const auto said = held("position", {kPoint});
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0].first, "target");
  EXPECT_EQ(std::get<Vec3>(said[0].second.content), kNow);
}

TEST(HoldHere, WhatHoldsItThereAlreadySaysNothingElse) {
  EXPECT_TRUE(held("position", {kPoint, {"target", Value(kNow)}}).empty());
}

TEST(HoldHere, APlaneKeepsItsNormal) {
  const auto said = held("plane", {kEnd, {"normal", Value(Vec3(0, 1, 0))}});
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0].first, "origin");
}

// A string of 0.5 m would be fitted to a place 1 m above, as a new one is.
TEST(HoldHere, WhatCannotHoldItThereIsLeftAsItIs) {
  for (const auto& [key, value] : held("distance", {kEnd, {"length", Value(0.5)}}))
    EXPECT_EQ(key, "length");
}

TEST(HoldHere, OfAnotherSceneNothingIsKnown) {
  SceneBuilder builder;
  builder.part("particle", "bob", {});
  Entity constraint{"held", "position", {}};
  constraint.values.set(*findParam(builtins().constraint("position")->table, "point"),
                        Value(MaterialPoint{"bob", {}}));
  const Reals wrong(2);
  EXPECT_TRUE(StandingParts(builder.scene(), builtins(), wrong, 0).holdHere(constraint).empty());
}
