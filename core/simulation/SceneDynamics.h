#pragma once
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/contact/BarrierContact.h"
#include "core/contact/StickySprings.h"
#include "core/contact/SurfaceSprings.h"
#include "core/model/EnergyFlows.h"
#include "core/model/Integrator.h"
#include "core/simulation/CompliantRows.h"
#include "core/simulation/ContactRows.h"
#include "core/simulation/FreeFall.h"
#include "core/simulation/GeometricStiffness.h"
#include "core/simulation/HandRows.h"
#include "core/simulation/IslandEnergies.h"
#include "core/simulation/Islands.h"
#include "core/simulation/RowGains.h"
#include "core/simulation/SlipStiffness.h"
#include "core/simulation/Squeeze.h"
#include "core/simulation/StepWork.h"
#include "core/simulation/StiffForces.h"
#include "core/simulation/StiffIsland.h"
#include "core/simulation/SurfaceLoads.h"
#include "core/simulation/World.h"

namespace sinew {

/// What a part says of its own surface, if anything: by its parameters, or by what it is made of.
OwnTouch ownTouch(const World& world, std::size_t part);

/// The equations of motion of a World, evaluated: the scratch of every part, the kinematics of
/// every point in use, the constraint rows and their system. One per running simulation.
///
/// Symbols (docs/architecture.md): ν velocities, Q generalised forces, N λ = rhs.
class SceneDynamics final : public Dynamics {
 public:
  /// Constraints that are `loose`, one entry each, are evaluated but hold nothing, however many
  /// they are: to look at a scene, not to step it.
  SceneDynamics(std::shared_ptr<const World> world, int threads,
                const std::vector<char>& loose = {});
  void loosen(const std::vector<char>& loose);  ///< other ones, from now on

  /// Flags, law memory and grabs are read from here; must outlive every evaluate().
  void bind(const State& state) { m_state = &state; }

  /// Keys, activations and jumps from `event` [s] on are not in force yet, at its last stage too.
  void holdKeysBefore(double event);

  const World& world() const { return *m_world; }
  int configurationSize() const override { return m_world->configurationSize(); }
  int velocitySize() const override { return m_world->velocitySize(); }
  void evaluate(double time, const double* y) override;
  void handsMoved();  ///< the same instant again, when hands have moved and nothing else
  void accelerations(double* dy) override;
  void semiImplicitStep(double h, double* yNext) override {
    step(InternalForces::AtStart, h, yNext);
  }
  void implicitStep(double h, double* yNext) override;
  bool multistep(double h, double share, const Course& before, double* yNext,
                 const Course& now) override;
  double equilibrate(double h, double pace, double* yNext) override;
  double linearHorizon() const override;
  double stableStep() const override { return stableStep(InternalForces::AtStart); }
  double stableImplicitStep() const override { return stableStep(InternalForces::AtEnd); }
  bool settled() const { return m_settled; }  ///< for contact and gas, the last step at its end
  /// [J] by contact and gas in the last step, less what gas stored and moving obstacles brought.
  void addGivenByContact(std::span<double> toParts) const;
  /// [J] by a part in an implicit step, free. It is linearised anew. With barriers.
  double gainInFlight(int part, double h);
  std::span<const double> multipliers() const override { return {m_lambda.data(), m_gap.size()}; }
  /// Rows, ascending, of limits that have no room throughout the step to come, where accelerations
  /// are asked for: from stage to stage errors would make them come and go.
  void limitsReached(std::span<const int> rows);
  /// Multipliers [N, N m] where accelerations were taken last if those limits held that pulled with
  /// `before`, and no others, whatever that takes. Without friction.
  std::span<const double> multipliersHolding(std::span<const double> before);
  /// Moves at once, by M⁻¹Jᵀλ, such that to first order every gap loses `share` of what it is.
  void closeGaps(double share, double* y);
  void countPartsAlike();  ///< for closeGaps() alone, from now on: as if each weighed 1 kg
  /// Stops what runs into a limit at the instant last evaluated, at once and for good. Returns what
  /// energy [J] that takes and what moves the limits puts in; nothing if nothing ran into one.
  std::optional<EnergyFlows> stopAtLimits(double* y);
  void normalise(double* y) const override;
  std::span<const double> errorScale() const override;

