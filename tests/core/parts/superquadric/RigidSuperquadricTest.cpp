#include "core/parts/superquadric/RigidSuperquadric.h"

#include <gtest/gtest.h>

#include "core/math/Rotation.h"

namespace sinew {
namespace {

SuperquadricSpec top() {
  SuperquadricSpec spec;
  spec.shape.rest = {0.2, 0.2, 0.5, 1, 1, 0, 0, 0, 0, 0, 0};
  spec.mass = 2;
  spec.angularVelocity = Vec3(0.7, -0.4, 3);
  return spec;
}

/// Classical Runge–Kutta over the Part interface, without forces.
void fly(const Part& part, std::vector<double>& q, std::vector<double>& v, double duration,
         int steps) {
  const auto scratch = part.makeScratch();
  const double h = duration / steps;
  const auto rate = [&](std::vector<double> at) {
    part.normalise(at.data());
    part.update({at.data(), v.data(), 0}, *scratch);
    std::vector<double> out(at.size());
    part.configurationRate(*scratch, out.data());
    return out;
  };
  const auto moved = [&](const std::vector<double>& k, double by) {
    std::vector<double> to = q;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += by * k[i];
    return to;
  };
  for (int n = 0; n < steps; ++n) {
    const auto k1 = rate(q), k2 = rate(moved(k1, h / 2)), k3 = rate(moved(k2, h / 2)),
               k4 = rate(moved(k3, h));
    for (std::size_t i = 0; i < q.size(); ++i) {
      q[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
    part.normalise(q.data());
  }
}

TEST(RigidSuperquadric, FreeSymmetricTopPrecessesRoundItsAngularMomentum) {
  const SuperquadricSpec spec = top();
  const RigidSuperquadric part(spec, solidMoments(SuperquadricShape(spec.shape)));
  std::vector<double> q(7), v(6);
  part.initialState(q.data(), v.data());
  const Vec3 momentum = Eigen::Map<const Vec3>(v.data() + 3);
  const double across = 2.0 / 5 * (0.04 + 0.25);  // I₁ = m (a² + c²)/5
  const double duration = 2;
  fly(part, q, v, duration, 4000);
  // The axis turns about L at |L|/I₁, whatever the spin.
  const Eigen::AngleAxisd turn(momentum.norm() / across * duration, momentum.normalized());
  const Vec3 axis = loadQuat(q.data() + 3) * Vec3::UnitZ(), expected = turn * Vec3::UnitZ();
  EXPECT_LE((axis - expected).norm(), 1e-9);
}

TEST(RigidSuperquadric, DensityGivesTheMassWhenMassIsZero) {
  SuperquadricSpec spec = top();
  spec.mass = 0;
  spec.density = 500;
  const SolidMoments moments = solidMoments(SuperquadricShape(spec.shape));
  EXPECT_NEAR(RigidSuperquadric(spec, moments).mass(), 500 * moments.volume, 1e-12);
}

TEST(RigidSuperquadric, StartsWithItsOriginAtThePositionAndTheVelocityAsked) {
  SuperquadricSpec spec = top();
  spec.shape.rest[Global::Taper1] = 0.5;  // the centre of mass is off the origin
  spec.position = Vec3(1, 2, 3);
  spec.velocity = Vec3(0.1, 0.2, 0.3);
  const SolidMoments moments = solidMoments(SuperquadricShape(spec.shape));
  const RigidSuperquadric part(spec, moments);
  std::vector<double> q(7), v(6);
  part.initialState(q.data(), v.data());
  const Vec3 arm = moments.centroid;
  EXPECT_GT(arm.norm(), 0.01);
  EXPECT_LE((Eigen::Map<const Vec3>(q.data()) - (spec.position + arm)).norm(), 1e-15);
  const Vec3 expected = 2 * (spec.velocity + spec.angularVelocity.cross(arm));
  EXPECT_LE((Eigen::Map<const Vec3>(v.data()) - expected).norm(), 1e-14);
}

TEST(Rotation, TurnedIsTheExponentialForSmallAndLargeAngles) {
  const Quat start(Eigen::AngleAxisd(0.8, Vec3(1, 2, -1).normalized()));
  const Vec3 axis = Vec3(0.3, -0.5, 0.8).normalized();
  for (double angle : {0.0, 1e-9, 1e-3, 0.2, 0.499, 0.501, 1.0, 3.0}) {
    const Quat expected = Quat(Eigen::AngleAxisd(angle, axis)) * start;
    EXPECT_LE((turned(start, angle * axis).coeffs() - expected.coeffs()).norm(), 1e-15) << angle;
  }
}

}  // namespace
}  // namespace sinew
