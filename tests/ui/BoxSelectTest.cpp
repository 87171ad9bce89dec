// A box drawn in the picture takes what is seen in it, or also what is hidden there.
#include <QApplication>
#include <QLineF>
#include <algorithm>

#include "tests/ui/ShownJourney.h"

namespace sinew::test {
namespace {

/// A small ball behind a big one, and one beside them, all at the same height.
class BoxSelect : public ShownJourney {
 protected:
  using Names = std::vector<std::string>;

  static constexpr double kBig = 0.5, kSmall = 0.1;  // [m] radii
  const Vec3 kFront = Vec3(0, 1, 1), kHidden = Vec3(0, 1, -1), kBeside = Vec3(1.5, 1, 0);

  void SetUp() override {
    ShownJourney::SetUp();
    SceneBuilder builder;
    const auto ball = [&](const char* name, const Vec3& at, double radius) {
      const Vec3 radii = Vec3::Constant(radius);
      builder.part("superquadric", name, {{"position", at}, {"radii", radii}});
    };
    ball("front", kFront, kBig);
    ball("hidden", kHidden, kSmall);
    ball("beside", kBeside, kSmall);
    builder.constraint("position", "nail", {{"point", at("beside", {0, 0})}, {"target", kBeside}});
    go([&, scene = builder.scene()] { show(scene, {}); });
  }
  /// What a box from one corner to the other takes, by name.
  Names taken(const Vec3& from, const Vec3& to, const char* key = nullptr) {
    const auto begin = onScreen(from), end = onScreen(to);
    EXPECT_TRUE(begin && end);
    if (!begin || !end) return {};
    if (key != nullptr) hand.holdKey(key);
    hand.drag(*begin, *end);
    if (key != nullptr) hand.releaseKey(key);
    return selected();
  }
  Names selected() {
    Names names;
    onProgram([&] {
      for (const ui::ObjectId& id : document().selection().items()) names.push_back(id.name);
    });
    std::sort(names.begin(), names.end());
    return names;
  }
  /// Of the two that lie behind one another; all of both lies in the box.
  Names takenOfTwo(const char* key = nullptr) {
    return taken(kFront + Vec3(-0.6, 0.6, 0), kFront + Vec3(0.6, -0.6, 0), key);
  }
  Names takenBeside(const char* key = nullptr) {
    return taken(kBeside + Vec3(-0.3, 0.3, 0), kBeside + Vec3(0.3, -0.3, 0), key);
  }
  void switchThrough() { choose("Edit", "The box reaches through"); }
};

TEST_F(BoxSelect, ReachesThroughToWhatIsHiddenUntilThatIsSwitchedOff) {
  const auto takesHidden = [&] {
    // Well inside the outline of the big ball, round the small one.
    const Names names = taken(kFront + Vec3(-0.2, 0.2, 0), kFront + Vec3(0.2, -0.2, 0));
    return std::find(names.begin(), names.end(), "hidden") != names.end();
  };
  go([&] {
    EXPECT_TRUE(takesHidden());
    switchThrough();
    EXPECT_FALSE(takesHidden());
    hand.moveTo(look("Viewport").place.center());
    hand.press("alt+z");
    EXPECT_TRUE(takesHidden());
  });
}

TEST_F(BoxSelect, TakesWhateverReachesIntoIt) {
  const auto corner = [&] {  // over the big ball's upper left alone
    return taken(kFront + Vec3(-0.6, 0.6, 0), kFront + Vec3(-0.2, 0.2, 0));
  };
  go([&] {
    EXPECT_EQ(corner(), (Names{"front"}));
    switchThrough();
    EXPECT_EQ(corner(), (Names{"front"}));
  });
}

TEST_F(BoxSelect, TakesConstraintsThatAreShownToo) {
  go([&] {
    EXPECT_EQ(takenBeside(), (Names{"beside", "nail"}));
    choose("Overlays", "Constraints");
    EXPECT_EQ(takenBeside(), (Names{"beside"}));
    choose("Overlays", "Constraints");
  });
}

TEST_F(BoxSelect, AddsWithShiftTogglesWithCtrlAndTakesNothingOfNothing) {
  go([&] {
    choose("Overlays", "Constraints");
    EXPECT_EQ(takenBeside(), (Names{"beside"}));
    EXPECT_EQ(takenOfTwo("shift"), (Names{"beside", "front", "hidden"}));
    EXPECT_EQ(takenOfTwo("ctrl"), (Names{"beside"}));
    // A slip into the empty while collecting loses nothing; without a key it is the new choice.
    const Vec3 empty(0.8, 1.3, 0), other(1.0, 1.2, 0);
    EXPECT_EQ(taken(empty, other, "shift"), (Names{"beside"}));
    EXPECT_EQ(taken(empty, other), Names{});
    choose("Overlays", "Constraints");
  });
}

TEST_F(BoxSelect, EscLeavesWhatWasSelected) {
  go([&] {
    EXPECT_EQ(takenOfTwo(), (Names{"front", "hidden"}));
    const auto begin = onScreen(kBeside + Vec3(-0.3, 0.3, 0));
    ASSERT_TRUE(begin);
    hand.moveTo(*begin);
    hand.press();
    hand.moveTo(*begin + QPoint(60, 60));
    hand.press("esc");
    hand.release();
    EXPECT_EQ(selected(), (Names{"front", "hidden"}));
  });
}

// Whatever the side from which they are seen: the vertices of a part come in an order of its own.
TEST_F(BoxSelect, WhatIsSeenIsTakenFromEverySideWithoutReachingThrough) {
  using View = ui::Viewport::View;
  go([&] {
    choose("Overlays", "Constraints");
    switchThrough();
    for (const View view : {View::Front, View::Back, View::Right, View::Left, View::Top}) {
      onProgram([&] { document().selection().clear(); });
      lookFrom(view);
      const auto at = onScreen(kFront);
      ASSERT_TRUE(at);
      const auto edge = onScreen(kFront + Vec3(0, kBig, 0)),
                 side = onScreen(kFront + Vec3(0, 0, kBig));
      const int half = 8 + static_cast<int>(std::max(edge ? QLineF(*at, *edge).length() : 0.0,
                                                     side ? QLineF(*at, *side).length() : 0.0));
      // A box that would begin above the picture, where buttons are, begins at its edge.
      const QRect picture = look("Viewport").place.adjusted(4, 4, -4, -4);
      const QRect box = QRect(*at - QPoint(half, half), *at + QPoint(half, half)) & picture;
      std::string under;  // should the box begin on something that lies over the picture
      onProgram([&] {
        const QWidget* widget = QApplication::widgetAt(box.topLeft());
        under = widget ? widget->metaObject()->className() : "nothing";
      });
      hand.drag(box.topLeft(), box.bottomRight());
      const Names names = selected();
      const bool hiddenBehind = view == View::Front;
      EXPECT_NE(std::find(names.begin(), names.end(), "front"), names.end())
          << "view " << static_cast<int>(view) << ": " << names.size() << " taken from " << under
          << " on, " << half << " px around";
      EXPECT_TRUE(!hiddenBehind || std::find(names.begin(), names.end(), "hidden") == names.end());
    }
  });
}

}  // namespace
}  // namespace sinew::test
