// Constraints that are turned off and on.
#include "ui/document/Switching.h"

#include <gtest/gtest.h>

#include "tests/support/SceneBuilder.h"
#include "ui/document/Keys.h"

namespace sinew::ui {
namespace {

class SwitchingTest : public testing::Test {
 protected:
  void SetUp() override {
    test::SceneBuilder builder;
    builder.part("particle", "ball", {});
    for (const char* name : {"one", "two"})
      builder.constraint("position", name, {{"point", Value(MaterialPoint{"ball", {}})}});
    document.reset(builder.scene(), {});
  }
  void select(const std::vector<const char*>& names) {
    std::vector<ObjectId> chosen = {{Section::Parts, "ball"}};
    for (const char* name : names) chosen.push_back({Section::Constraints, name});
    document.selection().select(chosen);
  }
  Switching switched(double time = 0) {
    Switching switching = switchingAt(document, time);
    EXPECT_TRUE(document.apply(switching.edits, "switch"));
    return switching;
  }
  bool acts(const char* name, double time = 0) const {
    const ParamTable& table = test::builtins().constraint("position")->table;
    const Entity* entity = document.scene().find(Section::Constraints, name);
    return ParamReader(table, entity->values).curve("activation").at(time).value[0] != 0;
  }

  Document document{test::builtins()};
};

TEST_F(SwitchingTest, TurnsOffAllThatIsSelectedIfAnyActs) {
  select({"one"});
  EXPECT_FALSE(switched().on);
  EXPECT_FALSE(acts("one"));
  EXPECT_TRUE(acts("two"));
  select({"one", "two"});
  EXPECT_EQ(switched().names, (std::vector<std::string>{"one", "two"}));
  EXPECT_FALSE(acts("one") || acts("two"));
  EXPECT_TRUE(switched().on);
  EXPECT_TRUE(acts("one") && acts("two"));
}

TEST_F(SwitchingTest, AsksOfNothingButConstraints) {
  select({});
  EXPECT_TRUE(switched().names.empty());
}

TEST_F(SwitchingTest, KeepsWhatIsKeyedBefore) {
  select({"one"});
  document.setAutoKey(true);
  EXPECT_FALSE(switched(2).on);
  EXPECT_FALSE(acts("one", 2));
  EXPECT_TRUE(switched(3).on);
  EXPECT_FALSE(acts("one", 2.5));
  EXPECT_TRUE(acts("one", 3.5));
}

}  // namespace
}  // namespace sinew::ui
