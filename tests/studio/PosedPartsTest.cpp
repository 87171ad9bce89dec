// What the gizmos do to the scene: seen with the core's own eyes, as the parts are drawn.
#include "ui/document/PosedParts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/parts/KeyedPose.h"
#include "tests/support/SceneBuilder.h"
#include "ui/document/Keys.h"

namespace sinew::ui {
namespace {

constexpr double kTime = 0.5;  // [s] at which it is edited
const Vec3 kTurn(0.4, -0.7, 1.1);
const Quat kOwn(Eigen::AngleAxisd(0.6, Vec3(1, 2, -1).normalized()));
const Eigen::AngleAxisd kBy(0.8, Vec3(2, -1, 1).normalized());

/// From nothing to kTurn within one second, evenly.
Value keyedTurn() {
  Curve curve;
  curve.components = 3;
  curve.keys = {{0, {0, 0, 0}, Interpolation::Linear},
                {1, {kTurn.x(), kTurn.y(), kTurn.z()}, Interpolation::Linear}};
  return curve;
}

class PosedPartsTest : public testing::Test {
 protected:
  /// All of its parts are selected.
  void open(const test::SceneBuilder& builder) {
    document.reset(builder.scene(), {});
    document.setAutoKey(false);
    std::vector<ObjectId> chosen;
    for (const Entity& part : document.scene().parts())
      chosen.push_back({Section::Parts, part.name});
    document.selection().select(chosen);
  }
  PosedParts parts() const { return {document, kTime}; }
  void make(const std::vector<SceneEdit>& edits) { ASSERT_TRUE(document.apply(edits, "edit")); }

  ParamReader values(std::size_t part) const {
    const Entity& entity = document.scene().parts().at(part);
    return {test::builtins().part(entity.kind)->table, entity.values};
  }
  /// As it is drawn at an instant.
  Mat3 seen(double time = kTime) const {
    MovingFrame frame;
    frame.update(readKeyedPose(values(0)), time);
    return frame.R;
  }
  Vec3 pivotOf(const char* group) const {
    const Entity* entity = document.scene().find(Section::Groups, group);
    return ParamReader(groupTable(), entity->values).vec3("pivot");
  }

