// The restricted three-body problem on its most demanding closed orbit (Arenstorf 1963; numbers as
// in Hairer, Nørsett and Wanner): steps must shrink a hundredfold at each swing past the moon.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/model/Integrator.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kMoon = 0.012277471;  // μ, mass of the moon; the earth's is 1 − μ
constexpr double kPeriod = 17.06521656015796;
constexpr double kStartX = 0.994, kStartSpeedY = -2.00158510637908252;

/// ẍ = x + 2ẏ − μ′(x + μ)/D₁ − μ(x − μ′)/D₂,  ÿ = y − 2ẋ − μ′y/D₁ − μy/D₂
class ThreeBodies final : public Dynamics {
 public:
  int configurationSize() const override { return 2; }
  int velocitySize() const override { return 2; }
  void evaluate(double, const double* y) override { std::copy(y, y + 4, m_y.begin()); }
  void accelerations(double* dy) override {
    const auto [x, y, vx, vy] = m_y;
    const double earth = 1 - kMoon;
    const double d1 = std::pow((x + kMoon) * (x + kMoon) + y * y, 1.5);
    const double d2 = std::pow((x - earth) * (x - earth) + y * y, 1.5);
    dy[0] = vx;
    dy[1] = vy;
    dy[2] = x + 2 * vy - earth * (x + kMoon) / d1 - kMoon * (x - earth) / d2;
    dy[3] = y - 2 * vx - earth * y / d1 - kMoon * y / d2;
    dy[4] = dy[5] = 0;
  }
  void semiImplicitStep(double, double*) override {}
  void implicitStep(double, double*) override {}
  bool multistep(double, double, const Course&, double*, const Course&) override { return true; }
  double equilibrate(double, double pace, double*) override { return pace; }
  double linearHorizon() const override { return std::numeric_limits<double>::infinity(); }
  double stableStep() const override { return std::numeric_limits<double>::infinity(); }
  double stableImplicitStep() const override { return stableStep(); }
  std::span<const double> multipliers() const override { return {}; }
  void normalise(double*) const override {}
  std::span<const double> errorScale() const override { return m_scale; }

 private:
  std::array<double, 4> m_y{};
  std::array<double, 6> m_scale = {1, 1, 1, 1, 0, 0};
};

struct Orbit {
  double endError = 0, shortest = 1e9, longest = 0;
  int steps = 0, rejected = 0;
};

Orbit once(double tolerance) {
  ParamValues settings;
  settings.set(*findParam(settingsTable(), "tolerance"), tolerance);
  const auto integrator =
      builtins().integrator("rkf45")->create(ParamReader(settingsTable(), settings));
  ThreeBodies bodies;
  Reals y = {kStartX, 0, 0, kStartSpeedY, 0, 0};
  Orbit orbit;
  StepProposal proposal;
  double time = 0, h = integrator->initialStep();
  while (time < kPeriod) {
    const double step = std::min(h, kPeriod - time);
    bodies.evaluate(time, y.data());
    integrator->propose(bodies, time, y, step, proposal);
    h = proposal.nextStep;
    if (!(proposal.error <= 1)) {
      ++orbit.rejected;
      continue;
    }
    time += step;
    y = proposal.y;
    ++orbit.steps;
    if (time < kPeriod && orbit.steps > 10) {
      orbit.shortest = std::min(orbit.shortest, step);
      orbit.longest = std::max(orbit.longest, step);
    }
  }
  orbit.endError = std::hypot(y[0] - kStartX, y[1]);
  return orbit;
}

TEST(Arenstorf, OrbitClosesAtATightTolerance) {
  const double error = once(1e-9).endError;
  RecordProperty("end_error", fmt::format("{:.3g}", error));
  EXPECT_LT(error, 1e-5);
}

TEST(Arenstorf, ErrorFallsWithTheTolerance) {
  double last = once(1e-6).endError;
  for (const double tolerance : {1e-8, 1e-10}) {
    const double error = once(tolerance).endError;
    EXPECT_LT(error, 0.1 * last) << "at " << tolerance;
    last = error;
  }
}

TEST(Arenstorf, StepsVaryMoreThanAHundredfold) {
  const Orbit orbit = once(1e-9);
  EXPECT_GT(orbit.longest / orbit.shortest, 100);
  EXPECT_LT(orbit.rejected, orbit.steps / 3) << "few steps are tried in vain";
}

}  // namespace
}  // namespace sinew::test
