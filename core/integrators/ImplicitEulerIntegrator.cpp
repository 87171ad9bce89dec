#include "core/integrators/ImplicitEulerIntegrator.h"

#include <algorithm>
#include <cmath>

#include "core/integrators/SwingRemark.h"
#include "core/model/Integrator.h"

namespace sinew {
namespace {

class ImplicitEulerIntegrator final : public Integrator {
 public:
  explicit ImplicitEulerIntegrator(double step) : m_step(step) {}

  Level level() const override { return Level::Displacement; }
  int order() const override { return 1; }
  bool keepsAccounts() const override { return true; }
  bool endsInMiddle() const override { return true; }
  double initialStep() const override { return m_step; }
  bool adaptive() const override { return false; }
  double longestStep(const Dynamics& dynamics) const override {
    return std::min(m_step, dynamics.stableImplicitStep());
  }

  void propose(Dynamics& dynamics, double /*time*/, std::span<const double> y, double h,
               StepProposal& out) override {
    out.y.assign(y.begin(), y.end());
    dynamics.implicitStep(h, out.y.data());
    const auto lambda = dynamics.multipliers();
    out.multipliers.assign(lambda.begin(), lambda.end());
    out.error = 0;
    out.nextStep = m_step;
  }

 private:
  double m_step;  // [s]
};

// On ẍ = −ω² x each step multiplies x + i v/ω by 1/(1 + i ω h), the method's stability function
// R(z) = 1/(1 − z) at z = −i ω h (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II,
// section IV.3). Its absolute value is 1/√(1 + ω²h²).
double implicitEulerFactor(double phase) {
  return 1 / std::hypot(1, phase);
}

}  // namespace

IntegratorKind implicitEulerKind() {
  IntegratorKind kind;
  kind.name = "implicit_euler";
  kind.label = "Implicit Euler";
  kind.inTouch = kind.name;
  kind.doc =
      "Fixed steps of first order that stay stable however stiff a part is; motion dies away with "
      "large steps, swings of soft solids and free ropes far less.";
  kind.remark = [](const ParamReader& settings) {
    return swingRemark(settings, implicitEulerFactor) +
           " Soft solids lose far less of theirs, up to a dozen in a scene. Ropes that nothing"
           " touches, and no hand or wind, swing on in steps up to 1/90 s; steel cables and rigid"
           " links in longer ones as well. With barrier contact all of these lose it.";
  };
  kind.create = [](const ParamReader& settings) -> std::unique_ptr<Integrator> {
    return std::make_unique<ImplicitEulerIntegrator>(settings.real("step"));
  };
  return kind;
}

}  // namespace sinew
