// How the work of a step grows with the scene, counted in products that the multipliers' factor
// takes.
#include <cmath>

#include "tests/support/Growth.h"

namespace sinew::test {
namespace {

std::size_t factorProducts(const SceneBuilder& scene) {
  Simulator simulator(scene.world());
  simulator.step(0.01);
  return simulator.dynamics().system().pattern().factorProducts();
}

double exponent(std::size_t few, std::size_t many, double times) {
  return std::log(static_cast<double>(many) / static_cast<double>(few)) / std::log(times);
}

TEST(Growth, RopesSideBySideCostAsMuchEach) {
  EXPECT_LE(
      exponent(factorProducts(ropesSideBySide(100)), factorProducts(ropesSideBySide(1000)), 10),
      1.1);
}

TEST(Growth, EyeletsOnOneRopeCostAsMuchEach) {
  EXPECT_LE(exponent(factorProducts(eyeletsOnARope(100)), factorProducts(eyeletsOnARope(1000)), 10),
            1.1);
}

TEST(Growth, PearlsOnOneRopeCostAsMuchEach) {
  EXPECT_LE(exponent(factorProducts(pearlsOnARope(100)), factorProducts(pearlsOnARope(1000)), 10),
            1.1);
}

TEST(Growth, RungsOfOneLadderCostAsMuchEach) {
  EXPECT_LE(exponent(factorProducts(ropeLadder(100)), factorProducts(ropeLadder(1000)), 10), 1.1);
}

}  // namespace
}  // namespace sinew::test
