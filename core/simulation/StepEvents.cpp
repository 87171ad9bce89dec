#include "core/simulation/StepEvents.h"

#include <algorithm>
#include <cmath>

#include "core/math/Bernstein.h"
#include "core/simulation/StateReport.h"

namespace sinew {
namespace {

constexpr int kMostCuts = 8;                                       // then a step is taken as it is
constexpr double kNever = 2;                                       // of a step
constexpr double kFixedResolution = 0.01, kFineResolution = 1e-6;  // of a step
constexpr double kFinest = 1e-9;                                   // [s]

bool holds(const State& state, const World& world, int constraint) {
  const std::uint64_t flags = state.words[world.offsets().flags + constraint];
  return (flags & ConstraintFlags::kActive) && !(flags & ConstraintFlags::kBroken);
}

}  // namespace

StepEvents::StepEvents(const World& world, bool adaptive) : m_world(&world), m_adaptive(adaptive) {
  for (std::size_t i = 0; i < world.constraints().size(); ++i) {
    const CompiledConstraint& source = world.constraints()[i];
    if (source.law.maxForce() > 0) m_fragile.push_back(static_cast<int>(i));
    if (source.limited != 0 && adaptive && !source.isCompliant())
      m_limited.push_back(static_cast<int>(i));
  }
}

void StepEvents::begin(const State& state, SceneDynamics& dynamics, bool adaptive) {
  m_adaptive = adaptive;
  m_cuts = 0;
  m_broken.clear();
  m_watched.clear();
  m_limits.clear();
  m_reached.clear();
  m_time = dynamics.surroundings().time;
  const auto stands = [&](int constraint) { return holds(state, *m_world, constraint); };
  std::copy_if(m_fragile.begin(), m_fragile.end(), std::back_inserter(m_watched), stands);
  const auto first =
      state.reals.begin() + static_cast<std::ptrdiff_t>(m_world->offsets().multipliers);
  if (!m_watched.empty()) m_before.assign(first, first + m_world->rows());
  for (const int constraint : m_limited) {
    const CompiledConstraint& source = m_world->constraints()[constraint];
    for (int i = 0; stands(constraint) && i < source.rows; ++i) {
      if (!(source.limited >> i & 1U)) continue;
      const int row = source.firstRow + i;
      const double room = dynamics.rooms()[row];
      const double least = CompiledConstraint::kThere * source.size;
      if (room < -least && first[row] >= 0) {
        m_limits.push_back({row, room, dynamics.gapRates()[row], least});
      } else {
        m_reached.push_back(row);
      }
    }
  }
  if (m_adaptive) dynamics.limitsReached(m_reached);
}

double StepEvents::cut(SceneDynamics& dynamics, const StepProposal& proposal, double h) {
  const Way way = m_adaptive ? Way::Cubic : Way::Straight;
  double first = dynamics.firstContactEvent(m_time + h, h, proposal.y.data(), way);
  std::span<const double> before = m_before, after = proposal.multipliers;
  const bool pulls = m_adaptive && !(m_watched.empty() && m_reached.empty());
  if (pulls || !m_limits.empty()) {
    dynamics.evaluate(m_time + h, proposal.y.data());
    first = std::min(first, firstLimit(dynamics, h));
  }
  if (pulls) {
    m_rates.resize(proposal.y.size());
    dynamics.accelerations(m_rates.data());
    before = proposal.multipliers;  // those of the start
    after = dynamics.multipliers();
  }
  first = std::min(first, firstBreak(before, after));
  if (pulls) first = std::min(first, firstSlack(dynamics, before));
  const double resolution =
      std::max((m_adaptive ? kFineResolution : kFixedResolution) * h, kFinest);
  if (m_cuts == kMostCuts || (1 - first) * h <= resolution) return h;
  ++m_cuts;
  return std::max(first * h, 0.0) + 0.5 * resolution;
}

// Γ = F_max − ‖λ‖, a straight line between the step's ends: its derivative is not known.
double StepEvents::firstBreak(std::span<const double> before, std::span<const double> after) {
  double first = kNever;
  m_broken.clear();
  for (const int constraint : m_watched) {
    const CompiledConstraint& source = m_world->constraints()[constraint];
    const double most = source.law.maxForce();
    const double start = most - multiplierNorm(source, before),
                 end = most - multiplierNorm(source, after);
    if (end >= 0) continue;
    m_broken.push_back(constraint);
    first = std::min(first, start > 0 ? start / (start - end) : 0);
  }
  return first;
}

double StepEvents::firstLimit(const SceneDynamics& dynamics, double h) const {
  double first = kNever;
  for (const Limit& limit : m_limits) {
    const double end = dynamics.rooms()[limit.row], endRate = dynamics.gapRates()[limit.row];
    if (end < limit.least) continue;  // it went by, or is just there
    const auto crossing = firstCrossing(hermite(-limit.room, -limit.rate, -end, -endRate, h));
    if (crossing) first = std::min(first, crossing->before);
  }
  return first;
}

// Γ = −λ of a row that pulled at the start, a straight line to what would hold it at the end.
double StepEvents::firstSlack(SceneDynamics& dynamics, std::span<const double> before) const {
  const auto wentSlack = [&](int row) {
    return before[row] < 0 && dynamics.multipliers()[row] >= 0;
  };
  double first = kNever;
  if (std::none_of(m_reached.begin(), m_reached.end(), wentSlack)) return first;
  const std::span<const double> after = dynamics.multipliersHolding(before);
  for (const int row : m_reached) {
    if (before[row] >= 0 || after[row] <= 0) continue;
    first = std::min(first, before[row] / (before[row] - after[row]));
  }
  return first;
}

}  // namespace sinew
