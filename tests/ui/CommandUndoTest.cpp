// Whatever is done to a scene, undo takes back and redo does again: every parameter and its keys,
// of a thing of every kind, and whatever can be added.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QTimer>
#include <set>

#include "core/scene/MakePart.h"
#include "core/scene/SceneJson.h"
#include "tests/support/OtherValue.h"
#include "tests/support/SceneBuilder.h"
#include "tests/ui/Patience.h"
#include "tests/ui/Subjects.h"
#include "ui/document/Addition.h"
#include "ui/document/Keys.h"
#include "ui/fields/NumberField.h"
#include "ui/theme/Theme.h"
#include "ui/window/Actions.h"
#include "ui/window/AddMenu.h"
#include "ui/window/Jobs.h"
#include "ui/window/MainWindow.h"

namespace sinew::ui {
namespace {

using test::everything;
using test::Subject;
using test::subjectOf;

class CommandUndo : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    s_theme = new Theme;
    s_window =
        new MainWindow(test::builtins(), {{}, std::string(SINEW_SOURCE_DIR) + "/assets"}, *s_theme);
    s_window->setGeometry(0, 0, 1280, 800);
    s_window->show();
    ASSERT_TRUE(test::patient([] { return s_window->isVisible(); }));
    command("New scene")->trigger();
  }
  static void TearDownTestSuite() {
    document().undoStack().setClean();
    delete s_window;
    delete s_theme;
  }

  static Document& document() { return s_window->document(); }
  static const Scene& scene() { return document().scene(); }
  static QAction* command(const QString& name) {
    for (QAction* action : s_window->findChild<Actions*>()->all())
      if (action->property("name").toString() == name) return action;
    ADD_FAILURE() << "no command " << name.toStdString();
    return nullptr;
  }

  void start(const Subject& subject) {
    document().reset(subject.scene, {});
    document().selection().select({subject.thing});
    QCoreApplication::processEvents();
  }

  /// Undone, it is as it was; done again, as it is now.
  static void expectUndone(const Scene& before, const std::string& what, int steps = 1) {
    test::expectUndone(document(), before, what, steps);
  }

  /// Frame after frame up to that one, or as far as it goes; whether it came there.
  static bool stepTo(int frame) {
    const NumberField* shown = nullptr;
    for (const auto* field : s_window->findChildren<NumberField*>())
      if (field->accessibleName() == "Frame") shown = field;
    for (int next = 1; shown != nullptr && next <= frame; ++next) {
      command("Step forward")->trigger();
      if (!test::patient([&] { return shown->value() == next; })) return false;
    }
    return shown != nullptr;
  }

  static inline Theme* s_theme = nullptr;
  static inline MainWindow* s_window = nullptr;
};

TEST_F(CommandUndo, EveryParameterOfEveryKind) {
  for (const Addable& addable : everything()) {
    const auto subject = subjectOf(addable);
    ASSERT_TRUE(subject) << addable.label;
    const std::string path = subject->thing.path();
    start(*subject);
    const Scene before = scene();
    const ParamTable& table = *entityTable(test::builtins(), addable.section, addable.kind);
    for (const ParamSpec& spec : table) {
      const std::string what = path + " " + spec.key;
      const auto set = [&](const std::optional<Value>& value) {
        const auto done = document().apply(SetParam{path, spec.key, value}, "Set");
        EXPECT_TRUE(done) << what;
      };
      const Value other = test::otherValue(spec);
      const Value* was = document().valuesOf(path)->find(spec.key);
      if (was == nullptr || !(*was == other)) {
        set(other);
        EXPECT_FALSE(scene() == before) << what << " was not changed";
        expectUndone(before, what);
      }
      if (!spec.keyable) continue;
      const Value* given = document().valuesOf(path)->find(spec.key);
      const Value still = given == nullptr ? spec.fallback : *given;
      set(withKeyAt(still, spec, 0.25));
      set(withKeyAt(*document().valuesOf(path)->find(spec.key), spec, 0.75));
      set(withoutKeyAt(*document().valuesOf(path)->find(spec.key), spec, 0.25, 1e-3));
      expectUndone(before, "keys of " + what, 3);
    }
  }
}

TEST_F(CommandUndo, EveryParameterOfTheSceneItself) {
  document().reset(test::stage(), {});
  const Scene before = scene();
  const std::pair<const char*, const ParamTable*> tables[] = {{"settings", &settingsTable()},
                                                              {"animation", &animationTable()},
                                                              {"environment", &environmentTable()}};
  for (const auto& [object, table] : tables) {
    for (const ParamSpec& spec : *table) {
      ASSERT_TRUE(document().apply(SetParam{object, spec.key, test::otherValue(spec)}, "Set"));
      expectUndone(before, std::string(object) + " " + spec.key);
    }
  }
}

