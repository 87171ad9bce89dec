// What a step with rows has made of energy that nothing brought, and what is done about it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/simulation/SceneDynamics.h"

namespace sinew {
namespace {
constexpr double kMayGain = 1e-3;      // of what an island has: so much may be made
constexpr double kChangedSteps = 0.5;  // of what else is stored, where steps change length
constexpr double kAlwaysMade = 1e-5;   // of its weights times sizes: that may always be made
constexpr double kTakenBack = 0.5;     // of what it deforms with: more is not taken out of that

// The share of its speeds with which an island goes on that gained so much [J] too much. A little
// of what moves fast is taken back twice: a heavy load must not stop for what a light link gains.
// Else it goes on by half; what that does not help stands still.
double slowerBy(int slowings, double gained, double kinetic, double nothing) {
  constexpr double kLittle = 0.1, kFast = 1e3;
  constexpr int kTwice = 2;
  if (slowings > kStandStill + kTwice) return 0;
  const bool isLittle =
      slowings < kTwice && gained < kLittle * kinetic && kinetic > kFast * nothing;
  return isLittle ? std::sqrt(1 - 2 * gained / kinetic) : 0.5;
}

// [N s] By contact, on each part that gets nothing back of an impact.
std::vector<Vec3> pushedWithoutImpacts(const ContactRows& rows,
                                       std::span<const RestingContact> contacts, double h,
                                       std::size_t parts) {
  std::vector<Vec3> pushed(parts, Vec3::Zero());
  const std::vector<char> impacts = rows.islandsOfImpacts();
  for (const RestingContact& contact : contacts) {
    const int island = std::max(rows.island(contact.partA), rows.island(contact.partB));
    if (island >= 0 && impacts[island]) continue;
    pushed[contact.partB] += h * contact.force.cast<double>();
    pushed[contact.partA] -= h * contact.force.cast<double>();
  }
  return pushed;
}
// [J] Per island, of springs of other responses where they touch it: they may give it all back.
std::vector<double> storedInTouch(const ContactRows& rows, const SurfaceContacts* sticky,
                                  const SurfaceContacts* springs) {
  std::vector<double> stored(rows.islands(), 0);
  const double all = (sticky ? sticky->energy : 0) + (springs ? springs->energy : 0);
  for (const SurfaceContacts* contacts : {sticky, springs}) {
    for (std::size_t i = 0; contacts != nullptr && i < contacts->contacts.size(); ++i) {
      const SurfaceContact& touch = contacts->contacts[i];
      for (const int island : {rows.island(touch.part), rows.island(touch.other)})
        if (island >= 0) stored[island] = all;
    }
  }
  return stored;
}

// [J] By which what is pressed into each other may be led apart in a step of h seconds, against
// weights and what pressed it before. Rows that cannot all be met, as round what is jammed, push
// without bound.
double mayLeadApart(const ContactRows& rows, const World& world,
                    std::span<const RestingContact> before, double gravity, double h) {
  constexpr double kFastest = 0.02, kForces = 4, kWeights = 10;  // [m/s], –
  constexpr double kJammed = 10;                                 // [m/s] of all that moves
  double pressed = 0, weighs = 0, jammed = 0;                    // [N s]
  for (const RestingContact& contact : before)
    pressed += kForces * h * contact.force.cast<double>().norm();
  for (const int part : rows.parts()) {
    const double mass = world.parts()[part].part->mass();
    weighs += kWeights * mass * (h * gravity + kFastest);
    jammed += kJammed * mass;
  }
  return kFastest * (std::min(pressed, jammed) + weighs);
}

// [J] In a step from flows to flows.
double putIn(const double* before, const double* after, double mostApart) {
  const auto brought = [&](EnergyFlow flow) {
    const auto at = static_cast<std::size_t>(flow);
    return std::max(0.0, after[at] - before[at]);
  };
  using enum EnergyFlow;
  return brought(Grabs) + brought(Drives) + brought(Forces) + brought(Assembly) +
         std::min(brought(Contact), mostApart);
}

}  // namespace

// [J] Of what touches each other. Speeds of what constraints hold, or what bounces, are of a step's
// middle: what that changes of its momentum lags by half of what gravity does in a step, and is no
// gain. Of what heeds damping all that lags is known.
std::vector<IslandGain> SceneDynamics::gainsOfIslands(double h, const double* y,
                                                      const double* yNext) {
  // How hard what separates, or is tied, is pressed is not known.
  double most = std::numeric_limits<double>::infinity();
  if (!m_barrier->separates() && m_rows->holding().empty())
    most = mayLeadApart(*m_rows, *m_world, m_memory.resting, m_fall.ofScene().norm(), h);
  const int flows = size() - static_cast<int>(kEnergyFlows);
  const double put = putIn(y + flows, yNext + flows, most) +
                     std::max(0.0, h * m_compliant.power(m_system, m_lambda, m_nu));
  std::vector<IslandGain> gains(m_rows->islands());
  const std::vector<double> stored =
      storedInTouch(*m_rows, m_sticky ? &m_sticky->result() : nullptr,
                    m_springs ? &m_springs->result() : nullptr);
  const std::vector<Vec3> pushed = pushedWithoutImpacts(*m_rows, m_pushed, h, m_parts.size());
  std::vector<double> lags(gains.size(), 0);
  for (std::size_t i = 0; i < gains.size(); ++i) gains[i].made = -put - stored[i];
  for (const int part : m_rows->parts()) {
    IslandGain& gain = gains[m_rows->island(part)];
    const Surroundings around{m_time, m_fall.of(part)};
    const PartEnergy before = m_parts[part]->energy(around, scratchAtEnd(part, y));
    gain.before += before.kinetic + before.elastic;
    gain.nothing +=
        kAlwaysMade * m_parts[part]->mass() * around.gravity.norm() * m_parts[part]->size();
    const PartEnergy after = m_parts[part]->energy(around, scratchAtEnd(part, yNext));
    gain.made += after.total() - before.total();
    gain.kinetic += after.kinetic;
    if (m_parts[part]->heedsDamping())
      gain.deforming += m_parts[part]->deformingEnergy(*m_endScratch[part]);
    if (m_accounts.tellsMidway() && m_parts[part]->lengths() == nullptr) {
      const double age = m_accounts.age(*m_state, part), more = storedMore(part, h, y, yNext);
      gain.made += more - storedBefore(part) + 0.5 * h * after.momentum.dot(around.gravity) -
                   age * before.momentum.dot(around.gravity);
      // What rests has not fallen, and the mean of what is stored is another.
      const double fallen = fallenWithin(part, h) - fallenWithin(part, 2 * age);
      if (std::abs(h - 2 * age) < 0.1 * h) continue;
      gain.nothing +=
          std::abs(fallen) + kChangedSteps * std::abs(more - storedBefore(part) - fallen);
    } else {
      const Vec3 changed = after.momentum - before.momentum - pushed[part];
      lags[m_rows->island(part)] += 0.5 * h * changed.dot(around.gravity);
      gain.lagIsKnown = false;
    }
  }
  for (std::size_t i = 0; i < gains.size() && m_slowed.empty(); ++i)
    gains[i].made += std::min(0.0, lags[i]);
  for (IslandGain& gain : gains) gain.made -= gain.nothing;
  return gains;
}

// Out of how parts deform, which changes no momentum.
void SceneDynamics::takeBackGains(std::vector<IslandGain>& gains, double* yNext) {
  for (IslandGain& gain : gains) {
    const double most = gain.lagIsKnown ? 0 : kMayGain * gain.before;
    gain.share = 1;
    if (gain.made <= most || gain.made > kTakenBack * gain.deforming) continue;
    gain.share = std::sqrt(1 - gain.made / gain.deforming);
    gain.made = 0;
  }
  for (const int part : m_rows->parts()) {
    const double share = gains[m_rows->island(part)].share;
    if (share == 1 || !m_parts[part]->heedsDamping()) continue;
    double* v = yNext + configurationSize() + m_velocityStart[part];
    m_parts[part]->slowDeforming(scratchAtEnd(part, yNext), share, v);
  }
}

// A step foresees springs by their tangents: a rope that is thrown about in an impact may store
// more than there was.
bool SceneDynamics::slowWhatGains(double h, const double* y, double* yNext) {
  if (!m_rows || m_rows->none() || m_slowings > kMostSlowings) return false;
  std::vector<IslandGain> gains = gainsOfIslands(h, y, yNext);
  takeBackGains(gains, yNext);
  const auto gained = [&](int part) {
    const IslandGain& gain = gains[m_rows->island(part)];
    return gain.made - kMayGain * gain.before;
  };
  const auto swung = [&](int part) { return gained(part) > 0 && m_accounts.damping(part) < 1; };
  if (m_slowings == 0 && std::ranges::any_of(m_rows->parts(), swung)) {
    ++m_slowings;  // first it is damped (openAccounts)
    return true;
  }
  m_refused.clear();
  std::ranges::copy_if(m_rows->parts(), std::back_inserter(m_refused),
                       [&](int part) { return gained(part) > 0; });
  if (m_rows->giveWay(m_refused, m_fall.ofScene().norm())) return true;
  bool any = false;
  if (m_slowed.empty()) m_slowed.assign(m_parts.size(), 1);
  for (const int part : m_rows->parts()) {
    const IslandGain& gain = gains[m_rows->island(part)];
    const double more = gained(part);
    if (more <= 0) continue;
    m_slowed[part] *= slowerBy(m_slowings, more, gain.kinetic, gain.nothing);
    any = true;
  }
  if (any) ++m_slowings;
  if (std::ranges::all_of(m_slowed, [](double share) { return share == 1; })) m_slowed.clear();
  return any;
}

}  // namespace sinew
