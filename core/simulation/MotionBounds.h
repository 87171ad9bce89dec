#pragma once
#include <string>

#include "core/simulation/World.h"

namespace sinew {

/// Tells what has gone farther or faster than anything an animator makes: by the places [m] and
/// speeds [m/s] of points, whatever the state of a part carries.
class MotionBounds {
 public:
  explicit MotionBounds(const World& world);

  /// Whether all of y is finite and within the bounds.
  bool hold(const Reals& y, double time) const;

  /// The part that is beyond them by most, and what became of it: the rest of a sentence.
  struct Beyond {
    std::string part, what;
  };
  Beyond worst(const Reals& y, double time) const;

 private:
  bool surelyHold(const Reals& y) const;
  double farthest(const CompiledPart& part, const Reals& y) const;
  double speed(const CompiledPart& part, const Reals& y, double time) const;
  double boundOfSpeed(const CompiledPart& part, const Reals& y) const;

  const World* m_world;
  double m_slow = 0;  // [m/s] by one number of the state: no point is too fast then
};

}  // namespace sinew
