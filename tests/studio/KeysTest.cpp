// Keys as the window handles them.
#include "ui/document/Keys.h"

#include <gtest/gtest.h>

namespace sinew::ui {
namespace {

const ParamSpec& spec() {
  static const ParamSpec strength = Param::real("strength", "N", 0).keyable();
  return strength;
}

Value keysAt(const std::vector<double>& times) {
  Curve curve;
  for (const double time : times) curve.keys.push_back({time, {10 * time}, Interpolation::Smooth});
  return curve;
}

std::vector<double> timesOf(const Value& value) {
  std::vector<double> times;
  for (const Curve::Key& key : std::get<Curve>(value.content).keys) times.push_back(key.time);
  return times;
}

TEST(Keys, SeveralMoveAsOneAndTakeTheirPlaces) {
  const Value value = keysAt({0, 1, 2, 3, 4});
  EXPECT_EQ(timesOf(withKeysMoved(value, {1, 2}, 0.5)), (std::vector<double>{0, 1.5, 2.5, 3, 4}));
  EXPECT_EQ(timesOf(withKeysMoved(value, {1, 2}, 1)), (std::vector<double>{0, 2, 3, 4}))
      << "one of them stands where the other stood, the last one gives way";
  const Value passed = withKeysMoved(value, {0}, 3.5);
  EXPECT_EQ(timesOf(passed), (std::vector<double>{1, 2, 3, 3.5, 4}));
  EXPECT_EQ(std::get<Curve>(passed.content).keys[3].value[0], 0) << "with its value";
  EXPECT_EQ(withKeysMoved(value, {1}, 0), value);
  EXPECT_EQ(withKeysMoved(Value(2.0), {1}, 1), Value(2.0)) << "a constant has none";
}

TEST(Keys, AnEditSetsAKeyWhereThereAreSomeOrAutoKeyIsOn) {
  EXPECT_EQ(withEdit(Value(1.0), Value(2.0), spec(), 3, false), Value(2.0));
  const Value begun = withEdit(Value(1.0), Value(2.0), spec(), 3, true);
  EXPECT_EQ(timesOf(begun), (std::vector<double>{3}));
  EXPECT_EQ(valueAt(begun, spec(), 3), Value(2.0));
  for (const bool autoKey : {false, true}) {
    const Value more = withEdit(keysAt({0, 1}), Value(7.0), spec(), 0.5, autoKey);
    EXPECT_EQ(timesOf(more), (std::vector<double>{0, 0.5, 1}));
    EXPECT_EQ(valueAt(more, spec(), 0.5), Value(7.0));
  }
  const ParamSpec fixed = Param::real("mass", "kg", 1);
  EXPECT_EQ(withEdit(Value(1.0), Value(2.0), fixed, 3, true), Value(2.0)) << "cannot be keyed";
}

}  // namespace
}  // namespace sinew::ui
