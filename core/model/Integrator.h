#pragma once
#include <limits>
#include <span>
#include <string>

#include "core/math/Types.h"
#include "core/model/EnergyFlows.h"

namespace sinew {

/// At which level an integrator asks for the constraints to be met (docs/architecture.md).
enum class Level { Acceleration, Displacement, Equilibrium };

/// How a scene went over a step, in the mean of its length.
struct Course {
  std::span<double> velocity;  ///< ν that moves the configuration from start to end
  std::span<double> rate;      ///< v̇ [v/s], then what constraints bring by each EnergyFlow [W]
};

/// The whole scene as integrators see it: y = [q | v | EnergyFlows], all parts one
/// after the other. evaluate() first; the rest answers for the instant last evaluated.
class Dynamics {
 public:
  virtual ~Dynamics() = default;

  virtual int configurationSize() const = 0;  ///< length of q
  virtual int velocitySize() const = 0;       ///< length of v
  int size() const { return configurationSize() + velocitySize() + static_cast<int>(kEnergyFlows); }

  /// Points, forces and constraint rows at time t [s].
  virtual void evaluate(double time, const double* y) = 0;
  /// Acceleration level: dy = ẏ with the multipliers of N λ + r = 0.
  virtual void accelerations(double* dy) = 0;
  /// Semi-implicit step of the velocities and energy sums over h [s]: multipliers such that the
  /// constraints follow their law at t + h; then the configuration coasts with the new velocities.
  virtual void semiImplicitStep(double h, double* yNext) = 0;
  /// The same with the internal forces of parts linearised about the step's start and taken at its
  /// end. Constraints are linearised anew at the end until they hold, three times at most. Under an
  /// integrator that keepsAccounts() links lose no energy by it, and swings live on.
  virtual void implicitStep(double h, double* yNext) = 0;
  /// Step of h [s] from y, just evaluated, over which the scene goes in the mean as it does at the
  /// end of the step for `share`, and as it went in the step before, `before`, for the rest; with
  /// internal forces and constraints taken at its end. How it went over this step: `now`. False
  /// where it is too violent to be foreseen so: then a step of first order is due.
  virtual bool multistep(double h, double share, const Course& before, double* yNext,
                         const Course& now) = 0;
  /// To where all balances h seconds later, at rest, by passes as long as `pace` [s] to begin with.
  /// Returns the pace to go on with.
  virtual double equilibrate(double h, double pace, double* yNext) = 0;
  /// [s] over which a step may look ahead with the constraints linearised: a longer one would turn
  /// what is tied together so far that gaps open.
  virtual double linearHorizon() const = 0;
  /// [s] beyond which the fastest vibration of a part would grow from step to step when forces are
  /// those at the step's start.
  virtual double stableStep() const = 0;
  /// The same for what implicitStep() and multistep() leave explicit.
  virtual double stableImplicitStep() const = 0;
  /// Multipliers [N] of the last solve, all constraints one after the other.
  virtual std::span<const double> multipliers() const = 0;
  /// Rotations back to unit quaternions after a componentwise sum.
  virtual void normalise(double* y) const = 0;
  /// Turns errors of y into metres (q) and metres per second (v); 0 for the energy sums.
  virtual std::span<const double> errorScale() const = 0;
};

/// What an integrator offers the simulator for one step.
struct StepProposal {
  Reals y;              ///< at the end of the step
  Reals multipliers;    ///< [N] that acted (mean over the step, or at its start)
  double error = 0;     ///< estimate in units of the tolerance; accept if ≤ 1
  int worst = -1;       ///< entry of y with the largest error; −1: no estimate
  double nextStep = 0;  ///< [s] size to try next (or to retry with, when error > 1)
  /// What the integrator keeps from step to step: what it left here after the last accepted step
  /// when it is asked, all 0 at the start and after a jump; what it wants to keep when it is done.
  Reals memory;
};

/// Advances y by one step. Pure: proposes, never touches state or world; the simulator accepts.
class Integrator {
 public:
  virtual ~Integrator() = default;
  virtual Level level() const = 0;
  virtual int order() const = 0;
  /// Length of its memory for a scene with so many velocities.
  virtual int memorySize(int /*velocities*/) const { return 0; }
  /// Whether all its steps are Dynamics::implicitStep(), so that energy can be accounted for from
  /// one to the next.
  virtual bool keepsAccounts() const { return false; }
  /// Whether v is of the middle of the step that ends with it, as where it moves q by all of the
  /// step; else of where that ends.
  virtual bool endsInMiddle() const { return false; }
  /// The step to start with, and the largest one [s].
  virtual double initialStep() const = 0;
  /// The longest step [s] that makes sense from the instant last evaluated.
  virtual double longestStep(const Dynamics&) const {
    return std::numeric_limits<double>::infinity();
  }
  /// Whether step sizes follow an error estimate.
  virtual bool adaptive() const = 0;
  /// From (time, y), already evaluated in `dynamics`, over h seconds.
  virtual void propose(Dynamics& dynamics, double time, std::span<const double> y, double h,
                       StepProposal& out) = 0;
};

}  // namespace sinew
