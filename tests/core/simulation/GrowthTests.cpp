// How the work of a step grows with the scene, counted in numbers of the multipliers' factor.
#include <cmath>

#include "tests/support/Growth.h"

namespace sinew::test {
namespace {

std::size_t factorNumbers(const SceneBuilder& scene) {
  return Simulator(scene.world()).dynamics().system().pattern().factorNonZeros();
}

double exponent(std::size_t few, std::size_t many, double times) {
  return std::log(static_cast<double>(many) / static_cast<double>(few)) / std::log(times);
}

TEST(Growth, RopesSideBySideCostAsMuchEach) {
  EXPECT_LE(exponent(factorNumbers(ropesSideBySide(100)), factorNumbers(ropesSideBySide(1000)), 10),
            1.1);
}

}  // namespace
}  // namespace sinew::test
