// Directions in which stiff forces are solved for, in each island of parts for itself.
#include <algorithm>

#include "core/math/Sums.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {
namespace {

constexpr int kMostDirections = 80;
constexpr double kLeft = 0.1;  // of a residual, after which directions are good enough

}  // namespace

// Which parts do something to each other in this step.
void SceneDynamics::findIslands() {
  m_islands.begin(m_parts.size());
  m_stiff.join(m_islands);
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    if (!m_system.active(static_cast<int>(c))) continue;
    int before = -1;
    for (const CompiledEnd& end : m_world->constraints()[c].ends) {
      if (m_world->parts()[end.part].dims.v == 0) continue;
      if (before >= 0) m_islands.join(before, end.part);
      before = end.part;
    }
  }
  m_islands.number(m_stiff.parts());
  m_stiff.divide(m_islands);
  m_island.assign(m_islands.count(), {});
  m_awake.assign(m_islands.count(), true);
  for (const int part : m_stiff.parts()) {
    m_island[m_islands.of(part)].mass += m_parts[part]->mass();
  }
}

// Σ a b of each island, where stiff forces act.
void SceneDynamics::sumByIsland(const Reals& a, const Reals& b, double StiffIsland::*sum) {
  for (StiffIsland& island : m_island) island.*sum = 0;
  for (const int part : m_stiff.parts()) {
    double& its = m_island[m_islands.of(part)].*sum;
    const int first = m_velocityStart[part], end = first + m_world->parts()[part].dims.v;
    for (int k = first; k < end; ++k) its += a[k] * b[k];
  }
}

// sum ← keep sum + add x, of each island by its own factors.
void SceneDynamics::combine(Reals& sum, const Reals& x) const {
  for (std::size_t part = 0; part < m_parts.size(); ++part) {
    const int island = m_islands.of(static_cast<int>(part));
    if (island < 0) continue;
    const auto [keep, add] = m_island[island].factors;
    if (keep == 1 && add == 0) continue;
    const int first = m_velocityStart[part], end = first + m_world->parts()[part].dims.v;
    for (int k = first; k < end; ++k) sum[k] = keep * sum[k] + add * x[k];
  }
}

void SceneDynamics::combine(Response& sum, const Response& x) const {
  combine(sum.velocity, x.velocity);
  combine(sum.load, x.load);
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    const int island = islandOfConstraint(static_cast<int>(c));
    if (island < 0) continue;
    const auto [keep, add] = m_island[island].factors;
    const CompiledConstraint& constraint = m_world->constraints()[c];
    for (int r = constraint.firstRow; r < constraint.firstRow + constraint.rows; ++r) {
      sum.lambda[r] = keep * sum.lambda[r] + add * x.lambda[r];
    }
  }
}

int SceneDynamics::islandOfConstraint(int constraint) const {
  for (const CompiledEnd& end : m_world->constraints()[constraint].ends) {
    if (m_world->parts()[end.part].dims.v > 0) return m_islands.of(end.part);
  }
  return -1;
}

// Of the islands that are awake.
std::span<const int> SceneDynamics::awakeParts() {
  m_awakeParts.clear();
  for (const int part : m_stiff.parts()) {
    if (m_awake[m_islands.of(part)]) m_awakeParts.push_back(part);
  }
  return m_awakeParts;
}

// Conjugate gradients, in each island that is awake for itself. What the step can solve without
// these forces is the preconditioner: it keeps every direction on the constraints, and says what A
// makes of it. From m_direction, the first, on; adds to m_whole.
void SceneDynamics::takeDirections(InternalForces taken, double h) {
  m_awakeBefore = m_awake;
  sumByIsland(m_residual, m_direction.velocity, &StiffIsland::left);
  for (std::size_t i = 0; i < m_island.size(); ++i) {
    m_island[i].enough = kLeft * kLeft * m_island[i].left;
    m_awake[i] = m_awake[i] && m_island[i].left > m_island[i].enough;
  }
  for (int k = 0; k < kMostDirections && anyAwake() && !m_work.due(); ++k) {
    std::fill(m_resistance.begin(), m_resistance.end(), 0.0);
    m_stiff.addResistance(m_direction.velocity.data(), m_awake, m_resistance.data());
    m_product = m_direction.load;
    addTo(m_product, h, m_resistance);
    sumByIsland(m_direction.velocity, m_product, &StiffIsland::product);
    for (std::size_t i = 0; i < m_island.size(); ++i) {
      m_island[i].factors = {1, m_awake[i] ? m_island[i].left / m_island[i].product : 0};
    }
    combine(m_whole, m_direction);
    for (StiffIsland& island : m_island) island.factors.add *= -1;
    combine(m_residual, m_product);
    project(taken, m_residual, awakeParts(), m_next);
    for (StiffIsland& island : m_island) island.before = island.left;
    sumByIsland(m_residual, m_next.velocity, &StiffIsland::left);
    for (std::size_t i = 0; i < m_island.size(); ++i) {
      StiffIsland& island = m_island[i];
      island.factors = {1, 0};
      if (m_awake[i]) island.factors = {island.left / island.before, 1};
      m_awake[i] &= island.left > island.enough;
    }
    combine(m_direction, m_next);
  }
  m_awake = m_awakeBefore;
}

}  // namespace sinew
