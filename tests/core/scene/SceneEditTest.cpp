#include "core/scene/SceneEdit.h"

#include <gtest/gtest.h>

#include "core/scene/SceneJson.h"
#include "tests/core/scene/TestKinds.h"

namespace sinew {
namespace {

class SceneEditing : public ::testing::Test {
 protected:
  Registry m_registry = testRegistry();
  Scene m_scene = *readScene(R"({"sinew": 1, "materials": [{"name": "wax"}],
    "parts": [{"name": "a", "kind": "block", "material": "wax"},
              {"name": "b", "kind": "block", "parent": "a", "mass": 3}],
    "groups": [{"name": "g", "members": ["a", "b"]}],
    "constraints": [{"name": "c", "kind": "link", "a": {"part": "a", "at": [1]}}]})",
                             m_registry);

  /// Applies the edit, checks that its inverse brings the scene back, and applies it again.
  void applyThereAndBack(const SceneEdit& edit) {
    const Scene before = m_scene;
    const auto inverse = applyEdit(m_scene, edit, m_registry);
    ASSERT_TRUE(inverse.has_value()) << inverse.error().message;
    const Scene after = m_scene;
    EXPECT_FALSE(after == before);
    const auto redo = applyEdit(m_scene, *inverse, m_registry);
    ASSERT_TRUE(redo.has_value());
    EXPECT_EQ(m_scene, before);
    ASSERT_TRUE(applyEdit(m_scene, *redo, m_registry).has_value());
    EXPECT_EQ(m_scene, after);
  }
};

TEST_F(SceneEditing, parametersAreSetAndReset) {
  applyThereAndBack(SetParam{"parts/b", "mass", Value(5.0)});
  applyThereAndBack(SetParam{"parts/b", "mass", std::nullopt});
  applyThereAndBack(SetParam{"settings", "step", Value(0.01)});
  applyThereAndBack(SetParam{"parts/b", "mass", Value(2.0)});
}

TEST_F(SceneEditing, entitiesComeAndGoInTheirPlace) {
  applyThereAndBack(RemoveEntity{Section::Parts, "a"});
  EXPECT_EQ(checkReferences(m_scene, m_registry).size(), 3U);
  applyThereAndBack(AddEntity{Section::Parts, 1, Entity{"n", "block", {}}});
}

TEST_F(SceneEditing, renamingTakesReferencesAlong) {
  applyThereAndBack(RenameEntity{Section::Parts, "a", "head"});
  applyThereAndBack(RenameEntity{Section::Materials, "wax", "stone"});
  EXPECT_TRUE(checkReferences(m_scene, m_registry).empty());
}

// What could not be read again is not let into the scene.
TEST_F(SceneEditing, slopesMayNotLeadACurveOutOfItsRange) {
  Curve curve;
  curve.keys = {{0, {9}}, {1, {9}}};
  curve.keys[0].slopes = Curve::Slopes{{0}, {2}};
  applyThereAndBack(SetParam{"parts/b", "strength", Value(curve)});
  const Scene before = m_scene;
  curve.keys[0].slopes = Curve::Slopes{{0}, {20}};
  const auto refused =
      applyEdit(m_scene, SetParam{"parts/b", "strength", Value(curve)}, m_registry);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("strength would reach"), std::string::npos)
      << refused.error().message;
  EXPECT_EQ(m_scene, before);
}

TEST_F(SceneEditing, failuresLeaveTheSceneAsItWas) {
  const Scene before = m_scene;
  const SceneEdit edits[] = {
      SetParam{"parts/z", "mass", Value(1.0)},
      SetParam{"parts/a", "weight", Value(1.0)},
      SetParam{"nothing", "mass", Value(1.0)},
      AddEntity{Section::Parts, 0, Entity{"a", "block", {}}},
      AddEntity{Section::Parts, 9, Entity{"n", "block", {}}},
      AddEntity{Section::Parts, 0, Entity{"n/m", "block", {}}},
      RemoveEntity{Section::Parts, "z"},
      RenameEntity{Section::Parts, "a", "b"},
      RenameEntity{Section::Parts, "z", "y"},
  };
  for (const SceneEdit& edit : edits) {
    EXPECT_FALSE(applyEdit(m_scene, edit, m_registry).has_value());
    EXPECT_EQ(m_scene, before);
  }
}

}  // namespace
}  // namespace sinew
