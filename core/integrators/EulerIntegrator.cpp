#include "core/integrators/EulerIntegrator.h"

#include <algorithm>

#include "core/integrators/TouchRemark.h"
#include "core/model/Integrator.h"

namespace sinew {
namespace {

constexpr double kShortest = 1.0 / 64;  // of the step that was asked for

class EulerIntegrator final : public Integrator {
 public:
  enum class Scheme { SemiImplicit, Forward };

  EulerIntegrator(double step, Scheme scheme) : m_step(step), m_scheme(scheme) {}

  Level level() const override { return Level::Acceleration; }
  int order() const override { return 1; }
  double initialStep() const override { return m_step; }
  bool adaptive() const override { return false; }
  bool endsInMiddle() const override { return m_scheme == Scheme::SemiImplicit; }

  // DEPARTURE: [Metaxas93] keeps its step whatever happens. At the tip of a whip, where a link
  // turns by half a radian within one, gaps of centimetres open and their closing feeds energy in
  // until the take diverges. A thin membrane shakes itself apart in it.
  double longestStep(const Dynamics& dynamics) const override {
    if (m_scheme == Scheme::Forward) return m_step;
    const double horizon = std::clamp(dynamics.linearHorizon(), kShortest * m_step, m_step);
    return std::min(horizon, dynamics.stableStep());
  }

  void propose(Dynamics& dynamics, double /*time*/, std::span<const double> y, double h,
               StepProposal& out) override {
    out.y.assign(y.begin(), y.end());
    if (m_scheme == Scheme::SemiImplicit) {
      dynamics.semiImplicitStep(h, out.y.data());
    } else {
      m_rate.resize(y.size());
      dynamics.accelerations(m_rate.data());
      for (std::size_t i = 0; i < y.size(); ++i) out.y[i] += h * m_rate[i];
      dynamics.normalise(out.y.data());
    }
    const auto lambda = dynamics.multipliers();
    out.multipliers.assign(lambda.begin(), lambda.end());
    out.error = 0;
    out.nextStep = m_step;
  }

 private:
  double m_step;  // [s]
  Scheme m_scheme;
  Reals m_rate;
};

}  // namespace

IntegratorKind eulerKind() {
  IntegratorKind kind;
  kind.name = "euler";
  kind.label = "Euler";
  kind.doc = "Fixed steps of first order: fast and steady, for live work.";
  kind.inTouch = "implicit_euler";
  kind.remark = touchRemark;
  kind.create = [](const ParamReader& settings) -> std::unique_ptr<Integrator> {
    const auto scheme = settings.text("scheme") == "forward"
                            ? EulerIntegrator::Scheme::Forward
                            : EulerIntegrator::Scheme::SemiImplicit;
    return std::make_unique<EulerIntegrator>(settings.real("step"), scheme);
  };
  return kind;
}

}  // namespace sinew
