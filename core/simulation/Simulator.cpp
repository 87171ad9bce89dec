#include "core/simulation/Simulator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/scene/SceneTables.h"
#include "core/simulation/Grips.h"
#include "core/simulation/MixedStep.h"
#include "core/simulation/TimedStage.h"
#include "core/simulation/rigid/RigidStep.h"

namespace sinew {
namespace {

constexpr double kSameTime = 1e-9;  // of a step: closer than this is now
constexpr double kJumped = 1e-6;    // [m] by a key: further is no motion

/// [m] Corners of what moves by keys, part by part; of the instant last evaluated.
std::vector<std::pair<int, Vec3>> keyedCorners(const World& world, const SceneDynamics& dynamics) {
  std::vector<std::pair<int, Vec3>> corners;
  for (int i = 0; i < static_cast<int>(world.parts().size()); ++i) {
    const CompiledPart& part = world.parts()[i];
    if (part.dims.v > 0) continue;
    for (const ResolvedPoint& vertex : part.part->contactSurface().vertices) {
      Vec3 x, v;
      part.part->locate(dynamics.scratch(i), vertex, x, v);
      corners.emplace_back(i, x);
    }
  }
  return corners;
}

}  // namespace

const char* stageName(Stage stage) {
  constexpr std::array<const char*, kStageCount> kNames = {
      "commands", "forces", "contacts", "rows", "solve", "integrate", "events", "accept"};
  return kNames[static_cast<int>(stage)];
}

Simulator::Simulator(std::shared_ptr<const World> world, int threads)
    : m_world(std::move(world)),
      m_threads(threads),
      m_dynamics(m_world, threads),
      m_integrator(m_world->makeIntegrator()),
      m_rescue(m_world->makeRescue()),
      m_method(m_integrator.get()),
      m_events(*m_world, m_integrator->adaptive()),
      m_bounds(*m_world),
      m_gaps(m_world),
      m_energies(m_world),
      m_blows(*m_world) {
  m_dynamics.bind(m_state);
  if (m_world->solidContact() == SolidContact::Analytic) {
    auto rigid = std::make_unique<RigidStep>(*m_world, m_dynamics, m_integrator->initialStep());
    m_rigid = rigid.get();
    m_integrator = std::move(rigid);
    m_method = m_rigid;
    m_rescue.reset();
  } else if (m_world->solidContact() == SolidContact::Rows) {
    if (auto inTouch = m_world->makeInTouch()) {
      m_mixed =
          std::make_unique<MixedStep>(*m_world, m_dynamics, *m_integrator, std::move(inTouch));
    }
    m_rescue.reset();
  }
  m_report.constraints.resize(m_world->constraints().size());
  for (const CompiledPart& part : m_world->parts()) {
    if (part.part->mayBecomeImpossible()) m_fragile.push_back(&part);
  }
  for (int c = 0; c < static_cast<int>(m_world->constraints().size()); ++c) {
    if (m_world->constraints()[c].isCompliant()) m_springy.push_back(c);
  }
  m_switchedOn.reserve(m_world->constraints().size());
  m_deviationThen.resize(m_world->constraints().size());
  m_storedThen.resize(m_world->constraints().size());
  m_open.resize(m_world->constraints().size());
  reset();
}

Simulator::~Simulator() = default;

std::span<double> Simulator::y() {
  return {m_state.reals.data() + m_world->offsets().y, static_cast<std::size_t>(m_world->ySize())};
}

std::span<double> Simulator::memory() {
  return {m_state.reals.data() + m_world->offsets().memory, m_world->offsets().memorySize};
}

void Simulator::forgetPast() {
  std::fill(memory().begin(), memory().end(), 0.0);
  m_dynamics.accounts().close(m_state);
}

void Simulator::reset() {
  m_solved = false;
  m_frame = -1;
  const StateOffsets& at = m_world->offsets();
  const auto& reals = m_world->layout().reals.back();
  const auto& words = m_world->layout().words.back();
  m_state.reals.assign(reals.first + reals.count, 0.0);
  m_state.words.assign(words.first + words.count, 0);
  m_state.words[at.random] = static_cast<std::uint64_t>(
      ParamReader(settingsTable(), m_world->scene().settings).integer("seed"));
  m_state.reals[at.nextStep] = m_integrator->initialStep();
  double* q = y().data();
  for (const CompiledPart& part : m_world->parts()) {
    part.part->initialState(q + part.firstQ, q + m_world->configurationSize() + part.firstV);
  }
  m_dynamics.startContacts(m_state);
  m_commands.clear();
  m_report.status = RunStatus::Ok;
  m_report.blame.clear();
  m_report.message.clear();
  m_report.remedy.clear();
  updateActivations();
  refreshEvents();
  for (const int c : m_world->sliding()) {
    m_state.reals[m_world->placeOffset(c)] = m_world->firstPlace(c);
  }
  evaluateState();
  keepPlaces();
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    arm(static_cast<int>(c), true);
  }
  if (m_dynamics.addOpenTies(m_state)) evaluateState();
  Energies energies;
  m_dynamics.sumEnergies(energies, m_report.momentum, m_report.angularMomentum);
  m_state.reals[at.initialEnergy] = energies.total();
  m_energies.begin(m_state, m_dynamics, energies);
  fillReport();
}

