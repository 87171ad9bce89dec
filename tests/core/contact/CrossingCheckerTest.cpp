// The checker that tests of contact trust must see what they trust it to see.
#include "tests/support/CrossingChecker.h"

#include <gtest/gtest.h>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

/// What it says of a step [s] where nothing is kept apart but from obstacles, and that softly.
std::string faultAfterStep(SceneBuilder& builder, double step) {
  builder.settings({{"contact", "springs"},
                    {"integrator", "implicit_euler"},
                    {"gravity", Vec3(0, 0, 0)},
                    {"step", step}});
  Simulator simulator(builder.world());
  CrossingChecker checker(simulator);
  EXPECT_EQ(checker.pairs(), 1U);
  while (simulator.time() < step && checker.fault.empty()) {
    simulator.step(step);
    checker.look();
  }
  return checker.fault;
}

SceneBuilder crossedRopes(double height, double speed) {
  SceneBuilder builder;
  builder.part("rope", "along",
               {{"position", Vec3(-0.15, 0, 0)}, {"length", 0.3}, {"radius", 3e-3}});
  builder.part("rope", "across",
               {{"position", Vec3(0.01, height, 0.15)},
                {"orientation", Quat(std::sqrt(0.5), 0, std::sqrt(0.5), 0)},
                {"velocity", Vec3(0, -speed, 0)},
                {"length", 0.3},
                {"radius", 3e-3}});
  return builder;
}

TEST(CrossingChecker, SeesThinRopesPassEachOtherInAFastStep) {
  SceneBuilder through = crossedRopes(0.4, 200);
  EXPECT_NE(faultAfterStep(through, 0.004), "");
  SceneBuilder shortOf = crossedRopes(0.4, 90);
  EXPECT_EQ(faultAfterStep(shortOf, 0.004), "") << "4 cm are left";
}

TEST(CrossingChecker, SeesWhatIsWhollyInside) {
  for (const double x : {0.0, 0.35}) {
    SceneBuilder builder;
    builder.part("superquadric", "big", {{"motion", "rigid"}, {"radii", Vec3(0.3, 0.2, 0.3)}});
    builder.part("particle", "grain", {{"radius", 0.01}, {"position", Vec3(x, 0.03, 0)}});
    const std::string fault = faultAfterStep(builder, 0.001);
    EXPECT_EQ(fault.find("inside") != std::string::npos, x == 0) << fault;
  }
}

TEST(CrossingChecker, SeesWhatGoesThroughAThinBoard) {
  for (const double aside : {0.0, 0.3}) {
    SceneBuilder builder;
    builder.part("box", "board", {{"size", Vec3(0.3, 0.002, 0.3)}});
    builder.part("superquadric", "flat",
                 {{"motion", "rigid"},
                  {"radii", Vec3(0.05, 0.002, 0.05)},
                  {"position", Vec3(aside, 0.2, 0)},
                  {"velocity", Vec3(0, -100, 0)}});
    EXPECT_EQ(!faultAfterStep(builder, 0.004).empty(), aside == 0);
  }
}

TEST(CrossingChecker, LeavesOutWhatIsMeantToPass) {
  SceneBuilder builder;
  builder.part("particle", "a", {{"contact_group", "dust"}});
  builder.part("particle", "b", {{"contact_group", "dust"}, {"position", Vec3(0.2, 0, 0)}});
  builder.part("particle", "c",
               {{"passes_through", ValueList{Value("a")}}, {"position", Vec3(0.4, 0, 0)}});
  builder.part("sphere", "stands", {{"position", Vec3(3, 0, 0)}});
  builder.part("plane", "ground", {{"position", Vec3(0, -1, 0)}});
  const Simulator simulator(builder.world());
  // b with c, and each of the three with either obstacle; these do not move.
  EXPECT_EQ(CrossingChecker(simulator).pairs(), 1U + 6U);
}

}  // namespace
}  // namespace sinew::test
