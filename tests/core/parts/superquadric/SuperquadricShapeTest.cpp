#include "core/parts/superquadric/SuperquadricShape.h"
#include "tests/support/Constants.h"

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

namespace sinew {
namespace {

using test::kPi;

/// A shape with everything deformed and every parameter free to move.
ShapeSpec busyShape() {
  ShapeSpec spec;
  spec.rest = {0.3, 0.2, 0.6, 0.7, 1.3, 0.3, -0.2, 0.9, 0.2, -0.1, 0.8};
  spec.scale = 1.2;
  spec.bendCentre = 0.15;
  spec.bendExtent = 0.5;
  for (int p = 0; p < Global::kCount; ++p) spec.moving.push_back(static_cast<Global::Param>(p));
  return spec;
}

/// Rest values, moved off rest a little so that exponents differ from the resolved ones.
std::vector<double> movedValues(const SuperquadricShape& shape, double by) {
  std::vector<double> qs(static_cast<std::size_t>(shape.moving()));
  shape.restValues(qs.data());
  for (std::size_t i = 0; i < qs.size(); ++i)
    qs[i] += by * std::sin(1.0 + 3 * static_cast<double>(i));
  return qs;
}

std::vector<std::array<double, 2>> manyPoints() {
  std::vector<std::array<double, 2>> at;
  for (double u : {-kPi / 2, -1.1, -0.4, 0.0, 0.3, 1.2, kPi / 2}) {
    for (double v : {-kPi, -2.0, -kPi / 2, -0.3, 0.0, 1.0, 2.5}) at.push_back({u, v});
  }
  return at;
}

TEST(SuperquadricShape, JacobianIsTheDerivativeByEveryGlobalParameter) {
  const SuperquadricShape shape(busyShape());
  const std::vector<double> qs = movedValues(shape, 0.02), still(qs.size());
  const double h = 1e-5;
  for (const auto& [u, v] : manyPoints()) {
    const ShapePoint point = shape.surfacePoint(u, v);
    ShapeJet jet;
    shape.differentiate(point, qs.data(), still.data(), jet);
    EXPECT_LE((jet.s - shape.place(point, qs.data())).norm(), 1e-15);
    for (std::size_t k = 0; k < qs.size(); ++k) {
      std::vector<double> up = qs, down = qs;
      up[k] += h;
      down[k] -= h;
      const Vec3 expected =
          (shape.place(point, up.data()) - shape.place(point, down.data())) / (2 * h);
      EXPECT_LE((jet.J.col(static_cast<Eigen::Index>(k)) - expected).norm(), 2e-9)
          << "parameter " << k << " at " << u << ", " << v;
    }
  }
}

TEST(SuperquadricShape, JacobianRateIsItsDerivativeAlongTheMotion) {
  const SuperquadricShape shape(busyShape());
  const std::vector<double> qs = movedValues(shape, 0.02);
  std::vector<double> rates(qs.size());
  for (std::size_t i = 0; i < rates.size(); ++i) rates[i] = std::cos(2.0 * static_cast<double>(i));
  const double h = 1e-5;
  const auto jetAt = [&](const ShapePoint& point, double t) {
    std::vector<double> moved = qs;
    for (std::size_t i = 0; i < qs.size(); ++i) moved[i] += t * rates[i];
    ShapeJet jet;
    shape.differentiate(point, moved.data(), rates.data(), jet);
    return jet;
  };
  const Eigen::Map<const Eigen::VectorXd> direction(rates.data(), shape.moving());
  for (const auto& [u, v] : manyPoints()) {
    const ShapePoint point = shape.surfacePoint(u, v);
    const Vec3 expected = (jetAt(point, h).J - jetAt(point, -h).J) * direction / (2 * h);
    EXPECT_LE((jetAt(point, 0).curve - expected).norm(), 2e-8) << "at " << u << ", " << v;
  }
}

TEST(SuperquadricShape, ExponentDerivativesVanishAtPolesAndAxes) {
  const SuperquadricShape shape(busyShape());
  const std::vector<double> qs = movedValues(shape, 0), still(qs.size());
  ShapeJet jet;
  for (const auto& [u, v] : {std::array{kPi / 2, 0.0}, std::array{-kPi / 2, 1.0}}) {
    shape.differentiate(shape.surfacePoint(u, v), qs.data(), still.data(), jet);
    EXPECT_EQ(jet.J.col(Global::Exponent1).norm(), 0);
    EXPECT_EQ(jet.J.col(Global::Exponent2).norm(), 0);
  }
  for (double v : {0.0, kPi / 2, kPi, -kPi / 2}) {
    shape.differentiate(shape.surfacePoint(0.4, v), qs.data(), still.data(), jet);
    EXPECT_EQ(jet.J.col(Global::Exponent2).norm(), 0) << "at v = " << v;
  }
}

TEST(SuperquadricShape, FieldsAgreeWithSinglePoints) {
  ShapeSpec spec = busyShape();
  for (const bool exponentsMove : {true, false}) {
    if (!exponentsMove) spec.moving.erase(spec.moving.begin() + 3, spec.moving.begin() + 5);
    const SuperquadricShape shape(spec);
    const std::vector<double> qs = movedValues(shape, exponentsMove ? 0.02 : 0.05);
    std::vector<double> rates(qs.size(), 0.3);
    MaterialPoints points;
    std::vector<ShapePoint> row;
    for (double v : {-3.0, -1.5, 0.2, 1.1, 2.0}) row.push_back(shape.surfacePoint(0.6, v));
    points.addRow(row);
    ShapeField field = shape.makeField(points);
    shape.sample(points, qs.data(), field);
    shape.sampleRates(points, qs.data(), rates.data(), field);
    for (int i = 0; i < points.count(); ++i) {
      ShapeJet jet;
      shape.differentiate(row[static_cast<std::size_t>(i)], qs.data(), rates.data(), jet);
      const int slot = points.slot(i);
      EXPECT_LE((field.s.row(slot).transpose() - jet.s).norm(), 1e-14);
      EXPECT_LE((field.curve.row(slot).transpose() - jet.curve).norm(), 1e-13);
      // J̇ᵀ F for a force at this point alone, times the rates, is F · J̇ q̇.
      Field force = Field::Zero(points.slots(), 3);
      force.row(slot) << 1, -2, 0.5;
      std::vector<double> transposed(qs.size());
      shape.addRateTransposed(points, field, force, transposed.data());
      double power = 0;
      for (std::size_t k = 0; k < qs.size(); ++k) power += transposed[k] * rates[k];
      EXPECT_NEAR(power, force.row(slot).dot(jet.curve), 1e-12);
      for (int k = 0; k < shape.moving(); ++k) {
        EXPECT_LE((field.J.row(slot).segment<3>(3 * k).transpose() - jet.J.col(k)).norm(), 1e-14);
      }
    }
  }
}

TEST(SuperquadricShape, BendKeepsTheAxisLengthAndTurnsTheEndsByItsAngle) {
  ShapeSpec spec;
  spec.rest = {0.01, 0.01, 1, 1, 1, 0, 0, 0, 0, 0, 1.0};
  spec.bendExtent = 0.6;
  const SuperquadricShape shape(spec);
  const auto axisPoint = [&](double zeta) {
    ShapePoint p;
    p.zeta = zeta;
    return shape.place(p, nullptr);
  };
  double length = 0;
  const int pieces = 4000;
  for (int i = 0; i < pieces; ++i) {
    length += (axisPoint(-1 + 2.0 * (i + 1) / pieces) - axisPoint(-1 + 2.0 * i / pieces)).norm();
  }
  EXPECT_NEAR(length, 2, 1e-6);
  const Vec3 top = axisPoint(1) - axisPoint(0.9), bottom = axisPoint(-0.9) - axisPoint(-1);
  EXPECT_NEAR(std::acos(top.normalized().dot(bottom.normalized())), 1.0, 1e-9);
  EXPECT_GT(axisPoint(1).x(), 0) << "a positive bend goes towards +x";
}

}  // namespace
}  // namespace sinew
