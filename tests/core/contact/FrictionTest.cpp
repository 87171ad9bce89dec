// What friction holds stays; what it cannot hold slides at Coulomb's rate; what is round rolls.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/contact/TouchLaw.h"
#include "tests/support/Constants.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

constexpr double kSliderFriction = 0.5, kSliderRadius = 0.1, kSliderMass = 2;

/// Something on a slope, in steps that take contact at their end.
class OnSlope {
 public:
  /// `steepness`: tan θ/μ.
  OnSlope(double steepness, bool ball) : m_angle(std::atan(steepness * kSliderFriction)) {
    const Vec3 normal(std::sin(m_angle), std::cos(m_angle), 0);
    const Quat lying(Eigen::AngleAxisd(-m_angle, Vec3::UnitZ()) *
                     Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitX()));
    SceneBuilder builder;
    builder.settings({{"integrator", "implicit_euler"},
                      {"step", 0.004},
                      {"contact_range", 0.004},
                      {"restitution", 0.0}});
    builder.part("plane", "slope", {{"normal", normal}, {"friction", kSliderFriction}});
    builder.part(
        "superquadric", "body",
        {{"motion", "rigid"},
         {"radii", ball ? Vec3(Vec3::Constant(kSliderRadius)) : Vec3(0.3, 0.2, kSliderRadius)},
         {"exponent_u", ball ? 1.0 : 0.2},
         {"exponent_v", ball ? 1.0 : 0.2},
         {"mass", kSliderMass},
         {"orientation", lying},
         {"position", Vec3(1.035 * kSliderRadius * normal)}});
    m_simulator = std::make_unique<Simulator>(builder.world());
    m_simulator->advanceTo(kSettled);
  }

  double angle() const { return m_angle; }
  Vec3 downhill() const { return {std::cos(m_angle), -std::sin(m_angle), 0}; }
  Vec3 centre() const {
    return 0.5 * (positionOf(*m_simulator, "body", {0, 0}) +
                  positionOf(*m_simulator, "body", {0, std::numbers::pi}));
  }
  /// [m/s] downhill.
  double speed() const { return field("body/v/momentum").dot(downhill()) / kSliderMass; }
  /// [rad/s] of a ball, as it rolls downhill.
  double spin() const {
    return -field("body/v/angular_momentum").z() /
           (0.4 * kSliderMass * kSliderRadius * kSliderRadius);
  }
  /// [m/s²] from how far it gets in a while.
  double accelerationOver(double seconds) {
    const Vec3 before = centre();
    const double start = speed();
    m_simulator->advanceTo(kSettled + seconds);
    EXPECT_EQ(m_simulator->report().status, RunStatus::Ok) << m_simulator->report().message;
    const double way = (centre() - before).dot(downhill());
    return 2 * (way - start * seconds) / (seconds * seconds);
  }
  double slidIn(double seconds) {
    const Vec3 before = centre();
    m_simulator->advanceTo(kSettled + seconds);
    return (centre() - before).norm();
  }

 private:
  static constexpr double kSettled = 0.5;  // [s]
  Vec3 field(std::string_view name) const {
    for (const StateLayout::Slice& slice : m_simulator->world().layout().reals) {
      if (slice.name == name) return Vec3(m_simulator->state().reals.data() + slice.first);
    }
    ADD_FAILURE() << "no " << name;
    return Vec3::Zero();
  }

  double m_angle;
  std::unique_ptr<Simulator> m_simulator;
};

TEST(Friction, HoldsWhatIsNotTooSteep) {
  for (const double steepness : {0.5, 0.9, 0.98}) {
    OnSlope block(steepness, false);
    EXPECT_LT(block.slidIn(2), 2 * TouchLaw::kCreep) << steepness;
  }
}

TEST(Friction, LetsSlideAtCoulombsRateWhatIsTooSteep) {
  for (const double steepness : {1.02, 1.1, 1.5}) {
    OnSlope block(steepness, false);
    const double wanted =
        kG * (std::sin(block.angle()) - kSliderFriction * std::cos(block.angle()));
    EXPECT_NEAR(block.accelerationOver(2), wanted, 0.02 * wanted) << steepness;
  }
}

TEST(Friction, BallsRollWithoutSlipping) {
  for (const double steepness : {0.2, 1.0, 2.0}) {
    OnSlope ball(steepness, true);
    const double wanted = kG * std::sin(ball.angle()) / 1.4;
    EXPECT_NEAR(ball.accelerationOver(2), wanted, 0.02 * wanted) << steepness;
    EXPECT_NEAR(ball.spin() * kSliderRadius, ball.speed(), 0.02 * ball.speed()) << steepness;
  }
}

// Beyond 7/2 μ, friction is too weak to turn it as fast as it goes.
TEST(Friction, BallsSlideWhereItIsTooSteepToRoll) {
  OnSlope ball(5, true);
  const double along = kG * std::sin(ball.angle()), across = kG * std::cos(ball.angle());
  const double wanted = along - kSliderFriction * across;
  EXPECT_NEAR(ball.accelerationOver(1), wanted, 0.02 * wanted);
  const double spun = 2.5 * kSliderFriction * across * 1.5;  // F r = 2/5 m r² ω̇, for 1.5 s
  EXPECT_NEAR(ball.spin() * kSliderRadius, spun, 0.03 * spun);
}

}  // namespace
}  // namespace sinew::test
