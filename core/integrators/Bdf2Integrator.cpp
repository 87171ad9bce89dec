#include "core/integrators/Bdf2Integrator.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "core/integrators/SwingRemark.h"
#include "core/integrators/TouchRemark.h"
#include "core/model/Integrator.h"

namespace sinew {
namespace {

constexpr double kMostGrowth = 2;  // of the step that the formula bears: at 1 + √2 it grows errors

class Bdf2Integrator final : public Integrator {
 public:
  explicit Bdf2Integrator(double step) : m_step(step) {}

  Level level() const override { return Level::Displacement; }
  int order() const override { return 2; }
  /// The step, and how that went: ν, then the rates of v and of the energy flows, as in y.
  int memorySize(int velocities) const override {
    return 1 + 2 * velocities + static_cast<int>(kEnergyFlows);
  }
  double initialStep() const override { return m_step; }
  bool adaptive() const override { return false; }
  double longestStep(const Dynamics& dynamics) const override {
    return std::min(m_step, dynamics.stableImplicitStep());
  }

  void propose(Dynamics& dynamics, double time, std::span<const double> y, double h,
               StepProposal& out) override {
    m_past = out.memory;
    const double ratio = m_past[0] > 0 ? std::min(h / m_past[0], kMostGrowth) : 0;
    const double share = (1 + ratio) / (1 + 2 * ratio);  // 1 without a past
    out.y.assign(y.begin(), y.end());
    out.memory[0] = h;
    if (!dynamics.multistep(h, share, courseIn(m_past), out.y.data(), courseIn(out.memory))) {
      takeFirstOrderStep(dynamics, time, y, h, out);
    }
    const auto lambda = dynamics.multipliers();
    out.multipliers.assign(lambda.begin(), lambda.end());
    out.error = 0;
    out.nextStep = m_step;
  }

 private:
  static void takeFirstOrderStep(Dynamics& dynamics, double time, std::span<const double> y,
                                 double h, StepProposal& out) {
    std::copy(y.begin(), y.end(), out.y.begin());
    std::fill(out.memory.begin(), out.memory.end(), 0.0);
    dynamics.evaluate(time, y.data());
    dynamics.implicitStep(h, out.y.data());
  }
  static Course courseIn(Reals& memory) {
    const std::size_t count = (memory.size() - 1 - kEnergyFlows) / 2;
    return {{memory.data() + 1, count}, {memory.data() + 1 + count, count + kEnergyFlows}};
  }

  double m_step;  // [s]
  Reals m_past;
};

// On ẋ = i ω x steps multiply by a root of (3/2 − z) r² − 2 r + 1/2 with z = i ω h: the one that is
// 1 + z where z is small, (2 + √(1 + 2z))/(3 − 2z) (E. Hairer, G. Wanner, Solving Ordinary
// Differential Equations II, section V.1).
double bdf2Factor(double phase) {
  const std::complex<double> z(0, phase);
  return std::abs((2.0 + std::sqrt(1.0 + 2.0 * z)) / (3.0 - 2.0 * z));
}

}  // namespace

IntegratorKind bdf2Kind() {
  IntegratorKind kind;
  kind.name = "bdf2";
  kind.label = "BDF2";
  kind.inTouch = "implicit_euler";
  kind.doc =
      "Fixed steps of second order that stay stable however stiff a part is; swings live on where "
      "implicit Euler damps them, at about three times its cost.";
  kind.remark = [](const ParamReader& settings) {
    const std::string touch = touchRemark(settings);
    return swingRemark(settings, bdf2Factor) + (touch.empty() ? "" : " " + touch);
  };
  kind.create = [](const ParamReader& settings) -> std::unique_ptr<Integrator> {
    return std::make_unique<Bdf2Integrator>(settings.real("step"));
  };
  return kind;
}

}  // namespace sinew
