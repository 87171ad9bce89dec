#include "core/simulation/ConstraintRelaxation.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr int kMostTries = 300;
constexpr double kSmallestShare = 1e-6;
constexpr double kLittle = 1e-9;   // relative decrease of the squares that is no progress
constexpr double kNoPush = 1e-24;  // [m²] squares that are closed
constexpr double kEvenly = 0.6180339887498949;

}  // namespace

ConstraintRelaxation::ConstraintRelaxation(std::shared_ptr<const World> world,
                                           std::vector<char> loose)
    : m_world(std::move(world)), m_loose(std::move(loose)), m_dynamics(m_world, 1, m_loose) {
  m_dynamics.bind(m_state);
  m_dynamics.countPartsAlike();
}

void ConstraintRelaxation::loosen(std::vector<char> loose) {
  m_loose = std::move(loose);
  m_dynamics.loosen(m_loose);
}

void ConstraintRelaxation::start(double time) {
  const auto& reals = m_world->layout().reals.back();
  const auto& words = m_world->layout().words.back();
  m_state.reals.assign(reals.first + reals.count, 0.0);
  m_state.words.assign(words.first + words.count, 0);
  m_dynamics.startContacts(m_state);
  m_time = time;
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    const CompiledConstraint& source = m_world->constraints()[c];
    const bool on = source.law.activeAt(time) && !source.isCompliant();
    m_state.words[m_world->offsets().flags + c] = on ? ConstraintFlags::kActive : 0;
  }
  startOver();
}

void ConstraintRelaxation::startFrom(const State& state) {
  const StateOffsets& at = m_world->offsets();
  m_state = state;
  m_time = state.reals[at.time];
  const auto first = state.reals.begin() + static_cast<std::ptrdiff_t>(at.y);
  m_y.assign(first, first + m_world->ySize());
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    std::uint64_t& flags = m_state.words[at.flags + c];
    if (flags & ConstraintFlags::kBroken || m_world->constraints()[c].isCompliant()) flags = 0;
  }
  std::fill(m_y.begin() + m_world->configurationSize(), m_y.end(), 0.0);
  evaluate();
}

void ConstraintRelaxation::startOver() {
  for (const int c : m_world->sliding()) {
    m_state.reals[m_world->placeOffset(c)] = m_world->firstPlace(c);
  }
  m_y.assign(static_cast<std::size_t>(m_world->ySize()), 0.0);
  for (const CompiledPart& part : m_world->parts()) {
    part.part->initialState(m_y.data() + part.firstQ,
                            m_y.data() + m_world->configurationSize() + part.firstV);
  }
  std::fill(m_y.begin() + m_world->configurationSize(), m_y.end(), 0.0);
  evaluate();
}

bool ConstraintRelaxation::counts(std::size_t constraint) const {
  const std::uint64_t flags = m_state.words[m_world->offsets().flags + constraint];
  return (flags & ConstraintFlags::kActive) != 0 && !m_loose[constraint];
}

/// Half the sum of squared gaps [m²] at m_y.
double ConstraintRelaxation::evaluate() {
  m_dynamics.evaluate(m_time, m_y.data());
  double squares = 0;
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    if (!counts(c)) continue;
    const CompiledConstraint& source = m_world->constraints()[c];
    const double* gap = m_dynamics.gaps().data() + source.firstRow;
    for (int i = 0; i < source.rows; ++i) squares += gap[i] * gap[i];
  }
  return 0.5 * squares;
}

void ConstraintRelaxation::relax() {
  double squares = evaluate(), share = 1;
  for (int step = 0; step < kMostTries && squares > kNoPush; ++step) {
    m_before = m_y;
    double next = squares;
    // Where rows are nearly dependent a full step goes far astray; ask for less until it helps.
    for (share = std::min(1.0, 4 * share); share >= kSmallestShare; share *= 0.5) {
      m_dynamics.closeGaps(share, m_y.data());
      next = evaluate();
      if (next < squares) break;
      m_y = m_before;
      next = evaluate();
    }
    if (!(next < squares * (1 - kLittle))) break;
    squares = next;
  }
}

void ConstraintRelaxation::nudge(double share) {
  Reals nu(static_cast<std::size_t>(m_world->velocitySize()));
  for (std::size_t k = 0; k < nu.size(); ++k) {
    const double spread = static_cast<double>(k + 1) * kEvenly;  // even over 0..1
    nu[k] = 2 * (spread - std::floor(spread)) - 1;
  }
  for (std::size_t i = 0; i < m_world->parts().size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    part.part->advance(m_dynamics.scratch(static_cast<int>(i)), nu.data() + part.firstV,
                       share * part.part->size(), m_y.data() + part.firstQ);
  }
  evaluate();
}

double ConstraintRelaxation::gap(int constraint) const {
  if (!(m_state.words[m_world->offsets().flags + constraint] & ConstraintFlags::kActive)) return 0;
  const CompiledConstraint& source = m_world->constraints()[constraint];
  const double* gap = m_dynamics.gaps().data() + source.firstRow;
  return Eigen::Map<const Eigen::VectorXd>(gap, source.rows).norm();
}

void ConstraintRelaxation::solve() {
  m_before = m_y;
  m_dynamics.closeGaps(1, m_before.data());
  m_dynamics.refreshRedundant(true);
}

std::vector<char> ConstraintRelaxation::redundant() {
  solve();
  return m_dynamics.system().redundant();
}

std::vector<std::vector<int>> ConstraintRelaxation::redundantGroups() {
  solve();
  const std::vector<int>& group = m_dynamics.system().dutyGroups();
  std::vector<std::vector<int>> groups(group.size() + 1);
  for (std::size_t c = 0; c < group.size(); ++c) {
    if (group[c] > 0) groups[static_cast<std::size_t>(group[c])].push_back(static_cast<int>(c));
  }
  std::erase_if(groups, [](const std::vector<int>& members) { return members.empty(); });
  return groups;
}

}  // namespace sinew
