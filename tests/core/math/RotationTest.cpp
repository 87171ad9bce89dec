#include "core/math/Rotation.h"

#include <gtest/gtest.h>

namespace sinew::test {
namespace {

// Across where a series takes over from sines, too.
TEST(Rotation, TurnedFurtherIsTheSlopeOfTurned) {
  const Quat start = Quat(0.3, -0.5, 0.7, 0.2).normalized();
  const Vec3 axis = Vec3(0.4, -0.7, 0.6).normalized();
  constexpr double kNudge = 1e-6;
  for (const double angle : {0.0, 1e-4, 0.02, 0.0316, 0.0317, 0.3, 1.0, 2.5}) {
    const Vec3 turn = angle * axis;
    const Mat3 found = turnedFurther(turn);
    for (int i = 0; i < 3; ++i) {
      const Vec3 nudge = kNudge * Vec3::Unit(i);
      const Quat further = turned(start, turn + nudge) * turned(start, turn - nudge).conjugate();
      EXPECT_LE((further.vec() / kNudge - found.col(i)).norm(), 1e-9) << angle;
    }
  }
}

}  // namespace
}  // namespace sinew::test
