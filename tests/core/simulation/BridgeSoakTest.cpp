// Ten minutes of the rope bridge under hands that grab, pull and let go at random.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "tests/support/Bridge.h"
#include "tests/support/Seeded.h"

namespace sinew::test {
namespace {

/// [pages] of memory this program holds.
long residentPages() {
  long all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident;
}

double stored(const Energies& energy) {
  return energy.kinetic + energy.elastic + energy.gravity;
}

constexpr std::array<const char*, 4> kLines = {"foot_left", "foot_right", "hand_left",
                                               "hand_right"};

TEST(BridgeSoak, TenMinutesUnderRandomHands) {
  constexpr int kSeconds = 600;
  Simulator simulator(ropeBridge().world());
  std::mt19937_64 random(1);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<>(low, high)(random);
  };
  long pages = 0;
  for (int second = 0; second < kSeconds; ++second) {
    const char* line = kLines[random() % kLines.size()];
    const Vec3 hand(between(-2, 2), between(0, 2.5), between(-1.5, 1.5));
    simulator.post(GrabCommand{0, line, {between(0.1, 0.9)}, hand, 0, 0});
    simulator.advanceTo(second + between(0.2, 0.8));
    simulator.post(ReleaseGrabCommand{0});
    const double letGo = stored(simulator.report().energy);
    simulator.advanceTo(second + 1);
    const StepReport& report = simulator.report();
    ASSERT_EQ(report.status, RunStatus::Ok) << second << " s: " << report.message;
    ASSERT_TRUE(std::isfinite(report.energy.kinetic)) << second;
    // Once nobody pulls, implicit Euler loses energy and never makes any.
    EXPECT_LE(stored(report.energy), letGo + 1e-6) << second;
    if (second == kSeconds / 10) pages = residentPages();
  }
  EXPECT_LE(residentPages(), pages + 64) << "memory grows";
}

// Hands take hold where the rope is and lead it to a random place, no faster than people do.
TEST(BridgeSoak, HasNeverMoreEnergyThanHandsPutIn) {
  constexpr int kSeconds = 600;
  constexpr double kSpeed = 2;  // [m/s] of a hand
  Simulator simulator(ropeBridge().world());
  simulator.advanceTo(1);
  std::mt19937_64 random(1);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<>(low, high)(random);
  };
  // What is stored beyond what was put in since the hands began [J].
  const auto unpaid = [&simulator] {
    return stored(simulator.report().energy) - simulator.report().energy.work;
  };
  const double start = unpaid();
  for (int second = 1; second < kSeconds; ++second) {
    const char* line = kLines[random() % kLines.size()];
    const double place = between(0.1, 0.9);
    const Vec3 from = positionOf(simulator, line, {place});
    const Vec3 way = Vec3(between(-2, 2), between(0, 2.5), between(-1.5, 1.5)) - from;
    const double letGo = second + between(0.2, 0.8), before = unpaid();
    simulator.post(GrabCommand{0, line, {place}, from, 0, 0});
    for (double time = second; time < letGo;) {
      time = std::min(time + 0.01, letGo);
      const double share = std::min(1.0, kSpeed * (time - second) / way.norm());
      simulator.post(MoveGrabCommand{0, from + share * way});
      simulator.advanceTo(time);
      ASSERT_EQ(simulator.report().status, RunStatus::Ok) << simulator.report().message;
      ASSERT_LE(unpaid(), start) << time;
    }
    EXPECT_LE(unpaid(), before) << second;
    simulator.post(ReleaseGrabCommand{0});
    simulator.advanceTo(second + 1);
    ASSERT_LE(unpaid(), start) << second;
  }
}

}  // namespace
}  // namespace sinew::test
