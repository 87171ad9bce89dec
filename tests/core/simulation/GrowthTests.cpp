// How the work of a step grows with the scene, counted in products that the multipliers' factor
// takes.
#include <algorithm>
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

/// Numbers of N that a net's multipliers take: those there are, times the rounds that read them.
std::size_t numbersRead(int side) {
  Simulator simulator(ropeNet(side).world());
  std::size_t most = 0;
  for (int step = 0; step < 5; ++step) {
    simulator.step(simulator.time() + 0.01);
    const ConstraintSystem& system = simulator.dynamics().system();
    EXPECT_GT(system.rounds(), 0) << "was factored";
    most = std::max(most,
                    system.pattern().factorNonZeros() * static_cast<std::size_t>(system.rounds()));
    for (const auto& knot : simulator.report().constraints) EXPECT_LE(knot.residual, 1e-9);
  }
  return most;
}

TEST(Growth, NetsCostLessThanTheSquareOfTheirKnots) {
  EXPECT_LE(exponent(numbersRead(16), numbersRead(48), 9), 1.6);
}

}  // namespace
}  // namespace sinew::test
