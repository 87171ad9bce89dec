#include "core/simulation/MixedStep.h"

#include <algorithm>
#include <cmath>

#include "core/simulation/FreeParts.h"

namespace sinew {

MixedStep::MixedStep(const World& world, SceneDynamics& dynamics, Integrator& own,
                     std::unique_ptr<Integrator> inTouch)
    : m_world(&world), m_dynamics(&dynamics), m_own(&own), m_solver(std::move(inTouch)) {
  const std::size_t count = world.parts().size();
  m_inTouch.assign(count, 0);
  m_alone.assign(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    if (world.parts()[i].dims.v > 0) m_moving.push_back(static_cast<int>(i));
}

// Constraints of an island act on all of it, and so does what touches.
bool MixedStep::look(double h) {
  m_pairs.clear();
  m_dynamics->addMeeting(h, m_pairs);
  std::ranges::fill(m_inTouch, 0);
  for (const int part : m_moving) m_alone[part] = 1;
  m_all = false;
  if (m_pairs.empty() && !m_dynamics->separates()) return false;
  if (!mayMix()) {
    touchAll();
    return true;
  }
  m_islands.begin(m_inTouch.size());
  const auto moves = [this](int part) { return m_world->parts()[part].dims.v > 0; };
  const auto join = [&](int a, int b) {
    if (moves(a) && moves(b)) m_islands.join(a, b);
  };
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    if (!m_dynamics->system().active(static_cast<int>(c))) continue;
    int before = -1;
    for (const CompiledEnd& end : m_world->constraints()[c].ends) {
      if (!moves(end.part)) continue;
      if (before >= 0) m_islands.join(before, end.part);
      before = end.part;
    }
  }
  for (const CompiledForce& force : m_world->forces()) {
    for (std::size_t i = 1; i < force.ends.size(); ++i)
      join(force.ends[0].part, force.ends[i].part);
  }
  for (const auto& [a, b] : m_pairs) join(a, b);
  spread();
  return true;
}

void MixedStep::spread() {
  m_islands.number(m_moving);
  m_touchedIsland.assign(m_islands.count(), 0);
  for (const auto& pair : m_pairs) {
    for (const int part : pair)
      if (m_islands.of(part) >= 0) m_touchedIsland[m_islands.of(part)] = 1;
  }
  m_all = true;
  std::ranges::fill(m_alone, 0);
  for (const int part : m_moving) {
    m_inTouch[part] = m_touchedIsland[m_islands.of(part)];
    m_alone[part] = 1 - m_inTouch[part];
    m_all = m_all && m_inTouch[part];
  }
}

void MixedStep::touchAll() {
  m_all = true;
  for (const int part : m_moving) m_inTouch[part] = 1;
  std::ranges::fill(m_alone, 0);
}

// Steps that watch limits by events cut themselves there, for all.
bool MixedStep::mayMix() const {
  const auto isLimit = [](const CompiledConstraint& source) { return source.limited != 0; };
  return m_dynamics->actsPartByPart() &&
         !(m_own->adaptive() && std::ranges::any_of(m_world->constraints(), isLimit));
}

double MixedStep::longestStep(const Dynamics& dynamics) const {
  const double usual = m_solver->longestStep(dynamics);
  if (m_all) return usual;
  m_dynamics->countOnly(m_alone);
  const double own = m_own->longestStep(dynamics);
  m_dynamics->countOnly({});
  return std::min(usual, own);
}

void MixedStep::propose(Dynamics& dynamics, double time, std::span<const double> y, double h,
                        StepProposal& out) {
  if (m_all) {
    std::ranges::fill(out.memory, 0.0);
    m_solver->propose(dynamics, time, y, h, out);
    m_settled = m_dynamics->settled();
    return;
  }
  const bool isKnown = goOnAlone(time, y, h, out);
  if (!isKnown) m_aloneSettled = m_own->level() != Level::Displacement || m_dynamics->settled();
  m_dynamics->countOnly(m_inTouch);
  m_dynamics->fly(false);
  if (!isKnown || !m_world->forces().empty()) m_dynamics->evaluate(time, y.data());
  m_solver->propose(dynamics, time, y, h, m_touching);
  m_settled = m_aloneSettled && m_dynamics->settled();
  m_dynamics->countOnly({});
  merge(y, out);
}

// True if it is known already. OPTIMIZATION: what touches may ask for several tries of a step, in
// which the others go the same way.
bool MixedStep::goOnAlone(double time, std::span<const double> y, double h, StepProposal& out) {
  if (m_from.time == time && m_from.h == h && m_from.alone == m_alone &&
      std::ranges::equal(m_from.y, y) && m_from.memory == out.memory) {
    out = m_wentAlone;
    return true;
  }
  m_dynamics->countOnly(m_alone);
  m_dynamics->fly(true);
  if (!m_world->forces().empty()) m_dynamics->evaluate(time, y.data());
  m_from.memory = out.memory;
  m_own->propose(*m_dynamics, time, y, h, out);
  m_from.time = time;
  m_from.h = h;
  m_from.alone = m_alone;
  m_from.y.assign(y.begin(), y.end());
  m_wentAlone = out;
  return false;
}

// Each part, and each row, by the step that was made for it; of energy what both have counted.
void MixedStep::merge(std::span<const double> y, StepProposal& out) {
  const int q = m_world->configurationSize();
  for (const int i : m_moving) {
    if (!m_inTouch[i]) continue;
    const CompiledPart& part = m_world->parts()[i];
    std::copy_n(m_touching.y.begin() + part.firstQ, part.dims.q, out.y.begin() + part.firstQ);
    std::copy_n(m_touching.y.begin() + q + part.firstV, part.dims.v,
                out.y.begin() + q + part.firstV);
  }
  for (std::size_t i = y.size() - kEnergyFlows; i < y.size(); ++i)
    out.y[i] += m_touching.y[i] - y[i];
  for (const CompiledConstraint& constraint : m_world->constraints()) {
    const bool touches = std::ranges::any_of(
        constraint.ends, [this](const CompiledEnd& end) { return m_inTouch[end.part] != 0; });
    if (!touches) continue;
    std::copy_n(m_touching.multipliers.begin() + constraint.firstRow, constraint.rows,
                out.multipliers.begin() + constraint.firstRow);
  }
}

bool MixedStep::anyChanges(const State& state) const {
  const double* touched = state.reals.data() + m_world->offsets().touched;
  return std::ranges::any_of(m_moving, [&](int i) { return touches(i) != (touched[i] != 0); });
}

// What is held or pressed when it comes into touch, or out of it, has no lag that is known.
double MixedStep::lagIn(int part, double h, const State& state) const {
  const StateOffsets& at = m_world->offsets();
  const bool comes = touches(part) != (state.reals[at.touched + part] != 0);
  const bool isNew = comes || state.words[at.steps] == 0;
  const bool isOfMiddle = touches(part) || m_own->endsInMiddle();
  return isOfMiddle && (isNew || state.reals[at.lags + part] > 0) ? 0.5 * h : 0;
}

bool MixedStep::shiftSpeeds(double h, State& state) const {
  constexpr double kSame = 1e-9;  // of the step
  double* lags = state.reals.data() + m_world->offsets().lags;
  const auto changes = [&](int i) { return std::abs(lags[i] - lagIn(i, h, state)) > kSame * h; };
  if (std::ranges::none_of(m_moving, changes)) return false;
  double* v = state.reals.data() + m_world->offsets().y + m_world->configurationSize();
  const FreeParts free(*m_dynamics);
  for (const int i : m_moving) {
    if (!changes(i)) continue;
    const double lag = lagIn(i, h, state);
    if (free.isFree(i)) free.shift(i, lags[i] - lag, v);
    lags[i] = free.isFree(i) ? lag : 0;
    state.reals[m_world->offsets().touched + i] = touches(i) ? 1 : 0;
  }
  return true;
}

void MixedStep::keep(double h, State& state) const {
  for (const int i : m_moving) {
    double& lag = state.reals[m_world->offsets().lags + i];
    if (lag > 0) lag = m_dynamics->rests(i) ? 0 : 0.5 * h;
    state.reals[m_world->offsets().touched + i] = touches(i) ? 1 : 0;
  }
}

}  // namespace sinew
