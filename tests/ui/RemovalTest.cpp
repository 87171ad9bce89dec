#include "ui/document/Removal.h"

#include <gtest/gtest.h>

#include <QString>

#include "core/scene/SceneFile.h"
#include "core/scene/SceneJson.h"
#include "tests/support/SceneBuilder.h"
#include "ui/document/Addition.h"
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

// Else it would be about everything there is.
TEST_F(RemovalOf, ARuleGoesWithTheLastThingItIsAbout) {
  ASSERT_TRUE(
      m_document.apply(newEntity(m_document.scene(), {Section::Materials, {}, "skin", {}}), "Add"));
  const std::string material = m_document.scene()[Section::Materials].back().name;
  AddEntity rule = newEntity(m_document.scene(), {Section::ContactRules, {}, "rule", {}});
  const ParamTable& table = contactRuleTable();
  rule.entity.values.set(*findParam(table, "parts"), ValueList{Value("body")});
  rule.entity.values.set(*findParam(table, "material"), Value(material));
  rule.entity.values.set(*findParam(table, "response"), Value("none"));
  ASSERT_TRUE(m_document.apply(rule, "Add"));
  const auto leaves = [&](const std::vector<ObjectId>& gone) {
    const Removal removal = removalOf(m_document.scene(), test::builtins(), gone);
    EXPECT_TRUE(m_document.apply(removal.edits, "Delete"));
    const bool left = !m_document.scene()[Section::ContactRules].empty();
    m_document.undoStack().undo();
    return left;
  };
  EXPECT_TRUE(leaves({{Section::Parts, "body"}}));
  EXPECT_TRUE(leaves({{Section::Materials, material}}));
  EXPECT_FALSE(leaves({{Section::Parts, "body"}, {Section::Materials, material}}));
}

}  // namespace
}  // namespace sinew::ui
