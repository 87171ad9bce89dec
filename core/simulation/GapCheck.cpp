#include "core/simulation/GapCheck.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/simulation/ConstraintRelaxation.h"
#include "core/simulation/Islands.h"

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
constexpr double kTornSteps = 64;      // that the least patience lasts for
constexpr double kUnevenMasses = 100;  // ratio of masses that long steps do not bear

}  // namespace

GapCheck::GapCheck(std::shared_ptr<const World> world)
    : m_world(std::move(world)),
      m_gaps(m_world->constraints().size()),
      m_why(m_world->constraints().size()),
      m_touched(m_world->parts().size()) {
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
    m_why[i] = count(c, book, h);
    if (book[0] > (book[1] > 0 ? book[1] : patience(c))) suspects.push_back(c);
  }
  if (suspects.empty()) return std::nullopt;
  const int open = culprit(state, suspects);
  if (open >= 0) return describe(open, state);
  return std::nullopt;
}

// Which parts touch something, and which are tied to what a hand pulls or what is still being
// assembled: on its way it may ask for what others do not allow.
void GapCheck::findExcuses(const State& state, const SceneDynamics& dynamics) {
  std::ranges::fill(m_touched, 0);
  std::ranges::fill(m_pulled, 0);
  for (const SurfaceContact& contact : dynamics.contacts().contacts) {
    for (const int part : {contact.part, contact.other}) {
      if (part >= 0 && m_world->parts()[part].dims.v > 0) m_touched[part] = 1;
    }
  }
  std::ranges::fill(m_assembled, 0);
  for (std::size_t c = 0; c < m_gaps.size(); ++c) {
    const std::uint64_t flags = state.words[m_world->offsets().flags + c];
    const bool held =
        (flags & ConstraintFlags::kActive) != 0 && (flags & ConstraintFlags::kBroken) == 0;
    if (!held || m_gaps[c].due) continue;
    for (const CompiledEnd& end : m_world->constraints()[c].ends) {
      if (m_island[end.part] >= 0) m_assembled[m_island[end.part]] = 1;
    }
  }
  for (int hand = 0; hand < dynamics.hands().count(); ++hand) {
    const int island = m_island[dynamics.hands().partOf(hand)];
    if (island >= 0) m_pulled[island] = 1;
  }
}

// book[0]: for how long it has been open [s], less what it was closed again; book[1]: patience, the
// least of all for what was torn.
OpenGap GapCheck::count(int constraint, double* book, double h) {
  const Gap& gap = m_gaps[constraint];
  if (!gap.due) {
    book[0] = book[1] = 0;
    return OpenGap::None;
  }
  if (gap.widest <= limit(constraint)) {
    book[0] = std::max(0.0, book[0] - h);
    if (book[0] == 0) book[1] = 0;
    return OpenGap::None;
  }
  const EndList& ends = m_world->constraints()[constraint].ends;
  const bool touched =
      std::ranges::any_of(ends, [&](const CompiledEnd& end) { return m_touched[end.part] != 0; });
  const bool pulled = std::ranges::any_of(ends, [&](const CompiledEnd& end) {
    const int island = m_island[end.part];
    return island >= 0 && m_pulled[island] != 0;
  });
  const bool assembled = std::ranges::any_of(ends, [&](const CompiledEnd& end) {
    const int island = m_island[end.part];
    return island >= 0 && m_assembled[island] != 0;
  });
  if (assembled) {
    book[0] = book[1] = 0;
    return OpenGap::None;
  }
  if (touched || pulled) {
    book[0] = 0;
    if (book[1] == kLeastPatience) book[1] = 0;
    return pulled ? OpenGap::Grab : OpenGap::Contact;
  }
  const AssemblyLaw& law = m_world->constraints()[constraint].law;
  const bool closes = gap.deviation <= limit(constraint);
  if (closes && law.directed()) return OpenGap::None;  // it is as open as keys say
  if (book[1] == 0 && gap.deviation > kTorn * limit(constraint)) book[1] = kLeastPatience;
  const bool torn = book[1] == kLeastPatience;
  const double patient = torn ? kLeastPatience : patience(constraint);
  // A law that starts anew whenever its gap strays would be followed for ever.
  const double pace = closes && !torn ? patient / (kClosings * law.assemblyTime()) : 1;
  book[0] += pace * std::clamp(h, torn ? patient / kTornSteps : 0, patient / kPatientSteps);
  if (closes) return OpenGap::None;
  return book[1] > kLeastPatience ? OpenGap::Unreachable : OpenGap::Unexplained;
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
