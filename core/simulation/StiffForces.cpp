#include "core/simulation/StiffForces.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sinew {

bool StiffForces::take(const BarrierContact* contact, const SurfaceLoads& loads, Scratches scratch,
                       const double* known) {
  m_touches.clear();
  m_points.begin(contact ? contact->placeCount() : 0);
  m_overStep = false;
  m_gas.clear();
  if (contact && !contact->touches().empty()) takeTouches(*contact, scratch, known);
  if (!loads.none()) takeGas(loads, scratch, known);
  m_parts.clear();
  for (int i = 0; i < m_points.count(); ++i) {
    if (m_points.moves(i)) m_parts.push_back(m_points.part(i));
  }
  for (const Gas& gas : m_gas) m_parts.push_back(gas.part);
  std::sort(m_parts.begin(), m_parts.end());
  m_parts.erase(std::unique(m_parts.begin(), m_parts.end()), m_parts.end());
  return !m_parts.empty();
}

void StiffForces::takeTouches(const BarrierContact& contact, Scratches scratch,
                              const double* known) {
  for (const BarrierContact::Touch& source : contact.touches()) {
    Touch& touch = m_touches.emplace_back();
    touch.source = &source;
    touch.answer = source.answer;
    for (int i = 0; i < source.points; ++i) {
      touch.vertex[i] = m_points.take(contact, source.vertex[i], scratch);
    }
  }
  m_moved.assign(m_points.count(), Vec3::Zero());
  m_pushed.assign(m_points.count(), Vec3::Zero());
  if (!known) return;
  move(known);
  for (Touch& touch : m_touches) touch.known = rateOf(touch).dot(touch.source->law.normal);
}

void StiffForces::takeGas(const SurfaceLoads& loads, Scratches scratch, const double* known) {
  m_gradients.clear();
  for (std::size_t part = 0; part < m_world->parts().size(); ++part) {
    const double stiffness = loads.volumeStiffness(static_cast<int>(part));
    if (!(stiffness > 0)) continue;
    const CompiledPart& source = m_world->parts()[part];
    Gas& gas = m_gas.emplace_back();
    gas.part = static_cast<int>(part);
    gas.stiffness = stiffness;
    gas.gradient = m_gradients.size();
    gas.columns = source.dims.v;
    gas.first = source.firstV;
    m_gradients.resize(m_gradients.size() + source.dims.v, 0);
    loads.addVolumeGradient(static_cast<int>(part), *scratch[part],
                            m_gradients.data() + gas.gradient);
    if (known) gas.known = swelling(gas, known);
  }
}

// Of all points, moving with ν; rateOf() goes by them.
// OPTIMIZATION: a point belongs to many touches, and columns of L cost more than weights.
void StiffForces::move(const double* nu) const {
  for (int i = 0; i < m_points.count(); ++i) m_moved[i] = m_points.velocityOf(i, nu);
}

void StiffForces::move(const double* nu, const Awake& awake) const {
  for (int i = 0; i < m_points.count(); ++i) {
    const int island = m_islandOf[i];
    if (island >= 0 && awake[island]) m_moved[i] = m_points.velocityOf(i, nu);
  }
}

Vec3 StiffForces::rateOf(const Touch& touch) const {
  Vec3 rate = Vec3::Zero();
  for (int i = 0; i < touch.source->points; ++i) {
    rate += touch.source->weight[i] * m_moved[touch.vertex[i]];
  }
  return rate;
}

// What obstacles that move by themselves have in it.
Vec3 StiffForces::ownRateOf(const Touch& touch) const {
  Vec3 rate = Vec3::Zero();
  for (int i = 0; i < touch.source->points; ++i) {
    rate += touch.source->weight[i] * m_points.own(touch.vertex[i]);
  }
  if (!m_carried) return rate;
  const Vec3& normal = touch.source->law.normal;
  return *m_carried * (rate - normal * normal.dot(rate));
}

// [m/s²] with which gravity drives them together, ≤ 0; 0 where it does not.
double StiffForces::pressing(const Touch& touch, const FreeFall& fall) const {
  Vec3 rate = Vec3::Zero();
  for (int i = 0; i < touch.source->points; ++i) {
    const int part = m_points.part(touch.vertex[i]);
    const bool falls = m_world->parts()[part].dims.v > 0;
    if (falls) rate += touch.source->weight[i] * fall.of(part);
  }
  return std::min(0.0, rate.dot(touch.source->law.normal));
}

