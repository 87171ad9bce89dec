#include "core/simulation/GapCheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/simulation/ConstraintRelaxation.h"
#include "core/simulation/Islands.h"
#include "core/simulation/StateReport.h"

namespace sinew {
namespace {

constexpr double kGapOpen = 1e-3;     // of the part's size; of an angle its sine
constexpr double kGapClosed = 1e-4;   // likewise: what a pose that meets all may leave
constexpr double kPoseBeside = 0.05;  // of the parts' sizes: how far another pose to try lies off
constexpr double kLeastPatience = 0.1,
                 kMostPatience = 1;    // [s] patience, whatever the assembly time
constexpr double kPatientSteps = 8;    // that patience lasts for
constexpr double kClosings = 2;        // of its assembly time: a law that started anew may take
constexpr double kTorn = 100;          // limits by which a gap strays in one step
constexpr double kAstray = 0.5;        // of its gap by which what is torn strays in that step
constexpr double kFollows = 0.25;      // of its gap by which what closes may lag behind its law
constexpr double kTornSteps = 64;      // that the least patience lasts for
constexpr double kHoldsApart = 0.1;    // of a constraint's force: contact that holds its part
constexpr double kUnevenMasses = 100;  // ratio of masses that long steps do not bear

}  // namespace

GapCheck::GapCheck(std::shared_ptr<const World> world)
    : m_world(std::move(world)),
      m_gaps(m_world->constraints().size()),
      m_why(m_world->constraints().size()),
      m_push(m_world->parts().size()) {
  std::vector<int> moving;
  Islands islands;
  islands.begin(m_world->parts().size());
  const auto moves = [&](int part) { return m_world->parts()[part].dims.v > 0; };
  for (int i = 0; i < static_cast<int>(m_world->parts().size()); ++i) {
    if (moves(i)) moving.push_back(i);
  }
  for (const CompiledConstraint& constraint : m_world->constraints()) {
    if (constraint.ends.size() < 2) continue;
    const int a = constraint.ends[0].part, b = constraint.ends[1].part;
    if (moves(a) && moves(b)) islands.join(a, b);
  }
  islands.number(moving);
  for (std::size_t i = 0; i < m_world->parts().size(); ++i) {
    m_island.push_back(islands.of(static_cast<int>(i)));
  }
  m_pushOfAll.resize(islands.count());
  m_pulled.resize(islands.count());
  m_assembled.resize(islands.count());
}

double GapCheck::limit(int constraint) const {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  return kGapOpen * (source.constraint->measuresAngles() ? 1 : source.size);
}

double GapCheck::patience(int constraint) const {
  const double assembly = m_world->constraints()[constraint].law.assemblyTime();
  return std::clamp(assembly, kLeastPatience, kMostPatience);
}

std::optional<Breach> GapCheck::observe(State& state, const SceneDynamics& dynamics, double h) {
  const StateOffsets& at = m_world->offsets();
  findExcuses(state, dynamics);
  std::vector<int> suspects;
  for (std::size_t i = 0; i < m_gaps.size(); ++i) {
    const int c = static_cast<int>(i);
    double* book = state.reals.data() + at.openGaps + StateOffsets::kOpenGapReals * i;
    m_why[i] = count(c, state, book, h);
    if (book[0] > (book[1] > 0 ? book[1] : patience(c))) suspects.push_back(c);
  }
  if (suspects.empty()) return std::nullopt;
  const int open = culprit(state, suspects);
  if (open >= 0) return describe(open, state);
  return std::nullopt;
}

// How hard contact pushes, without bound where it lets a part come no further; which parts are tied
// to what a hand pulls or to what still closes: on its way it may ask for what others do not allow.
void GapCheck::findExcuses(const State& state, const SceneDynamics& dynamics) {
  std::ranges::fill(m_push, 0);
  std::ranges::fill(m_pushOfAll, 0);
  std::ranges::fill(m_pulled, 0);
  std::ranges::fill(m_assembled, 0);
  for (const SurfaceContact& contact : dynamics.contacts().contacts) {
    for (const int part : {contact.part, contact.other}) {
      if (part < 0 || m_world->parts()[part].dims.v == 0) continue;
      m_push[part] += contact.force.norm();
      if (m_island[part] >= 0) m_pushOfAll[m_island[part]] += contact.force.norm();
    }
  }
  for (std::size_t part = 0; part < m_push.size(); ++part) {
    if (dynamics.hasSlowed(static_cast<int>(part))) m_push[part] = HUGE_VAL;
  }
  for (std::size_t c = 0; c < m_gaps.size(); ++c) {
    const std::uint64_t flags = state.words[m_world->offsets().flags + c];
    const bool held =
        (flags & ConstraintFlags::kActive) != 0 && (flags & ConstraintFlags::kBroken) == 0;
    if (!held || !m_gaps[c].closes) continue;
    for (const CompiledEnd& end : m_world->constraints()[c].ends) {
      if (m_island[end.part] >= 0) m_assembled[m_island[end.part]] = 1;
    }
  }
  for (int hand = 0; hand < dynamics.hands().count(); ++hand) {
    const int island = m_island[dynamics.hands().partOf(hand)];
    if (island >= 0) m_pulled[island] = 1;
  }
}

// Whether contact pushes about as hard as the constraint pulls: what only lies on a floor is not
// held by it. An angle's torque counts at the part's size.
bool GapCheck::heldByContact(int constraint, const State& state) const {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  const std::size_t first = m_world->offsets().multipliers;
  double pull = multiplierNorm(source, std::span(state.reals).subspan(first, m_world->rows()));
  if (source.constraint->measuresAngles()) pull /= source.size;
  return std::ranges::any_of(source.ends, [&](const CompiledEnd& end) {
    if (m_push[end.part] > 0 && m_push[end.part] >= kHoldsApart * pull) return true;
    const int island = m_island[end.part];
    return island >= 0 && m_pushOfAll[island] > 0 && m_pushOfAll[island] >= pull;
  });
}

bool GapCheck::isPulled(int constraint) const {
  return std::ranges::any_of(m_world->constraints()[constraint].ends, [&](const CompiledEnd& end) {
    return m_island[end.part] >= 0 && m_pulled[m_island[end.part]] != 0;
  });
}

bool GapCheck::isAssembled(int constraint) const {
  return std::ranges::any_of(m_world->constraints()[constraint].ends, [&](const CompiledEnd& end) {
    return m_island[end.part] >= 0 && m_assembled[m_island[end.part]] != 0;
  });
}

// book[0]: for how long it has been open [s], less what it was closed or held again; book[1]:
// patience, the least of all for what was torn.
OpenGap GapCheck::count(int constraint, const State& state, double* book, double h) {
  const Gap& gap = m_gaps[constraint];
  if (!gap.due || (gap.widest > limit(constraint) && isAssembled(constraint))) {
    book[0] = book[1] = 0;
    return OpenGap::None;
  }
  if (gap.widest <= limit(constraint)) {
    book[0] = std::max(0.0, book[0] - h);
    if (book[0] == 0) book[1] = 0;
    return OpenGap::None;
  }
  const bool pulled = isPulled(constraint);
  if (pulled || heldByContact(constraint, state)) {
    book[0] = std::max(0.0, book[0] - h);
    if (book[1] == kLeastPatience) book[1] = 0;
    return pulled ? OpenGap::Grab : OpenGap::Contact;
  }
  const AssemblyLaw& law = m_world->constraints()[constraint].law;
  const double exact = limit(constraint);
  const bool closes =
      gap.deviation <= (law.directed() ? exact : std::max(exact, kFollows * gap.widest));
  if (closes && law.directed()) return OpenGap::None;  // it is as open as keys say
  const double tear = std::max(kTorn * exact, kAstray * gap.widest);
  if (book[1] == 0 && gap.deviation > tear) book[1] = kLeastPatience;
  const bool torn = book[1] == kLeastPatience;
  const double patient = torn ? kLeastPatience : patience(constraint);
  // A law that starts anew whenever its gap strays would be followed for ever.
  const double pace = closes && !torn ? patient / (kClosings * law.assemblyTime()) : 1;
  book[0] += pace * std::clamp(h, torn ? patient / kTornSteps : 0, patient / kPatientSteps);
  if (book[1] > kLeastPatience) return OpenGap::Unreachable;
  return closes ? OpenGap::None : OpenGap::Unexplained;
}

// Of those that could be met the one that is widest open against what may be; −1 if none could.
// The others are left in peace for twice as long as before.
int GapCheck::culprit(State& state, const std::vector<int>& suspects) const {
  ConstraintRelaxation pose(m_world, std::vector<char>(m_gaps.size(), 0));
  std::vector<char> meets(m_gaps.size(), 0);
  bool all = false;
  const auto look = [&] {
    pose.relax();
    all = true;
    for (const int c : suspects) {
      if (pose.gap(c) <= kGapClosed / kGapOpen * limit(c)) meets[c] = 1;
      all &= meets[c] != 0;
    }
  };
  pose.startFrom(state);
  look();
  if (!all) {
    pose.nudge(kPoseBeside);
    look();
  }
  if (!all) {
    pose.startOver();
    look();
  }
  int worst = -1;
  double most = 0;
  for (const int c : suspects) {
    double* book = state.reals.data() + m_world->offsets().openGaps +
                   StateOffsets::kOpenGapReals * static_cast<std::size_t>(c);
    if (!meets[c]) {
      book[1] = 2 * std::max(book[0], patience(c));
      book[0] = 0;
    } else if (const double open = m_gaps[c].widest / limit(c); open > most) {
      most = open;
      worst = c;
    }
  }
  return worst;
}

Breach GapCheck::describe(int constraint, const State& state) const {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  const double gap = m_gaps[constraint].widest;
  const std::string open = source.constraint->measuresAngles()
                               ? fmt::format("an angle whose sine is {:.3g}", gap)
                               : fmt::format("{:.3g} m", gap);
  return {source.name,
          fmt::format("the constraint {} does not hold: it is open by {} at {:.6g} s, though it "
                      "could be met and nothing holds it apart",
                      source.name, open, state.reals[m_world->offsets().time]),
          remedyFor(constraint)};
}

// What hangs together and differs most in mass is what steps of one length cannot hold.
std::string GapCheck::remedyFor(int constraint) const {
  int island = -1;
  for (const CompiledEnd& end : m_world->constraints()[constraint].ends) {
    island = std::max(island, m_island[end.part]);
  }
  const CompiledPart *light = nullptr, *heavy = nullptr;
  for (std::size_t i = 0; i < m_island.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    if (island < 0 || m_island[i] != island || !(part.part->mass() > 0)) continue;
    if (!light || part.part->mass() < light->part->mass()) light = &part;
    if (!heavy || part.part->mass() > heavy->part->mass()) heavy = &part;
  }
  const std::string finer = finerSteps(*m_world);
  if (!light || heavy->part->mass() < kUnevenMasses * light->part->mass()) return finer;
  return fmt::format("{}, or masses nearer to each other: {} weighs {:.3g} kg, {} {:.3g} kg", finer,
                     heavy->name, heavy->part->mass(), light->name, light->part->mass());
}

}  // namespace sinew