void Simulator::restore(const State& state) {
  m_state = state;
  m_solved = false;
  m_frame = -1;
  m_commands.clear();
  m_report.status = RunStatus::Ok;
  m_report.blame.clear();
  m_report.message.clear();
  m_report.remedy.clear();
  refreshEvents();
  evaluateState();
  fillReport();
}

void Simulator::evaluateState() {
  m_dynamics.evaluate(time(), y().data());
}

// What slides is looked for from here on.
void Simulator::keepPlaces() {
  for (const int c : m_world->sliding()) {
    m_state.reals[m_world->placeOffset(c)] = m_dynamics.place(c);
  }
}

void Simulator::refreshEvents() {
  m_nextEvent = m_world->nextEvent(time(), std::numeric_limits<double>::infinity());
  m_dynamics.holdKeysBefore(m_nextEvent);
}

void Simulator::post(Command command) {
  m_commands.push_back(std::move(command));
}

void Simulator::applyCommands() {
  if (m_commands.empty()) return;
  for (const Command& command : m_commands) {
    std::visit([this](const auto& c) { apply(c); }, command);
  }
  const bool onlyMoves = std::ranges::all_of(m_commands, [](const Command& command) {
    return std::holds_alternative<MoveGrabCommand>(command);
  });
  m_commands.clear();
  if (onlyMoves) {
    m_dynamics.handsMoved();
  } else {
    evaluateState();
  }
}

void Simulator::apply(const GrabCommand& command) {
  forgetPast();
  Grips::take(*m_world, command, m_state);
}

void Simulator::apply(const MoveGrabCommand& command) {
  Grips::move(*m_world, command, m_state);
}

void Simulator::apply(const StrengthenGrabCommand& command) {
  Grips::strengthen(*m_world, command, m_state);
}

void Simulator::apply(const PinGrabCommand& command) {
  Grips::pin(*m_world, command, m_state);
}

void Simulator::apply(const ReleaseGrabCommand& command) {
  forgetPast();
  Grips::release(*m_world, command, m_state);
}

// A step of higher order is found in several passes, each from where the one before led, which may
// be inside something: there contact is taken at the start.
BarrierContact::Care Simulator::contactCare() const {
  if (m_method->adaptive()) return BarrierContact::Care::Coarse;
  if (m_method->level() == Level::Equilibrium) return BarrierContact::Care::Inert;
  const bool onePass = m_method->level() == Level::Displacement && m_method->order() == 1;
  return onePass ? BarrierContact::Care::AtEnd : BarrierContact::Care::Fine;
}

// The time left to the next frame or event is cut into equal steps, none longer than the
// integrator asks for, so that no sliver of a step remains.
double Simulator::chooseStep(double until) {
  m_target = std::min(until, m_nextEvent);
  double asked = m_method->longestStep(m_dynamics);
  if (m_method == m_integrator.get())
    asked = std::min(asked, m_state.reals[m_world->offsets().nextStep]);
  ContactLimit limit = m_dynamics.contactStep(asked, contactCare());
  if (flies() && m_mixed->look(limit.step)) limit = land(asked);
  m_dynamics.fly(flies());
  const double wanted = limit.step;
  m_block = wanted < asked && wanted < BarrierContact::kSqueezeStep
                ? ContactBlock{0, limit.partA, limit.partB}
                : ContactBlock{};
  const bool held = wanted < asked || m_dynamics.solvesForContact();
  if (held && (isHopeless(wanted) || isStuck(limit))) return wanted;
  const double left = m_target - time();
  const double pieces = std::ceil(left / wanted - kSameTime);
  const double h = pieces <= 1 ? left : left / pieces;
  if (m_mixed && shiftSpeeds(h)) m_dynamics.contactStep(asked, contactCare());
  return h;
}

// Where anything may touch in so many seconds, a step that solves for contact is due; or a shorter
// one than asked for, if that ends before.
ContactLimit Simulator::land(double& asked) {
  const double usual = m_mixed->initialStep();
  ContactLimit limit;
  if (asked > usual) {
    asked = usual;
    limit = m_dynamics.contactStep(asked, contactCare());
    if (!m_mixed->look(limit.step)) return limit;
  }
  m_method = m_mixed.get();
  const double own = asked;
  asked = m_mixed->longestStep(m_dynamics);
  if (!m_mixed->touchesAll()) asked = std::min(asked, own);
  limit = m_dynamics.contactStep(asked, contactCare());
  if (m_mixed->look(limit.step)) return limit;
  m_method = m_integrator.get();  // it is so short that nothing meets
  asked = std::min(asked, own);
  limit.step = std::min(limit.step, own);
  return limit;
}

