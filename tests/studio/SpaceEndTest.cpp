// Which parameter is behind the end of a constraint that lies in space.
#include "ui/document/SpaceEnd.h"

#include <gtest/gtest.h>

#include "tests/support/SceneBuilder.h"

namespace sinew::ui {
namespace {

const ParamTable& tableOf(const char* kind) {
  return test::builtins().constraint(kind)->table;
}

TEST(SpaceEnd, IsThePlaceThatAConstraintHas) {
  const std::pair<const char*, const char*> known[] = {
      {"position", "target"}, {"distance", "place"}, {"plane", "origin"}};
  for (const auto& [kind, key] : known) {
    const ParamSpec* spec = placeBehind(tableOf(kind), {}, Vec3(1, 2, 3), 0);
    ASSERT_NE(spec, nullptr) << kind;
    EXPECT_EQ(spec->key, key);
  }
  EXPECT_EQ(placeBehind(tableOf("point_to_point"), {}, Vec3::Zero(), 0), nullptr);
}

TEST(SpaceEnd, IsTheNearestOfSeveralThatAreUsed) {
  const ParamTable table = {
      Param::choice("way", {"short", "long"}),
      Param::vec3("near", "m", Vec3(1, 0, 0)),
      Param::vec3("nearer", "m", Vec3(2, 0, 0)).onlyFor("way", {"long"}),
      Param::vec3("speed", "m/s", Vec3(2.4, 0, 0)),
      Param::vec3("far", "m", Vec3(9, 0, 0)).keyable(),
  };
  const Vec3 shown(2.4, 0, 0);
  ParamValues values;
  EXPECT_EQ(placeBehind(table, values, shown, 0)->key, "near");
  values.set(table[0], Value("long"));
  EXPECT_EQ(placeBehind(table, values, shown, 0)->key, "nearer");
  Curve comes;
  comes.components = 3;
  comes.keys = {{0, {9, 0, 0}, Interpolation::Linear}, {1, {2.4, 0, 0}, Interpolation::Linear}};
  values.set(table[4], Value(comes));
  EXPECT_EQ(placeBehind(table, values, shown, 0)->key, "nearer");
  EXPECT_EQ(placeBehind(table, values, shown, 1)->key, "far") << "where it is by then";
  EXPECT_TRUE(placeAt(table[4], values, 0.5).isApprox(Vec3(5.7, 0, 0)));
}

}  // namespace
}  // namespace sinew::ui
