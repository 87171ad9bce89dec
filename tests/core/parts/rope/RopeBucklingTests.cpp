// Loads and twists under which ropes buckle, told from how their slowest vibration dies.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/core/parts/rope/RopeBench.h"
#include "tests/support/Constants.h"

namespace sinew::test {
namespace {

struct Column {
  const char* name;
  bool clampedStart, guidedEnd, clampedEnd;
  double load;  ///< P L²/EI that buckles it
};

class Buckling : public testing::TestWithParam<Column> {
 protected:
  /// Square of the slowest vibration [1/s²] under a load of that share of the one that buckles.
  static double softness(double share) {
    RopeBench column(slenderRope(24, 1000));
    const int last = column.controls() - 1, tip = 3 * last;
    if (GetParam().clampedStart) {
      column.clampStart();
    } else {
      column.holdControl(0);
      column.hold({column.spin(0)});
    }
    if (GetParam().guidedEnd) column.hold({tip + 1, tip + 2});
    if (GetParam().clampedEnd) column.hold({tip - 2, tip - 1});
    const double load = share * GetParam().load;
    EXPECT_TRUE(column.settle(Vec3::Zero(), [&](Eigen::VectorXd& Q) { Q[tip] -= load; }));
    const double slowest = column.frequencies().front();
    return slowest * slowest;
  }
};

// The slowest vibration dies where the column buckles, its square in proportion to what is missing.
TEST_P(Buckling, VibrationDiesUnderTheLoadOfEuler) {
  const double at90 = softness(0.90), at97 = softness(0.97);
  const double dies = 0.97 + 0.07 * at97 / (at90 - at97);
  EXPECT_GT(at97, 0);
  EXPECT_NEAR(dies, 1, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Columns, Buckling,
                         testing::Values(Column{"cantilever", true, false, false, 2.4674011},
                                         Column{"pinned", false, true, false, 9.8696044},
                                         Column{"clamped_pinned", true, true, false, 20.1907286},
                                         Column{"clamped", true, true, true, 39.4784176}),
                         [](const auto& test) { return std::string(test.param.name); });

// A pole that stands on its foot and carries nothing but itself, Γ = ρgAL³/EI (Greenhill 1881).
TEST(Buckling, APoleTooHighBucklesUnderItsOwnWeight) {
  constexpr double kGreenhill = 7.83734744;
  const auto softness = [](double share) {
    RopeBench pole(slenderRope(24, 1000));
    pole.clampStart();
    EXPECT_TRUE(pole.settle(Vec3(-share * kGreenhill, 0, 0)));
    const double slowest = pole.frequencies().front();
    return slowest * slowest;
  };
  const double at90 = softness(0.90), at97 = softness(0.97);
  EXPECT_GT(at97, 0);
  EXPECT_NEAR(0.97 + 0.07 * at97 / (at90 - at97), 1, 0.01);
}

// A straight rod bent to a ring and joined after one end was turned by an angle writhes out of its
// plane from 2π√3 EI/GJ on (Michell 1889). Seven motions of such a ring cost nothing: it moves as a
// whole, and rolls about its own axis.
TEST(Buckling, ATwistedRingWrithes) {
  constexpr std::size_t kFree = 7;
  const auto ringTurnedBy = [](double share) {
    RopeSpec spec = slenderRope(48, 1000);  // 1 m round
    spec.drawn = [](double around) -> Vec3 {
      const double angle = 2 * kPi * around;
      return Vec3(std::cos(angle), std::sin(angle), 0) / (2 * kPi);
    };
    spec.ring = true;
    spec.naturalTwist = share * 2 * kPi * std::sqrt(3.0) * spec.bendStiffness / spec.twistStiffness;
    RopeBench ring(spec);
    EXPECT_TRUE(ring.settle(Vec3::Zero()));
    return ring.frequencies();
  };
  const auto softness = [&](double share) {
    const double slowest = ringTurnedBy(share)[kFree];
    return slowest * slowest;
  };
  const double at90 = softness(0.90), at97 = softness(0.97);
  EXPECT_GT(at97, 0);
  EXPECT_NEAR(0.97 + 0.07 * at97 / (at90 - at97), 1, 0.01);
}

}  // namespace
}  // namespace sinew::test
