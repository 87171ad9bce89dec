#include "core/simulation/EnergyCheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sinew {
namespace {

constexpr double kMostGain = 1e-2;  // of the scene's largest energy
constexpr double kGainLasts = 0.1;  // [s] that more may last
constexpr double kGainSteps = 8;    // steps, likewise

/// What damping takes in a step is booked from where the step starts. In a violent one that is more
/// than there was, so it is no proof of a gain.
Energies withoutLosses(Energies energies) {
  energies.drift -= std::exchange(energies.dissipated, 0.0);
  return energies;
}

}  // namespace

/// In the State.
struct EnergyCheck::Book {
  double highest = 0;   // [J] of all energy so far
  double lowest = 0;    // [J] of gravity alone
  double least = 0;     // [J] that the scene's energy counts for, however little it has
  double forgiven = 0;  // [J] of drift
  double since = 0;     // [s] for how long there is too much
  double largest() const { return std::max(highest - lowest, least); }
};

EnergyCheck::EnergyCheck(std::shared_ptr<const World> world) : m_world(std::move(world)) {
  m_applies = m_world->makeIntegrator()->level() != Level::Equilibrium;
  for (const CompiledPart& part : m_world->parts()) {
    m_applies &= part.part->keepsMomentum();
    m_lift += part.part->mass() * part.part->size();
  }
}

EnergyCheck::Book EnergyCheck::read(const State& state) const {
  const double* reals = state.reals.data() + m_world->offsets().energyBook;
  return {reals[0], reals[1], reals[2], reals[3], reals[4]};
}

void EnergyCheck::write(const Book& book, State& state) const {
  double* reals = state.reals.data() + m_world->offsets().energyBook;
  for (const double value : {book.highest, book.lowest, book.least, book.forgiven, book.since}) {
    *reals++ = value;
  }
}

void EnergyCheck::begin(State& state, const SceneDynamics& dynamics, const Energies& now) const {
  write({now.total(), now.gravity, 0, 0, 0}, state);
  keepParts(state, dynamics);
}

void EnergyCheck::goOn(State& state, const SceneDynamics& dynamics, const Energies& now) const {
  const double largest = read(state).largest();
  const double drift = std::max(withoutLosses(now).drift, 0.0);
  write({now.total(), now.gravity, largest, drift, 0}, state);
  keepParts(state, dynamics);
}

void EnergyCheck::keepParts(State& state, const SceneDynamics& dynamics) const {
  double* kept = state.reals.data() + m_world->offsets().partEnergies;
  for (std::size_t i = 0; i < m_world->parts().size(); ++i) {
    kept[i] = dynamics.energyOf(static_cast<int>(i)).total();
  }
}

std::optional<Breach> EnergyCheck::observe(State& state, const SceneDynamics& dynamics,
                                           const Energies& after, double h) const {
  if (!m_applies) return std::nullopt;
  const Energies now = withoutLosses(after);
  Book book = read(state);
  book.highest = std::max(book.highest, now.total());
  book.lowest = std::min(book.lowest, now.gravity);
  book.least = std::max(book.least, m_lift * dynamics.surroundings().gravity.norm());
  if (dynamics.hands().count() > 0) book.forgiven = std::max(book.forgiven, now.drift);
  const double gained = now.drift - book.forgiven, largest = book.largest();
  const bool tooMuch = gained > kMostGain * largest;
  book.since = tooMuch ? book.since + std::min(h, kGainLasts / kGainSteps) : 0;
  write(book, state);
  if (book.since < kGainLasts) return std::nullopt;
  const std::string part = mostGained(state, dynamics);
  const double time = state.reals[m_world->offsets().time];
  return Breach{part,
                fmt::format("the scene has gained {:.3g} J by {:.6g} s that nothing put in, "
                            "{:.2g} % of the {:.3g} J that it has at most; {} has gained most",
                            gained, time, 100 * gained / largest, largest, part),
                finerSteps(*m_world)};
}

// Of all parts that which has most more than it had where the take began.
std::string EnergyCheck::mostGained(const State& state, const SceneDynamics& dynamics) const {
  const double* before = state.reals.data() + m_world->offsets().partEnergies;
  std::string_view part;
  double most = 0;
  for (std::size_t i = 0; i < m_world->parts().size(); ++i) {
    const double more = dynamics.energyOf(static_cast<int>(i)).total() - before[i];
    if (!part.empty() && more <= most) continue;
    if (m_world->parts()[i].dims.v == 0) continue;
    most = more;
    part = m_world->parts()[i].name;
  }
  return std::string(part);
}

}  // namespace sinew
