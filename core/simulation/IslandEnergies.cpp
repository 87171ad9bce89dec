#include "core/simulation/IslandEnergies.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sinew {
namespace {
// Barriers cut steps by energies of one instant.
bool maySwing(const World& world, const CompiledPart& part) {
  return part.part->heedsDamping() && world.solidContact() != SolidContact::Barrier;
}

constexpr double kGain = 1e-4;        // of what an island moves with: with that, all is damped
constexpr double kSolidsGain = 0.01;  // the same of solids, which waver as they turn
constexpr double kInAStep = 0.01;     // of its kinetic energy: more is not given back at once
constexpr double kGivenBack = 0.25;   // the same, where a step has ended
constexpr double kGotBack = 1;        // the same: so much a whip may lose in a step
constexpr double kOwed = 1e-3;  // likewise, of what a step could not get back: the rest is lost
constexpr double kLongestSwung = 1.0 / 90;  // [s] in longer steps all of swings is damped
constexpr double kNothing = 1e-12;          // [J] that is no energy
}  // namespace

void IslandEnergies::Traits::add(const Traits& other) {
  open |= other.open;
  hangs |= other.hangs;
  brings |= other.brings;
  swings |= other.swings;
  soft |= other.soft;
  pulled |= other.pulled;
  gives |= other.gives;
  ropes |= other.ropes;
  begins |= other.begins;
}

std::size_t IslandEnergies::accountsSize(const World& world) {
  const auto swings = [&](const CompiledPart& part) {
    return part.part->lengths() != nullptr || maySwing(world, part);
  };
  const bool any = !world.constraints().empty() || std::ranges::any_of(world.parts(), swings);
  return any && world.makeIntegrator()->keepsAccounts() ? kEntries * world.parts().size() : 0;
}

IslandEnergies::IslandEnergies(const World& world) : m_world(&world) {
  for (std::size_t i = 0; i < world.parts().size(); ++i) {
    if (world.parts()[i].dims.v > 0) m_moving.push_back(static_cast<int>(i));
  }
  m_accounts.assign(world.offsets().accountsSize, 0);
  m_tellsAll = std::ranges::any_of(world.constraints(), &CompiledConstraint::isCompliant);
  m_hasSolids = std::ranges::any_of(
      world.parts(), [&](const CompiledPart& part) { return maySwing(world, part); });
}

void IslandEnergies::remember(State& state) const {
  std::ranges::copy(m_accounts, state.reals.data() + m_world->offsets().accounts);
}

void IslandEnergies::close(State& state) const {
  double* accounts = state.reals.data() + m_world->offsets().accounts;
  for (std::size_t first = 0; first < m_accounts.size(); first += kEntries) {
    for (const Entry entry : {Before, Gained, Lag}) accounts[first + entry] = 0;
  }
}

double IslandEnergies::lag(const State& state, int part) const {
  if (m_accounts.empty()) return 0;
  const double* entries = state.reals.data() + m_world->offsets().accounts + kEntries * part;
  const bool begins = m_hasSolids && entries[Lag] == 0;
  return begins ? age(state, part) : entries[Told];
}

std::optional<double> IslandEnergies::storedMore(const State& state, int part) const {
  if (m_accounts.empty() || !m_hasSolids) return 0;
  const double* entries = state.reals.data() + m_world->offsets().accounts + kEntries * part;
  if (entries[Age] == 0) return {};
  return entries[More];
}

double IslandEnergies::age(const State& state, int part) const {
  if (m_accounts.empty()) return 0;
  const double age = state.reals[m_world->offsets().accounts + kEntries * part + Age];
  return age > 0 ? age : 0.5 * m_world->nominalStep();
}

void IslandEnergies::dampSolidsFully() {
  for (OfPart& part : m_parts)
    if (part.gives) part.damping = 1;
}

double IslandEnergies::workAhead(const State& state) const {
  if (m_accounts.empty() || m_moving.empty() || !m_hasSolids) return 0;
  const int first = m_moving.front();
  const double work = state.reals[m_world->offsets().accounts + kEntries * first + Work];
  return 0.5 * work;
}

double IslandEnergies::stepBefore(const State& state) const {
  if (m_accounts.empty() || m_moving.empty() || !m_hasSolids) return 0;
  return 2 * state.reals[m_world->offsets().accounts + kEntries * m_moving.front() + Age];
}

