// How parts of an edited scene are known again.
#include "core/scene/SceneOrigins.h"

#include <gtest/gtest.h>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

class Origins : public testing::Test {
 protected:
  Origins() {
    SceneBuilder builder;
    for (const char* name : {"a", "b"}) builder.part("particle", name, {});
    then = now = builder.scene();
  }
  void apply(const SceneEdit& edit) {
    ASSERT_TRUE(applyEdit(now, edit, builtins()));
    origins.note(edit);
  }
  std::optional<std::string> before(const char* name) {
    SceneOrigins recognised = origins;
    recognised.recognise(then, now);
    return recognised.before(Section::Parts, name);
  }

  Scene then, now;
  SceneOrigins origins;
};

TEST_F(Origins, WhatIsTakenOutAndPutBackIsWhatItWas) {
  const Entity a = then.parts().front();
  apply(RemoveEntity{Section::Parts, "a"});
  apply(AddEntity{Section::Parts, 0, a});
  EXPECT_EQ(before("a"), "a");
}

TEST_F(Origins, WhatIsPutBackAnotherIsNew) {
  Entity a = then.parts().front();
  a.values.set(*findParam(builtins().part("particle")->table, "mass"), Value(7.0));
  apply(RemoveEntity{Section::Parts, "a"});
  apply(AddEntity{Section::Parts, 0, a});
  EXPECT_EQ(before("a"), std::nullopt);
}

TEST_F(Origins, NoTwoAreWhatOneWas) {
  const Entity a = then.parts().front();
  apply(RenameEntity{Section::Parts, "a", "c"});
  apply(AddEntity{Section::Parts, 0, a});
  EXPECT_EQ(before("c"), "a");
  EXPECT_EQ(before("a"), std::nullopt);
}

}  // namespace
}  // namespace sinew::test