  // — contact between any parts (DynamicsContact.cpp) —
  /// [s] that a step of at most h may take from the instant last evaluated.
  ContactLimit contactStep(double h, BarrierContact::Care care);
  /// Who touches at the instant last evaluated, or on the way last looked at, for barriers.
  std::span<const BarrierContact::Touch> touches() const;
  std::span<const BarrierContact::Blow> blows() const;
  bool isCarried(const BarrierContact::Touch& touch) const;  ///< by an obstacle that moves
  double contactRange() const;              ///< [m] below which they feel each other
  std::optional<Squeeze> squeezed() const;  ///< what is pressed there to nothing, if anything
  bool solvesForContact() const { return m_rows != nullptr; }  ///< as rows of the step
  bool slowDown();  ///< what is in its way, for the next try; false if done too often
  /// Slows what has more energy at yNext, h seconds later, than it had at y and was given as well.
  bool slowWhatGains(double h, const double* y, double* yNext);
  void rememberRows(State& state);  ///< what pushed in the step last tried, which has been taken
  bool hasSlowed() const { return !m_slowed.empty(); }  ///< whether anything was, or a part
  bool hasSlowed(int part) const { return hasSlowed() && m_slowed[part] < 1; }
  /// How far the way from there to yNext at `end`, h seconds later, is free of crossings.
  ContactBlock clearUntil(double end, double h, const double* yNext, Way way);
  /// Share of that way up to where a sticky contact is made or lost; 1 if none is.
  double firstContactEvent(double end, double h, const double* yNext, Way way);
  /// Makes and loses those on the way last looked at, which has been taken, in the state at its
  /// end. Returns the energy [J] that the springs have more for it; nothing if nothing happened.
  std::optional<double> makeContacts(State& state);
  /// What contact remembers where the scene starts; in one that was edited and goes on, besides
  /// what it remembers already: parts that overlap now, or that are `fresh` and touch others.
  void startContacts(State& state);
  void addContacts(State& state, const std::vector<char>& fresh);
  /// Likewise those whose ties are not closed at the instant last evaluated. True if any are new.
  bool addOpenTies(State& state);
  bool lookForParted(State& state);  ///< keeps overlaps that are left there; true if that is news

  // — for steps of several integrators (MixedStep.h) —
  /// Adds what touches there, or may within h seconds.
  void addMeeting(double h, std::vector<std::array<int, 2>>& pairs) const;
  bool separates() const { return m_barrier && m_barrier->separates(); }  ///< what overlaps
  void fly(bool flies);         ///< whether contact is left out from now on
  bool actsPartByPart() const;  ///< whether it is known what acts on each part
  bool rests(int part) const;   ///< whether contact pushed it in the step last tried, at no impact
  /// Only these parts' energy, errors and limits of steps count, one entry each; empty: all.
  void countOnly(std::span<const char> parts);

  // — for analytic contact (rigid/RigidStep.h) —
  /// Generalised forces [N, N m] on all parts over a step of h seconds from the instant last
  /// evaluated, with grabs taken at its end, and what parts resist linearised for it.
  std::span<const double> forcesOver(double h);
  /// [W] What those put in, where parts move with ν throughout the step.
  EnergyFlows powersOver(const Reals& nu);
  const std::vector<RestingContact>& restingContacts() const { return m_memory.resting; }
  void rememberResting(const std::vector<RestingContact>& contacts, State& state);

