#include "ui/document/Removal.h"

#include <gtest/gtest.h>

#include <QString>

#include "core/scene/SceneFile.h"
#include "core/scene/SceneJson.h"
#include "tests/support/SceneBuilder.h"
#include "ui/document/Document.h"

namespace sinew::ui {
namespace {

class RemovalOf : public ::testing::Test {
 protected:
  void SetUp() override {
    auto scene = loadScene(std::string(SINEW_SOURCE_DIR) + "/assets/scenes/dragonfly.json",
                           test::builtins());
    ASSERT_TRUE(scene);
    m_document.reset(std::move(*scene), {});
  }

  Document m_document{test::builtins()};
};

TEST_F(RemovalOf, AnyOneThingLeavesASceneWithoutDanglingReferences) {
  const Scene before = m_document.scene();
  int removed = 0;
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    for (const Entity& entity : before[section]) {
      const Removal removal = removalOf(before, test::builtins(), {{section, entity.name}});
      ASSERT_TRUE(m_document.apply(removal.edits, "Delete")) << entity.name;
      EXPECT_TRUE(checkReferences(m_document.scene(), test::builtins()).empty()) << entity.name;
      EXPECT_EQ(m_document.scene().find(section, entity.name), nullptr);
      m_document.undoStack().undo();
      EXPECT_TRUE(m_document.scene() == before) << entity.name;
      ++removed;
    }
  }
  EXPECT_GT(removed, 10);
}

TEST_F(RemovalOf, APartTakesItsConstraintsAlongAndSaysSo) {
  const Removal removal =
      removalOf(m_document.scene(), test::builtins(), {{Section::Parts, "body"}});
  EXPECT_FALSE(removal.also.empty());
  for (const ObjectId& id : removal.also) EXPECT_NE(id.section, Section::Parts);
}

}  // namespace
}  // namespace sinew::ui