  Document document{test::builtins()};
};

test::SceneBuilder boxTurned(const Value& turn) {
  test::SceneBuilder builder;
  builder.part("box", "box", {{"orientation", Value(kOwn)}, {"turn", turn}});
  return builder;
}

TEST_F(PosedPartsTest, WhatIsSeenTurnsAboutTheAxisWhateverTurnsItBesides) {
  for (const bool keyed : {false, true}) {
    for (const bool autoKey : {false, true}) {
      open(boxTurned(keyed ? keyedTurn() : Value(kTurn)));
      document.setAutoKey(autoKey);
      const Mat3 before = seen(), wanted = kBy.toRotationMatrix() * before;
      EXPECT_TRUE(parts().last().axes().isApprox(before, 1e-12)) << "its own axes are as seen";
      make(parts().turned(kBy));
      EXPECT_TRUE(seen().isApprox(wanted, 1e-9)) << keyed << autoKey;
      const Value& turn = *document.scene().parts()[0].values.find("turn");
      EXPECT_EQ(hasKeyAt(turn, kTime, kSameTime), keyed || autoKey);
      EXPECT_EQ(values(0).rotation("orientation").isApprox(kOwn), keyed || autoKey);
    }
  }
}

TEST_F(PosedPartsTest, OtherKeysOfATurnStay) {
  open(boxTurned(keyedTurn()));
  const Mat3 first = seen(0), last = seen(1);
  make(parts().turned(kBy));
  EXPECT_TRUE(seen(0).isApprox(first, 1e-12));
  EXPECT_TRUE(seen(1).isApprox(last, 1e-12));
}

TEST_F(PosedPartsTest, SeveralWholeTurnsAreKeyedAsSuch) {
  for (int axis = 0; axis < 3; ++axis) {
    open(boxTurned(Value(Vec3(Vec3::Zero()))));
    document.setAutoKey(true);
    const double angle = 5 * std::numbers::pi;
    make(parts().turned(Eigen::AngleAxisd(angle, Vec3::Unit(axis))));
    const Vec3 keyed = values(0).vec3("turn");
    EXPECT_TRUE(keyed.isApprox(angle * Vec3::Unit(axis), 1e-9)) << keyed.transpose();
  }
}

TEST_F(PosedPartsTest, UprightAnglesAreNoTrap) {
  open(boxTurned(Value(Vec3(0.3, std::numbers::pi / 2, 0.2))));
  document.setAutoKey(true);
  const Mat3 wanted = kBy.toRotationMatrix() * seen();
  make(parts().turned(kBy));
  EXPECT_TRUE(seen().isApprox(wanted, 1e-8));
  open(boxTurned(Value(Vec3(0.3, 0, 0))));
  document.setAutoKey(true);
  const Eigen::AngleAxisd quarter(std::numbers::pi / 2, Vec3::UnitY());
  const Mat3 upright = quarter.toRotationMatrix() * seen();
  make(parts().turned(quarter));
  EXPECT_TRUE(seen().isApprox(upright, 1e-8));
}

TEST_F(PosedPartsTest, APlaneTurnsItsNormal) {
  test::SceneBuilder builder;
  builder.part("plane", "floor", {{"normal", Value(Vec3(1, 1, 0))}});
  open(builder);
  ASSERT_TRUE(parts().canTurn());
  EXPECT_TRUE(parts().last().axes().col(1).isApprox(Vec3(1, 1, 0).normalized()));
  const Vec3 wanted = kBy * Vec3(1, 1, 0).normalized();
  make(parts().turned(kBy));
  EXPECT_TRUE(values(0).vec3("normal").isApprox(wanted, 1e-12));
  document.setAutoKey(true);
  make(parts().turned(kBy));
  EXPECT_TRUE(isKeyed(*document.scene().parts()[0].values.find("normal")));
}

TEST_F(PosedPartsTest, ABallWithoutDirectionTurnsOnlyRoundOthers) {
  test::SceneBuilder builder;
  builder.part("particle", "one", {{"position", Value(Vec3(1, 0, 0))}});
  open(builder);
  EXPECT_FALSE(parts().canTurn());
  builder.part("particle", "two", {{"position", Value(Vec3(-1, 0, 0))}});
  open(builder);
  ASSERT_TRUE(parts().canTurn());
  make(parts().turned(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ())));
  EXPECT_TRUE(values(0).vec3("position").isApprox(Vec3(0, 1, 0), 1e-12));
  EXPECT_TRUE(values(1).vec3("position").isApprox(Vec3(0, -1, 0), 1e-12));
}

test::SceneBuilder twoApart() {
  test::SceneBuilder builder;
  builder.part("particle", "one", {{"position", Value(Vec3(1, 2, 0))}});
  builder.part("particle", "two", {{"position", Value(Vec3(3, 2, 0))}});
  return builder;
}

Entity groupOfBoth(const char* name, const std::optional<Vec3>& pivot) {
  Entity group{name, {}, {}};
  const ParamTable& table = groupTable();
  group.values.set(*findParam(table, "members"), Value(ValueList{Value("one"), Value("two")}));
  if (pivot) group.values.set(*findParam(table, "pivot"), Value(*pivot));
  return group;
}

TEST_F(PosedPartsTest, AGroupTakesItsPivotAlong) {
  open(twoApart());
  make({AddEntity{Section::Groups, 0, groupOfBoth("pair", Vec3(0, 2, 0))}});
  document.selection().select({{Section::Groups, "pair"}});
  EXPECT_EQ(parts().pivot(), Vec3(0, 2, 0));
  const Vec3 by(0.5, -1, 2);
  make(parts().moved(by));
  EXPECT_TRUE(pivotOf("pair").isApprox(Vec3(0, 2, 0) + by));
  EXPECT_TRUE(values(1).vec3("position").isApprox(Vec3(3, 2, 0) + by));
  const Vec3 pivot = pivotOf("pair");
  make(parts().turned(kBy));
  EXPECT_EQ(pivotOf("pair"), pivot) << "which stays when they turn about it";
  const Vec3 away = values(0).vec3("position") - pivot;
  EXPECT_TRUE(away.isApprox(kBy * Vec3(1, 0, 0), 1e-12));
}

TEST_F(PosedPartsTest, APivotIsMovedByItself) {
  open(twoApart());
  make({AddEntity{Section::Groups, 0, groupOfBoth("pair", std::nullopt)}});
  EXPECT_FALSE(parts().group()) << "two parts have none of their own";
  document.selection().select({{Section::Groups, "pair"}});
  ASSERT_TRUE(parts().group());
  const Vec3 middle = parts().pivot();
  EXPECT_TRUE(middle.isApprox(Vec3(2, 2, 0)));
  make(parts().pivotMoved(Vec3(0, 0, 1)));
  EXPECT_TRUE(pivotOf("pair").isApprox(middle + Vec3(0, 0, 1)));
  EXPECT_EQ(values(0).vec3("position"), Vec3(1, 2, 0));
  EXPECT_EQ(parts().pivot(), pivotOf("pair"));
}

}  // namespace
}  // namespace sinew::ui
