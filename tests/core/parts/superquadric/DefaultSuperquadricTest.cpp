// What an animator gets without setting anything must hold its shape.
#include <algorithm>
#include <cmath>

#include "core/parts/superquadric/GlobalParams.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

class DefaultSuperquadric : public testing::TestWithParam<const char*> {};

TEST_P(DefaultSuperquadric, DroppedOnADefaultPlaneKeepsItsShape) {
  SceneBuilder builder(Defaults::Today);
  builder.part("plane", "floor", {});
  builder.part("superquadric", "ball",
               {{"motion", GetParam()}, {"position", Vec3(0, 0.5, 0)}});  // 0.25 m of fall
  Simulator simulator(builder.world());
  int contacts = 0;
  for (int frame = 1; frame <= 72; ++frame) {
    simulator.advanceTo(frame / 24.0);
    ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
    const Part& part = *simulator.world().parts()[1].part;
    const double* q = simulator.state().reals.data() + simulator.world().offsets().y +
                      simulator.world().parts()[1].firstQ;
    EXPECT_EQ(part.impossible(q), "");
    contacts = std::max(contacts, simulator.report().contacts);
    // Every point of the surface stays within a fifth of the diameter of its sphere.
    std::vector<float> positions(3 * part.tessellation().material.size());
    part.tessellate(simulator.dynamics().scratch(1), positions);
    Vec3 centre = Vec3::Zero();
    for (std::size_t i = 0; i < positions.size(); i += 3) {
      centre += Vec3(positions[i], positions[i + 1], positions[i + 2]);
    }
    centre /= static_cast<double>(positions.size()) / 3;
    for (std::size_t i = 0; i < positions.size(); i += 3) {
      const Vec3 p(positions[i], positions[i + 1], positions[i + 2]);
      ASSERT_NEAR((p - centre).norm(), 0.25, 0.1) << "at " << simulator.time() << " s";
    }
  }
  EXPECT_GT(contacts, 0);
}

TEST_P(DefaultSuperquadric, PulledTogetherFromFarKeepsARadius) {
  SceneBuilder builder(Defaults::Today);
  builder.settings({{"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "ball", {{"motion", GetParam()}});
  builder.constraint(
      "position", "pin",
      {{"point", at("ball", {std::acos(-1.0) / 2, 0})}, {"target", Vec3(0, 0, 1.25)}});
  Simulator simulator(builder.world());
  simulator.advanceTo(2);
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
}

INSTANTIATE_TEST_SUITE_P(Motions, DefaultSuperquadric, testing::Values("rigid", "global", "local"));

TEST(ImpossibleShape, StopsTheTakeAndIsNamed) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}});
  builder.part("superquadric", "ball", {{"motion", "global"}});
  Simulator simulator(builder.world());
  State state = simulator.state();
  // A radius is thrown inwards faster than its spring can stop it.
  const World& world = simulator.world();
  double* v = state.reals.data() + world.offsets().y + world.configurationSize();
  v[6] = -1e4;
  simulator.restore(state);
  simulator.advanceTo(1);
  ASSERT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_EQ(simulator.report().blame, "ball");
  EXPECT_NE(simulator.report().message.find("ball"), std::string::npos);
}

}  // namespace
}  // namespace sinew::test
