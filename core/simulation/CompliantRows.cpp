#include "core/simulation/CompliantRows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew {
namespace {

constexpr double kNewmark = 0.3;     // β
constexpr double kSlowSlip = 0.002;  // [m/s] below which friction fades in explicit methods
constexpr double kFollowed = 1, kNotFollowed = 2;  // ω h from which on θ is more than 0, and 1

// λ_t = −μ |λ_n| s/√(s² + s₀²) for a slip of s, which fades below s₀.
void rub(const CompiledConstraint& source, std::span<const double> rates,
         std::span<double> lambda) {
  if (source.drag.row < 0) return;
  double pressing = 0;
  for (int i = 0; i < source.rows; ++i) {
    const double own = lambda[source.firstRow + i];
    if (source.drag.pressing >> i & 1U) pressing += own * own;
  }
  const int row = source.firstRow + source.drag.row;
  const double slip = rates[row];
  lambda[row] = -source.drag.friction * std::sqrt(pressing) * slip / std::hypot(slip, kSlowSlip);
}

}  // namespace

CompliantRows::CompliantRows(const World& world) : m_world(&world) {
  const auto integrator = world.makeIntegrator();
  if (integrator->level() == Level::Equilibrium) {
    m_scheme = Scheme::Balances;
  } else if (integrator->order() > 1) {
    m_scheme = Scheme::AtEnd;
  }
  m_fastest.assign(world.constraints().size(), 0);
  std::vector<double> stiffness(world.parts().size(), 0);  // [N/m] of all springs on a part
  for (std::size_t c = 0; c < world.constraints().size(); ++c) {
    const CompiledConstraint& source = world.constraints()[c];
    if (!source.isCompliant()) continue;
    m_of.push_back(static_cast<int>(c));
    for (const CompiledEnd& end : source.ends) stiffness[end.part] += 1 / source.compliance;
  }
  for (const int c : m_of) {
    double square = 0;  // [1/s²]
    for (const CompiledEnd& end : world.constraints()[c].ends) {
      const CompiledPart& part = world.parts()[end.part];
      const bool moves = part.dims.v > 0 && part.part->mass() > 0;
      if (moves) square += stiffness[end.part] / part.part->mass();
    }
    m_fastest[c] = std::sqrt(square);
  }
  if (none()) return;
  m_yields.assign(world.rows(), 0);
  m_damping.assign(world.rows(), 0);
  for (const int c : m_of) {
    const CompiledConstraint& source = world.constraints()[c];
    for (int i = 0; i < source.rows; ++i) {
      const double compliance = source.complianceOf(i);
      if (compliance > 0) m_damping[source.firstRow + i] = source.dampingTime / compliance;
    }
  }
}

bool CompliantRows::acts(int constraint, const State& state) const {
  const std::uint64_t flags = state.words[m_world->offsets().flags + constraint];
  return (flags & ConstraintFlags::kActive) && !(flags & ConstraintFlags::kBroken);
}

CompliantRows::Row CompliantRows::rowOf(const CompiledConstraint& source, int i,
                                        const Instant& now) const {
  const auto index = static_cast<std::size_t>(&source - m_world->constraints().data());
  const double* memory = now.state.reals.data() + m_world->offsets().law[index];
  const AssemblyLaw::Target target = source.law.target(now.time, memory[0]);
  const double g0 = memory[1 + i], r0 = memory[1 + source.rows + i];
  const int row = source.firstRow + i;
  Row out;
  out.e = now.gap[row] - target.gap(g0, r0);
  out.rate = now.gapRate[row] - target.rate(g0, r0);
  out.compliance = source.complianceOf(i);
  out.pulls = !(source.limited >> i & 1U) || (now.gap[row] > 0 && out.e > 0);
  return out;
}

// Those of a constraint that give way, while it acts.
template <class Visit>
void CompliantRows::forRows(int constraint, const Instant& now, const Visit& visit) const {
  const CompiledConstraint& source = m_world->constraints()[constraint];
  if (!source.isCompliant() || !acts(constraint, now.state)) return;
  for (int i = 0; i < source.rows; ++i) {
    if (source.complianceOf(i) > 0) visit(source, i, rowOf(source, i, now));
  }
}

