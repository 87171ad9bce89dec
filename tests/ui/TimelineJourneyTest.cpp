// Keys on the timeline, moved by hand.
#include <cmath>

#include "core/scene/SceneFile.h"
#include "tests/ui/Journey.h"

namespace sinew::test {
namespace {

constexpr double kLastFrame = 210, kFps = 30;  // of the demo; A_B has keys at frames 0 and 12

class TimelineJourney : public Journey {
 protected:
  void SetUp() override {
    Journey::SetUp();
    click("Two constraints");
    click("A_B");
    look("Activation");
  }
  /// The middle of a key, with the ruler's margins as they are drawn.
  QPoint keyAt(double frame) {
    const QRect ruler = look("Time ruler").place;
    return {ruler.left() + qRound(16 + frame * (ruler.width() - 32) / kLastFrame),
            ruler.top() + 52};
  }
  void saveAs(const QString& file) {
    choose("File", "Save as…");
    nameFile(file);
  }
  /// When the second key of the constraint's activation is, in frames, by the file.
  double savedKey() const {
    const auto scene = loadScene(path("keys.json").toStdString(), builtins());
    if (!scene) return -1;
    const Entity* constraint = scene->find(Section::Constraints, "A_B");
    const Value* activation = constraint ? constraint->values.find("activation") : nullptr;
    const auto* curve = activation ? std::get_if<Curve>(&activation->content) : nullptr;
    return curve && curve->keys.size() == 2 ? kFps * curve->keys[1].time : -1;
  }
  ::testing::AssertionResult saved(double frame) {
    hand.press("ctrl+s");
    const bool there = patient([&] { return std::abs(savedKey() - frame) < 1e-3; });
    return there ? ::testing::AssertionSuccess()
                 : ::testing::AssertionFailure() << "the key is at frame " << savedKey();
  }
};

TEST_F(TimelineJourney, AKeyIsDraggedByWholeFramesInOneUndoStep) {
  go([&] {
    saveAs(path("keys.json"));
    EXPECT_TRUE(saved(12));
    hand.drag(keyAt(12), keyAt(60));
    EXPECT_TRUE(saved(60));
    hand.press("ctrl+z");
    EXPECT_TRUE(saved(12));
    hand.press("ctrl+shift+z");
    EXPECT_TRUE(saved(60));
  });
}

TEST_F(TimelineJourney, EscPutsAKeyBack) {
  go([&] {
    saveAs(path("keys.json"));
    EXPECT_TRUE(saved(12));
    hand.moveTo(keyAt(12));
    hand.press();
    hand.moveTo(keyAt(100));
    hand.press("esc");
    hand.release();
    hand.press("ctrl+s");
    hand.drag(keyAt(12), keyAt(30));  // where it was, and taken again from there
    EXPECT_TRUE(saved(30));
    hand.press("ctrl+z");
    EXPECT_TRUE(saved(12));
  });
}

}  // namespace
}  // namespace sinew::test
