#include "core/params/ParamValues.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

ParamTable table() {
  return {
      Param::real("mass", "kg", 1.5).over(0).doc("m"),
      Param::vec3("force", "N", Vec3::Zero()).keyable().doc("f"),
      Param::boolean("on", true).keyable().doc("o"),
      Param::choice("mode", {"first", "second"}).doc("c"),
      Param::materialPoint("a").required().doc("p"),
      Param::real("progress", "", 0).optional().doc("p"),
  };
}

TEST(ParamValues, doesNotStoreTheDefault) {
  const ParamTable specs = table();
  ParamValues values;
  values.set(specs[0], 2.0);
  EXPECT_NE(values.find("mass"), nullptr);
  values.set(specs[0], 1.5);
  EXPECT_EQ(values.find("mass"), nullptr);
  EXPECT_EQ(values, ParamValues());
}

TEST(ParamValues, keepsWhatIsRequiredOrOptionalEvenAtItsFallback) {
  const ParamTable specs = table();
  ParamValues values;
  values.set(specs[4], MaterialPoint{});
  values.set(specs[5], 0.0);
  EXPECT_TRUE(ParamReader(specs, values).given("a"));
  EXPECT_TRUE(ParamReader(specs, values).given("progress"));
}

TEST(ParamValues, aParameterMayDoNothingBesideAList) {
  const ParamTable specs = {
      Param::list("points", Param::vec3("point", "m", Vec3::Zero()).doc("p")).doc("l"),
      Param::real("length", "m", 1).onlyWithout("points").doc("s")};
  ParamValues values;
  EXPECT_TRUE(isUsed(specs[1], specs, values));
  values.set(specs[0], ValueList{Value(Vec3(1, 0, 0))});
  EXPECT_FALSE(isUsed(specs[1], specs, values));
}

TEST(ParamValues, ADerivedDefaultFollowsTheOthersAndIsNotStored) {
  const ParamTable specs = {
      Param::real("length", "m", 1).doc("l"),
      Param::real("half", "m", 0)
          .derived("half the length",
                   [](const ParamReader& values) { return values.real("length") / 2; })
          .doc("h")};
  ParamValues values;
  EXPECT_EQ(ParamReader(specs, values).real("half"), 0.5);
  values.set(specs[0], 3.0);
  EXPECT_EQ(ParamReader(specs, values).real("half"), 1.5);
  EXPECT_EQ(valueInForce(specs[1], specs, values), Value(1.5));
  EXPECT_FALSE(ParamReader(specs, values).given("half"));
  values.set(specs[1], 1.5);  // from now on it stays
  values.set(specs[0], 4.0);
  EXPECT_EQ(ParamReader(specs, values).real("half"), 1.5);
  EXPECT_EQ(valueInForce(specs[1], specs, values), Value(1.5));
}

TEST(ParamSpec, AFormerDefaultHoldsUpToItsVersion) {
  const ParamSpec spec = Param::real("length", "m", 3).formerly(2, 1.0).formerly(4, 2.0).doc("l");
  EXPECT_EQ(*formerDefault(spec, 1), Value(1.0));
  EXPECT_EQ(*formerDefault(spec, 2), Value(1.0));
  EXPECT_EQ(*formerDefault(spec, 3), Value(2.0));
  EXPECT_EQ(formerDefault(spec, 5), nullptr);
}

TEST(ParamValues, entriesAreSortedHoweverTheyCame) {
  const ParamTable specs = table();
  ParamValues one;
  ParamValues other;
  one.set(specs[0], 3.0);
  one.set(specs[3], "second");
  other.set(specs[3], "second");
  other.set(specs[0], 3.0);
  EXPECT_EQ(one, other);
}

TEST(ParamReader, givesDefaultsForWhatIsNotGiven) {
  const ParamTable specs = table();
  const ParamValues values;
  const ParamReader reader(specs, values);
  EXPECT_EQ(reader.real("mass"), 1.5);
  EXPECT_EQ(reader.text("mode"), "first");
  EXPECT_TRUE(reader.boolean("on"));
  EXPECT_EQ(reader.curve("on").at(3).value[0], 1);
  EXPECT_EQ(reader.curve("force").components, 3);
  EXPECT_FALSE(reader.given("mass"));
}

TEST(ParamReader, readsAKeyedValueAtTimeZero) {
  const ParamTable specs = table();
  ParamValues values;
  values.set(specs[1], Curve{3, {{-1, {0, 0, 0}, Interpolation::Linear}, {1, {2, 4, 6}}}});
  EXPECT_EQ(ParamReader(specs, values).vec3("force"), Vec3(1, 2, 3));
}

TEST(ParamReaderDeathTest, abortsOnAKeyThatIsNotInTheTable) {
  const ParamTable specs = table();
  const ParamValues values;
  EXPECT_DEATH(ParamReader(specs, values).real("weight"), "weight");
}

}  // namespace
}  // namespace sinew