TEST_F(CommandUndo, WhateverIsAdded) {
  const auto* menu = s_window->findChild<AddMenu*>();
  ASSERT_NE(menu, nullptr);
  int added = 0;
  for (QAction* action : menu->findChildren<QAction*>()) {
    if (action->menu() != nullptr || action->isSeparator()) continue;
    document().reset(test::stage(), {});
    document().selection().select({{Section::Parts, "part"}, {Section::Parts, "ball_l"}});
    const Scene before = scene();
    action->trigger();
    QCoreApplication::processEvents();
    if (!(scene() == before)) {
      expectUndone(before, "Add " + action->text().toStdString());
      ++added;
    }
    command("Select")->trigger();  // leaves what waits for clicks
  }
  EXPECT_GT(added, 8);
}

// What leads elsewhere or moves the simulation edits nothing by itself.
const std::set<QString> kNoEdits = {"New scene",
                                    "Save",
                                    "Save numbered copy",
                                    "Close scene",
                                    "Quit",
                                    "Undo",
                                    "Redo",
                                    "Rename",
                                    "Guided first scene",
                                    "Keys",
                                    "About Sinew",
                                    "Play",
                                    "Simulate from here",
                                    "Step back",
                                    "Step forward",
                                    "To the start",
                                    "Reset",
                                    "Replay",
                                    "To the key before",
                                    "To the key after",
                                    "Make this the start",
                                    "Settle",
                                    "Record",
                                    "Back to the scene",
                                    "Compare with re-simulation"};

bool edits(const QAction& command) {
  const bool asksFirst = command.text().contains("…");
  return !asksFirst && !kNoEdits.contains(command.property("name").toString());
}

TEST_F(CommandUndo, EveryCommandOnAThingOfEveryKind) {
  s_window->hide();  // nobody looks on
  for (const Addable& addable : everything()) {
    const auto subject = subjectOf(addable);
    ASSERT_TRUE(subject) << addable.label;
    start(*subject);
    const Scene before = scene();
    int edited = 0;
    for (QAction* action : s_window->findChild<Actions*>()->all()) {
      document().selection().select({subject->thing});
      QCoreApplication::processEvents();
      if (!edits(*action) || !action->isEnabled()) continue;
      action->trigger();
      QCoreApplication::processEvents();
      if (scene() == before) continue;
      expectUndone(before, action->objectName().toStdString() + " " + subject->thing.path());
      ++edited;
    }
    EXPECT_GE(edited, 4) << addable.label;
  }
  s_window->show();
}

/// Two balls, the one above tied to the other, and to a place in the air.
Scene chain() {
  test::SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.01}});
  builder.part("particle", "upper", {{"position", Vec3(0.4, 2, 0)}, {"damping", 5.0}});
  builder.part("particle", "lower", {{"position", Vec3(0.4, 1, 0)}, {"damping", 5.0}});
  builder.constraint("position", "nail",
                     {{"point", test::at("upper")}, {"target", Vec3(0, 2.3, 0)}});
  builder.constraint("point_to_point", "joint",
                     {{"a", test::at("upper")}, {"b", test::at("lower")}});
  return builder.scene();
}

TEST_F(CommandUndo, WhatADialogMakesIsOneStepAndNothingWhenItIsCancelled) {
  for (const char* name : {"Repeat", "Stagger the assembly"}) {
    for (const bool accepted : {true, false}) {
      document().reset(chain(), {});
      document().selection().select({{Section::Parts, "upper"}, {Section::Parts, "lower"}});
      const Scene before = scene();
      bool asked = false;
      QTimer::singleShot(0, [&] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        asked = dialog != nullptr;
        if (asked) dialog->done(accepted ? QDialog::Accepted : QDialog::Rejected);
      });
      command(name)->trigger();
      EXPECT_TRUE(asked) << name;
      EXPECT_EQ(scene() == before, !accepted) << name;
      if (accepted)
        expectUndone(before, name);
      else
        EXPECT_EQ(document().undoStack().count(), 0) << name;
    }
  }
}

TEST_F(CommandUndo, SettlingIsOneStep) {
  document().reset(chain(), {});
  document().selection().clear();
  const Scene before = scene();
  ASSERT_TRUE(test::patient([] { return command("Settle")->isEnabled(); }));
  command("Settle")->trigger();
  ASSERT_TRUE(test::patient([] { return document().undoStack().count() > 0; }));
  EXPECT_FALSE(scene() == before);
  expectUndone(before, "Settle");
}

