#include "core/scene/SimulationHash.h"

#include <gtest/gtest.h>

#include "core/scene/SceneEdit.h"
#include "core/scene/SceneJson.h"
#include "tests/core/scene/TestKinds.h"

namespace sinew {
namespace {

std::uint64_t hashAfter(const SceneEdit& edit) {
  const Registry registry = testRegistry();
  Scene scene = *readScene(R"({"sinew": 1, "materials": [{"name": "wax"}],
    "parts": [{"name": "p", "kind": "block", "mass": 2}], "cameras": [{"name": "front"}],
    "constraints": [{"name": "c", "kind": "link", "a": {"part": "p", "at": [1]}}]})",
                           registry);
  EXPECT_TRUE(applyEdit(scene, edit, registry).has_value());
  return simulationHash(scene, registry);
}

TEST(SimulationHash, looksNeverChangeIt) {
  const auto same = hashAfter(SetParam{"parts/p", "mass", Value(2.0)});
  EXPECT_EQ(same, hashAfter(SetParam{"parts/p", "colour", Value(Vec3(1, 0, 0))}));
  EXPECT_EQ(same, hashAfter(SetParam{"parts/p", "label", Value("hello")}));
  EXPECT_EQ(same, hashAfter(SetParam{"cameras/front", "position", Value(Vec3(1, 0, 0))}));
  EXPECT_EQ(same, hashAfter(SetParam{"materials/wax", "roughness", Value(0.1)}));
  EXPECT_EQ(same, hashAfter(SetParam{"environment", "grid", Value(true)}));
  EXPECT_EQ(same, hashAfter(SetParam{"animation", "duration", Value(9.0)}));
}

TEST(SimulationHash, whatIsSimulatedChangesIt) {
  const auto same = hashAfter(SetParam{"parts/p", "mass", Value(2.0)});
  EXPECT_NE(same, hashAfter(SetParam{"parts/p", "mass", Value(2.5)}));
  EXPECT_NE(same, hashAfter(SetParam{"settings", "step", Value(0.01)}));
  EXPECT_NE(same, hashAfter(SetParam{"constraints/c", "a", Value(MaterialPoint{"p", {2}})}));
  EXPECT_NE(same, hashAfter(SetParam{"constraints/c", "b", Value(MaterialPoint{"p", {1}})}));
  EXPECT_NE(same, hashAfter(RenameEntity{Section::Parts, "p", "q"}));
  EXPECT_NE(same, hashAfter(AddEntity{Section::Parts, 1, Entity{"q", "block", {}}}));
}

}  // namespace
}  // namespace sinew
