#include "ui/document/CurveKeys.h"

#include <gtest/gtest.h>

namespace sinew::ui {
namespace {

Value twoKeys() {
  Curve curve;
  curve.keys = {{1, {2}, Interpolation::Smooth}, {3, {4}, Interpolation::Smooth}};
  return curve;
}

const std::vector<Curve::Key>& keysOf(const Value& value) {
  return std::get<Curve>(value.content).keys;
}

const ParamSpec kReal = Param::real("pressure", "Pa", 1).range(0, 10).keyable();

TEST(CurveKeys, AKeyIsPutElsewhere) {
  const Value put = withKeyPut(twoKeys(), kReal, 0, 0, 2, 5);
  ASSERT_EQ(keysOf(put).size(), 2u);
  EXPECT_EQ(keysOf(put)[0].time, 2);
  EXPECT_EQ(keysOf(put)[0].value[0], 5);
  EXPECT_EQ(keysOf(put)[1], keysOf(twoKeys())[1]);
}

TEST(CurveKeys, PastAnotherItStaysInOrderAndOnItItTakesItsPlace) {
  const Value past = withKeyPut(twoKeys(), kReal, 0, 0, 4, 5);
  ASSERT_EQ(keysOf(past).size(), 2u);
  EXPECT_EQ(keysOf(past)[0].time, 3);
  EXPECT_EQ(keysOf(past)[1].time, 4);
  const Value on = withKeyPut(twoKeys(), kReal, 0, 0, 3, 5);
  ASSERT_EQ(keysOf(on).size(), 1u);
  EXPECT_EQ(keysOf(on)[0].value[0], 5);
}

TEST(CurveKeys, ItsNumberStaysWithinWhatIsAllowed) {
  EXPECT_EQ(keysOf(withKeyPut(twoKeys(), kReal, 0, 0, 1, 50))[0].value[0], 10);
  EXPECT_EQ(keysOf(withKeyPut(twoKeys(), kReal, 0, 0, -1, -3))[0].value[0], 0);
  EXPECT_EQ(keysOf(withKeyPut(twoKeys(), kReal, 0, 0, -1, -3))[0].time, 0);
  const ParamSpec over = Param::real("mass", "kg", 1).over(0).keyable();
  EXPECT_EQ(keysOf(withKeyPut(twoKeys(), over, 0, 0, 1, -3))[0].value[0], 2) << "as it was";
  const ParamSpec onOff = Param::boolean("activation", true).keyable();
  EXPECT_EQ(keysOf(withKeyPut(twoKeys(), onOff, 0, 0, 1, 0.7))[0].value[0], 1);
}

TEST(CurveKeys, OnlyTheWayToTheNextChanges) {
  const Value held = withInterpolation(twoKeys(), 0, Interpolation::Step);
  EXPECT_EQ(keysOf(held)[0].toNext, Interpolation::Step);
  EXPECT_EQ(keysOf(held)[1], keysOf(twoKeys())[1]);
}

TEST(CurveKeys, ASlopeIsSetOnBothSidesOrOnOne) {
  const Value both = withSlope(twoKeys(), 0, 0, 1.5);
  EXPECT_EQ(keysOf(both)[0].slopes, (Curve::Slopes{{1.5}, {1.5}}));
  const Value corner = withSlope(both, 0, 0, -2, Side::Before);
  EXPECT_EQ(keysOf(corner)[0].slopes, (Curve::Slopes{{-2}, {1.5}}));
  EXPECT_EQ(keysOf(withLevelKey(corner, 0))[0].slopes, Curve::Slopes{});
  EXPECT_EQ(withFoundSlopes(corner, 0), twoKeys());
}

// The components that are not touched keep what was found for them.
TEST(CurveKeys, OtherComponentsGoOnAsTheyDid) {
  Curve curve;
  curve.components = 3;
  curve.keys = {{0, {0, 0, 0}}, {1, {1, 2, 3}}, {2, {3, 4, 5}}};
  const double found = curve.slopesAt(1).after[2];
  const Value changed = withSlope(curve, 1, 0, 7);
  EXPECT_EQ(keysOf(changed)[1].slopes->after[0], 7);
  EXPECT_EQ(keysOf(changed)[1].slopes->after[2], found);
  EXPECT_EQ(std::get<Curve>(changed.content).at(1.5).value[2], curve.at(1.5).value[2]);
}

}  // namespace
}  // namespace sinew::ui
