#include <gtest/gtest.h>

#include <array>

#include "core/parts/particle/Particle.h"

namespace sinew {
namespace {

TEST(Particle, FeelsGravityAndDragInProportionToItsMass) {
  const Particle particle({.mass = 2, .velocity = Vec3(1, 0, 0), .damping = 3});
  std::array<double, 3> q{}, v{}, force{};
  particle.initialState(q.data(), v.data());
  const auto scratch = particle.makeScratch();
  particle.update({q.data(), v.data(), 0}, *scratch);
  const double power = particle.addForces({.gravity = Vec3(0, -5, 0)}, *scratch, force.data());
  EXPECT_DOUBLE_EQ(force[0], -6);   // −damping · mass · velocity
  EXPECT_DOUBLE_EQ(force[1], -10);  // mass · gravity
  EXPECT_DOUBLE_EQ(force[2], 0);
  EXPECT_DOUBLE_EQ(power, 6);
}

TEST(Particle, HasOnlyTheMaterialPointWithoutCoordinates) {
  const Particle particle({});
  EXPECT_TRUE(particle.resolve({}).has_value());
  const std::array<double, 1> one{0.5};
  const auto refused = particle.resolve(one);
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.find("[]"), std::string::npos);
}

}  // namespace
}  // namespace sinew
