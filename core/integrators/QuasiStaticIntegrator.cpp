#include "core/integrators/QuasiStaticIntegrator.h"

#include "core/model/Integrator.h"

namespace sinew {
namespace {

constexpr double kFirstPace = 0.01;      // [s] H to begin with
constexpr double kUpToTheNextEvent = 1;  // [s]; frames, keys and jumps end steps

class QuasiStaticIntegrator final : public Integrator {
 public:
  Level level() const override { return Level::Equilibrium; }
  int order() const override { return 0; }
  int memorySize(int /*velocities*/) const override { return 1; }
  double initialStep() const override { return kUpToTheNextEvent; }
  bool adaptive() const override { return false; }

  void propose(Dynamics& dynamics, double /*time*/, std::span<const double> y, double h,
               StepProposal& out) override {
    out.y.assign(y.begin(), y.end());
    const double pace = out.memory[0] > 0 ? out.memory[0] : kFirstPace;
    out.memory[0] = dynamics.equilibrate(h, pace, out.y.data());
    const auto lambda = dynamics.multipliers();
    out.multipliers.assign(lambda.begin(), lambda.end());
    out.error = 0;
    out.nextStep = kUpToTheNextEvent;
  }
};

}  // namespace

IntegratorKind quasiStaticKind() {
  IntegratorKind kind;
  kind.name = "quasi_static";
  kind.label = "Quasi-static";
  kind.doc =
      "No inertia: every frame goes to where forces balance, for posing and for slow motion "
      "without swings. After a large change that may take some frames; what nothing holds sinks, "
      "what only friction carries lags behind.";
  kind.create = [](const ParamReader&) -> std::unique_ptr<Integrator> {
    return std::make_unique<QuasiStaticIntegrator>();
  };
  return kind;
}

}  // namespace sinew