void StiffForces::takeOverStep(double h, const FreeFall& fall, const double* without,
                               const double* with) {
  m_overStep = true;
  move(without);
  for (Touch& touch : m_touches) touch.before.rate = rateOf(touch) + ownRateOf(touch);
  move(with);
  for (Touch& touch : m_touches) {
    const Vec3& normal = touch.source->law.normal;
    touch.before.pressed = h * pressing(touch, fall);
    touch.before.turns =
        touch.before.rate.dot(normal) < 0 && (rateOf(touch) + ownRateOf(touch)).dot(normal) >= 0;
  }
}

// What push() has given to the vertices goes to their parts with spread().
void StiffForces::push(const Touch& touch, const Vec3& force) const {
  for (int i = 0; i < touch.source->points; ++i) {
    m_pushed[touch.vertex[i]] += touch.source->weight[i] * force;
  }
}

void StiffForces::spread(double* Q) const {
  for (int i = 0; i < m_points.count(); ++i) {
    const Vec3 force = m_pushed[i];
    if (force.isZero(0)) continue;
    m_pushed[i].setZero();
    m_points.addForce(i, force, Q);
  }
}

double StiffForces::swelling(const Gas& gas, const double* nu) const {
  double sum = 0;
  for (int k = 0; k < gas.columns; ++k) sum += m_gradients[gas.gradient + k] * nu[gas.first + k];
  return sum;
}

void StiffForces::press(const Gas& gas, double pressure, double* Q) const {
  for (int k = 0; k < gas.columns; ++k) {
    Q[gas.first + k] += pressure * m_gradients[gas.gradient + k];
  }
}

double StiffForces::fastestOpening(const double* change) const {
  double fastest = 0;
  move(change);
  const auto same = [](const Touch& a, const Touch& b) {
    return a.source->partA == b.source->partA && a.source->partB == b.source->partB;
  };
  for (std::size_t first = 0, end = 0; first < m_touches.size(); first = end) {
    double weighed = 0, pressing = 0;
    for (; end < m_touches.size() && same(m_touches[first], m_touches[end]); ++end) {
      const Touch& touch = m_touches[end];
      const double force = touch.source->law.barrier.force(touch.source->law.gap);
      weighed += force * rateOf(touch).dot(touch.source->law.normal);
      pressing += force;
    }
    // What thuds is to lose all that taking forces at the end would lose.
    const bool thuds = m_touches[first].source->law.restitution == 0;
    if (!thuds) fastest = std::max(fastest, std::abs(weighed) / pressing);
  }
  return fastest;
}

void StiffForces::addStart(double* Q) const {
  for (const Touch& touch : m_touches) push(touch, touch.source->answer.force);
  spread(Q);
}

void StiffForces::join(Islands& islands) const {
  const auto moves = [&](int part) { return m_world->parts()[part].dims.v > 0; };
  for (const Touch& touch : m_touches) {
    const int a = touch.source->partA, b = touch.source->partB;
    if (moves(a) && moves(b)) islands.join(a, b);
  }
}

int StiffForces::islandOf(const Touch& touch, const Islands& islands) const {
  const int island = islands.of(touch.source->partA);
  return island >= 0 ? island : islands.of(touch.source->partB);
}

void StiffForces::divide(const Islands& islands) {
  m_islandOf.clear();
  for (int i = 0; i < m_points.count(); ++i) m_islandOf.push_back(islands.of(m_points.part(i)));
  for (Gas& gas : m_gas) gas.island = islands.of(gas.part);
  m_firstTouch.assign(islands.count() + 1, 0);
  for (Touch& touch : m_touches) {
    touch.island = islandOf(touch, islands);
    ++m_firstTouch[touch.island + 1];
  }
  std::partial_sum(m_firstTouch.begin(), m_firstTouch.end(), m_firstTouch.begin());
  m_touchOrder.resize(m_touches.size());
  for (std::size_t i = 0; i < m_touches.size(); ++i) {
    m_touchOrder[m_firstTouch[m_touches[i].island]++] = static_cast<int>(i);
  }
  std::rotate(m_firstTouch.begin(), m_firstTouch.end() - 1, m_firstTouch.end());
  m_firstTouch.front() = 0;
}

