#include "ui/document/Addition.h"

#include <gtest/gtest.h>

#include <QString>

#include "core/scene/SceneFile.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTrial.h"
#include "tests/support/SceneBuilder.h"
#include "ui/document/Document.h"

namespace sinew::ui {
namespace {

constexpr Section kOffered[] = {Section::Parts,     Section::Constraints, Section::Forces,
                                Section::Materials, Section::Cameras,     Section::Lights};

class AdditionTo : public ::testing::Test {
 protected:
  void SetUp() override {
    auto scene = loadScene(std::string(SINEW_SOURCE_DIR) + "/assets/scenes/two_constraints.json",
                           test::builtins());
    ASSERT_TRUE(scene);
    m_document.reset(std::move(*scene), {});
  }

  std::optional<AddEntity> addition(const Addable& addable,
                                    const std::vector<ObjectId>& selected) const {
    return additionTo(m_document.scene(), test::builtins(), addable, selected);
  }

  Document m_document{test::builtins()};
  const std::vector<ObjectId> m_two{{Section::Parts, "part_3"}, {Section::Parts, "part_1"}};
};

TEST_F(AdditionTo, EveryKindGivesASceneThatReadsBackAndOneUndoTakesItAway) {
  const Scene before = m_document.scene();
  for (const Section section : kOffered) {
    for (const Addable& addable : addablesOf(test::builtins(), section)) {
      ASSERT_LE(partsNeeded(test::builtins(), addable), m_two.size()) << addable.label;
      const auto added = addition(addable, m_two);
      ASSERT_TRUE(added) << addable.label;
      ASSERT_TRUE(m_document.apply(*added, "Add")) << addable.label;
      EXPECT_NE(m_document.scene().find(section, added->entity.name), nullptr);
      EXPECT_TRUE(checkReferences(m_document.scene(), test::builtins()).empty()) << addable.label;
      EXPECT_TRUE(tryMaking(m_document.scene(), test::builtins(), {}).empty()) << addable.label;
      m_document.undoStack().undo();
      EXPECT_TRUE(m_document.scene() == before) << addable.label;
    }
  }
}

TEST_F(AdditionTo, ASecondOneGetsANameOfItsOwn) {
  const Addable addable = addablesOf(test::builtins(), Section::Parts).front();
  const auto first = addition(addable, {});
  ASSERT_TRUE(first && m_document.apply(*first, "Add"));
  const auto second = addition(addable, {});
  ASSERT_TRUE(second && m_document.apply(*second, "Add"));
  EXPECT_EQ(second->entity.name, first->entity.name + "_2");
}

TEST_F(AdditionTo, WhatTiesPartsTakesTheSelectedOnesInTheirOrderAndNoOthers) {
  for (const Addable& addable : addablesOf(test::builtins(), Section::Constraints)) {
    const std::size_t needed = partsNeeded(test::builtins(), addable);
    ASSERT_GT(needed, 0u) << addable.label;
    EXPECT_FALSE(addition(addable, {m_two.begin(), m_two.begin() + needed - 1})) << addable.label;
    const auto added = addition(addable, m_two);
    ASSERT_TRUE(added) << addable.label;
    std::vector<std::string> parts;
    for (const auto& [key, value] : added->entity.values.entries())
      if (const auto* point = std::get_if<MaterialPoint>(&value.content))
        parts.push_back(point->part);
    ASSERT_EQ(parts.size(), needed) << addable.label;
    for (std::size_t i = 0; i < needed; ++i) EXPECT_EQ(parts[i], m_two[i].name) << addable.label;
  }
}

}  // namespace
}  // namespace sinew::ui
