#pragma once
#include <vector>

#include "core/math/Types.h"

namespace sinew::ui {

/// How a part that is held is turned about the line of sight: by hands at some of its points, led
/// round the point it is held at. They are led no farther ahead of the part than it follows by the
/// short way.
class Twist {
 public:
  struct Lever {
    int hand = 0;             ///< slot
    Vec3 arm = Vec3::Zero();  ///< [m] from the point held, when it was taken hold of
  };
  Twist(const Vec3& axis, std::vector<Lever> levers);  ///< at least one

  const std::vector<Lever>& levers() const { return m_levers; }
  /// [m] from where the hand that holds is to where that of a lever is to be.
  Vec3 armNow(const Lever& lever) const;

  void turnBy(double angle) { m_wanted += angle; }  ///< [rad] counter-clockwise as one sees it
  /// The first lever's arm now [m]: how far the part has come, and how far its hands are to lead
  /// it. True when they are to lead it elsewhere.
  bool follow(const Vec3& arm);

 private:
  Vec3 m_axis;  // unit, towards the one who looks
  std::vector<Lever> m_levers;
  double m_wanted = 0, m_turned = 0, m_led = 0;  // [rad]
};

}  // namespace sinew::ui
