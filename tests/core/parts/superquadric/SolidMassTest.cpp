#include "core/parts/superquadric/SolidMass.h"
#include "tests/support/Constants.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sinew {
namespace {

using test::kPi;

double beta(double a, double b) {
  return std::tgamma(a) * std::tgamma(b) / std::tgamma(a + b);
}

SuperquadricShape shapeOf(const GlobalValues<double>& rest, double scale = 1) {
  ShapeSpec spec;
  spec.rest = rest;
  spec.scale = scale;
  return SuperquadricShape(spec);
}

/// Inertia of point masses about their centre.
struct Sampled {
  double mass = 0;
  Vec3 centre = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
};

Sampled sampled(const SuperquadricShape& shape, const MassPoints& solid) {
  Field s(solid.points.slots(), 3);
  shape.place(solid.points, nullptr, s);
  Sampled out;
  Mat3 second = Mat3::Zero();
  for (int i = 0; i < solid.points.slots(); ++i) {
    const double m = solid.mass[static_cast<std::size_t>(i)];
    const Vec3 p = s.row(i);
    out.mass += m;
    out.centre += m * p;
    second += m * p * p.transpose();
  }
  out.centre /= out.mass;
  second -= out.mass * out.centre * out.centre.transpose();
  out.inertia = second.trace() * Mat3::Identity() - second;
  return out;
}

TEST(SolidMass, VolumeIsTheBetaFunctionFormula) {
  const double scale = 1.5;
  for (double e1 : {0.1, 0.5, 1.0, 1.6, 2.0}) {
    for (double e2 : {0.1, 0.7, 1.0, 2.0}) {
      const auto shape = shapeOf({0.3, 0.4, 0.7, e1, e2, 0, 0, 0, 0, 0, 0}, scale);
      const double expected = 2 * scale * scale * scale * 0.3 * 0.4 * 0.7 * e1 * e2 *
                              beta(e1 / 2 + 1, e1) * beta(e2 / 2, e2 / 2);
      EXPECT_NEAR(solidMoments(shape).volume / expected, 1, 1e-12) << e1 << ", " << e2;
    }
  }
}

TEST(SolidMass, EllipsoidHasItsTextbookInertia) {
  const auto moments = solidMoments(shapeOf({0.3, 0.4, 0.7, 1, 1, 0, 0, 0, 0, 0, 0}));
  const double fifth = moments.volume / 5;
  EXPECT_NEAR(moments.volume, 4 * kPi / 3 * 0.3 * 0.4 * 0.7, 1e-14);
  EXPECT_NEAR(moments.inertia(0, 0), fifth * (0.16 + 0.49), 1e-14);
  EXPECT_NEAR(moments.inertia(1, 1), fifth * (0.09 + 0.49), 1e-14);
  EXPECT_NEAR(moments.inertia(2, 2), fifth * (0.09 + 0.16), 1e-14);
  EXPECT_LE((moments.inertia - Mat3(moments.inertia.diagonal().asDiagonal())).norm(), 1e-15);
}

TEST(SolidMass, DoubleConeHasItsTextbookVolumeAndInertia) {
  // ε₁ = 2: ρ = 1 − |ζ|, two cones base to base.
  const auto moments = solidMoments(shapeOf({0.5, 0.5, 0.8, 2, 1, 0, 0, 0, 0, 0, 0}));
  const double volume = 2 * kPi / 3 * 0.25 * 0.8;
  EXPECT_NEAR(moments.volume, volume, 1e-13);
  EXPECT_NEAR(moments.inertia(2, 2), 0.3 * volume * 0.25, 1e-13);
}

TEST(SolidMass, TaperedEllipsoidHasItsClosedFormVolumeAndCentre) {
  const double t1 = 0.6, t2 = -0.3, c = 0.7;
  const auto moments = solidMoments(shapeOf({0.3, 0.4, c, 1, 1, t1, t2, 0, 0, 0, 0}));
  const double growth = 1 + t1 * t2 / 5;
  EXPECT_NEAR(moments.volume, 4 * kPi / 3 * 0.3 * 0.4 * c * growth, 1e-14);
  EXPECT_NEAR(moments.centroid.z(), c * (t1 + t2) / 5 / growth, 1e-14);
}

TEST(SolidMass, TwistShearAndBendKeepTheVolume) {
  const double plain = solidMoments(shapeOf({0.1, 0.2, 0.7, 0.6, 0.8, 0, 0, 0, 0, 0, 0})).volume;
  const auto deformed = solidMoments(shapeOf({0.1, 0.2, 0.7, 0.6, 0.8, 0, 0, 1.1, 0.3, -0.2, 0.9}));
  EXPECT_NEAR(deformed.volume / plain, 1, 1e-12);
  EXPECT_FALSE(deformed.foldsOver);
}

TEST(SolidMass, InertiaOfADeformedShapeIsThatOfItsVolumeElements) {
  const auto shape = shapeOf({0.15, 0.1, 0.6, 1, 1, 0.3, -0.2, 0.7, 0.2, 0.1, 0.8});
  const SolidMoments moments = solidMoments(shape);
  // Midpoint sum over (r, u, v) with the Jacobian by differences: independent, if crude.
  const int n = 24;
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  const auto inside = [&](double r, double u, double v) {
    ShapePoint p = shape.surfacePoint(u, v);
    p.f *= r;
    p.g *= r;
    p.zeta *= r;
    return shape.place(p, nullptr);
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < 2 * n; ++k) {
        const double r = (i + 0.5) / n, u = -kPi / 2 + kPi * (j + 0.5) / n;
        const double v = -kPi + kPi * (k + 0.5) / n, h = 1e-5;
        Mat3 D;
        D << (inside(r + h, u, v) - inside(r - h, u, v)) / (2 * h),
            (inside(r, u, v + h) - inside(r, u, v - h)) / (2 * h),
            (inside(r, u + h, v) - inside(r, u - h, v)) / (2 * h);
        const double weight = D.determinant() * kPi * kPi / n / n / n;
        const Vec3 x = inside(r, u, v);
        volume += weight;
        first += weight * x;
        second += weight * x * x.transpose();
      }
    }
  }
  const Vec3 centre = first / volume;
  second -= volume * centre * centre.transpose();
  const Mat3 inertia = second.trace() * Mat3::Identity() - second;
  EXPECT_NEAR(moments.volume / volume, 1, 2e-3);
  EXPECT_LE((moments.centroid - centre).norm(), 2e-4);
  EXPECT_LE((moments.inertia - inertia).norm(), 3e-3 * inertia.norm());
}