  /// Violation g [m] and its rate ġ [m/s], all constraints one after the other.
  std::span<const double> gaps() const { return m_gap; }
  std::span<const double> gapRates() const { return m_gapRate; }
  std::span<const double> rooms() const { return m_room; }  ///< negative where limits have room
  /// [m] per row, that the last step was let end off its law: see allowDrift().
  std::span<const double> allowedDrift() const { return m_allowedDrift; }
  PointSample endOf(int constraint, int end) const;
  /// Where on its track a constraint that slides is.
  double place(int constraint) const { return m_places[m_slides[constraint]]; }
  /// Whether what a constraint held together has come apart for good.
  bool cameApart(int constraint) const { return m_apart[constraint]; }
  const SurfaceContacts& contacts() const;  ///< of all responses; valid until asked for again
  /// Parts that overlap where the scene starts, by more than just touching. Solid ones are moved
  /// apart; sticky ones pass through each other.
  std::span<const Overlap> overlaps() const { return m_overlaps; }
  const PartScratch& scratch(int part) const { return *m_scratch[part]; }
  std::span<const std::unique_ptr<PartScratch>> scratches() const { return m_scratch; }
  Surroundings surroundings() const { return {m_time, m_fall.ofScene()}; }
  const ConstraintSystem& system() const { return m_system; }
  void refreshRedundant(bool always) { m_system.refreshRedundant(always); }
  /// [W] that damping inside the parts takes at the instant last evaluated. Steps that take forces
  /// at their end leave it to whoever accepts them to count that of their end.
  double dampingPower() const;
  /// [W] The same for the step that led there, in which parts may have gone straight on. No more
  /// than where it began, where impacts gave back speeds at its end.
  double dampingInStep(std::span<const char> touched, bool others);
  /// Whether the last step left it where contact has it (ContactRows).
  bool givesWay(const CompiledConstraint& constraint) const;
  /// Energies and momenta of the parts and contact springs; dissipated, work and drift are 0.
  void sumEnergies(Energies& energies, Vec3& momentum, Vec3& angularMomentum) const;
  /// The part of them [J] that keys of gravity change; 0 where there are none.
  double gravityEnergy() const;
  double storedBy(int constraint) const;  ///< [J] as a spring, with what that lags by
  PartEnergy energyOf(int part) const;    ///< at the instant last evaluated
  const IslandEnergies& accounts() const { return m_accounts; }  ///< after the step last made
  Vec3 fallOf(int part) const { return m_fall.of(part); }        ///< [m/s²] if nothing held it
  /// Whether air or gas presses on it, gravity changes by key, or it is led out of an overlap.
  bool isPressed(int part) const;
  const Grips& hands() const { return m_grips; }
  /// [N] on the first point of a constraint, for multipliers λ.
  Vec3 endForce(int constraint, const double* lambda) const;
  const std::vector<ForceArrow>& pulls() const { return m_pulls; }  ///< keyed forces, then grabs

  /// Given up, whatever is asked means nothing, until evaluate() is called after StepWork::end().
  StepWork& work() { return m_work; }
  const StepWork& work() const { return m_work; }
  StageSeconds takeStageSeconds();  ///< of wall time, since the last call

 private:
  using Scratches = std::vector<std::unique_ptr<PartScratch>>;
  static constexpr int kPerChunk = 64;   // parts or constraints that one task takes
  static constexpr int kPartsAhead = 8;  // of them to prefetch ahead
  struct PointBuffer;
  /// Where in a step the internal forces of parts are taken.
  enum class InternalForces { AtStart, AtEnd };