// To what they are in the step at hand. True if that changes any.
bool Simulator::shiftSpeeds(double h) {
  if (m_mixed->anyChanges(m_state)) forgetPast();
  if (!m_mixed->shiftSpeeds(h, m_state)) return false;
  evaluateState();
  return true;
}

// Something was in the way that was not foreseen: then contact is solved for, whoever it is.
double Simulator::landAll(double h) {
  m_method = m_mixed.get();
  m_mixed->touchAll();
  m_dynamics.fly(false);
  m_events.begin(m_state, m_dynamics, m_method->adaptive());
  m_block = {};
  const double asked = m_mixed->longestStep(m_dynamics);
  return std::min(h, m_dynamics.contactStep(asked, contactCare()).step);
}

bool Simulator::isUnforeseen() const {
  if (m_block.until >= 1 || !m_mixed) return false;
  const auto goesAlone = [this](int part) {
    return m_world->parts()[part].dims.v > 0 && !m_mixed->touches(part);
  };
  return flies() || goesAlone(m_block.partA) || goesAlone(m_block.partB);
}

const StepReport& Simulator::advanceTo(double end) {
  while (time() < end) {
    if (step(end).status != RunStatus::Ok) break;
  }
  return m_report;
}

const StepReport& Simulator::step(double until) {
  if (m_report.status == RunStatus::Diverged || !(time() < until)) return m_report;
  m_report.status = RunStatus::Ok;
  m_commanded = !m_commands.empty();
  if (m_commanded || m_mixed) m_before = m_state;
  m_rejectedBefore = m_state.words[m_world->offsets().rejected];
  m_dynamics.work().begin(m_watch);
  {
    const TimedStage timed(m_seconds, Stage::Commands);
    applyCommands();
  }
  m_method = m_integrator.get();
  const bool found = findStep(until) || findRescue(until);
  if (m_dynamics.work().end()) return giveBack();
  if (!found) return m_report;
  m_solved = true;
  accept();
  afterStep();
  judge();
  return m_report;
}

// The next step, as a proposal. False where there is none: the report says why.
bool Simulator::findStep(double until) {
  double h = chooseStep(until);
  if (m_block.until < 1) {
    giveUp(false, false);
    return false;
  }
  m_retries = m_remade = 0;
  if (m_mixed) m_mixed->begin();
  m_events.begin(m_state, m_dynamics, m_method->adaptive());
  while (!propose(h)) {
    if (m_report.status != RunStatus::Ok || m_dynamics.work().givenUp()) return false;
    if (m_cut > 0) {
      h = m_cut;
    } else if (isUnforeseen()) {
      h = landAll(h);
    } else {
      h = m_block.again ? h : std::min(m_proposal.nextStep, 0.9 * h);
      ++m_retries;
    }
    if (m_mixed) shiftSpeeds(h);
  }
  return true;
}

// What is touched may jump from edge to edge in a blow, faster than any error can be kept small, or
// lose its shape. Then the take goes on by a step that is stable, if not as exact, and said to be
// unsettled. For what nothing touches a tolerance is a promise.
bool Simulator::findRescue(double until) {
  if (!m_rescue || m_dynamics.work().givenUp() || !isTouched(m_report.blame)) return false;
  const std::string blame = std::exchange(m_report.blame, {});
  const std::string message = std::exchange(m_report.message, {});
  const std::string remedy = std::exchange(m_report.remedy, {});
  m_report.status = RunStatus::Ok;
  m_method = m_rescue.get();
  if (findStep(until)) {
    m_unsettled = true;
    m_retries = 1;  // the size that was wanted before has failed
    m_proposal.nextStep = m_taken;
    return true;
  }
  m_report.blame = blame;
  m_report.message = message;
  m_report.remedy = remedy;
  return false;
}

// At the start of the step, which must be what was last evaluated.
bool Simulator::isTouched(std::string_view part) const {
  const std::optional<int> index = m_world->findPart(part);
  return index && std::ranges::any_of(m_dynamics.contacts().contacts, [&](const auto& contact) {
           return contact.part == *index || contact.other == *index;
         });
}