// θ
double CompliantRows::shareAtEnd(int constraint, double h) const {
  if (m_scheme != Scheme::Swings) return 1;
  const double turned = m_fastest[constraint] * h;
  return std::clamp((turned - kFollowed) / (kNotFollowed - kFollowed), 0.0, 1.0);
}

void CompliantRows::aim(const Instant& start, double h, double pass, ConstraintSystem& system,
                        std::span<double> allowed) {
  for (const int c : m_of) {
    if (!acts(c, start.state)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    const double share = shareAtEnd(c, h);
    const double damping = m_scheme == Scheme::Balances ? 0 : source.dampingTime / h;
    const double lagging = (1 - share) * kNewmark;
    const double kappa = share + lagging + damping;
    std::array<double, ConstraintRows::kMaxRows> ofRows{};
    for (int i = 0; i < source.rows; ++i) {
      const int at = source.firstRow + i;
      const Row row = rowOf(source, i, start);
      if (row.compliance == 0) continue;
      m_yields[at] = row.compliance / kappa;
      ofRows[i] = m_yields[at] / (pass * pass);
      allowed[at] = row.pulls ? (1 - 1 / kappa) * row.e + lagging / kappa * h * row.rate : 0;
    }
    system.setCompliance(c, ofRows.data());
  }
}

void CompliantRows::pull(const Instant& now, std::span<double> lambda) const {
  const auto take = [&](const CompiledConstraint& source, int i, const Row& row) {
    const double wanted = -(row.e + source.dampingTime * row.rate) / row.compliance;
    const bool limited = source.limited >> i & 1U;
    lambda[source.firstRow + i] = !row.pulls ? 0 : limited ? std::min(0.0, wanted) : wanted;
  };
  for (const int c : m_of) forRows(c, now, take);
  for (const int c : m_of) rub(m_world->constraints()[c], now.gapRate, lambda);
}

double CompliantRows::energy(const Instant& now) const {
  double energy = 0;
  for (const int c : m_of) energy += energyOf(c, now);
  return energy;
}

double CompliantRows::energyOf(int constraint, const Instant& now) const {
  double energy = 0;
  forRows(constraint, now, [&](const CompiledConstraint&, int, const Row& row) {
    if (row.pulls) energy += 0.5 * row.e * row.e / row.compliance;
  });
  return energy;
}

double CompliantRows::lag(const Instant& now, double halfStep) const {
  double lag = 0;
  for (const int c : m_of) lag += lagOf(c, now, halfStep);
  return lag;
}

// Newmark's method keeps ½ m (1 + β ω² h²) ẋ² + ½ m ω² x² − ½ m ω² h x ẋ, ẋ of half a step before.
double CompliantRows::lagOf(int constraint, const Instant& now, double halfStep) const {
  if (halfStep == 0) return 0;
  const double h = 2 * halfStep;
  double lag = 0;
  forRows(constraint, now, [&](const CompiledConstraint&, int, const Row& row) {
    const double share = row.pulls ? 1 - shareAtEnd(constraint, h) : 0;
    const double stored = kNewmark * h * row.rate * row.rate - row.e * row.rate;  // [m²/s]
    lag += share * halfStep * stored / row.compliance;
  });
  return lag;
}

void CompliantRows::addForces(const ConstraintSystem& system, const Reals& lambda, Reals& Q) const {
  for (const int c : m_of)
    system.addTransposeTimes(c, lambda.data() + system.firstRow(c), Q.data());
}

void CompliantRows::include(bool included, ConstraintSystem& system, const State& state) const {
  for (const int c : m_of) system.setActive(c, included && acts(c, state));
}

double CompliantRows::power(const ConstraintSystem& system, const Reals& lambda,
                            const Reals& nu) const {
  double power = 0;
  for (const int c : m_of) {
    if (!system.active(c)) continue;
    std::array<double, ConstraintRows::kMaxRows> rate{};
    system.addJacobianTimes(c, nu.data(), rate.data());
    double own = 0;
    for (int i = 0; i < system.rowsOf(c); ++i) own += lambda[system.firstRow(c) + i] * rate[i];
    power += std::max(0.0, own);
  }
  return power;
}

}  // namespace sinew