void StiffForces::linearise(const double* nu, double h, const Awake& awake, double* Q) {
  m_step = h;
  move(nu, awake);
  for (Touch& touch : m_touches) {
    if (!awake[touch.island]) continue;
    touch.rate = rateOf(touch) + ownRateOf(touch);
    touch.answer = answerOf(touch, touch.rate, TouchLaw::Wanted::ForceAndResistance);
    push(touch, touch.answer.force);
  }
  spread(Q);
  for (Gas& gas : m_gas) {
    if (!awake[gas.island]) continue;
    gas.rate = swelling(gas, nu);
    press(gas, -gas.stiffness * h * (gas.rate - gas.known), Q);
  }
}

TouchLaw::Answer StiffForces::answerOf(const Touch& touch, const Vec3& rate,
                                       TouchLaw::Wanted wanted) const {
  const TouchLaw& law = touch.source->law;
  const bool overStep = m_overStep && law.restitution > 0;
  return overStep ? law.overStep(rate, touch.before, m_step, touch.source->answer, wanted)
                  : law.atEnd(rate, touch.known, m_step, touch.source->answer, wanted);
}

void StiffForces::lineUp(const double* p, const Awake& awake) {
  move(p, awake);
  for (Touch& touch : m_touches) {
    if (awake[touch.island]) touch.along = rateOf(touch);
  }
  for (Gas& gas : m_gas) gas.along = swelling(gas, p);
}

double StiffForces::alongLine(int island, double s) const {
  double sum = 0;
  for (int i = m_firstTouch[island]; i < m_firstTouch[island + 1]; ++i) {
    const Touch& touch = m_touches[m_touchOrder[i]];
    const Vec3 rate = touch.rate + s * touch.along;
    sum += answerOf(touch, rate, TouchLaw::Wanted::Force).force.dot(touch.along);
  }
  for (const Gas& gas : m_gas) {
    if (gas.island != island) continue;
    sum -= gas.stiffness * m_step * (gas.rate + s * gas.along - gas.known) * gas.along;
  }
  return sum;
}

void StiffForces::addResistance(const double* p, const Awake& awake, double* Q) const {
  move(p, awake);
  for (const Touch& touch : m_touches) {
    if (awake[touch.island]) push(touch, touch.answer.resistance * rateOf(touch));
  }
  spread(Q);
  for (const Gas& gas : m_gas) {
    if (awake[gas.island]) press(gas, gas.stiffness * m_step * swelling(gas, p), Q);
  }
}

void StiffForces::balance(std::vector<Balance>& of) const {
  of.assign(m_firstTouch.size() - 1, {});
  for (const Touch& touch : m_touches) {
    Balance& balance = of[touch.island];
    const TouchLaw& law = touch.source->law;
    const double end = law.gap + m_step * touch.rate.dot(law.normal);
    balance.stored += law.barrier.stored(law.gap, end);
    balance.lost += m_step * touch.answer.lost;
    balance.touches = true;
    for (int i = 0; i < touch.source->points; ++i) {
      balance.keyed |= m_points.own(touch.vertex[i]) != Vec3::Zero();
    }
  }
  for (const Gas& gas : m_gas) {
    of[gas.island].stored += storedBy(gas);
    of[gas.island].gas = true;
  }
}

double StiffForces::storedBy(const Gas& gas) const {
  const double grown = m_step * gas.rate, known = m_step * gas.known;
  return gas.stiffness * grown * (0.5 * grown - known);
}

void StiffForces::addUnpaid(std::span<double> toParts) const {
  for (const Gas& gas : m_gas) toParts[gas.part] += storedBy(gas);
  for (const Touch& touch : m_touches) {
    const int a = touch.source->partA, b = touch.source->partB;
    toParts[m_world->parts()[a].dims.v > 0 ? a : b] -= m_step * powerOf(touch);
  }
}

double StiffForces::lost() const {
  double sum = 0;
  for (const Touch& touch : m_touches) sum += touch.answer.lost;
  return sum;
}

double StiffForces::gasPower(const double* nu) const {
  double sum = 0;
  for (const Gas& gas : m_gas) {
    const double swells = swelling(gas, nu);
    sum -= gas.stiffness * m_step * (swells - gas.known) * swells;
  }
  return sum;
}

double StiffForces::power() const {
  double sum = 0;
  for (const Touch& touch : m_touches) sum += powerOf(touch);
  return sum;
}

// [W] that a moving obstacle puts in.
double StiffForces::powerOf(const Touch& touch) const {
  double sum = 0;
  for (int i = 0; i < touch.source->points; ++i) {
    sum -= touch.source->weight[i] * touch.answer.force.dot(m_points.own(touch.vertex[i]));
  }
  return sum;
}

}  // namespace sinew
