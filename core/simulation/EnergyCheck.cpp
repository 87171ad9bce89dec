#include "core/simulation/EnergyCheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

// Energy must have gone up, too, from the least it has come down to: what damping takes is booked
// by an estimate, and where that is too much drift rises though energy falls.
constexpr double kMostGain = 1e-2;  // of the scene's largest energy
constexpr double kCoarser = 10;     // times as much where the account is coarse
constexpr double kGainLasts = 0.5;  // [s] that more may last
constexpr double kMuch = 0.1;       // likewise, that may last a tenth of a second
constexpr double kMuchFaster = 5;   // than what is more but not much
constexpr double kExplodes = 10;    // of the scene's largest energy: more is an explosion
constexpr double kGainSteps = 8;    // steps that any may last
constexpr double kFewSteps = 4;     // of the usual length, that an explosion may last
constexpr double kStirs = 1e-2;     // [1/s] of its own size a part may move in that time

/// What the scene's energy counts for, however little it has: with less it is at rest.
double leastEnergy(const World& world) {
  double least = 0;
  for (const CompiledPart& part : world.parts()) {
    const double speed = kStirs * part.part->size();
    least += 0.5 * part.part->mass() * speed * speed;
  }
  return least;
}

/// What springs of contact and some forces take and give back is right to some percent only
/// (docs/architecture.md).
bool isCoarse(const World& world) {
  const PairRules& rules = world.pairRules();
  if (rules.has(TouchResponse::Springs) || rules.has(TouchResponse::Sticky)) return true;
  return std::ranges::any_of(world.forces(),
                             [](const CompiledForce& force) { return force.force->isCoarse(); });
}

/// [J] What gravity does in half a step of h seconds: by so much its energy, which is of the step's
/// end, is off from that of velocities, which in fixed steps are of the middle.
double lagOfGravity(const World& world, const SceneDynamics& dynamics, double h) {
  Vec3 momentum = Vec3::Zero();
  for (std::size_t i = 0; i < world.parts().size(); ++i) {
    momentum += dynamics.energyOf(static_cast<int>(i)).momentum;
  }
  return 0.5 * h * std::abs(momentum.dot(dynamics.surroundings().gravity));
}

}  // namespace

/// In the State.
struct EnergyCheck::Book {
  double highest = 0;   // [J] of all energy so far
  double lowest = 0;    // [J] that energy counts from: of gravity alone, or lower
  double fallen = 0;    // [J] of all energy but for work: the least it has come down to
  double forgiven = 0;  // [J] of drift
  double since = 0;     // [s] for how long there is too much
  double largest() const { return highest - lowest; }
};

EnergyCheck::EnergyCheck(std::shared_ptr<const World> world) : m_world(std::move(world)) {
  m_coarse = isCoarse(*m_world);
  m_applies = m_world->makeIntegrator()->level() != Level::Equilibrium;
  for (const CompiledPart& part : m_world->parts()) {
    m_careless |= !part.part->keepsMomentum();
    m_lift += part.part->mass() * part.part->size();
  }
}

EnergyCheck::Book EnergyCheck::read(const State& state) const {
  const double* reals = state.reals.data() + m_world->offsets().energyBook;
  return {reals[0], reals[1], reals[2], reals[3], reals[4]};
}

void EnergyCheck::write(const Book& book, State& state) const {
  double* reals = state.reals.data() + m_world->offsets().energyBook;
  for (const double value : {book.highest, book.lowest, book.fallen, book.forgiven, book.since}) {
    *reals++ = value;
  }
}

void EnergyCheck::begin(State& state, const SceneDynamics& dynamics, const Energies& now) const {
  const double lowest = std::min(now.gravity, now.total() - leastEnergy(*m_world));
  write({now.total(), lowest, now.total() - now.work, 0, 0}, state);
  keepParts(state, dynamics);
}

void EnergyCheck::goOn(State& state, const SceneDynamics& dynamics, const Energies& now) const {
  const double largest = std::max(read(state).largest(), leastEnergy(*m_world));
  const double drift = std::max(now.drift, 0.0);
  const double lowest = std::min(now.gravity, now.total() - largest);
  write({now.total(), lowest, now.total() - now.work, drift, 0}, state);
  keepParts(state, dynamics);
}

void EnergyCheck::keepParts(State& state, const SceneDynamics& dynamics) const {
  double* kept = state.reals.data() + m_world->offsets().partEnergies;
  for (std::size_t i = 0; i < m_world->parts().size(); ++i) {
    kept[i] = dynamics.energyOf(static_cast<int>(i)).total();
  }
}

std::optional<Breach> EnergyCheck::observe(State& state, const SceneDynamics& dynamics,
                                           const Energies& now, double h) const {
  if (!m_applies) return std::nullopt;
  Book book = read(state);
  // What came from nowhere is no measure of itself.
  book.highest = std::max(book.highest, now.total() - std::max(0.0, now.drift - book.forgiven));
  const double lift = m_lift * dynamics.surroundings().gravity.norm();
  book.lowest = std::min({book.lowest, now.gravity, book.highest - lift});
  const double own = now.total() - now.work;
  book.fallen = std::min(book.fallen, own);
  if (dynamics.hands().count() > 0) {
    book.forgiven = std::max(book.forgiven, now.drift);
    book.fallen = own;
  }
  const double gained = std::min(now.drift - book.forgiven, own - book.fallen);
  const double largest = book.largest();
  const double gain = m_careless ? kExplodes : (m_coarse ? kCoarser : 1) * kMostGain;
  const double most = gain * largest;
  const bool tooMuch = gained > most && gained > most + lagOfGravity(*m_world, dynamics, h);
  // What a method gains in a whip it may give back after it; what explodes does not.
  const double pace = gained > kMuch * largest ? kMuchFaster : 1;
  const double passed = h / (kFewSteps * m_world->nominalStep());  // of what an explosion may last
  const double lasts = gained > kExplodes * largest
                           ? std::max(pace * h, kGainLasts * std::min(passed, 1 / kFewSteps))
                           : std::min(pace * h, kGainLasts / kGainSteps);
  book.since = tooMuch ? book.since + lasts : 0;
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