void Simulator::accept() {
  const TimedStage timed(m_seconds, Stage::Accept);
  const StateOffsets& at = m_world->offsets();
  const double wanted = m_state.reals[at.nextStep];
  std::copy(m_proposal.y.begin(), m_proposal.y.end(), y().begin());
  std::copy(m_proposal.multipliers.begin(), m_proposal.multipliers.end(),
            m_state.reals.begin() + static_cast<std::ptrdiff_t>(at.multipliers));
  std::copy(m_proposal.memory.begin(), m_proposal.memory.end(), memory().begin());
  m_dynamics.accounts().remember(m_state);
  if (m_mixed) m_mixed->keep(m_taken, m_state);
  double& now = m_state.reals[at.time];
  const double end = now + m_taken;
  // Land on events and frames to the bit, not to a rounding error beside them.
  now = std::abs(end - m_target) < kSameTime * m_taken ? m_target : end;
  // A step clipped to a frame says nothing against the size that was wanted.
  m_state.reals[at.nextStep] = m_retries > 0 || m_taken >= wanted
                                   ? m_proposal.nextStep
                                   : std::max(wanted, m_proposal.nextStep);
  ++m_state.words[at.steps];
}

// Brings flags and laws up to date with the state just accepted, and evaluates it: the next step
// starts from this evaluation.
void Simulator::afterStep() {
  const bool atEvent = time() >= m_nextEvent;
  const bool springsChange = atEvent || breaksSprings();
  if (atEvent) {
    passEvent();
  } else if (springsChange) {
    evaluateState();
    keepEnergies();
  }
  breakOverloaded();
  takeUpContacts();
  evaluateState();
  countDamping();
  if (m_integrator->adaptive()) stopAtLimits();
  if (atEvent) countJump();
  if (m_dynamics.lookForParted(m_state)) {
    forgetPast();
    evaluateState();
  }
  keepPlaces();
  const TimedStage timed(m_seconds, Stage::Events);
  if (atEvent) {
    for (const int constraint : m_switchedOn) arm(constraint, true);
    if (!m_switchedOn.empty() && m_dynamics.addOpenTies(m_state)) evaluateState();
  }
  if (springsChange) countSprings();
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    followLaw(static_cast<int>(c), atEvent);
  }
}

// From just before a key to just after it.
void Simulator::passEvent() {
  forgetPast();
  evaluateState();
  for (std::size_t c = 0; c < m_deviationThen.size(); ++c) {
    m_deviationThen[c] = lawGap(static_cast<int>(c)).deviation;
  }
  keepEnergies();
  const auto corners = keyedCorners(*m_world, m_dynamics);
  updateActivations();
  refreshEvents();
  if (corners.empty()) return;
  // What jumps onto others overlaps them as if the scene had begun like that.
  evaluateState();
  std::vector<char> jumped(m_world->parts().size(), 0);
  bool any = false;
  const auto now = keyedCorners(*m_world, m_dynamics);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if ((now[i].second - corners[i].second).norm() <= kJumped) continue;
    jumped[now[i].first] = 1;
    any = true;
  }
  if (any) m_dynamics.addContacts(m_state, jumped);
}

// Switches constraints on and off; those that were off and are on now go to m_switchedOn.
void Simulator::updateActivations() {
  m_switchedOn.clear();
  for (std::size_t i = 0; i < m_world->constraints().size(); ++i) {
    const int c = static_cast<int>(i);
    const bool on = m_world->constraints()[i].law.activeAt(time());
    if (on && !(flags(c) & ConstraintFlags::kActive)) m_switchedOn.push_back(c);
    flags(c) = on ? flags(c) | ConstraintFlags::kActive : flags(c) & ~ConstraintFlags::kActive;
  }
}

bool Simulator::hasComeApart(int constraint) const {
  const std::uint64_t flags = m_state.words[m_world->offsets().flags + constraint];
  return (flags & ConstraintFlags::kClosed) && m_dynamics.cameApart(constraint);
}

void Simulator::breakOverloaded() {
  for (int c = 0; c < static_cast<int>(m_world->constraints().size()); ++c) {
    if (hasComeApart(c)) flags(c) |= ConstraintFlags::kBroken;
  }
  for (const int constraint : m_events.broken()) {
    flags(constraint) |= ConstraintFlags::kBroken;
    forgetPast();
  }
}

// Springs that are born or let go where they have a length change the energy at once.
void Simulator::takeUpContacts() {
  if (m_rigid) m_dynamics.rememberResting(m_rigid->resting(), m_state);
  m_dynamics.rememberRows(m_state);
  const std::optional<double> gained = m_dynamics.makeContacts(m_state);
  if (!gained) return;
  EnergyFlows flows;
  flows[EnergyFlow::Dissipated] = std::max(0.0, -*gained);
  flows[EnergyFlow::Contact] = std::max(0.0, *gained);
  count(flows);
  forgetPast();
}

void Simulator::stopAtLimits() {
  const auto flows = m_dynamics.stopAtLimits(y().data());
  if (!flows) return;
  count(*flows);
  forgetPast();
  evaluateState();
}

}  // namespace sinew
