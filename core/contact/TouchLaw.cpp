#include "core/contact/TouchLaw.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr double kDeepest = 0.4;  // of a gap, up to which a step's end is taken as it is
constexpr double kThud = 0.1;     // of the range, the same for pairs without restitution

/// F_t = −ratio w_t, and −∂F_t/∂w_t along w_t; across it that is the ratio itself.
struct Rub {
  double ratio, along;  // [N s/m]
};

Rub rubAt(double slip, double most, double slow) {
  if (slip >= slow) return {most / slip, 0};
  const double share = slip / slow;
  return {most * (2 - share) / slow, most * (2 - 2 * share) / slow};
}

}  // namespace

TouchLaw::Answer TouchLaw::now(const Vec3& rate) const {
  Answer answer;
  const double opening = rate.dot(normal), spring = barrier.force(gap);
  const double lost = (1 - restitution * restitution) * std::clamp(opening / kSlowSpeed, 0.0, 1.0);
  answer.normalForce = (1 - lost) * spring;
  const Vec3 slip = rate - opening * normal;
  answer.slip = slip.norm();
  const Vec3 rub = -rubAt(answer.slip, friction * answer.normalForce, kSlowSpeed).ratio * slip;
  answer.force = answer.normalForce * normal + rub;
  answer.lost = lost * spring * opening - rub.dot(slip);
  return answer;
}

TouchLaw::Answer TouchLaw::atEnd(const Vec3& rate, double known, double h, const Answer& start,
                                 Wanted wanted) const {
  const double opening = rate.dot(normal), end = gap + h * (opening - known);
  const double range = (restitution > 0 ? kDeepest : kThud) * barrier.range;
  const double taken = std::max(end, std::min(kDeepest * gap, range));
  const double slope = barrier.slope(taken), spring = barrier.force(taken) + slope * (taken - end);
  return answer({opening, spring, h * slope, spring}, rate, rate, start, wanted);
}

// DEPARTURE: [LS97] §7.2 takes forces at the start of a step, and gains or loses what they change
// meanwhile. This is the mean force of Laursen and Chawla (1997, Int. J. Numer. Meth. Engng 40,
// p. 863), made for backward Euler's velocities.
// Over a step contact changes the kinetic energy by h F (w₀ + w)/2, while the gap changes by h w:
// what it stores is paid for, no more and no less, by w/((w₀ + w)/2) of the barrier's mean force.
// Where a rate turns round that is nothing, or without bound; the mean force itself loses a little
// there. Gravity that presses gives h F times its own rate too much, and F makes up for that: with
// w₀ − 2 h g·n for w₀ the sum of all energies stays.
TouchLaw::Answer TouchLaw::overStep(const Vec3& rate, const Before& before, double h,
                                    const Answer& start, Wanted wanted) const {
  const double w0 = before.rate.dot(normal), w1 = rate.dot(normal), end = gap + h * w1;
  const double taken = std::max(end, kDeepest * std::min(gap, barrier.range));
  const double slope = barrier.meanSlope(gap, taken);
  const double spring = barrier.meanForce(gap, taken) + slope * (taken - end);
  double share = 1, stiffer = 0;
  if (!before.turns && w0 * w1 > 0) {
    const double lifted = w0 - 2 * before.pressed, from = lifted * w1 > 0 ? lifted : w0;
    share = 2 * w1 / (from + w1);
    // Opening, it would help what moves: Newton's method does without.
    stiffer = std::max(0.0, -2 * from / ((from + w1) * (from + w1)));
  } else if (!before.turns && w0 < 0) {
    share = 0;
  }
  return answer({w1, share * spring, share * h * slope + stiffer * spring, spring}, rate,
                0.5 * (before.rate + rate), start, wanted);
}

// What a spring does that opens at such a rate, with its losses, and friction where the rate is
// that at the end, and `mean` the one by which forces work.
TouchLaw::Answer TouchLaw::answer(const Spring& spring, const Vec3& rate, const Vec3& mean,
                                  const Answer& start, Wanted wanted) const {
  Answer answer;
  const double loss = 1 - restitution * restitution, share = spring.opening / kSlowSpeed;
  const double lost = loss * std::clamp(share, 0.0, 1.0);
  answer.normalForce = (1 - lost) * spring.force;
  const Vec3 slip = rate - rate.dot(normal) * normal;
  answer.slip = slip.norm();
  const double slow = std::clamp(start.slip, kCreep, kSlowSpeed);
  const auto [ratio, along] = rubAt(answer.slip, friction * start.normalForce, slow);
  const Vec3 rub = -ratio * slip;
  answer.force = answer.normalForce * normal + rub;
  answer.lost = spring.barrier * spring.opening - answer.force.dot(mean);
  if (wanted == Wanted::Force) return answer;
  double across = (1 - lost) * spring.resistance;
  if (share > 0 && share < 1) across += loss * spring.force / kSlowSpeed;
  answer.resistance = ratio * Mat3::Identity() + (across - ratio) * normal * normal.transpose();
  if (answer.slip > 0) {
    const double held = std::max(along, kHeld * ratio);
    answer.resistance -= (ratio - held) / (answer.slip * answer.slip) * slip * slip.transpose();
  }
  return answer;
}

}  // namespace sinew
