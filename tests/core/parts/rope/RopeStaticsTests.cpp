// Ropes at rest against closed forms and published tables. Lengths in units of the rope's.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/core/parts/rope/RopeBench.h"
#include "tests/support/Constants.h"

namespace sinew::test {
namespace {

struct Bent {
  double load, drop, other;  // the table's second figure: shortening or reach
};

// Bisshopp and Drucker 1945: horizontal cantilever, force at the tip, α = PL²/EI.
constexpr std::array<Bent, 8> kTipLoad = {{{0.25, 0.0827459154, 0.0041178184},
                                           {0.5, 0.162143576, 0.0159189625},
                                           {1, 0.301720774, 0.0564332363},
                                           {2, 0.49345748, 0.160641721},
                                           {3, 0.603253441, 0.254420185},
                                           {5, 0.713791524, 0.387628361},
                                           {10, 0.810609025, 0.554995598},
                                           {20, 0.868695898, 0.683885568}}};
// The same under its own weight, Γ = ρgAL³/EI: drop and reach.
constexpr std::array<Bent, 6> kOwnWeight = {{{1, 0.12347140, 0.99124640},
                                             {5, 0.49590504, 0.84665718},
                                             {10, 0.70019972, 0.65635376},
                                             {20, 0.82988144, 0.44523205},
                                             {50, 0.90791712, 0.24501476},
                                             {100, 0.93752394, 0.15922338}}};

struct Resolution {
  int controlPoints;
  double slenderness, tolerance;  // the latter of each figure of a table
};

class RopeStatics : public testing::TestWithParam<Resolution> {
 protected:
  RopeBench clamped() const {
    RopeBench bench(slenderRope(GetParam().controlPoints, GetParam().slenderness));
    bench.clampStart();
    return bench;
  }
  double tolerance() const { return GetParam().tolerance; }
};

TEST_P(RopeStatics, TipLoadBendsACantileverIntoTheElastica) {
  RopeBench bench = clamped();
  const int tip = 3 * (bench.controls() - 1) + 1;
  for (const Bent& row : kTipLoad) {
    ASSERT_TRUE(bench.settle(Vec3::Zero(), [&](Eigen::VectorXd& Q) { Q[tip] -= row.load; }));
    const Vec3 end = bench.position(1);
    EXPECT_NEAR(-end.y(), row.drop, tolerance() * row.drop) << "α = " << row.load;
    EXPECT_NEAR(1 - end.x(), row.other, tolerance() * row.other) << "α = " << row.load;
    EXPECT_NEAR(end.z(), 0, 1e-9);
  }
}

TEST_P(RopeStatics, OwnWeightBendsACantilever) {
  RopeBench bench = clamped();
  for (const Bent& row : kOwnWeight) {
    ASSERT_TRUE(bench.settle(Vec3(0, -row.load, 0)));
    const Vec3 end = bench.position(1);
    EXPECT_NEAR(-end.y(), row.drop, tolerance() * row.drop) << "Γ = " << row.load;
    EXPECT_NEAR(end.x(), row.other, tolerance() * row.other) << "Γ = " << row.load;
  }
}

TEST_P(RopeStatics, MomentAtTheEndClosesTheCircle) {
  RopeBench bench = clamped();
  const int n = bench.controls();
  for (const double turn : {0.25, 0.5, 0.75, 1.0}) {
    const double moment = 2 * kPi * turn;
    ASSERT_TRUE(bench.settle(Vec3::Zero(), [&](Eigen::VectorXd& Q) {
      const Vec3 leg = bench.control(n - 1) - bench.control(n - 2);
      const Vec3 push = moment * Vec3::UnitZ().cross(leg) / leg.squaredNorm();
      Q.segment<3>(3 * (n - 1)) += push;
      Q.segment<3>(3 * (n - 2)) -= push;
    }));
    const Vec3 end = bench.position(1);
    EXPECT_NEAR(end.x(), std::sin(moment) / moment, 2 * tolerance()) << turn;
    EXPECT_NEAR(end.y(), (1 - std::cos(moment)) / moment, 2 * tolerance()) << turn;
  }
}

TEST_P(RopeStatics, TorqueTwistsByLengthOverStiffness) {
  RopeBench bench = clamped();
  const int last = bench.spin(bench.controls() - 2);
  const double torque = 0.3;
  double turned = 0;
  ASSERT_TRUE(bench.settle(Vec3::Zero(), [&](Eigen::VectorXd& Q) { Q[last] += torque; }));
  // τ at every section is the torque over GJ; the whole turn is its integral.
  const auto sections = (bench.q.size() - 3 * bench.controls()) / 4;
  for (Eigen::Index g = 0; g < sections; ++g) turned += bench.q[3 * bench.controls() + 4 * g + 3];
  const double perLength = turned / static_cast<double>(sections) * (bench.controls() - 3);
  EXPECT_NEAR(perLength, torque * 1.3, 2e-3 * torque * 1.3);
}

INSTANTIATE_TEST_SUITE_P(Slender, RopeStatics,
                         testing::Values(Resolution{16, 200, 2e-3}, Resolution{16, 1000, 2e-3},
                                         Resolution{32, 200, 5e-4}, Resolution{32, 1000, 5e-4}),
                         [](const auto& test) {
                           return std::to_string(test.param.controlPoints) + "_points_" +
                                  std::to_string(static_cast<int>(test.param.slenderness));
                         });

enum class Under { TipLoad, OwnWeight };

/// Places along a cantilever at rest under a load.
std::vector<Vec3> bentInto(int points, double slenderness, Under under, double load) {
  constexpr int kPlaces = 40;
  RopeBench bench(slenderRope(points, slenderness));
  bench.clampStart();
  const int tip = 3 * (points - 1) + 1;
  const bool weighs = under == Under::OwnWeight;
  const auto pull = [&](Eigen::VectorXd& Q) { Q[tip] -= weighs ? 0 : load; };
  EXPECT_TRUE(bench.settle(Vec3(0, weighs ? -load : 0, 0), pull, 1e-10));
  std::vector<Vec3> places;
  for (int i = 1; i <= kPlaces; ++i) places.push_back(bench.position(i / double{kPlaces}));
  return places;
}

// All along the rope: the error at the tip alone changes its sign with the load.
TEST(RopeStatics, ConvergesAtThirdOrderAtLeast) {
  const auto converges = [](double slenderness, Under under, double load) {
    const std::vector<Vec3> exact = bentInto(128, slenderness, under, load);
    const auto error = [&](int points) {
      const std::vector<Vec3> found = bentInto(points, slenderness, under, load);
      double most = 0;
      for (std::size_t i = 0; i < exact.size(); ++i) {
        most = std::max(most, (found[i] - exact[i]).norm());
      }
      return most;
    };
    const double coarse = error(8), middle = error(16), fine = error(32);
    EXPECT_GE(std::log2(coarse / middle), 3) << coarse << " " << middle;
    EXPECT_GE(std::log2(middle / fine), 3) << middle << " " << fine;
  };
  for (const double slenderness : {200, 1000}) {
    SCOPED_TRACE(slenderness);
    for (const Bent& row : kTipLoad) converges(slenderness, Under::TipLoad, row.load);
    for (const Bent& row : kOwnWeight) converges(slenderness, Under::OwnWeight, row.load);
  }
}

TEST(RopeStatics, SameWhicheverEndComesFirst) {
  RopeSpec forth = slenderRope(16, 50), back = forth;
  back.drawn = [](double fraction) { return Vec3(1 - fraction, 0, 0); };
  RopeBench a(forth), b(back);
  a.clampStart();
  b.holdControl(15);
  b.hold({3 * 14 + 1, 3 * 14 + 2, b.spin(14)});
  ASSERT_TRUE(a.settle(Vec3(0, -10, 0), {}, 1e-10));
  ASSERT_TRUE(b.settle(Vec3(0, -10, 0), {}, 1e-10));
  for (const double s : {0.2, 0.5, 0.9, 1.0}) {
    EXPECT_LE((a.position(s) - b.position(1 - s)).norm(), 1e-9) << s;
  }
}

// The same for a helix that was twisted, held by one end while it hangs.
TEST(RopeStatics, SameWhicheverEndComesFirstWhenCurvedAndTwisted) {
  constexpr int kLast = 23;
  const auto helix = [](double share) {
    const double angle = 3 * kPi * share;
    return Vec3(0.1 * std::cos(angle), 0.1 * std::sin(angle), 0.2 * share);
  };
  RopeSpec forth = slenderRope(kLast + 1, 50);
  forth.drawnLength = forth.restLength = std::hypot(0.3 * kPi, 0.2);
  forth.restsAsDrawn = true;
  forth.naturalTwist = 1.1;
  forth.drawn = helix;
  RopeSpec back = forth;
  back.drawn = [&](double share) { return helix(1 - share); };
  RopeBench a(forth), b(back);
  for (const int i : {0, 1}) {
    a.holdControl(i);
    b.holdControl(kLast - i);
  }
  a.hold({a.spin(0)});
  b.hold({b.spin(kLast - 1)});
  const Vec3 start = a.position(1);
  ASSERT_TRUE(a.settle(Vec3(3, -10, 2), {}, 1e-11));
  ASSERT_TRUE(b.settle(Vec3(3, -10, 2), {}, 1e-11));
  EXPECT_GT((a.position(1) - start).norm(), 0.1) << "it hardly bends";
  for (const double s : {0.2, 0.5, 0.9, 1.0}) {
    EXPECT_LE((a.position(s) - b.position(1 - s)).norm(), 1e-8) << s;
  }
}

// Span 1, rope of length ℓ: sag of the catenary, and the tension at its ends over the weight per
// length.
TEST(RopeStatics, HangsInACatenary) {
  struct Case {
    double length, sag, tension;
  };
  for (const Case& row : {Case{1.05, 0.1393042066, 1.0589438},
                          {1.1, 0.2003007907, 0.8552647},
                          {1.25, 0.3317968864, 0.7545492},
                          {1.5, 0.5026332616, 0.8108697},
                          {2, 0.7963883559, 1.0260286}}) {
    RopeSpec spec = slenderRope(64, 1000);
    spec.restLength = row.length;
    spec.bendStiffness = spec.twistStiffness = 1e-6;
    spec.stretchStiffness = 1e4;
    spec.drawn = [&](double fraction) {
      const double x = 2 * fraction - 1;
      return Vec3(fraction, -row.sag * (1 - x * x), 0);
    };
    RopeBench bench(spec);
    bench.holdControl(0);
    bench.holdControl(63);
    const Vec3 gravity(0, -1, 0);
    ASSERT_TRUE(bench.settle(gravity));
    EXPECT_NEAR(-bench.position(0.5).y(), row.sag, 5e-3 * row.sag) << row.length;
    const Eigen::VectorXd Q = bench.forces(gravity, {});
    EXPECT_NEAR(Q.head<3>().norm(), row.tension, 5e-3 * row.tension) << row.length;
  }
}

}  // namespace
}  // namespace sinew::test
