#pragma once
#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/scene/SceneOrigins.h"
#include "core/simulation/BlowAccount.h"
#include "core/simulation/Command.h"
#include "core/simulation/EnergyCheck.h"
#include "core/simulation/GapCheck.h"
#include "core/simulation/MotionBounds.h"
#include "core/simulation/SceneDynamics.h"
#include "core/simulation/StepEvents.h"
#include "core/simulation/World.h"

namespace sinew {

class MixedStep;
class RigidStep;

/// Runs a World: one accepted step at a time, synchronously, with no clock and no display. Same
/// world, same state, same commands: same bits, whatever the thread count.
class Simulator {
 public:
  explicit Simulator(std::shared_ptr<const World> world, int threads = 1);
  /// Goes on where `before` is, in the world of the scene edited (core/simulation/StateTransfer.h).
  /// Commands that wait there do not come along.
  Simulator(std::shared_ptr<const World> world, const Simulator& before,
            const SceneOrigins& origins);
  ~Simulator();

  const World& world() const { return *m_world; }
  const State& state() const { return m_state; }
  double time() const { return m_state.reals[m_world->offsets().time]; }
  const SceneDynamics& dynamics() const { return m_dynamics; }

  /// The scene at time 0, constraints activated and armed.
  void reset();
  /// Continues from any state of this world.
  void restore(const State& state);
  /// Likewise from one that an edited scene has left, of the same layout: what other values do to
  /// the energy at once is nobody's error, so that its drift is counted from here.
  void restoreEdited(const State& state);

  /// Takes effect before the next step.
  void post(Command command);
  /// Asked within steps whether to give them up, from the next on; null: nobody. Must outlive them.
  void watch(StepWatch* watch) { m_watch = watch; }

  /// One accepted step that ends at `until` [s] at the latest, and on every key and activation
  /// before it. At a status other than Ok the state is that of the last good step: when Stopped by
  /// whoever watches, as it was before commands, which have to be posted again. Then the next call
  /// goes on, to the same bits.
  const StepReport& step(double until);
  /// Steps until exactly `time`, or until the status is not Ok.
  const StepReport& advanceTo(double time);
  const StepReport& report() const { return m_report; }

 private:
  void arm(int constraint, bool activated);
  void applyCommands();
  void apply(const GrabCommand& command);
  void apply(const MoveGrabCommand& command);
  void apply(const StrengthenGrabCommand& command);
  void apply(const PinGrabCommand& command);
  void apply(const ReleaseGrabCommand& command);
  double chooseStep(double until);
  ContactLimit land(double& asked);
  bool shiftSpeeds(double h);
  double landAll(double h);
  bool isUnforeseen() const;
  bool flies() const { return m_mixed && m_method == m_integrator.get(); }
  const StepReport& giveBack();
  bool findStep(double until);
  bool findRescue(double until);
  bool isHopeless(double h);
  bool isSqueezed();
  bool stopOverfull();
  void tellNoRoom(const Squeeze& squeeze);
  bool isStuck(const ContactLimit& limit);
  bool isTouched(std::string_view part) const;
  BarrierContact::Care contactCare() const;
  bool propose(double h);
  bool wayIsClear(double h);
  bool madeEnergy(double h);
  bool isCut(double h);
  bool isUnsettled(double h);
  void sayWhoIsInTheWay();
  std::array<int, 2> unsettledParts() const;
  void takeUpContacts();
  void stopAtLimits();
  bool acrossJump(double h) const;
  bool mayShrink(double h, bool broken) const;
  void giveUp(bool outOfBounds, bool broken);
  void judge();
  void stopFor(const Breach& breach);
  int partAt(int entry) const;
  /// One of the two, or neither.
  struct Presser {
    const CompiledConstraint* constraint = nullptr;
    double force = 0;  ///< [N] of the constraint
    const CompiledPart* keyed = nullptr;
  };
  Presser whatPresses() const;
  void nameSqueeze();
  std::string partOf(int entry) const;
  std::pair<std::string_view, std::string_view> impossiblePart(const Reals& y) const;
  void accept();
  void afterStep();
  void updateActivations();
  void breakOverloaded();
  bool hasComeApart(int constraint) const;
  bool breaksSprings() const;
  /// How a constraint stands to its law at the instant last evaluated [m], largest of its rows.
  struct LawGap {
    double wanted = 0, deviation = 0, residual = 0;
    double pace = 0;  ///< [m/s] at which the law closes it
    double open = 0;  ///< of the deviation, what it must not have: limits may have room
  };
  LawGap lawGap(int constraint) const;
  void passEvent();
  void keepEnergies();
  void countJump();
  void countSprings();
  void countDamping();
  void count(const EnergyFlows& flows);
  void followLaw(int constraint, bool atEvent);
  bool isHeld(int constraint) const;
  bool isUnmet(int constraint) const;
  void evaluateState();
  void keepPlaces();
  void refreshEvents();
  void fillReport();
  std::span<double> y();
  std::span<double> memory();
  /// What comes now does not go on from what was: the integrator starts anew.
  void forgetPast();
  std::uint64_t& flags(int constraint);

  std::shared_ptr<const World> m_world;
  int m_threads = 1;
  SceneDynamics m_dynamics;
  std::unique_ptr<Integrator> m_integrator;
  RigidStep* m_rigid = nullptr;          // m_integrator, under analytic contact
  std::unique_ptr<Integrator> m_rescue;  // where m_integrator finds no step; may be none
  std::unique_ptr<MixedStep> m_mixed;    // takes steps in which anything touches; may be none
  Integrator* m_method = nullptr;        // the one of them that takes the step at hand
  State m_state;
  StepProposal m_proposal;
  StepEvents m_events;
  double m_cut = 0;  // [s] where the step at hand has to end for an event; 0: where it wants
  StepReport m_report;
  std::vector<Command> m_commands;
  StepWatch* m_watch = nullptr;
  State m_before;  // of the step at hand, if there are any
  bool m_commanded = false;
  std::uint64_t m_rejectedBefore = 0;
  std::vector<const CompiledPart*> m_fragile;  // that may become impossible
  std::vector<int> m_switchedOn;               // constraints activated at this instant
  std::vector<int> m_springy;                  // constraints that give way
  std::vector<double> m_deviationThen;         // [m] from their laws just before the event
  std::vector<double> m_storedThen;            // [J] in springs just before it, or as they break
  std::vector<double> m_open;                  // [m] that the last step left of what laws ask for
  double m_gravityThen = 0;                    // [J] likewise
  double m_taken = 0;                          // [s] size of the step that was accepted
  double m_target = 0;                         // [s] frame or event it must not pass
  double m_nextEvent = 0;                      // [s] next key, activation or jump
  StageSeconds m_seconds{};                    // of the step at hand, but for what the dynamics do
  bool m_solved = false;                       // whether the constraint system knows this moment
  MotionBounds m_bounds;
  GapCheck m_gaps;
  EnergyCheck m_energies;
  BlowAccount m_blows;        // of the step last proposed
  ContactBlock m_block;       // what stood in the way of the step last proposed
  bool m_unsettled = false;   // as was contact in the step last proposed
  int m_retries = 0;          // times the step at hand was rejected at a larger size
  int m_remade = 0;           // likewise, because it made energy
  int m_shortSteps = 0;       // that contact has held short in this frame
  std::int64_t m_frame = -1;  // that is
};

}  // namespace sinew