std::optional<double> IslandEnergies::hadAlone(int part) const {
  if (!rings(part) || m_islands.of(part) < 0) return {};
  const Island& island = m_island[m_islands.of(part)];
  if (!island.counts() || !island.lags() || island.hangs) return {};
  const auto isWithIt = [&](int other) { return m_islands.of(other) == m_islands.of(part); };
  if (std::ranges::count_if(m_moving, isWithIt) > 1) return {};  // what ties it to others gives it
  return m_accounts[kEntries * part + Before];
}

double IslandEnergies::halfStep(const State& state) const {
  if (m_accounts.empty() || m_moving.empty()) return 0;
  return state.reals[m_world->offsets().accounts + kEntries * m_moving.front() + Told];
}

bool IslandEnergies::begin(const State& state) {
  if (m_accounts.empty()) return false;
  const double* accounts = state.reals.data() + m_world->offsets().accounts;
  std::copy_n(accounts, m_accounts.size(), m_accounts.begin());
  m_live = true;
  m_parts.assign(m_world->parts().size(), {});
  for (const int part : m_moving) {
    const CompiledPart& compiled = m_world->parts()[part];
    const TurningLengths* lengths = compiled.part->lengths();
    using enum TurningLengths::Stretch;
    m_parts[part].swings = lengths && lengths->stretch() == Soft;
    m_parts[part].gives = m_hasSolids && compiled.part->heedsDamping();
    m_parts[part].ropes = lengths != nullptr;
    m_parts[part].soft = !compiled.movesAsOne() &&
                         !(lengths && lengths->stretch() == Stiff && lengths->isStraight());
    m_parts[part].begins = lag(part) == 0;
  }
  m_islands.begin(m_parts.size());
  m_heaps.begin(m_parts.size());
  return true;
}

void IslandEnergies::tie(const CompiledConstraint& constraint, bool brings) {
  // What only lies in a plane or on a line keeps its momentum along it, which is no swing.
  const Constraint& held = *constraint.constraint;
  const bool isPlace = (constraint.rows >= 3 && !held.measuresAngles()) || held.leastApart();
  int first = -1;
  bool hangs = isPlace && constraint.ends.size() == 1;
  for (const CompiledEnd& end : constraint.ends) {
    const bool stands = m_world->parts()[end.part].dims.v == 0;
    hangs |= stands && isPlace;
    if (stands) continue;
    if (first >= 0) m_islands.join(first, end.part);
    first = end.part;
  }
  if (first < 0) return;
  Traits traits;
  traits.hangs = hangs;
  traits.brings = brings;
  traits.open = constraint.limited != 0 || constraint.slidingEnd >= 0;
  m_parts[first].add(traits);
}

void IslandEnergies::press(int a, int b) {
  const auto moves = [&](int part) { return part >= 0 && m_world->parts()[part].dims.v > 0; };
  if (m_hasSolids && moves(a) && moves(b)) m_heaps.join(a, b);
}

void IslandEnergies::settle(double h, const Energy& energy) {
  m_islands.number(m_moving);
  m_heaps.number(m_moving);
  m_inHeap.assign(m_heaps.count(), 0);
  for (const int part : m_moving)
    if (m_parts[part].gives) ++m_inHeap[m_heaps.of(part)];
  m_island.assign(m_islands.count(), {});
  for (const int part : m_moving) {
    Island& island = m_island[m_islands.of(part)];
    island.add(m_parts[part]);
    island.gained = gained(part);  // of each the same
  }
  for (const int part : m_moving) {
    if (m_island[m_islands.of(part)].counts()) {
      count(part, energy);
    } else {
      before(part) = 0;
    }
  }
  for (Island& island : m_island) {
    island.gained += island.changed;
    decide(h, island);
  }
  for (const int part : m_moving) {
    const Island& island = m_island[m_islands.of(part)];
    gained(part) = island.gained;
    if (m_parts[part].swings) m_parts[part].damping = island.damping;
    if (m_parts[part].gives) m_parts[part].damping = dampingOfSolid(part, h);
    m_parts[part].factor = island.factor;
  }
}