/// With weight: whatever can move is somewhere else a little later.
Scene fallingStage() {
  Scene scene = test::stage();
  const auto set = [&](const char* key, Value value) {
    scene.settings.set(*findParam(settingsTable(), key), std::move(value));
  };
  set("gravity", Vec3(0, -9.81, 0));
  set("integrator", "implicit_euler");  // the rope keeps others waiting
  return scene;
}

/// With as little as it can be with, so that there is little to wait for: parts that nothing ties
/// are left out, and one that moves hangs from a nail.
Subject hung(Subject subject) {
  const Registry& registry = test::builtins();
  for (const char* name : {"rope", "ball_l", "part"}) {
    Scene without = subject.scene;
    std::erase_if(without[Section::Parts], [&](const Entity& part) { return part.name == name; });
    const bool any = !without.parts().empty();
    if (any && World::compile(without, registry)) subject.scene = without;
  }
  for (const Entity& entity : subject.scene.parts()) {
    if (isPrescribed(registry, entity.kind)) continue;
    const auto part = makePart(registry, entity);
    const MaterialPoint point{entity.name, pointTowards(*part, Vec3(0.3, 10, 0.2))};
    const Addable nail{Section::Constraints, "position", {}, {}};
    EXPECT_TRUE(
        applyEdit(subject.scene, additionAt(subject.scene, registry, nail, {point}), registry));
    break;
  }
  return subject;
}

TEST_F(CommandUndo, MakingThisTheStartIsOneStepForAThingOfEveryKind) {
  int alone = 0, stuck = 0;
  for (const Addable& addable : everything()) {
    const auto subject = subjectOf(addable, fallingStage());
    ASSERT_TRUE(subject) << addable.label;
    const std::string what = "Make this the start, with " + subject->thing.path();
    for (const bool ofThing : {false, true}) {
      if (ofThing && addable.section != Section::Parts) continue;
      start({subject->label, hung(*subject).scene, subject->thing});
      const Scene before = scene();
      if (!ofThing) document().selection().clear();
      if (!stepTo(2)) {
        ++stuck;
        continue;
      }
      command("Make this the start")->trigger();
      if (scene() == before) continue;
      expectUndone(before, what);
      if (ofThing) ++alone;
    }
  }
  EXPECT_GE(alone, 2) << "kinds that move by themselves";
  EXPECT_LE(stuck, 1) << "what cannot be met among these parts goes nowhere";
}

TEST_F(CommandUndo, SettlingIsOneStepForAThingOfEveryKind) {
  const auto* jobs = s_window->findChild<Jobs*>();
  ASSERT_NE(jobs, nullptr);
  int settled = 0;
  for (const Addable& addable : everything()) {
    const bool blowsOn = addable.kind == "air";  // nothing comes to rest in it
    const bool matters = addable.section == Section::Parts ||
                         addable.section == Section::Constraints ||
                         addable.section == Section::Forces;
    if (!matters || blowsOn) continue;
    const auto subject = subjectOf(addable, fallingStage());
    ASSERT_TRUE(subject) << addable.label;
    start(hung(*subject));
    document().selection().clear();
    const Scene before = scene();
    command("Settle")->trigger();
    ASSERT_TRUE(test::patient([&] { return !jobs->busy(); })) << addable.label;
    if (scene() == before) continue;
    expectUndone(before, "Settle, with " + subject->thing.path());
    ++settled;
  }
  EXPECT_GE(settled, 8);
}

/// A gesture is what a drag in the picture, over a number or in the timeline makes of its edits.
TEST_F(CommandUndo, ADragIsOneStepAndNothingWhenItIsTakenBack) {
  for (const bool finished : {true, false}) {
    document().reset(chain(), {});
    const Scene before = scene();
    document().beginGesture("Drag");
    for (int i = 1; i <= 5; ++i) {
      const Vec3 place(0.1 * i, 2, 0);
      ASSERT_TRUE(document().apply(SetParam{"parts/upper", "position", Value(place)}, "Drag"));
      ASSERT_TRUE(document().apply(SetParam{"parts/lower", "mass", Value(0.1 * i)}, "Drag"));
    }
    finished ? document().endGesture() : document().cancelGesture();
    if (finished)
      expectUndone(before, "a drag");
    else
      EXPECT_TRUE(scene() == before && document().undoStack().count() == 0);
  }
}

TEST_F(CommandUndo, EveryCommandHasANameOfItsOwn) {
  std::set<QString> names;
  for (const QAction* action : s_window->findChild<Actions*>()->all()) {
    EXPECT_FALSE(action->objectName().isEmpty());
    EXPECT_TRUE(names.insert(action->objectName()).second) << action->objectName().toStdString();
  }
}

}  // namespace
}  // namespace sinew::ui
