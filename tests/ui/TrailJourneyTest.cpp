// Where parts have been and will be is drawn in the picture as long as that is wanted, of what is
// selected.
#include "tests/ui/Seen.h"
#include "tests/ui/ShownJourney.h"

namespace sinew::test {
namespace {

class TrailJourney : public ShownJourney {
 protected:
  static constexpr int kDrawn = 80;  // [pixels] of a line that can be followed
  static constexpr int kNoise = 10;  // [pixels] by which the same picture may differ from itself
  static constexpr double kTop = 4;  // [m] where the ball begins

  /// A ball that has fallen for a while, shown in the middle of its way. Beside it stands what
  /// makes room in the picture for the way it came.
  void begin() {
    SceneBuilder builder;
    builder.settings({{"gravity", Vec3(0, -6, 0)}});
    builder.part("superquadric", "ball", {{"position", Vec3(0, kTop, 0)}});
    builder.part("sphere", "high", {{"position", Vec3(1.5, kTop, 0)}});
    builder.part("sphere", "low", {{"position", Vec3(1.5, 1, 0)}});
    show(builder.scene(), {});
    click("Play");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value.toDouble() > 24; }));
    click("Pause");
    enter("Frame", "20");
    EXPECT_TRUE(shows("Frame", [](const Sight& s) { return s.value == "20"; }));
    lookFrom(ui::Viewport::View::Front);
    click("ball");
    look("Mass");
  }
  /// The air that it fell through, without itself, once it is drawn no finer by resting.
  QImage seen() {
    hand.moveTo(look("Outliner").place.bottomLeft() + QPoint(20, -20));  // nothing lies under it
    const auto from = onScreen(Vec3(-0.4, kTop, 0)), to = onScreen(Vec3(0.4, kTop - 1.3, 0));
    EXPECT_TRUE(from && to);
    if (!from || !to) return {};
    constexpr int kLooks = 40;  // one after the other that show the same
    QImage image;
    int same = 0;
    EXPECT_TRUE(patient([&] {
      const QImage now = seenAt(QRect(*from, *to));
      same = now == image ? same + 1 : 0;
      image = now;
      return same == kLooks;
    }));
    return image;
  }
  void expectDrawnWhileWanted(const char* overlay) {
    const QImage before = seen();
    choose("Overlays", overlay);
    EXPECT_TRUE(patient([&] { return differing(seen(), before) > kDrawn; })) << overlay;
    choose("Overlays", overlay);
    EXPECT_TRUE(patient([&] { return differing(seen(), before) < kNoise; })) << overlay;
  }
};

TEST_F(TrailJourney, TrailsAreDrawnWhileTheyAreWanted) {
  go([&] {
    begin();
    expectDrawnWhileWanted("Trails of what is selected");
  });
}

TEST_F(TrailJourney, GhostsAreDrawnWhileTheyAreWanted) {
  go([&] {
    begin();
    expectDrawnWhileWanted("Ghosts of what is selected");
  });
}

TEST_F(TrailJourney, OfWhatIsNotSelectedNothingIsDrawn) {
  go([&] {
    begin();
    hand.press("ctrl+shift+a");
    EXPECT_TRUE(gone("Mass"));
    const QImage before = seen();
    for (const char* overlay : {"Trails of what is selected", "Ghosts of what is selected"}) {
      choose("Overlays", overlay);
      EXPECT_LT(differing(seen(), before), kNoise) << overlay;
    }
    click("ball");
    look("Mass");
    EXPECT_GT(differing(seen(), before), kDrawn) << "of what is selected now";
  });
}

}  // namespace
}  // namespace sinew::test
