#pragma once
#include <limits>
#include <optional>

#include "core/params/ParamValues.h"

namespace sinew {

/// How a constraint's gap closes from the moment it is activated.
///
/// Paper: [Metaxas93] (22) with α = β, g̈ + 2αġ + α²g = 0, whose solution from g₀, ġ₀ is
///   C*(t) = (g₀ + (ġ₀ + α g₀) t) e^{−αt}                                               (24)
/// DEPARTURE: (24) as printed omits the factor (1 + αt) that a start from rest has.
/// `assembly_time` T is the time to 1 % of the gap: (1 + αT)e^{−αT} = 0.01 gives α = 6.638/T.
/// With `progress` p(t) keyed by hand the gap follows instead
///   C*(t) = g₀ (1 − p(t)) + d₀ (1 + αt) e^{−αt}
/// where d₀ is how far from the curve it was when it was last armed: none unless p starts above 0
/// or jumps, which would otherwise ask for the jump within one step.
class AssemblyLaw {
 public:
  /// Target gap and its time derivatives [m, m/s, m/s²], linear in what the row started from:
  /// C* = value.ofGap g₀ + value.ofRate ġ₀, and so on. Directed, d₀ takes the place of ġ₀.
  struct Target {
    struct Weights {
      double ofGap = 0, ofRate = 0;
      double operator()(double g0, double r0) const { return ofGap * g0 + ofRate * r0; }
    };
    Weights gap, rate, acceleration;
  };

  static AssemblyLaw fromParams(const ParamReader& params);

  /// [s] after its start from which on the target is 0 for good; never for a directed one.
  double runsOutAfter() const { return m_runsOutAfter; }
  double assemblyTime() const { return kOnePercent / m_alpha; }  ///< [s] to 1 % of a gap
  double alpha() const { return m_alpha; }                       ///< [1/s]
  double maxForce() const { return m_maxForce; }                 ///< [N]; 0: never breaks
  bool directed() const { return m_progress.has_value(); }
  bool activeAt(double time) const { return m_activation.at(time).value[0] > 0.5; }
  void eventTimes(double from, double to, std::vector<double>& out) const;
  /// Only those at which it is switched on or off.
  void activationTimes(double from, double to, std::vector<double>& out) const;

  /// Directed: d₀ of a gap that is `gap` [m] at `time` [s] and was `start` when activated.
  double offCurve(double time, double gap, double start) const;
  /// Target at `time` [s] for a constraint activated at `start`.
  Target target(double time, double start) const {
    return time - start > m_runsOutAfter ? Target() : targetBefore(time, start);
  }

 private:
  /// Root of (1 + x) e^{−x} = 0.01.
  static constexpr double kOnePercent = 6.638352067993813;

  Target targetBefore(double time, double start) const;
  /// The law by itself, t [s] after it started.
  Target closingBy(double t) const;

  double m_runsOutAfter = std::numeric_limits<double>::infinity();
  double m_alpha = 13.276;
  double m_maxForce = 0;
  Curve m_activation;
  std::optional<Curve> m_progress;
};

}  // namespace sinew
