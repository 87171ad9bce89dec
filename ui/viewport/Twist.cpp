#include "ui/viewport/Twist.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace sinew::ui {
namespace {

constexpr double kLead = std::numbers::pi / 3;  // [rad]

}  // namespace

Twist::Twist(const Vec3& axis, std::vector<Lever> levers)
    : m_axis(axis.normalized()), m_levers(std::move(levers)) {}

Vec3 Twist::armNow(const Lever& lever) const {
  return Eigen::AngleAxisd(m_led, m_axis) * lever.arm;
}

bool Twist::follow(const Vec3& arm) {
  const Vec3& first = m_levers.front().arm;
  const Vec3 from = first - first.dot(m_axis) * m_axis, to = arm - arm.dot(m_axis) * m_axis;
  const double now = std::atan2(m_axis.dot(from.cross(to)), from.dot(to));
  m_turned += std::remainder(now - m_turned, 2 * std::numbers::pi);
  const double led = std::clamp(m_wanted, m_turned - kLead, m_turned + kLead);
  return std::exchange(m_led, led) != led;
}

}  // namespace sinew::ui
