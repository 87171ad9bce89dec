#include "core/live/Pace.h"

#include <limits>

namespace sinew {
namespace {

constexpr double kLongestLag = 0.1;    // [s on the wall] of delay that is made up for
constexpr double kWindow = 0.25;       // [s on the wall] over which the factor is measured
constexpr double kSameInstant = 1e-9;  // [s]

}  // namespace

void Pace::start(double wall, double time, double speed) {
  m_wall = m_windowWall = wall;
  m_time = m_windowTime = time;
  m_speed = speed;
  m_factor = 0;
}

double Pace::wanted(double wall) const {
  if (m_speed <= 0) return std::numeric_limits<double>::infinity();
  return m_time + (wall - m_wall) * m_speed;
}

bool Pace::isDue(double wall, double time) const {
  return wanted(wall) >= time - kSameInstant;
}

double Pace::dueAt(double time) const {
  return m_speed <= 0 ? m_wall : m_wall + (time - m_time) / m_speed;
}

void Pace::observe(double wall, double time) {
  if (m_speed > 0 && wanted(wall) - time > kLongestLag * m_speed) {
    m_wall = wall - kLongestLag;
    m_time = time;
  }
  if (wall - m_windowWall < kWindow) return;
  m_factor = (time - m_windowTime) / (wall - m_windowWall);
  m_windowWall = wall;
  m_windowTime = time;
}

}  // namespace sinew
