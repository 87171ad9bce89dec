// An end of a constraint let go on its other end takes hold where its part is nearest to that.
#include "core/scene/MakePart.h"
#include "core/scene/MaterialPlace.h"
#include "tests/ui/ShownJourney.h"

namespace sinew::test {
namespace {

class EndDrag : public ShownJourney {
 protected:
  const Vec3 kLeft = Vec3(-1, 1, 0), kRight = Vec3(1, 1, 0);

  void SetUp() override {
    ShownJourney::SetUp();
    SceneBuilder builder;
    for (const auto& [name, at] : {std::pair("left", kLeft), std::pair("right", kRight)})
      builder.part("superquadric", name, {{"position", at}, {"radii", Vec3(0.3, 0.3, 0.3)}});
    builder.constraint("distance", "bar", {{"a", at("left", kPole)}, {"b", at("right", kPole)}});
    go([&, scene = builder.scene()] { show(scene, {ui::ObjectId{Section::Constraints, "bar"}}); });
  }
  Vec3 placeOf(const char* key) {
    Scene scene;
    onProgram([&] { scene = document().scene(); });
    const Entity& bar = *scene.find(Section::Constraints, "bar");
    const MaterialPoint point =
        ParamReader(builtins().constraint("distance")->table, bar.values).materialPoint(key);
    const auto part = makePart(builtins(), *scene.find(Section::Parts, point.part));
    const auto place = placeAtStart(*part, point.at);
    EXPECT_TRUE(place);
    return place.value_or(Vec3::Zero());
  }

  const std::vector<double> kPole = {1.570796, 0};
};

TEST_F(EndDrag, OntoTheOtherEndTakesHoldWhereThePartIsNearest) {
  go([&] {
    const Vec3 a = placeOf("a"), b = placeOf("b");
    const auto from = onScreen(a), to = onScreen(b);
    ASSERT_TRUE(from && to);
    hand.drag(*from, *to);
    const Vec3 nearest = kLeft + 0.3 * (b - kLeft).normalized();
    EXPECT_LT((placeOf("a") - nearest).norm(), 0.01);
    EXPECT_EQ(placeOf("b"), b);
    hand.press("ctrl+z");
    EXPECT_EQ(placeOf("a"), a) << "one step of undo";
  });
}

// A nail: its other end is a place in space.
TEST_F(EndDrag, OntoThePlaceInSpaceTakesHoldWhereThePartIsNearest) {
  const Vec3 nail(-0.5, 1, 0);
  SceneBuilder builder;
  builder.part("superquadric", "left", {{"position", kLeft}, {"radii", Vec3(0.3, 0.3, 0.3)}});
  builder.constraint("distance", "bar", {{"a", at("left", kPole)}, {"place", nail}});
  go([&, scene = builder.scene()] { show(scene, {ui::ObjectId{Section::Constraints, "bar"}}); });
  go([&] {
    const auto from = onScreen(placeOf("a")), to = onScreen(nail);
    ASSERT_TRUE(from && to);
    hand.drag(*from, *to);
    EXPECT_LT((placeOf("a") - (kLeft + Vec3(0.3, 0, 0))).norm(), 0.01);
  });
}

}  // namespace
}  // namespace sinew::test
