#include "core/parts/superquadric/SuperquadricSpec.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sinew {
namespace {

// The curvature that cuts steps is the derivative of the force that shakes the part.
TEST(SuperquadricSpec, StiffeningIsTheSlopeOfTheForce) {
  struct Case {
    Global::Param param;
    double rest, value;
  };
  for (const Case& c : {Case{Global::Radius1, 0.3, 0.12}, Case{Global::Taper1, 0.2, 1.3},
                        Case{Global::Taper2, 0, -1.2}, Case{Global::Exponent1, 1, 2.2},
                        Case{Global::Exponent2, 1, 0.05}}) {
    SuperquadricSpec spec;
    spec.shape.rest[c.param] = c.rest;
    spec.shape.moving = {c.param};
    spec.stiffness[c.param] = 40;
    const auto force = [&](double q) {
      double f = 0;
      spec.addShapeForce(&q, &f);
      return f;
    };
    constexpr double kNudge = 1e-6;
    const double slope = -(force(c.value + kNudge) - force(c.value - kNudge)) / (2 * kNudge);
    EXPECT_NEAR(spec.stiffening(&c.value), std::max(1.0, slope / 40), 1e-6 * slope) << c.value;
    EXPECT_DOUBLE_EQ(spec.stiffening(&c.rest), 1) << c.rest;
  }
}

}  // namespace
}  // namespace sinew
