// Every parameter of every kind, edited through the document, undone and redone.
#include <gtest/gtest.h>

#include <QCoreApplication>

#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "tests/support/OtherValue.h"
#include "tests/support/SceneBuilder.h"
#include "ui/document/Document.h"
#include "ui/document/Keys.h"
#include "ui/fields/Field.h"

namespace sinew::ui {
namespace {

using test::otherValue;

struct Target {
  std::string object;
  const ParamTable* table;
};

/// A scene with one entity of every kind and section, and what can be edited in it.
Scene sceneOfEverything(std::vector<Target>& targets) {
  const Registry& registry = test::builtins();
  Scene scene;
  targets = {{"settings", &settingsTable()},
             {"animation", &animationTable()},
             {"environment", &environmentTable()}};
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    std::vector<std::string> kinds;
    for (const auto& kind : kindNames(registry, section)) kinds.emplace_back(kind);
    if (!hasKinds(section)) kinds = {""};
    for (const std::string& kind : kinds) {
      const std::string name = "a_" + kind;
      scene[section].push_back({name, kind, {}});
      targets.push_back(
          {std::string(sectionKey(section)) + "/" + name, entityTable(registry, section, kind)});
    }
  }
  return scene;
}

class ParameterEdit : public ::testing::Test {
 protected:
  void SetUp() override {
    m_document.reset(sceneOfEverything(m_targets), {});
    ASSERT_GT(m_targets.size(), 10u);
  }

  /// Applies, undoes, redoes; the scene must follow to equality.
  void roundTrip(const SceneEdit& edit, const std::string& what) {
    const Scene before = m_document.scene();
    ASSERT_TRUE(m_document.apply(edit, "Change")) << what;
    const Scene after = m_document.scene();
    EXPECT_FALSE(after == before) << what << " changed nothing";
    m_document.undoStack().undo();
    EXPECT_TRUE(m_document.scene() == before) << what << " is not undone";
    m_document.undoStack().redo();
    EXPECT_TRUE(m_document.scene() == after) << what << " is not redone";
    m_document.undoStack().undo();
  }

  std::vector<Target> m_targets;
  Document m_document{test::builtins()};
};

TEST_F(ParameterEdit, EveryParameterIsEditedUndoneAndRedone) {
  int edited = 0;
  for (const Target& target : m_targets) {
    for (const ParamSpec& spec : *target.table) {
      const std::string what = target.object + "/" + spec.key;
      const Value value = otherValue(spec);
      if (spec.type == ParamType::Enum && value == spec.fallback) continue;  // the only choice
      EXPECT_TRUE(faultIn(value, spec).isEmpty())
          << what << ": " << faultIn(value, spec).toStdString();
      roundTrip(SetParam{target.object, spec.key, value}, what);
      ++edited;
    }
  }
  EXPECT_GT(edited, 100);
}

TEST_F(ParameterEdit, EveryKeyableParameterIsKeyedUndoneAndRedone) {
  int keyed = 0;
  for (const Target& target : m_targets) {
    for (const ParamSpec& spec : *target.table) {
      if (!spec.keyable) continue;
      Value value = withKeyAt(spec.fallback, spec, 0.5);
      value = withValueAt(value, otherValue(spec), 1.5);
      const std::string what = target.object + "/" + spec.key;
      EXPECT_TRUE(faultIn(value, spec).isEmpty())
          << what << ": " << faultIn(value, spec).toStdString();
      EXPECT_TRUE(valueAt(value, spec, 1.5) == otherValue(spec)) << what;
      roundTrip(SetParam{target.object, spec.key, value}, what);
      ++keyed;
    }
  }
  EXPECT_GT(keyed, 5);
}

TEST_F(ParameterEdit, AGestureIsOneStepAndCancellingLeavesNone) {
  const Scene before = m_document.scene();
  m_document.beginGesture("Drag");
  for (int i = 1; i <= 20; ++i)
    ASSERT_TRUE(
        m_document.apply(SetParam{"animation", "duration", Value(double(i) + 10)}, "ignored"));
  m_document.endGesture();
  EXPECT_EQ(m_document.undoStack().count(), 1);
  m_document.undoStack().undo();
  EXPECT_TRUE(m_document.scene() == before);
  m_document.beginGesture("Drag");
  ASSERT_TRUE(m_document.apply(SetParam{"animation", "duration", Value(77.0)}, "ignored"));
  m_document.cancelGesture();
  EXPECT_TRUE(m_document.scene() == before);
  EXPECT_FALSE(m_document.undoStack().canUndo());
}

TEST_F(ParameterEdit, LockedThingsRefuseChanges) {
  const ObjectId camera{Section::Cameras, "a_"};
  const auto setLocked = [&](bool locked) {
    ASSERT_TRUE(m_document.apply(SetParam{camera.path(), "locked", Value(locked)}, "Lock"));
  };
  setLocked(true);
  EXPECT_FALSE(m_document.apply(SetParam{camera.path(), "near", Value(1.0)}, "Change"));
  EXPECT_FALSE(m_document.apply(RemoveEntity{camera.section, camera.name}, "Delete"));
  setLocked(false);
  EXPECT_TRUE(m_document.apply(SetParam{camera.path(), "near", Value(1.0)}, "Change"));
}

TEST_F(ParameterEdit, ALockedGroupProtectsItsParts) {
  const ObjectId part{Section::Parts, m_document.scene().parts().front().name};
  AddEntity group{Section::Groups, m_document.scene()[Section::Groups].size(), {"family", {}, {}}};
  group.entity.values.set(*findParam(groupTable(), "members"), ValueList{Value(part.name)});
  ASSERT_TRUE(m_document.apply(group, "Group"));
  const auto setLocked = [&](bool locked) {
    ASSERT_TRUE(m_document.apply(SetParam{"groups/family", "locked", Value(locked)}, "Lock"));
  };
  setLocked(true);
  const auto refused = m_document.apply(SetParam{part.path(), "visible", Value(false)}, "Hide");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("family"), std::string::npos);
  EXPECT_FALSE(m_document.apply(RenameEntity{part.section, part.name, "other"}, "Rename"));
  setLocked(false);
  EXPECT_TRUE(m_document.apply(SetParam{part.path(), "visible", Value(false)}, "Hide"));
}

}  // namespace
}  // namespace sinew::ui
