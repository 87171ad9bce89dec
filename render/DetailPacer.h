#pragma once
#include <array>
#include <cstddef>

#include "render/Quality.h"

namespace sinew {

/// Chooses how much work the next picture may be, from how long the last ones took on this machine:
/// while things move so little that the pace holds, at rest as much as no click will notice.
class DetailPacer {
 public:
  struct Rung {
    Quality quality = Quality::Motion;
    double detail = 1;  ///< as in DrawTarget
    bool operator==(const Rung&) const = default;
  };
  enum class Pace { Moving, Resting };

  /// Best: as good as the pace allows. Sparing: in a quarter of the time, which leaves the
  /// processor to the simulation, and to other programs.
  enum class Effort { Best, Sparing };

  void setEffort(Effort effort) { m_effort = effort; }
  Effort effort() const { return m_effort; }
  Rung choose(Pace pace);
  /// That the picture last chosen took this long [s].
  void took(double seconds);
  /// Whether a picture of this pace is less than the best there is.
  static bool lowered(const Rung& rung) { return rung.quality == Quality::Motion; }

 private:
  static constexpr std::size_t kRungs = 7;
  double expected(std::size_t rung) const;
  double share() const;

  Effort m_effort = Effort::Best;

  std::array<double, kRungs> m_seconds{};  ///< 0: not tried yet
  std::size_t m_chosen = 1;
  std::size_t m_moving = 1;
};

}  // namespace sinew