  void announcePart(std::size_t part) const;
  void announceConstraint(std::size_t constraint) const;
  void evaluateParts(double time, const double* y, int begin, int end);
  void evaluateForces();
  void pullHands();
  void leaveHandsToRows(double h);
  void countHands(double share);
  void showResting();
  void countLoads();
  void countLoadsNow();
  // StiffStep.cpp
  struct Response;
  double calmStep();
  void takeStiffForcesFirst(double h, const double* known, double* v);
  void takeStiffForcesAtEnd(InternalForces taken, double h, const double* known, double* v);
  void respondTo(InternalForces taken, const Reals& force, int part, Reals& velocity);
  void project(InternalForces taken, const Reals& load, std::span<const int> loaded, Response& out);
  void findUntouched(InternalForces taken);
  void startBlow(InternalForces taken, double h);
  void findFastest(const Reals& velocity);
  void findResidual(InternalForces taken, double h);
  void putToSleep(int round, bool overStep);
  bool losesWhatItShould(int round, std::size_t island) const;
  void takeRounds(InternalForces taken, double h, bool overStep, double* v);
  void takeRound(InternalForces taken, double h, double* v);
  void goAlong(double h);
  double alongLine(double h, int island) const;
  double leftOfContact() const;
  void sayWhoTouches();
  const Reals& forceOf(const Response& response);
  // RowStep.cpp
  void takeContactRows(double h, const double* known, double* v);
  void slowDown(double* v);
  void giveBack(double h, const double* y, double* yNext);
  void collectGiven();
  class RowResponse;
  void answerImpulses(int part, double h, const double* loads, double* velocities);
  void addHolding(const Reals& lambda, double share, Reals& Q) const;
  bool releaseLimits(double h, double* v);
  double impactStep(double h);
  bool bounces(std::vector<char>& parts, double slowest, double h) const;
  // StiffSolve.cpp
  void findIslands();
  int islandOfConstraint(int constraint) const;
  void sumByIsland(const Reals& a, const Reals& b, double StiffIsland::*sum);
  void combine(Reals& sum, const Reals& x) const;
  void combine(Response& sum, const Response& x) const;
  bool anyAwake() const { return std::ranges::find(m_awake, true) != m_awake.end(); }
  std::span<const int> awakeParts();
  void takeDirections(InternalForces taken, double h);
  // SlipStep.cpp
  double slidingMass(const CompiledConstraint& source) const;
  void findSlips(double h, const double* known);
  void addSlip(int constraint, double h, const double* known, double weak);
  Vec3 keyedVelocity(int constraint, double h, PointBuffer& buffer) const;
  void resistSlips(InternalForces taken, double h, double* v);
  void resistSlipsFirst(double h, const double* known, double* v);
  void holdSlips(InternalForces taken, double h, const double* known, double* v);
  void answerSlips(InternalForces taken, double h);
  void compileContact();
  std::span<const std::uint64_t> contactWords() const;
  bool isOpen(int constraint) const;
  void rememberContacts(State& state);
  void applyContact();
  void applySolidContact();
  void placeEnds(double time, const double* y);
  double touchStep() const;
  void compileSystem(std::span<const int> grabbed);
  void evaluateConstraints();
  void step(InternalForces taken, double h, double* yNext);
  void solveImplicitStep(double h, double* yNext);
  double lagOf(int part, const PartEnergy& energy) const;
  void openAccounts(double h);
  double dampingOfSolids(double h) const;
  void finishAccounts(double h, const double* y, double* yNext);
  void holdTurning(double h, const std::function<void()>& aim);
  void linearStep(double h, double* yNext);
  bool curvedStep(double h, double* yNext);
  bool growsByTurning(double h, const double* yNext);
  bool isPushed(int part) const;
  bool storesByTurning(int stiff, double h, const double* yNext, double hardly);
  void keepLengths(Scratches& here);
  double dampingOf(std::size_t part, double h) const;
  std::vector<IslandGain> gainsOfIslands(double h, const double* y, const double* yNext);
  void takeBackGains(std::vector<IslandGain>& gains, double* yNext);
  double storedMore(int part, double h, const double* y, const double* yNext);
  double storedBefore(int part) const;
  double fallenWithin(int part, double h) const;
  void takeBackGain(int part, double h, double more, double* yNext);
  std::vector<int> unsureParts() const;
  double energyOf(std::span<const int> parts, const double* yNext);
  bool opens(double h, const double* yNext);
  const PartScratch& scratchAtEnd(int index, const double* yNext);
  void changeVelocities(InternalForces taken, double h, double* v);
  void correctConstraints(double h, double* yNext);
  void evaluateEnd(double h, const double* yNext);
  void answerAfterMove(int part, PointKinematics& point) const;
  void moveAgain(double h, double* yNext);
  void finishMove(double h, double* yNext);
  // SecondOrderStep.cpp
  enum class Pass { First, Further };
  bool runsIntoLimit() const;
  void departFrom(double h, double share, const Course& before);
  void takePass(Pass pass, double h, double* yNext);
  void endVelocities(Pass pass, double h, double* v);
  void aimRows(Pass pass, double h);
  bool isTame(const CompiledPart& part, double h, const double* yNext, double share) const;
  bool takePasses(double h, double share, double* yNext);
  ImplicitStep passOf(std::size_t part, double h) const;
  EnergyFlows powersNow() const;
  // EquilibriumStep.cpp
  double settleOnce(double end, double pace, double slipping, double* yNext);
  bool goesOn(const double* y);
  double gapLeft(double length, const double* yNext);
  double fastest(const double* y);
  double potential() const;
  void keepEquilibriumBooks(double lifted, double gain, double* yNext) const;
  double* flowsOf(double* y) const { return y + size() - static_cast<int>(kEnergyFlows); }
  double wantedCorrections(double h);
  double stableStep(InternalForces taken) const;
  void freeVelocities(InternalForces taken, double h, double* v);
  void predictRows(InternalForces taken, double h);
  CompliantRows::Instant rowsNow() const { return {*m_state, m_time, m_room, m_gapRate}; }
  void allowDrift(InternalForces taken, double h);
  void countForces(double share);
  void countConstraints(double h);
  bool catches(const CompiledConstraint& source, int row, double h) const;
  // RowSolve.cpp
  /// How friction is taken: not at all, by the slip there is, or by that which a step ends with.
  enum class Friction { Off, BySlip, AtEnd };
  void rememberSlips();
  void startRubbing(Friction friction);
  void takeOffRubbing(ConstraintSystem::Inertia inertia);
  void putOnRubbing();
  bool atLimit(int constraint) const;
  enum class Change { None, Forces, Rows };
  Change changeRubbing(Friction friction);
  void respond(ConstraintSystem::Inertia inertia);
  double slippingLoss(Friction friction, double h) const;
  double gravityPower() const;
  double liftOver(double h, const double* yNext);
  void evaluateConstraint(int constraint, PointBuffer& buffer);
  template <class Count>
  void storeRows(int firstRow, Count count, int ends, const PointBuffer& buffer);
  void sampleEnds(int constraint, PointBuffer& buffer);
  void samplePoint(const CompiledEnd& end, const ResolvedPoint& at, PointKinematics& point,
                   PointSample& sample) const;
  void sampleDirection(const CompiledEnd& end, const ResolvedPoint& at, PointKinematics& direction,
                       PointSample& sample) const;
  void slide(int constraint, PointBuffer& buffer);
  void sampleTrack(int constraint, double place, PointBuffer& buffer);
  void addDirections(const CompiledConstraint& constraint, const PointBuffer& buffer);
  const ResolvedPoint& pointOf(int constraint, int end) const;
  void storeRoom(const CompiledConstraint& constraint);
  void slackenBy(std::span<const double> rhs);
  bool changeSlack();
  void dropPulls();
  bool hasReached(int row) const;
  void solveRows(ConstraintSystem::Inertia inertia, Friction friction);
  bool surelySorted(const Reals& rhs, const Reals& lambda) const;
  void pull(int part, const ResolvedPoint& point, const Vec3& force, ForceArrow::Source source);
  void addMultiplierForces();
  double weightOf(std::size_t part) const { return m_weights.empty() ? 1 : m_weights[part]; }
  bool switchedOn(int constraint) const;
  bool counts(std::size_t part) const { return m_counted.empty() || m_counted[part]; }
  bool counts(const CompiledConstraint& constraint) const;
  int constraintCount() const { return static_cast<int>(m_world->constraints().size()); }
  const double* law(int constraint) const;

