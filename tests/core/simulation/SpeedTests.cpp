// Speeds are metres per second at the surface of parts, whatever their state carries.
#include <gmock/gmock.h>

#include <cmath>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;

struct Heavy {
  const char* name;
  double mass;  // [kg]
  Vec3 radii;   // [m]
  Vec3 speed;   // [m/s]
  Vec3 spin;    // [rad/s]
};

void PrintTo(const Heavy& part, std::ostream* out) {
  *out << part.name;
}

class HeavyAndFast : public testing::TestWithParam<std::tuple<const char*, Heavy>> {};

TEST_P(HeavyAndFast, GoesOn) {
  const auto& [motion, part] = GetParam();
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.004}, {"gravity", Vec3(0, 0, 0)}});
  builder.part("superquadric", "it",
               {{"motion", motion},
                {"mass", part.mass},
                {"radii", part.radii},
                {"velocity", part.speed},
                {"angular_velocity", part.spin}});
  Simulator simulator(builder.world());
  EXPECT_EQ(simulator.advanceTo(0.02).status, RunStatus::Ok) << simulator.report().message;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, HeavyAndFast,
    testing::Combine(testing::Values("rigid", "global"),
                     testing::Values(Heavy{"car", 1500, {0.9, 0.7, 2.25}, {0, 5, 70}, {0, 0, 0}},
                                     Heavy{"lorry", 40'000, {1.2, 2, 8}, {0, 0, 70}, {0, 0, 0}},
                                     Heavy{"flywheel", 20'000, {1, 1, 0.3}, {0, 0, 0}, {0, 0, 157}},
                                     Heavy{"house", 8e6, {10, 10, 10}, {0, 0, 5}, {0.1, 0, 0}})));

TEST(SpeedBound, StopsALightBodyToo) {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.004}});
  builder.part("superquadric", "it", {{"mass", 1e-3}, {"velocity", Vec3(2e5, 0, 0)}});
  Simulator simulator(builder.world());
  EXPECT_EQ(simulator.advanceTo(0.02).status, RunStatus::Diverged);
  EXPECT_EQ(simulator.report().blame, "it");
  EXPECT_THAT(simulator.report().message, HasSubstr("reached 2e+05 m/s"));
}

/// Steps that error control takes and rejects for a bent pendulum of two bodies.
std::array<std::uint64_t, 2> costOf(const char* motion, double mass, double stiffer) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}, {"tolerance", 1e-5}, {"contact", "springs"}});
  for (const char* name : {"upper", "lower"}) {
    const double x = name[0] == 'u' ? 0.3 : 0.9;
    builder.part("superquadric", name,
                 {{"motion", motion},
                  {"mass", mass},
                  {"radii", Vec3(0.05, 0.08, 0.3)},
                  {"position", Vec3(x, 0, 0)},
                  {"orientation", Quat(Eigen::AngleAxisd(1.5, Vec3::UnitY()))},
                  {"angular_velocity", Vec3(0, 1, 2)},
                  {"size_stiffness", 2000 * stiffer},
                  {"taper_stiffness", 20 * stiffer},
                  {"twist_stiffness", 20 * stiffer},
                  {"bend_stiffness", 20 * stiffer},
                  {"w0", 2000 * stiffer},
                  {"w1", 200 * stiffer}});
  }
  builder.constraint("point_to_point", "joint",
                     {{"a", at("upper", {1.5707963, 0})}, {"b", at("lower", {-1.5707963, 0})}});
  Simulator simulator(builder.world());
  EXPECT_EQ(simulator.advanceTo(0.1).status, RunStatus::Ok) << simulator.report().message;
  return {simulator.report().steps, simulator.report().rejected};
}

class ErrorControl : public testing::TestWithParam<const char*> {};

// By powers of two, so that nothing is rounded otherwise.
TEST_P(ErrorControl, CostsTheSameAtAGramAndAtATonne) {
  const auto usual = costOf(GetParam(), 1, 1);
  EXPECT_GT(usual[0], 5U);
  EXPECT_EQ(costOf(GetParam(), std::ldexp(1, -10), std::ldexp(1, -10)), usual);
  EXPECT_EQ(costOf(GetParam(), std::ldexp(1, 10), std::ldexp(1, 10)), usual);
}

INSTANTIATE_TEST_SUITE_P(Motions, ErrorControl, testing::Values("rigid", "global", "local"));

}  // namespace
}  // namespace sinew::test
