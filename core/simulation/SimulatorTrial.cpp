// Whether the step that an integrator proposes can be taken, and what else it says if it cannot.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/simulation/MixedStep.h"
#include "core/simulation/Simulator.h"
#include "core/simulation/StateReport.h"
#include "core/simulation/rigid/RigidStep.h"

namespace sinew {
namespace {

constexpr double kSmallestStep = 1e-12;  // [s] below it an adaptive integrator has given up
constexpr double kJumpStep = 1e-7;       // [s] a step this small that still fails has met a jump
constexpr double kJumpError = 0.01;      // [s] of the tolerance per second: what a jump may cost
constexpr double kFewestPieces = 64;  // a fixed step is cut into before contact is taken as it is,
constexpr double kFinestPieces = 4096;    // or before a part counts as broken
constexpr int kMostRetries = 8;           // of a step that makes energy
constexpr double kShortestRemade = 1e-8;  // [s] likewise
constexpr double kShortened = 0.1;        // of a step: shortest next try when contact is in the way
constexpr double kPastJump = 4;           // growth of the step behind a jump

}  // namespace

// False when the step has to be tried again with a smaller size, or the take has diverged.
bool Simulator::propose(double h) {
  m_taken = h;
  m_dynamics.work().tries(time(), h);
  m_proposal.memory.assign(memory().begin(), memory().end());
  m_method->propose(m_dynamics, time(), y(), h, m_proposal);
  if (m_dynamics.work().givenUp()) return false;
  const bool bad = !m_bounds.hold(m_proposal.y, time() + h);
  const bool broken = !bad && !impossiblePart(m_proposal.y).first.empty();
  const bool unsettled = !bad && !broken && isUnsettled(h);
  m_block = {};
  if (m_rigid && !bad && isSqueezed()) return false;
  m_cut = 0;
  const bool fine = !bad && !broken && !unsettled;
  bool made = false;
  if (fine && m_proposal.error <= 1 && wayIsClear(h)) {
    made = madeEnergy(h);
    m_block.again = m_dynamics.slowWhatGains(h, y().data(), m_proposal.y.data());
    m_unsettled |= m_dynamics.hasSlowed();
    if (!made && !m_block.again) return !isCut(h);
    ++m_remade;
  }
  if (fine && acrossJump(h) && wayIsClear(h)) {
    m_proposal.nextStep = kPastJump * h;
    return !isCut(h);
  }
  ++m_state.words[m_world->offsets().rejected];
  if (bad || broken || unsettled) m_proposal.nextStep = h / 2;
  sayWhoIsInTheWay();
  if (m_block.until < 1 && !m_block.again && !flies()) m_block.again = m_dynamics.slowDown();
  if (m_block.until < 1) m_proposal.nextStep = std::max(m_block.until, kShortened) * h;
  if (!unsettled && !made && !m_block.again && !mayShrink(h, bad || broken)) giveUp(bad, broken);
  m_dynamics.evaluate(time(), y().data());
  return false;
}

void Simulator::sayWhoIsInTheWay() {
  if (m_block.until < 1) {
    m_dynamics.work().concerns(m_block.partA, m_block.partB);
  } else if (m_proposal.error > 1) {
    m_dynamics.work().concerns(partAt(m_proposal.worst), -1);
  }
}

// Whether contact was not solved for to tolerance, leaves rigid parts in each other or makes
// energy, so that the step is to be tried with half its length, in which parts resist more, springs
// and turns do less. The shortest are taken all the same, and said to be unsettled.
bool Simulator::isUnsettled(double h) {
  std::optional<RigidStep::Trouble> trouble;
  if (m_rigid) trouble = m_rigid->trouble();
  if (trouble) m_dynamics.work().concerns(trouble->parts[0], trouble->parts[1]);
  const bool isMixed = m_mixed && m_method == m_mixed.get();
  const bool settled = isMixed ? m_mixed->settled() : m_dynamics.settled();
  const bool rough = m_method->level() == Level::Displacement && !settled;
  m_unsettled = trouble || rough;
  const bool shorterHelps = rough || (trouble && trouble->shorterHelps);
  return shorterHelps && h >= m_method->initialStep() / kFewestPieces && time() + h > time();
}

bool Simulator::stopOverfull() {
  const auto [a, b] = *m_rigid->overfull();
  m_report.blame = m_world->parts()[a].name;
  m_report.message = fmt::format(
      "more places touch, or nearly so, at {:.6g} s than there is memory for, of {} and {} as well",
      time(), m_report.blame, m_world->parts()[b].name);
  m_report.remedy = "move apart what lies in each other, or take fewer parts";
  giveUp(false, false);
  m_dynamics.evaluate(time(), y().data());
  return true;
}

// Whether rigid parts are left in each other because keys leave no room for them.
bool Simulator::isSqueezed() {
  if (m_rigid->overfull()) return stopOverfull();
  const std::optional<Squeeze> squeeze = m_rigid->squeezed();
  if (!squeeze) return false;
  tellNoRoom(*squeeze);
  giveUp(false, false);
  m_dynamics.evaluate(time(), y().data());
  return true;
}

// Whether something happens before the end of the step: then it is redone up to there.
bool Simulator::isCut(double h) {
  const double until = m_events.cut(m_dynamics, m_proposal, h);
  if (until >= h) return false;
  m_cut = until;
  m_dynamics.evaluate(time(), y().data());
  return true;
}

// Whether nothing crosses anything else between the states; else what stands in the way is known.
bool Simulator::wayIsClear(double h) {
  // What is solved for goes straight on.
  const bool curved = m_method->adaptive() && (!m_mixed || flies());
  const auto way = curved ? Way::Cubic : Way::Straight;
  m_block = m_dynamics.clearUntil(time() + h, h, m_proposal.y.data(), way);
  return m_block.until >= 1;
}

// Whether a blow has made energy, so that a shorter step is to be tried: what parts turn on their
// way grows with h², and what a barrier stores where they meet with the square of that and more.
// Where forces are taken at the start, a step is short enough as it is. What tries do not help is
// taken, and said to be unsettled.
bool Simulator::madeEnergy(double h) {
  if (m_method->level() == Level::Equilibrium) return false;  // which has none of its own
  if (!m_block.late || !m_blows.open(m_dynamics, h)) return false;
  double made = m_blows.madeByContact();
  if (made <= 1 && m_blows.anyAlone()) {
    m_dynamics.evaluate(time() + h, m_proposal.y.data());
    made = m_blows.madeByAll(m_dynamics);
    const bool isShort = h < m_method->initialStep() / kFewestPieces;
    if (made > 1 && isShort) {
      m_dynamics.evaluate(time(), y().data());
      made = m_blows.madeBeyondFlight(m_dynamics);
    }
  }
  if (made <= 1) return false;
  m_unsettled = m_remade >= kMostRetries || h < kShortestRemade;
  if (m_unsettled) return false;
  m_proposal.nextStep = h * std::clamp(0.8 * std::pow(made, -0.25), kShortened, 0.5);
  return true;
}

// The step was given up: nothing of it is left.
const StepReport& Simulator::giveBack() {
  if (m_commanded || m_mixed) m_state = m_before;
  m_state.words[m_world->offsets().rejected] = m_rejectedBefore;
  m_report.rejected = m_rejectedBefore;
  m_report.status = RunStatus::Stopped;
  m_report.blame.clear();
  m_report.message.clear();
  m_report.remedy.clear();
  evaluateState();
  return m_report;
}

// Whether keys will leave no room for what is between their parts: steps would only become shorter
// up to then, or longer to solve for. Looked for in every so many steps, and where steps hold
// contact off, once that makes them short.
bool Simulator::isHopeless(double h) {
  constexpr std::uint64_t kSteps = 16, kStepsOfRows = 4;
  constexpr double kHeld = 1.0 / 3;  // of the usual step
  const bool byRows = m_dynamics.solvesForContact();
  if (!byRows && h > kHeld * m_world->nominalStep()) return false;
  const std::uint64_t steps = byRows ? kStepsOfRows : kSteps;
  if (m_state.words[m_world->offsets().steps] % steps != 0) return false;
  const std::optional<Squeeze> squeeze = m_dynamics.squeezed();
  if (squeeze) tellNoRoom(*squeeze);
  return squeeze.has_value();
}

void Simulator::tellNoRoom(const Squeeze& squeeze) {
  const auto name = [&](int part) -> const std::string& { return m_world->parts()[part].name; };
  m_block = ContactBlock{0, squeeze.part, squeeze.presses};
  m_report.blame = name(squeeze.part);
  m_report.message = fmt::format(
      "{} is squeezed to nothing between {} and {}: by its keys {} comes so near at {:.6g} s that "
      "{:.3g} mm are {}",
      name(squeeze.part), name(squeeze.between[0]), name(squeeze.between[1]), name(squeeze.presses),
      squeeze.when, 1e3 * std::abs(squeeze.room), squeeze.room > 0 ? "left" : "missing");
  m_report.remedy =
      fmt::format("leave more room there, or let {} pass through one of the two (passes_through)",
                  name(squeeze.part));
}

// Whether contact has held ever so many steps of one frame ever so short, and something presses
// that does not give way. Frames, for a take goes on alike from any of them.
bool Simulator::isStuck(const ContactLimit& limit) {
  constexpr int kMostShort = 4096;
  constexpr double kShort = 1.0 / 256;  // of the usual step
  constexpr double kOnFrame = 1e-6;     // of a frame
  const auto frame = static_cast<std::int64_t>(std::floor(time() * m_world->fps() + kOnFrame));
  if (frame != m_frame) m_shortSteps = 0;
  m_frame = frame;
  if (limit.step > kShort * m_world->nominalStep() || ++m_shortSteps < kMostShort) return false;
  m_block = ContactBlock{0, limit.partA, limit.partB};
  const Presser presser = whatPresses();
  if (presser.constraint || presser.keyed) return true;
  m_block = {};
  return false;
}

bool Simulator::mayShrink(double h, bool broken) const {
  if (m_block.until < 1) return h >= BarrierContact::kSqueezeStep && time() + h > time();
  const double smallest =
      broken && !m_method->adaptive() ? m_method->initialStep() / kFinestPieces : kSmallestStep;
  return (m_method->adaptive() || broken) && h >= smallest && time() + h > time();
}

void Simulator::giveUp(bool outOfBounds, bool broken) {
  m_report.status = RunStatus::Diverged;
  m_report.rejected = m_state.words[m_world->offsets().rejected];
  if (outOfBounds || broken) m_dynamics.evaluate(time(), y().data());
  const std::optional<Squeeze> squeeze =
      outOfBounds || broken ? m_dynamics.squeezed() : std::nullopt;
  if (!m_report.message.empty()) {
    // said where it was found
  } else if (squeeze) {
    tellNoRoom(*squeeze);
  } else if (outOfBounds) {
    const MotionBounds::Beyond beyond = m_bounds.worst(m_proposal.y, time() + m_taken);
    m_report.blame = beyond.part;
    m_report.message = fmt::format("{} {} at {:.6g} s", beyond.part, beyond.what, time());
  } else if (m_block.until < 1) {
    nameSqueeze();
  } else if (broken) {
    const auto [name, what] = impossiblePart(m_proposal.y);
    m_report.blame = name;
    m_report.message = fmt::format("{} {} at {:.6g} s", name, what, time());
  } else {
    m_report.blame = partOf(m_proposal.worst);
    m_report.message = fmt::format("no step small enough meets the tolerance at {:.6g} s{}", time(),
                                   m_report.blame.empty() ? "" : ", because of " + m_report.blame);
  }
}

// What presses the two parts in the way together: of the constraints that hold them the one that
// pulls hardest; where none does, the one of the two that moves by its keys.
Simulator::Presser Simulator::whatPresses() const {
  const std::span<const double> multipliers =
      std::span(m_state.reals).subspan(m_world->offsets().multipliers, m_world->rows());
  Presser found;
  const auto isOne = [&](int part) { return part == m_block.partA || part == m_block.partB; };
  for (const CompiledConstraint& constraint : m_world->constraints()) {
    const bool holds = std::ranges::any_of(constraint.ends,
                                           [&](const CompiledEnd& end) { return isOne(end.part); });
    const double force = holds ? multiplierNorm(constraint, multipliers) : 0;
    if (force <= found.force) continue;
    found.force = force;
    found.constraint = &constraint;
  }
  if (found.constraint) return found;
  for (const BarrierContact::Touch& touch : m_dynamics.touches()) {
    for (const int part : {touch.partA, touch.partB}) {
      const CompiledPart& one = m_world->parts()[part];
      if (isOne(part) && one.dims.v == 0 && m_dynamics.isCarried(touch)) found.keyed = &one;
    }
  }
  return found;
}

void Simulator::nameSqueeze() {
  const Presser presser = whatPresses();
  std::string cause, remedy = "give them more room";
  if (presser.constraint) {
    const std::string& name = presser.constraint->name;
    cause = fmt::format(": the constraint {} pulls with {:.3g} N", name, presser.force);
    remedy = fmt::format("lead {} elsewhere, let it break (max_force)", name);
  } else if (presser.keyed) {
    cause = fmt::format(": {} moves on by its keys", presser.keyed->name);
    remedy = fmt::format("leave more room in the keys of {}", presser.keyed->name);
  }
  m_report.blame = m_world->parts()[m_block.partA].name;
  m_report.message = fmt::format("{} and {} are squeezed together at {:.6g} s{}", m_report.blame,
                                 m_world->parts()[m_block.partB].name, time(), cause);
  m_report.remedy =
      fmt::format("{}, or let the two pass through each other (passes_through)", remedy);
}

// The part that an entry of y belongs to; −1 for the energy sums.
int Simulator::partAt(int entry) const {
  const int inV = entry - m_world->configurationSize();
  const auto& parts = m_world->parts();
  const auto found = std::ranges::find_if(parts, [&](const CompiledPart& part) {
    return inV < 0 ? entry >= part.firstQ && entry < part.firstQ + part.dims.q
                   : inV >= part.firstV && inV < part.firstV + part.dims.v;
  });
  return found == parts.end() ? -1 : static_cast<int>(found - parts.begin());
}

std::string Simulator::partOf(int entry) const {
  const int part = partAt(entry);
  return part < 0 ? std::string() : m_world->parts()[part].name;
}

// The first part whose configuration cannot be, and what is wrong with it; empty if none.
std::pair<std::string_view, std::string_view> Simulator::impossiblePart(
    const Reals& proposal) const {
  for (const CompiledPart* part : m_fragile) {
    const std::string_view what = part->part->impossible(proposal.data() + part->firstQ);
    if (!what.empty()) return {part->name, what};
  }
  return {};
}

// Where a force sets in at once, as at the first touch of a contact, the estimated error per second
// stays as it is however small the step. When shrinking has not helped, and the whole error of the
// step is next to nothing, the jump lies inside it and is stepped over.
bool Simulator::acrossJump(double h) const {
  return m_method->adaptive() && h <= kJumpStep && m_proposal.error * h <= kJumpError;
}

}  // namespace sinew
