// What a step does where contact is solved for as rows (ContactRows).
#include <algorithm>
#include <cmath>

#include "core/simulation/SceneDynamics.h"

namespace sinew {
namespace {

// A step in which contact cannot be cleared is slowed so often; from the fourth time on what is in
// the way stands still.
constexpr int kStandStill = 3, kMostSlowings = 12;

}  // namespace

// Gas is far stiffer than the skin that it fills: what contact pushes in it resists at once.
void SceneDynamics::answerImpulses(int part, double h, const double* loads, double* velocities) {
  m_parts[part]->applyInverseDynamics(*m_scratch[part], loads, velocities, 3);
  const double stiffness = m_loads.none() ? 0 : h * h * m_loads.volumeStiffness(part);
  if (!(stiffness > 0)) return;
  const int size = m_world->parts()[part].dims.v;
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(size), swells(size);
  m_loads.addVolumeGradient(part, *m_scratch[part], gradient.data());
  m_parts[part]->applyInverseDynamics(*m_scratch[part], gradient.data(), swells.data(), 1);
  const double share = stiffness / (1 + stiffness * gradient.dot(swells));
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, 3>> columns(velocities, size, 3);
  columns -= share * swells * (gradient.transpose() * columns).eval();
}

void SceneDynamics::takeContactRows(double h, const double* known, double* v) {
  const bool solved = !m_slowed.empty();  // by the try before
  if (!known && !solved) {                // else the step is solved again: what touches is known
    m_barrier->addComing(m_scratch);
    m_rows->take(*m_barrier, m_scratch, h);
  }
  if (m_rows->none()) return;
  const ContactRows::Answer answer = [this, h](int part, const double* loads, double* velocities) {
    answerImpulses(part, h, loads, velocities);
  };
  if (!solved) m_work.leaves(m_rows->solve(m_nu, answer).residual);
  std::fill(m_constraintQ.begin(), m_constraintQ.end(), 0.0);
  m_rows->addImpulses(m_constraintQ.data());
  for (double& force : m_constraintQ) force /= h;
  changeVelocities(InternalForces::AtEnd, h, v);
  const ContactRows::Work work = m_rows->work();
  m_barrier->settle(work.lost / h, work.put / h);
  m_powers[EnergyFlow::Drives] += work.put / h;
  m_powers[EnergyFlow::Contact] += work.apart / h;
  m_givenBack.clear();
  if (!m_slowed.empty() || !m_rows->giveBack(m_fall.ofScene().norm())) return;
  m_givenBack.assign(m_nu.size(), 0);
  m_rows->addGiven(m_givenBack.data());
}

// Parts have moved with what stopped them; what they get back is of the next step. Springs that
// were pressed in the same step give back as well: together no more than there was.
void SceneDynamics::giveBack(const double* y, double* yNext) {
  if (m_givenBack.empty()) return;
  const Reals stopped(yNext + configurationSize(), yNext + configurationSize() + velocitySize());
  Reals back = stopped;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const int first = m_velocityStart[i];
    m_parts[i]->addImplicitRate(*m_scratch[i], m_givenBack.data() + first, 1, back.data() + first);
  }
  const auto take = [&](int part, double share) {
    const int first = m_velocityStart[part], end = first + m_world->parts()[part].dims.v;
    double* v = yNext + configurationSize();
    for (int k = first; k < end; ++k) v[k] = stopped[k] + share * (back[k] - stopped[k]);
  };
  std::vector<std::array<double, 4>> of(m_rows->islands());  // [J] before; with shares 0, ½, 1
  for (const int part : m_rows->parts()) {
    std::array<double, 4>& energy = of[m_rows->island(part)];
    const auto add = [&](double& sum, const double* at) {
      sum += m_parts[part]->energy({m_time, m_fall.of(part)}, scratchAtEnd(part, at)).total();
    };
    add(energy[0], y);
    for (int k = 0; k < 3; ++k) {
      take(part, 0.5 * k);
      add(energy[1 + k], yNext);
    }
  }
  for (const int part : m_rows->parts()) {
    const auto& [before, none, half, all] = of[m_rows->island(part)];
    const double square = 2 * (all + none) - 4 * half, slope = all - none - square;
    const double left = before - none;
    double share = 1;
    if (all > before) {
      const double root = std::sqrt(std::max(0.0, slope * slope + 4 * square * left));
      share = left > 0 && square > 0 ? std::min(1.0, (root - slope) / (2 * square)) : 0;
    }
    take(part, share);
  }
  m_givenBack.clear();
}

// A step foresees springs by their tangents: a rope that is thrown about in an impact may store
// more than there was.
bool SceneDynamics::slowWhatGains(const double* y, const double* yNext, double h) {
  constexpr double kGain = 1e-3;  // of what an island has
  if (!m_rows || m_rows->none() || m_slowings > kMostSlowings) return false;
  double put = m_rows->work().apart;
  for (const EnergyFlow flow : {EnergyFlow::Grabs, EnergyFlow::Drives, EnergyFlow::Forces})
    put += h * std::max(0.0, m_powers[flow]);
  struct Balance {
    double before = 0, made = 0;
  };
  std::vector<Balance> of(m_rows->islands());
  for (const int part : m_rows->parts()) {
    Balance& balance = of[m_rows->island(part)];
    const Surroundings around{m_time, m_fall.of(part)};
    const PartEnergy before = m_parts[part]->energy(around, scratchAtEnd(part, y));
    balance.before += before.kinetic + before.elastic;
    balance.made +=
        m_parts[part]->energy(around, scratchAtEnd(part, yNext)).total() - before.total();
  }
  if (m_slowed.empty()) m_slowed.assign(m_parts.size(), 1);
  bool any = false;
  for (const int part : m_rows->parts()) {
    const Balance& balance = of[m_rows->island(part)];
    if (balance.made <= put + kGain * balance.before) continue;
    m_slowed[part] *= m_slowings > kStandStill ? 0 : 0.5;
    any = true;
  }
  if (any) ++m_slowings;
  if (std::ranges::all_of(m_slowed, [](double share) { return share == 1; })) m_slowed.clear();
  return any;
}

bool SceneDynamics::slowDown() {
  constexpr double kShare = 0.5;  // of what was clear
  if (!m_rows || ++m_slowings > kMostSlowings) return false;
  if (m_slowed.empty()) m_slowed.assign(m_parts.size(), 1);
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const int part = static_cast<int>(i);
    double clear = 1;
    for (const ContactBlock& block : m_barrier->blocks()) {
      const bool acts = part == block.partA || part == block.partB ||
                        m_rows->actOnEachOther(part, block.partA) ||
                        m_rows->actOnEachOther(part, block.partB);
      if (acts) clear = m_slowings > kStandStill ? 0 : std::min(clear, kShare * block.until);
    }
    m_slowed[i] *= clear;
  }
  return true;
}

void SceneDynamics::slowDown(double* v) {
  for (std::size_t i = 0; i < m_slowed.size(); ++i) {
    if (m_slowed[i] == 1) continue;
    const int first = m_velocityStart[i], end = first + m_world->parts()[i].dims.v;
    for (int k = first; k < end; ++k) {
      v[k] *= m_slowed[i];
      m_nu[k] *= m_slowed[i];
    }
  }
}

}  // namespace sinew
