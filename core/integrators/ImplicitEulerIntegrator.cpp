#include "core/integrators/ImplicitEulerIntegrator.h"

#include <algorithm>

#include "core/model/Integrator.h"

namespace sinew {
namespace {

class ImplicitEulerIntegrator final : public Integrator {
 public:
  explicit ImplicitEulerIntegrator(double step) : m_step(step) {}

  Level level() const override { return Level::Displacement; }
  int order() const override { return 1; }
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

}  // namespace

IntegratorKind implicitEulerKind() {
  IntegratorKind kind;
  kind.name = "implicit_euler";
  kind.label = "Implicit Euler";
  kind.doc =
      "Fixed steps of first order that stay stable however stiff a part is; motion dies away with "
      "large steps.";
  kind.create = [](const ParamReader& settings) -> std::unique_ptr<Integrator> {
    return std::make_unique<ImplicitEulerIntegrator>(settings.real("step"));
  };
  return kind;
}

}  // namespace sinew