// Where steps change their length, or a hand pulls, swings would gain. OPTIMIZATION: what bounces
// in heaps gains and is tried again, and crowds go in long steps (impactStep): there all is damped.
double IslandEnergies::dampingOfSolid(int part, double h) {
  constexpr double kChanged = 0.1;                 // of a step
  constexpr double kHeap = 2, kWholeHeap = 6;      // solids: from, and where all is damped
  constexpr double kCrowd = 12, kWholeCrowd = 24;  // the same, in the scene
  const Island& island = m_island[m_islands.of(part)];
  const bool changed = aged(part) > 0 && std::abs(h - 2 * aged(part)) > kChanged * h;
  if (changed || island.pulled) return 1;
  const double heap = (m_inHeap[m_heaps.of(part)] - kHeap) / (kWholeHeap - kHeap);
  const int all = std::accumulate(m_inHeap.begin(), m_inHeap.end(), 0);
  const double crowd = (all - kCrowd) / (kWholeCrowd - kCrowd);
  return std::min(1.0, std::max({m_solids, island.ofSolids, heap, crowd}));
}

// Velocities are of the middle of the last step. Of ropes what damping takes is too little known:
// it only hides what they gain.
void IslandEnergies::count(int part, const Energy& energy) {
  Island& island = m_island[m_islands.of(part)];
  const PartEnergy now = energy(part, island.hangs || island.lags() ? lag(part) : 0);
  if (before(part) != 0) island.changed += now.total() - before(part);
  before(part) = now.total();
  island.kinetic += now.kinetic;
  island.moves += now.kinetic + now.elastic;
}

void IslandEnergies::decide(double h, Island& island) {
  const double owed = island.getsBack() ? kOwed * island.kinetic : 0;
  island.gained = island.counts() ? std::max(island.gained, -owed) : 0;
  if (!island.counts() || island.getsBack()) return;
  if (island.swings) {
    const double least = h <= kLongestSwung ? kDamping * h : 1;
    island.damping = std::clamp(island.gained / (kGain * island.moves + kNothing), least, 1.0);
  }
  if (island.lags())
    island.ofSolids = std::min(1.0, island.gained / (kSolidsGain * island.moves + kNothing));
  if (!island.hangs || island.gained == 0 || island.kinetic <= kNothing) return;
  // A whip goes on for some steps: what the last has made, this one will make as well.
  const double more = island.gained + std::max(island.changed, 0.0);
  island.factor = std::sqrt(1 - std::min(more / island.kinetic, kInAStep));
}

// Places were moved by the velocities that the step ends with, which are those of its middle.
void IslandEnergies::keep(double h) {
  for (const int part : m_moving) m_island[m_islands.of(part)].open |= m_parts[part].open;
  for (const int part : m_moving) {
    m_parts[part].factor = 1;
    lag(part) = aged(part) = 0.5 * h;
    const Island& island = m_island[m_islands.of(part)];
    told(part) = m_tellsAll || keeps(part) || m_hasSolids ? lag(part) : 0;
    if (!island.counts() || island.begins) before(part) = 0;
  }
}

bool IslandEnergies::keeps(int part) const {
  if (!m_live || m_islands.of(part) < 0) return false;
  const Island& island = m_island[m_islands.of(part)];
  return !island.open && island.getsBack();
}

bool IslandEnergies::finishes(int part) const {
  if (!keeps(part)) return false;
  const Island& island = m_island[m_islands.of(part)];
  return island.counts() && !island.begins;
}

// Damping is that of the step's start, and takes no more than has gone.
void IslandEnergies::finish(double h, const Energy& energy) {
  for (Island& island : m_island) island.kinetic = island.lost = island.damped = 0;
  for (const int part : m_moving) {
    if (!finishes(part)) continue;
    Island& island = m_island[m_islands.of(part)];
    const PartEnergy now = energy(part, lag(part));
    island.lost += before(part) - now.total();
    island.damped += h * m_parts[part].damped;
    island.kinetic += now.kinetic;
  }
  for (const int part : m_moving) {
    if (!finishes(part)) continue;
    const Island& island = m_island[m_islands.of(part)];
    if (island.kinetic <= kNothing) continue;
    const double taken = std::clamp(island.damped, 0.0, std::max(0.0, island.lost));
    if (taken > 0) before(part) -= taken / island.damped * h * m_parts[part].damped;
    const double share = (island.lost - taken - island.gained) / island.kinetic;
    m_parts[part].factor = std::sqrt(1 + std::clamp(share, -kGivenBack, kGotBack));
  }
}

}  // namespace sinew
