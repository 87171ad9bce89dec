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
#include "ui/document/Addition.h"
#include "ui/document/Keys.h"
#include "ui/theme/Theme.h"
#include "ui/window/Actions.h"
#include "ui/window/AddMenu.h"
#include "ui/window/MainWindow.h"

namespace sinew::ui {
namespace {

struct Subject {
  std::string label;
  Scene scene;
  ObjectId thing;
};

/// Parts that anything can hold on to: `part` and what is called so elsewhere in tests.
Scene stage() {
  test::SceneBuilder builder;
  builder.settings({{"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "part", {{"position", Vec3(0.1, 1, 0)}, {"material", "material"}});
  builder.part("superquadric", "ball_l", {{"position", Vec3(1.1, 1, 0.3)}});
  builder.part("rope", "rope", {{"position", Vec3(0, 3, 0)}, {"rest_length", 0.8}});
  Scene scene = builder.scene();
  scene[Section::Materials].push_back({"material", {}, {}});
  scene[Section::Cameras].push_back({"camera", {}, {}});
  return scene;
}

/// A thing of that kind, tied to parts of the stage that can hold it; nothing if none can.
std::optional<Subject> subjectOf(const Addable& addable) {
  const Registry& registry = test::builtins();
  const Scene empty = stage();
  const PointsToPick picks = pointsToPick(registry, addable);
  for (const bool all : {true, false}) {
    const std::size_t count = all ? picks.specs.size() : picks.needed;
    for (const std::vector<std::string>& names :
         {std::vector<std::string>{"part", "ball_l"}, {"rope", "part"}, {"part", "rope"}}) {
      std::vector<MaterialPoint> points;
      for (std::size_t i = 0; i < std::min(count, names.size()); ++i) {
        const auto part = makePart(registry, *empty.find(Section::Parts, names[i]));
        points.push_back({names[i], pointTowards(*part, Vec3(0.5, 1, 0))});
      }
      Subject subject{addable.label, empty, {}};
      AddEntity addition = additionAt(empty, registry, addable, points);
      subject.thing = {addable.section, addition.entity.name};
      if (!applyEdit(subject.scene, addition, registry)) continue;
      if (World::compile(subject.scene, registry)) return subject;
    }
  }
  return std::nullopt;
}

std::vector<Addable> everything() {
  std::vector<Addable> all;
  for (int i = 0; i < kSectionCount; ++i) {
    const auto some = addablesOf(test::builtins(), static_cast<Section>(i));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

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
  static std::string text(const Scene& of) { return writeScene(of, test::builtins()); }

  void start(const Subject& subject) {
    document().reset(subject.scene, {});
    document().selection().select({subject.thing});
    QCoreApplication::processEvents();
  }

  /// After something was done to `before`: undone, it is as before; done again, as now. Leaves the
  /// scene as it was before.
  void expectUndone(const Scene& before, const std::string& what, int steps = 1) {
    QUndoStack& stack = document().undoStack();
    const Scene after = scene();
    EXPECT_EQ(stack.index(), steps) << what << " is one step";
    EXPECT_FALSE(stack.undoText().isEmpty()) << what;
    EXPECT_TRUE(checkReferences(after, test::builtins()).empty()) << what;
    for (int twice = 0; twice < 2; ++twice) {
      stack.setIndex(0);
      EXPECT_TRUE(scene() == before) << what << ", undone";
      EXPECT_EQ(text(scene()), text(before)) << what << ", undone";
      stack.setIndex(steps);
      EXPECT_TRUE(scene() == after) << what << ", done again";
      EXPECT_EQ(text(scene()), text(after)) << what << ", done again";
    }
    stack.setIndex(0);
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
  document().reset(stage(), {});
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
    document().reset(stage(), {});
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
