// How far the hands that twist a part lead it.
#include "ui/viewport/Twist.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace sinew::ui {
namespace {

constexpr double kPi = std::numbers::pi;

Vec3 turned(const Vec3& arm, double angle) {
  return Eigen::AngleAxisd(angle, Vec3::UnitZ()) * arm;
}

TEST(Twist, LeadsEveryLeverRoundTheLineOfSight) {
  const Vec3 arm(0.3, 0.1, 0.2), other(-0.2, 0, -0.1);
  Twist twist(3 * Vec3::UnitZ(), {{1, arm}, {2, other}});
  EXPECT_FALSE(twist.follow(arm));
  twist.turnBy(0.5);
  EXPECT_TRUE(twist.follow(arm));
  EXPECT_LE((twist.armNow(twist.levers()[0]) - turned(arm, 0.5)).norm(), 1e-12);
  EXPECT_LE((twist.armNow(twist.levers()[1]) - turned(other, 0.5)).norm(), 1e-12);
  EXPECT_FALSE(twist.follow(arm)) << "it has been led there already";
}

// However much the wheel was turned, the part is to follow by the short way.
TEST(Twist, LeadsNoFartherAheadThanThePartFollows) {
  const Vec3 arm = Vec3::UnitX();
  Twist twist(Vec3::UnitZ(), {{1, arm}});
  twist.turnBy(5 * kPi);
  double angle = 0;
  for (int i = 0; i < 40; ++i) {
    (void)twist.follow(turned(arm, angle));
    const Vec3 led = twist.armNow(twist.levers().front()), now = turned(arm, angle);
    const double ahead = std::atan2(now.cross(led).z(), now.dot(led));
    EXPECT_GE(ahead, -1e-9);
    EXPECT_LE(ahead, kPi / 3 + 1e-9);
    angle += 0.7 * ahead;
  }
  EXPECT_NEAR(angle, 5 * kPi, 1e-6) << "two turns and a half";
}

TEST(Twist, TurnsBack) {
  const Vec3 arm = Vec3::UnitX();
  Twist twist(Vec3::UnitZ(), {{1, arm}});
  twist.turnBy(0.4);
  twist.turnBy(-1);
  EXPECT_TRUE(twist.follow(arm));
  EXPECT_LE((twist.armNow(twist.levers().front()) - turned(arm, -0.6)).norm(), 1e-12);
}

}  // namespace
}  // namespace sinew::ui