TEST(SolidMass, PointMassesCarryTheSolidsMassAndInertia) {
  for (double e1 : {0.2, 1.0, 1.7}) {
    const auto shape = shapeOf({0.3, 0.2, 0.6, e1, 0.8, 0, 0, 0, 0, 0, 0});
    const SolidMoments moments = solidMoments(shape);
    const Sampled points = sampled(shape, solidMassPoints(shape, moments.volume, 12));
    EXPECT_NEAR(points.mass / moments.volume, 1, 1e-12);
    EXPECT_LE((points.inertia - moments.inertia).norm(), 1e-12 * moments.inertia.norm());
  }
  const auto deformed = shapeOf({0.1, 0.15, 0.6, 0.8, 0.7, 0.3, -0.2, 0.7, 0.2, 0.1, 0.8});
  const SolidMoments moments = solidMoments(deformed);
  const Sampled points = sampled(deformed, solidMassPoints(deformed, moments.volume, 12));
  EXPECT_NEAR(points.mass / moments.volume, 1, 1e-12);
  EXPECT_LE((points.inertia - moments.inertia).norm(), 1e-3 * moments.inertia.norm());
  EXPECT_LE((points.centre - moments.centroid).norm(), 1e-4);
}

TEST(SolidMass, ATightBendOfAThickPartIsFoundToFold) {
  ShapeSpec spec;
  spec.rest = {0.5, 0.5, 0.5, 1, 1, 0, 0, 0, 0, 0, 3};
  spec.bendExtent = 0.2;
  EXPECT_TRUE(solidMoments(SuperquadricShape(spec)).foldsOver);
}

}  // namespace
}  // namespace sinew
