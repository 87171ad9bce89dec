#include "core/contact/TouchLaw.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr double kDeepest = 0.4;  // of a gap, up to which a step's end is taken as it is

}  // namespace

TouchLaw::Answer TouchLaw::now(const Vec3& rate) const {
  Answer answer;
  const double opening = rate.dot(normal), spring = barrier.force(gap);
  const double lost = (1 - restitution * restitution) * std::clamp(opening / kSlowSpeed, 0.0, 1.0);
  answer.normalForce = (1 - lost) * spring;
  const Vec3 slip = rate - opening * normal;
  const Vec3 rub = -friction * answer.normalForce /
                   std::sqrt(slip.squaredNorm() + kSlowSpeed * kSlowSpeed) * slip;
  answer.force = answer.normalForce * normal + rub;
  answer.lost = lost * spring * opening - rub.dot(slip);
  return answer;
}

TouchLaw::Answer TouchLaw::atEnd(const Vec3& rate, double known, double h, double pressing) const {
  Answer answer;
  const double opening = rate.dot(normal), end = gap + h * (opening - known);
  const double taken = std::max(end, kDeepest * gap);
  const double slope = barrier.slope(taken), spring = barrier.force(taken) + slope * (taken - end);
  const double loss = 1 - restitution * restitution, share = opening / kSlowSpeed;
  const double lost = loss * std::clamp(share, 0.0, 1.0);
  answer.normalForce = (1 - lost) * spring;
  answer.resistance = (1 - lost) * h * slope * normal * normal.transpose();
  if (share > 0 && share < 1) {
    answer.resistance += loss * spring / kSlowSpeed * normal * normal.transpose();
  }
  const Vec3 slip = rate - opening * normal;
  const double speed = std::sqrt(slip.squaredNorm() + kSlowSpeed * kSlowSpeed);
  const Vec3 rub = -friction * pressing / speed * slip;
  answer.resistance +=
      friction * pressing / speed *
      (Mat3::Identity() - normal * normal.transpose() - slip * slip.transpose() / (speed * speed));
  answer.force = answer.normalForce * normal + rub;
  answer.lost = lost * spring * opening - rub.dot(slip);
  return answer;
}

}  // namespace sinew
