#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/math/Types.h"
#include "core/model/EnergyFlows.h"

namespace sinew {

/// How a step, or a whole run, ended.
enum class RunStatus { Ok, Diverged, Stopped };

/// Energies [J] of the whole scene.
struct Energies {
  double kinetic = 0, elastic = 0, gravity = 0, contact = 0;
  /// What gravity adds to the kinetic energy of links whose velocities are of the step's middle
  /// (IslandEnergies) until its end; not kept in clips.
  double lag = 0;
  double dissipated = 0;  ///< taken by damping, friction and inelastic impacts since the start
  double work = 0;        ///< that came into the scene since the start, all sources together
  EnergyFlows flows;      ///< of both since the start, by source
  double drift = 0;  ///< total − (total at the start + work − dissipated): the method's error
  /// [J] of motion, springs, height and contact at the same instant.
  double total() const { return kinetic + elastic + gravity + contact + lag; }
};

/// Why the gap of a constraint that should hold is wider than a thousandth of its part: it is not;
/// a grab or contact holds it apart; it cannot be met; nobody knows, so that the take will stop.
enum class OpenGap { None, Grab, Contact, Unreachable, Unexplained };

/// One constraint at the end of a step.
struct ConstraintStatus {
  double residual = 0;  ///< [m] norm of the violations of its rows; of angles their sines
  double force = 0;     ///< [N] norm of its multiplier
  bool active = false;
  bool broken = false;
  bool closed = false;       ///< has met since it was activated
  bool redundant = false;    ///< others already hold what it asks for
  bool conflicting = false;  ///< cannot be met together with others
  bool met = false;        ///< like closed, also where it has opened again (ConstraintFlags::kMet)
  bool angle = false;      ///< its residual is no length
  bool compliant = false;  ///< its residual is how far it gives way
  OpenGap open = OpenGap::None;
};

/// The stages of Simulator::step, in order.
enum class Stage { Commands, Forces, Contacts, Rows, Solve, Integrate, Events, Accept };
inline constexpr int kStageCount = 8;
using StageSeconds = std::array<double, kStageCount>;  ///< wall time per stage
const char* stageName(Stage stage);

/// What one accepted step did. Numerical trouble is data, not an exception.
struct StepReport {
  RunStatus status = RunStatus::Ok;
  double time = 0;           ///< [s] at the end of the step
  double stepSize = 0;       ///< [s]
  double errorEstimate = 0;  ///< in units of the tolerance; 0 when the integrator has none
  std::uint64_t steps = 0, rejected = 0;  ///< since the start
  /// Contact at its end is not solved for to tolerance, however short the step, or makes energy, or
  /// the step was taken by the rescue of the integrator; not kept in clips.
  bool unsettled = false;
  /// Whose contact that is, by their place in the World; −1: nobody's that is known.
  std::array<int, 2> unsettledParts = {-1, -1};
  /// Solves of constraints, contact and balance that it took, those of sizes that were tried in
  /// vain among them; and what the one for contact has left: of its first residual with
  /// barriers; of the speeds that closed without it, 1 cm/s at least, where all is rigid; else
  /// [m/s]. Not kept in clips.
  int rounds = 0;
  double residual = 0;
  std::vector<ConstraintStatus> constraints;  ///< in scene order
  int contacts = 0;
  double maxPenetration = 0;  ///< [m]
  Energies energy;
  Vec3 momentum = Vec3::Zero();                    ///< [kg m/s]
  Vec3 angularMomentum = Vec3::Zero();             ///< [kg m²/s] about the world's origin
  std::array<double, kStageCount> stageSeconds{};  ///< wall time of this step
  std::string blame;                               ///< part or constraint named when diverged
  std::string message;                             ///< what happened, in plain words, when not Ok
  std::string remedy;  ///< what to do about that cause, the end of a sentence; may be empty
};

}  // namespace sinew
