#pragma once

namespace sinew {

/// Ties simulated time to the clock on the wall. A simulation that cannot keep up is not asked to
/// make up for what it lost: it runs slower.
class Pace {
 public:
  /// From simulated `time` [s] at `wall` [s] on, at `speed` simulated per wall second; 0: as fast
  /// as possible.
  void start(double wall, double time, double speed);
  /// To be told now and then how far the simulation has come.
  void observe(double wall, double time);

  /// Whether the simulation, which stands at `time`, should go on now.
  bool isDue(double wall, double time) const;
  /// When [s on the wall] it will be due.
  double dueAt(double time) const;
  /// Simulated time [s] that should be shown now; infinite when as fast as possible.
  double wanted(double wall) const;

  /// Simulated per wall second, lately.
  double factor() const { return m_factor; }

 private:
  double m_wall = 0, m_time = 0, m_speed = 1;
  double m_windowWall = 0, m_windowTime = 0;  // since when the factor is measured
  double m_factor = 0;
};

}  // namespace sinew
