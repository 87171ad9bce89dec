// What is fused, at the ends of ropes too: there a place takes one control point and a direction
// two.
#include <cmath>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

class FusedEnds : public testing::TestWithParam<const char*> {
 protected:
  static SceneBuilder ropes(std::initializer_list<std::pair<const char*, Vec3>> starts) {
    SceneBuilder builder;
    builder.settings({{"integrator", GetParam()}, {"step", 0.01}, {"contact", "springs"}});
    for (const auto& [name, start] : starts) {
      builder.part("rope", name,
                   {{"length", 1.0},
                    {"position", start},
                    {"control_points", 16},
                    {"internal_damping", 0.002}});
    }
    return builder;
  }
  static void expectMet(Simulator& simulator) {
    ASSERT_EQ(simulator.advanceTo(2).status, RunStatus::Ok) << simulator.report().message;
    for (const ConstraintStatus& tie : simulator.report().constraints) {
      EXPECT_LE(tie.residual, 1e-4) << GetParam();
      EXPECT_FALSE(tie.conflicting) << GetParam();
    }
  }
};

TEST_P(FusedEnds, StayWhereTheyAreHeld) {
  for (const double end : {0.0, 1.0}) {
    SceneBuilder builder = ropes({{"rope", Vec3(0, 1, 0)}});
    builder.constraint("fusion", "wall",
                       {{"a", at("rope", {end})},
                        {"target", Vec3(end, 1, 0)},
                        {"direction", Vec3(1, 0, 0)},
                        {"assembly_time", 0.2}});
    Simulator simulator(builder.world());
    expectMet(simulator);
    EXPECT_LE((positionOf(simulator, "rope", {end}) - Vec3(end, 1, 0)).norm(), 1e-4) << end;
  }
}

TEST_P(FusedEnds, MakeOneRopeOfTwo) {
  SceneBuilder builder = ropes({{"first", Vec3(0, 1, 0)}, {"second", Vec3(1.2, 1.1, 0)}});
  builder.constraint("position", "nail", {{"point", at("first", {0})}, {"target", Vec3(0, 1, 0)}});
  builder.constraint("fusion", "joint",
                     {{"a", at("first", {1})}, {"b", at("second", {0})}, {"assembly_time", 0.3}});
  Simulator simulator(builder.world());
  expectMet(simulator);
}

INSTANTIATE_TEST_SUITE_P(Integrators, FusedEnds, testing::Values("implicit_euler", "bdf2"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace sinew::test
