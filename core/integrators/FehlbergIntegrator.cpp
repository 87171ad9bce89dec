#include "core/integrators/FehlbergIntegrator.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/integrators/TouchRemark.h"
#include "core/model/Integrator.h"

namespace sinew {
namespace {

constexpr int kStages = 6;
// Butcher tableau of Fehlberg's 4(5) pair.
constexpr std::array<double, kStages> kNode = {0, 1. / 4, 3. / 8, 12. / 13, 1, 1. / 2};
constexpr std::array<std::array<double, 5>, kStages> kStage = {{
    {},
    {1. / 4},
    {3. / 32, 9. / 32},
    {1932. / 2197, -7200. / 2197, 7296. / 2197},
    {439. / 216, -8, 3680. / 513, -845. / 4104},
    {-8. / 27, 2, -3544. / 2565, 1859. / 4104, -11. / 40},
}};
constexpr std::array<double, kStages> kFifth = {16. / 135,      0,        6656. / 12825,
                                                28561. / 56430, -9. / 50, 2. / 55};
constexpr std::array<double, kStages> kFourth = {25. / 216,    0,       1408. / 2565,
                                                 2197. / 4104, -1. / 5, 0};

constexpr double kSafety = 0.9;
constexpr double kMostStretch = 4, kMostShrink = 0.1;
constexpr double kInitialStep = 1e-4;  // [s]; grows by itself within a few steps

class FehlbergIntegrator final : public Integrator {
 public:
  explicit FehlbergIntegrator(double tolerance) : m_tolerance(tolerance) {}

  Level level() const override { return Level::Acceleration; }
  int order() const override { return 5; }
  double initialStep() const override { return kInitialStep; }
  bool adaptive() const override { return true; }

  void propose(Dynamics& dynamics, double time, std::span<const double> y, double h,
               StepProposal& out) override {
    for (auto& rate : m_rate) rate.resize(y.size());
    m_stage.resize(y.size());
    dynamics.accelerations(m_rate[0].data());
    const auto lambda = dynamics.multipliers();
    out.multipliers.assign(lambda.begin(), lambda.end());
    for (int s = 1; s < kStages; ++s) {
      for (std::size_t i = 0; i < y.size(); ++i) m_stage[i] = y[i] + h * sum(kStage[s], s, i);
      dynamics.normalise(m_stage.data());
      dynamics.evaluate(time + kNode[s] * h, m_stage.data());
      dynamics.accelerations(m_rate[s].data());
    }
    out.y.resize(y.size());
    for (std::size_t i = 0; i < y.size(); ++i) out.y[i] = y[i] + h * sum(kFifth, kStages, i);
    dynamics.normalise(out.y.data());
    out.error = estimate(dynamics.errorScale(), out.worst) / m_tolerance;
    out.nextStep = h * growth(out.error);
  }

 private:
  template <class Weights>
  double sum(const Weights& weights, int stages, std::size_t i) const {
    double total = 0;
    for (int s = 0; s < stages; ++s) total += weights[s] * m_rate[s][i];
    return total;
  }

  /// Largest difference of the two solutions per second [m/s, m/s²], and where; NaN if any is.
  double estimate(std::span<const double> scale, int& worst) const {
    double largest = 0;
    worst = -1;
    for (std::size_t i = 0; i < scale.size(); ++i) {
      double difference = 0;
      for (int s = 0; s < kStages; ++s) difference += (kFifth[s] - kFourth[s]) * m_rate[s][i];
      const double error = std::abs(difference) * scale[i];
      if (error <= largest) continue;
      worst = static_cast<int>(i);
      if (std::isnan(error)) return error;
      largest = error;
    }
    return largest;
  }

  static double growth(double error) {
    if (!std::isfinite(error)) return kMostShrink;
    if (error <= 0) return kMostStretch;
    // Error per unit step of the embedded fourth-order solution shrinks as h⁴.
    return std::clamp(kSafety * std::pow(error, -0.25), kMostShrink, kMostStretch);
  }

  double m_tolerance;  // [m] per second of film
  std::array<Reals, kStages> m_rate;
  Reals m_stage;
};

}  // namespace

IntegratorKind fehlbergKind() {
  IntegratorKind kind;
  kind.name = "rkf45";
  kind.label = "Runge–Kutta–Fehlberg 4(5)";
  kind.doc =
      "Steps sized by the estimated error: exact to a tolerance you choose, but in blows that none "
      "meets.";
  kind.create = [](const ParamReader& settings) -> std::unique_ptr<Integrator> {
    return std::make_unique<FehlbergIntegrator>(settings.real("tolerance"));
  };
  kind.rescue = kind.inTouch = "implicit_euler";
  kind.remark = touchRemark;
  return kind;
}

}  // namespace sinew
