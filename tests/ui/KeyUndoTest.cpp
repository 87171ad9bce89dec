// Keys of whatever can be keyed, dragged in their sheet and in their curve: one step each.
#include "core/scene/SceneJson.h"
#include "core/scene/SceneLength.h"
#include "core/scene/SceneTables.h"
#include "tests/support/OtherValue.h"
#include "tests/ui/ShownJourney.h"
#include "ui/document/Keys.h"

namespace sinew::test {
namespace {

/// A parameter with two keys, of a scene that is nothing else to a person.
struct Keyed {
  std::string what;
  Subject subject;
  Curve curve;
};

std::vector<Keyed> everythingKeyed() {
  constexpr double kFirst = 0.5, kSecond = 1.5;  // [s]
  std::vector<Keyed> all;
  for (const ui::Addable& addable : everything()) {
    const auto subject = subjectOf(addable);
    EXPECT_TRUE(subject) << addable.label;
    if (!subject) continue;
    const Entity* entity = subject->scene.find(subject->thing.section, subject->thing.name);
    for (const ParamSpec& spec : *entityTable(builtins(), addable.section, addable.kind)) {
      if (!spec.keyable) continue;
      const Value* given = entity->values.find(spec.key);
      const Value still = given == nullptr ? spec.fallback : *given;
      const Value first = ui::withKeyAt(still, spec, kFirst);
      Value keyed = ui::withValueAt(first, otherValue(spec), kSecond);
      if (ui::valueAt(keyed, spec, kFirst) == ui::valueAt(keyed, spec, kSecond))
        keyed = ui::withValueAt(first, spec.fallback, kSecond);
      for (Curve::Key& key : std::get<Curve>(keyed.content).keys)
        if (key.toNext == Interpolation::Smooth) key.toNext = Interpolation::Linear;
      Keyed one{subject->thing.path() + " " + spec.key, *subject, std::get<Curve>(keyed.content)};
      const SetParam set{subject->thing.path(), spec.key, keyed};
      if (applyEdit(one.subject.scene, set, builtins())) all.push_back(std::move(one));
    }
  }
  return all;
}

class KeyUndo : public ShownJourney {
 protected:
  void SetUp() override {
    ShownJourney::SetUp();
    viewport().hide();  // nobody looks at the pictures of so many scenes
  }
  // As they are drawn [px].
  static constexpr int kNames = 220, kSheetEdge = 16, kRuler = 22, kRow = 22;  // of the sheet
  static constexpr int kNumbers = 72, kPlotEdge = 10;  // of the curve's plot
  static constexpr double kRoom = 0.12;                // of the range of a curve, above and below

  static double share(const Keyed& keyed) {
    return keyed.curve.keys[0].time / durationOf(keyed.subject.scene);
  }
  void expectDragged(const Keyed& keyed, const Scene& before, QPoint from, QPoint by) {
    hand.drag(from, from + by, Hand::Button::Left, 2);
    onProgram([&] {
      EXPECT_FALSE(document().scene() == before) << keyed.what;
      expectUndone(document(), before, keyed.what);
    });
  }
};

TEST_F(KeyUndo, SoakOfWhateverIsKeyedDraggedInTheSheet) {
  go([&] {
    click("Keys");
    for (const Keyed& keyed : everythingKeyed()) {
      const Scene before = open(keyed.subject.scene, {keyed.subject.thing});
      const QRect sheet = look("Key sheet").place;
      const double width = sheet.width() - kNames - kSheetEdge;
      const QPoint key(sheet.left() + kNames + qRound(share(keyed) * width),
                       sheet.top() + kRuler + kRow / 2);
      expectDragged(keyed, before, key, QPoint(60, 0));
    }
  });
}

TEST_F(KeyUndo, SoakOfWhateverIsKeyedDraggedInItsCurve) {
  go([&] {
    for (int i = 0; i < 2; ++i) choose("Window", "Curves");  // closed and opened: before the others
    for (const Keyed& keyed : everythingKeyed()) {
      const Scene before = open(keyed.subject.scene, {keyed.subject.thing});
      const QRect plot = look("Curve").place.adjusted(kNumbers, kPlotEdge, -kPlotEdge, -kPlotEdge);
      double least = 1e300, most = -1e300;
      for (const Curve::Key& key : keyed.curve.keys)
        for (int c = 0; c < keyed.curve.components; ++c) {
          least = std::min(least, key.value[static_cast<std::size_t>(c)]);
          most = std::max(most, key.value[static_cast<std::size_t>(c)]);
        }
      const double size = most - least;
      const double high =
          (keyed.curve.keys[0].value[0] - least + kRoom * size) / (1 + 2 * kRoom) / size;
      const QPoint key(plot.left() + qRound(share(keyed) * plot.width()),
                       plot.bottom() - qRound(high * plot.height()));
      const int inwards = high > 0.5 ? 12 : -12;
      expectDragged(keyed, before, key, QPoint(60, inwards));
    }
  });
}

}  // namespace
}  // namespace sinew::test
