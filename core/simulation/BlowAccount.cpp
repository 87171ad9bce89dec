#include "core/simulation/BlowAccount.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr double kOfNothing = 1e-8;  // of the energy of a blow, that contact may make in a step
constexpr double kOfLittle = 5e-8;   // and that all may gain: parts that bend too
constexpr double kRounding = 1e-14;  // of all the energy there is
constexpr double kStruck = 10;       // times the weight of all: nothing is pressed so that lies
constexpr double kLift = 2;          // times that: the most that lifts what lies

}  // namespace

BlowAccount::BlowAccount(const World& world) : m_world(&world), m_made(world.parts().size()) {}

bool BlowAccount::open(const SceneDynamics& dynamics, double h) {
  m_step = h;
  m_range = dynamics.contactRange();
  findGroups(dynamics);
  if (m_groups.empty()) return false;
  addContact(dynamics);
  addParts(dynamics);
  findHelped(dynamics);
  return true;
}

void BlowAccount::findGroups(const SceneDynamics& dynamics) {
  m_touching.clear();
  m_islands.begin(m_world->parts().size());
  for (const BarrierContact::Touch& touch : dynamics.touches()) join(touch.partA, touch.partB);
  for (const BarrierContact::Blow& blow : dynamics.blows()) join(blow.partA, blow.partB);
  m_islands.number(m_touching);
  m_groups.assign(m_islands.count(), {});
}

bool BlowAccount::moves(int part) const {
  return m_world->parts()[part].dims.v > 0;
}

bool BlowAccount::isStand(const SceneDynamics& dynamics, int part) const {
  return !moves(part) || dynamics.fallOf(part).isZero(0);
}

void BlowAccount::join(int a, int b) {
  for (const int part : {a, b}) {
    if (moves(part)) m_touching.push_back(part);
  }
  if (moves(a) && moves(b)) m_islands.join(a, b);
}

// Null of a part that touches nothing, or that moves by key.
BlowAccount::Group* BlowAccount::groupOf(int part) {
  const int group = m_islands.of(part);
  return group < 0 ? nullptr : &m_groups[group];
}

BlowAccount::Group* BlowAccount::groupOf(int a, int b) {
  Group* group = groupOf(a);
  return group ? group : groupOf(b);
}

void BlowAccount::addContact(const SceneDynamics& dynamics) {
  for (const BarrierContact::Touch& touch : dynamics.touches()) {
    Group& group = *groupOf(touch.partA, touch.partB);
    const double energy = touch.energy();
    group.held += energy;
    group.stored -= energy;
    group.force += touch.answer.normalForce;
    group.hardest = std::max(group.hardest, touch.answer.normalForce);
    group.alone &= !touch.tightens && !dynamics.isCarried(touch);
    group.stands |= isStand(dynamics, touch.partA) || isStand(dynamics, touch.partB);
  }
  for (const BarrierContact::Blow& blow : dynamics.blows()) {
    Group& group = *groupOf(blow.partA, blow.partB);
    group.stored += blow.stored;
    group.impact = std::max(group.impact, blow.impact);
    group.stands |= isStand(dynamics, blow.partA) || isStand(dynamics, blow.partB);
  }
}

void BlowAccount::addParts(const SceneDynamics& dynamics) {
  std::ranges::fill(m_made, 0.0);
  dynamics.addGivenByContact(m_made);
  for (std::size_t i = 0; i < m_made.size(); ++i) {
    const int part = static_cast<int>(i);
    Group* group = groupOf(part);
    if (!group) continue;
    const PartEnergy energy = dynamics.energyOf(part);
    group->made += m_made[i];
    group->kinetic += energy.kinetic;
    group->held += energy.total();
    const double mass = m_world->parts()[i].part->mass(), g = dynamics.fallOf(part).norm();
    group->weight += mass * g;
    group->fall = std::max(group->fall, g);
    group->alone &= !dynamics.isPressed(part);
  }
}

// What constraints, hands and keyed forces put in is too little known to judge by.
void BlowAccount::findHelped(const SceneDynamics& dynamics) {
  const auto help = [&](int part) {
    if (Group* group = groupOf(part)) group->alone = false;
  };
  for (std::size_t c = 0; c < m_world->constraints().size(); ++c) {
    if (!dynamics.system().active(static_cast<int>(c))) continue;
    for (const CompiledEnd& end : m_world->constraints()[c].ends) help(end.part);
  }
  for (const CompiledForce& force : m_world->forces()) {
    for (const CompiledEnd& end : force.ends) help(end.part);
  }
  for (int hand = 0; hand < dynamics.hands().count(); ++hand) help(dynamics.hands().partOf(hand));
}

double BlowAccount::madeByContact() const {
  double most = 0;
  for (const Group& group : m_groups) {
    if (!(group.impact > 0)) continue;
    const double passes = kOfNothing * group.impact + kRounding * std::abs(group.held);
    most = std::max(most, (group.stored + group.made) / passes);
  }
  return most;
}

bool BlowAccount::anyAlone() const {
  return std::ranges::any_of(m_groups, &Group::alone);
}

// Where parts move for h with the velocity they end with, an impulse h f lifts them by up to h² f/m
// more than its work is good for: what lies, which is pressed by its weight, by h² g.
double BlowAccount::madeByAll(const SceneDynamics& dynamics) {
  for (Group& group : m_groups) group.now = group.forceNow = 0;
  for (std::size_t i = 0; i < m_made.size(); ++i) {
    Group* group = groupOf(static_cast<int>(i));
    if (!group || !group->alone) continue;
    const PartEnergy energy = dynamics.energyOf(static_cast<int>(i));
    group->now += energy.total();
  }
  for (const BarrierContact::Touch& touch : dynamics.touches()) {
    Group* group = groupOf(touch.partA, touch.partB);
    if (!group) continue;
    group->now += touch.energy();
    group->forceNow += touch.answer.normalForce;
    group->hardest = std::max(group->hardest, touch.answer.normalForce);
  }
  for (Group& group : m_groups) {
    const bool rests = group.stands && group.blow() <= group.weight * m_range &&
                       group.hardest <= kStruck * group.weight;
    const double pressed = std::min(std::max(group.force, group.forceNow), kLift * group.weight);
    const double given = rests ? m_step * m_step * group.fall * pressed : 0;
    group.gained = group.now - group.held - given;
  }
  return mostGained();
}

double BlowAccount::madeBeyondFlight(SceneDynamics& dynamics) {
  for (std::size_t i = 0; i < m_made.size(); ++i) {
    const int part = static_cast<int>(i);
    Group* group = groupOf(part);
    if (!group || !group->alone) continue;
    group->flight += std::max(0.0, dynamics.gainInFlight(part, m_step));
  }
  return mostGained();
}

double BlowAccount::mostGained() const {
  double most = 0;
  for (const Group& group : m_groups) {
    if (!group.alone) continue;
    const double passes = kOfLittle * group.blow() + kRounding * std::abs(group.held);
    most = std::max(most, (group.gained - group.flight) / passes);
  }
  return most;
}

}  // namespace sinew