  std::shared_ptr<const World> m_world;
  const State* m_state = nullptr;
  int m_threads = 1;

  std::vector<const Part*> m_parts;
  Scratches m_scratch;
  Scratches m_endScratch;                   // where an implicit step ends
  Scratches m_departScratch;                // where a multistep departs from
  Scratches m_startScratch, m_passScratch;  // of stiff ropes, where it starts, and a pass before
  const Scratches* m_passBefore = nullptr;
  double m_sinceStart = 0;  // [s]
  std::vector<int> m_velocityStart;
  std::vector<int> m_stiffening;    // parts with springs that may grow stiffer
  std::vector<int> m_stiffLengths;  // parts like steel ropes
  bool m_goesRound = false;         // the step, where stiff ropes turn: see solveImplicitStep
  double m_goesStraight = 0;        // [s] that it goes on with the velocities that it ends with

  StepWork m_work;
  double m_time = 0;
  double m_latest = std::numeric_limits<double>::infinity();  // [s] last instant before a key
  const double* m_y = nullptr;
  FreeFall m_fall;
  Reals m_Q;                          // generalised force of everything but constraints
  std::vector<double> m_damping;      // [W] per part
  std::vector<char> m_counted;        // parts: countOnly()
  Reals m_countedScale;               // errorScale() of those
  bool m_afterMove = false;           // rows are those of an implicit step's end
  std::vector<Mat3> m_turnedFurther;  // per part that turns: ∂ of its turn in that step
  std::vector<char> m_halfMoved;  // per part: Part::advance() has yet to do more than points need
  EnergyFlows m_powers;           // [W] by whom; what is dissipated comes last
  double m_takenByLoads = 0;      // [W] lost to the air
  Reals m_forcedQ;                // of forces on points; empty where there are none
  Reals m_separatedQ;             // of what moves overlapping parts apart; likewise
  double m_forcedPower = 0, m_separatedPower = 0;  // [W] of those, where the step starts

