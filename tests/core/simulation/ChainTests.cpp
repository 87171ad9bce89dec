// A chain of links of 0.1 m and 1 kg, hung by ball joints and swung from horizontal: undamped,
// semi-implicit Euler at 1 ms.
#include "tests/support/Chain.h"

#include <algorithm>
#include <cmath>

namespace sinew::test {
namespace {

double widestGap(const Simulator& simulator) {
  double widest = 0;
  for (const auto& joint : simulator.report().constraints) {
    widest = std::max(widest, joint.residual);
  }
  return widest;
}

/// Steps to `end` [s]; the widest gap [m] on the way.
double widestGapUntil(Simulator& simulator, double end) {
  double widest = 0;
  while (simulator.time() < end && simulator.report().status == RunStatus::Ok) {
    simulator.step(end);
    widest = std::max(widest, widestGap(simulator));
  }
  EXPECT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
  return widest;
}

TEST(Chain, OfAThousandLinksKeepsItsGapsClosed) {
  Simulator simulator(rigidChain(1000).world());
  EXPECT_LE(widestGapUntil(simulator, 2), 1e-4);
  EXPECT_EQ(simulator.report().steps, 2000u);  // none had to be shortened
}

TEST(Chain, OfAHundredLinksCracksLikeAWhipAndHolds) {
  Simulator simulator(rigidChain(100).world());
  EXPECT_LE(widestGapUntil(simulator, 1.6), 3e-2);  // the tip turns over at 1.47 s
  const double atTheTop = 0.01 * simulator.report().energy.kinetic;
  EXPECT_LE(widestGapUntil(simulator, 4), 1e-4);
  EXPECT_LT(std::abs(simulator.report().energy.drift), atTheTop);
}

// Its tip is far wilder the second time, at 4.4 s: the step has to give way for the chain to hold.
TEST(Chain, OfAHundredLinksHoldsThroughItsSecondWhipInShorterSteps) {
  Simulator simulator(rigidChain(100).world());
  EXPECT_LE(widestGapUntil(simulator, 6), 1e-3);
  EXPECT_GT(simulator.report().steps, 6000u);
  // Of 4850 J. What corrections take is the method's error; it used to be counted as work.
  EXPECT_LT(std::abs(simulator.report().energy.drift), 300);
}

TEST(Chain, OfAThousandLinksInForwardEulerStepsDivergesAndSaysSo) {
  Simulator simulator(rigidChain(1000, "forward").world());
  simulator.advanceTo(2);
  EXPECT_EQ(simulator.report().status, RunStatus::Diverged);
  EXPECT_NE(simulator.report().message.find(simulator.report().blame), std::string::npos);
  EXPECT_EQ(simulator.report().blame.rfind("link", 0), 0u) << simulator.report().blame;
}

}  // namespace
}  // namespace sinew::test
