// Whatever a drag in the picture does to a thing of any kind is one step, which undo takes back.
#include "core/scene/PartHandles.h"
#include "tests/ui/ShownJourney.h"
#include "ui/document/PosedParts.h"
#include "ui/fields/Field.h"

namespace sinew::test {
namespace {

using ui::Viewport;

class GestureUndo : public ShownJourney {
 protected:
  /// Undone and done again, if the scene is not what it was; whether it is not.
  bool undone(const Scene& before, const std::string& what) {
    bool changed = false;
    onProgram([&] {
      changed = !(document().scene() == before);
      if (changed) expectUndone(document(), before, what);
    });
    return changed;
  }
  std::vector<Subject> partsOfEveryKind() {
    std::vector<Subject> parts;
    for (const ui::Addable& addable : ui::addablesOf(builtins(), Section::Parts)) {
      auto subject = subjectOf(addable);
      EXPECT_TRUE(subject) << addable.label;
      if (subject) parts.push_back(*std::move(subject));
    }
    return parts;
  }
};

/// A tool, and from where to where it is dragged about the middle of its gizmo [px].
struct GizmoDrag {
  const char* name;
  Viewport::Tool tool;
  QPoint from, to;
};

TEST_F(GestureUndo, SoakAGizmoOnAPartOfEveryKind) {
  const GizmoDrag drags[] = {
      {"Move", Viewport::Tool::Move, {0, 0}, {40, -25}},
      {"Rotate", Viewport::Tool::Rotate, {55, -55}, {75, -10}},  // the ring that faces the eye
      {"Scale", Viewport::Tool::Scale, {0, 0}, {30, 0}},
  };
  go([&] {
    for (const Subject& subject : partsOfEveryKind()) {
      for (const GizmoDrag& drag : drags) {
        const Scene before = show(subject.scene, {subject.thing});
        Vec3 middle = Vec3::Zero();
        bool works = true;
        onProgram([&] {
          const ui::PosedParts parts(document(), 0);
          middle = parts.pivot();
          works = drag.tool != Viewport::Tool::Rotate || parts.canTurn();
          viewport().setTool(drag.tool);
        });
        const auto at = onScreen(middle);
        ASSERT_TRUE(at) << subject.label;
        hand.drag(*at + drag.from, *at + drag.to, Hand::Button::Left, 2);
        const std::string what = drag.name + (" " + subject.thing.path());
        EXPECT_EQ(undone(before, what), works) << what;
      }
    }
  });
}

TEST_F(GestureUndo, SoakEveryHandleOfAPartOfEveryKind) {
  go([&] {
    for (const Subject& subject : partsOfEveryKind()) {
      const Entity* entity = subject.scene.find(Section::Parts, subject.thing.name);
      std::vector<PartHandle> left = PartHandles(builtins(), *entity).all();
      // Those that lie behind one another from one side are beside one another from the next.
      for (const auto view : {Viewport::View::Front, Viewport::View::Right, Viewport::View::Top}) {
        const Scene before = show(subject.scene, {subject.thing}, view);
        std::erase_if(left, [&](const PartHandle& handle) {
          const auto at = onScreen(handle.at);
          if (!at) return false;
          hand.moveTo(*at);
          if (!hint().startsWith(ui::labelOf(handle.key))) return false;
          bool changed = false;
          for (const QPoint by : {QPoint(30, -20), QPoint(-15, 30)}) {
            if (changed) break;
            hand.drag(*at, *at + by, Hand::Button::Left, 2);
            changed = undone(before, handle.key + " of " + subject.thing.path());
          }
          return changed;
        });
      }
      std::string which;
      for (const PartHandle& handle : left) which += " " + handle.key;
      EXPECT_TRUE(left.empty()) << subject.label << ":" << which;
    }
  });
}

}  // namespace
}  // namespace sinew::test