  /// Room for the points of one constraint, one set per chunk of constraints.
  struct PointBuffer {
    std::array<PointKinematics, ConstraintRows::kMaxPoints> points, directions;
    std::array<PointSample, ConstraintRows::kMaxPoints> samples;
    ConstraintRows rows;
    Reals L;
  };
  ConstraintSystem m_system;
  std::vector<char> m_loose;     // constraints of it
  GeometricStiffness m_turning;  // which has items of its own in it
  HandRows m_handRows;           // which has some of its own, too
  CompliantRows m_compliant;
  std::vector<int> m_grabbed;     // parts, by a hand each
  std::vector<double> m_weights;  // per part, of M⁻¹, where parts count alike
  std::vector<PointBuffer> m_buffers;
  mutable Reals m_directionRoom;           // for endForce(), which needs no L
  Reals m_gap, m_gapRate, m_explicitRate;  // g, ġ and ∂g/∂t per row
  Reals m_biasGamma, m_pathGamma;          // γ + Σ G b, and γ + Σ G c, per row
  Reals m_approach;                        // ġ of limited rows that have room
  Reals m_room;                   // g of limited rows, negative where there is room; else m_gap
  Reals m_gapBegun, m_roomBegun;  // both as an implicit step begins
  Reals m_allowedDrift;           // [m] per row that a step may end off its law, as it started
  std::vector<int> m_limited;     // constraints with such rows
  /// Friction of a constraint whose sides slide.
  struct Rubbing {
    int constraint = 0, row = 0;  // among its own
    double slipBefore = 0;        // [m/s] where the step starts
    double slip = 0;              // [m/s] at the instant last evaluated
    double slipRate = 0;          // [m/s²] slip that a step ends with, per second of the step
    double force = 0;             // [N] along the row, where it slides
    bool sticks = false;
    int turns = 0;  // from sticking to sliding and back, while one system is solved
  };
  std::vector<Rubbing> m_rubbing;
  std::vector<int> m_slides;  // per constraint: which of World::sliding() it is, or −1
  std::vector<ResolvedPoint> m_slid;
  Reals m_places;  // of those
  std::vector<char> m_apart;
  std::vector<int> m_reached;  // rows, ascending: limitsReached
  Reals m_length;              // [m] per constraint, over which its rows turn
  Reals m_wantedRate;          // ġ that a semi-implicit step asks for, per row
  Reals m_rhs, m_lambda, m_constraintQ, m_nu;
  bool m_sorted = true;                  // whether limits and friction agree with m_lambda
  Reals m_response;                      // M⁻¹ Q of all multipliers, while rows are sorted out
  Reals m_takenLambda;                   // of the last pass towards equilibrium that was taken
  Reals m_lambdaSum;                     // over corrections
  Reals m_untouched, m_untouchedAndNow;  // ν of a step without contact
  struct {
    Reals q, v, nu, Q;
  } m_flight;  // of one part
  /// From where the velocities of an implicit step move all parts, and the scratches of that.
  struct Departure {
    enum Way { Straight, Coasting };  // with ν held, or where spin may wander
    const double* y = nullptr;
    const std::vector<std::unique_ptr<PartScratch>>* scratch = nullptr;
    Way way = Straight;
  };
  Departure m_departure;
  Reals m_departed, m_moved;            // y that a multistep departs from; ν that moved it so far
  Reals m_wentBefore, m_goes, m_passV;  // Courses of an implicit step; v before its last pass
  // Contact, by how pairs of parts answer each other; null where none do so.
  std::unique_ptr<SurfaceSprings> m_springs;
  std::unique_ptr<StickySprings> m_sticky;
  std::unique_ptr<BarrierContact> m_barrier;  // of solid ones, unless all are rigid
  std::vector<Overlap> m_overlaps;            // where the scene begins
  SurfaceContacts m_restingResult;            // of contact that is solved for, as the state has it
  mutable SurfaceContacts m_allContacts;      // where there is more than one response
  ContactMemory m_memory;                     // as it is in the state
  SurfaceLoads m_loads;
  StiffForces m_stiff;
  std::unique_ptr<ContactRows> m_rows;   // where contact is solved for
  std::vector<RestingContact> m_pushed;  // by those in the step last tried
  std::vector<int> m_refused;            // parts, of a step that is refused
  Reals m_slowed;                        // per part, to what share; empty where none is
  int m_slowings = 0;                    // of one step
  Reals m_givenBack;                     // of v where the step ends; empty where nothing is
  double m_dampingBefore = std::numeric_limits<double>::infinity();  // [W] finite after impacts
  bool m_settled = true, m_touched = false;  // the latter: contact taken later than at the start
  SlipStiffness m_slips;
  Reals m_slipLeft, m_slipAlong, m_slipProduct;  // per row of that
  /// What forces do while all constraints hold their points: A velocity = load + Jᵀλ.
  struct Response {
    Reals velocity, load, lambda;
    void clear(std::size_t velocities, std::size_t rows);
    void add(double factor, const Response& other);
  };
  Response m_whole, m_direction, m_next;
  Islands m_islands;
  IslandEnergies m_accounts;
  mutable std::vector<PartEnergy> m_energies;  // empty: not known at the instant last evaluated
  std::vector<StiffIsland> m_island;
  std::vector<char> m_awake, m_awakeBefore;      // per island
  std::vector<StiffForces::Balance> m_balances;  // per island
  std::vector<int> m_held, m_awakeParts;         // parts that constraints act on; of islands awake
  Reals m_applied, m_residual, m_product, m_force, m_resistance;  // [N s], the last [N]
  Grips m_grips;
  std::vector<ForceArrow> m_pulls;
  StageSeconds m_seconds{};
};

}  // namespace sinew
