#include "core/parts/superquadric/Membrane.h"
#include "tests/support/Constants.h"

#include <gtest/gtest.h>

#include <numbers>
#include <numeric>

namespace sinew {
namespace {

using test::kPi;

struct Ball {
  SuperquadricShape shape{[] {
    ShapeSpec spec;
    spec.rest = {0.5, 0.5, 0.5, 1, 1, 0, 0, 0, 0, 0, 0};
    return spec;
  }()};
  SurfaceGrid grid;
  Ball(int rings, int around) : grid(shape, rings, around) {}
  Field field() const { return Field::Zero(grid.points().slots(), 3); }
  double energy(const Membrane& membrane, const Field& d) const {
    Field Kd = field();
    membrane.apply(d, Kd);
    return 0.5 * Kd.cwiseProduct(d).sum();
  }
  /// Even displacement along x at all nodes.
  Field even() const {
    Field d = field();
    for (int i = 0; i < grid.count(); ++i) d(grid.points().slot(i), 0) = 1;
    return d;
  }
};

TEST(Membrane, NodesShareTheRestArea) {
  const Ball ball(31, 64);
  const Membrane membrane(ball.shape, ball.grid, {});
  const double area = std::accumulate(membrane.areas().begin(), membrane.areas().end(), 0.0);
  EXPECT_NEAR(area / (4 * kPi * 0.25), 1, 5e-3);
}

TEST(Membrane, EvenDisplacementCostsOnlyW0TimesArea) {
  const Ball ball(15, 32);
  const Membrane membrane(ball.shape, ball.grid, {.w0 = 3, .w1 = 7});
  const double area = std::accumulate(membrane.areas().begin(), membrane.areas().end(), 0.0);
  EXPECT_NEAR(ball.energy(membrane, ball.even()), 0.5 * 3 * area, 1e-12);
}

TEST(Membrane, EvenDisplacementCostsTheParameterAreaInTheParametricMeasure) {
  for (int around : {12, 16}) {
    const Ball ball(7, around);
    const Membrane membrane(ball.shape, ball.grid,
                            {.w0 = 3, .w1 = 7, .measure = MembraneMeasure::Parametric});
    EXPECT_NEAR(ball.energy(membrane, ball.even()), 0.5 * 3 * 2 * kPi * kPi, 1e-10);
  }
}

TEST(Membrane, GradientEnergyIsThatOfTheSurface) {
  // d_x = z on a sphere of radius r: |∇z|² = 1 − z²/r², its integral 8π r²/3.
  const Ball ball(31, 64);
  const Membrane membrane(ball.shape, ball.grid, {.w0 = 0, .w1 = 7});
  Field rest = ball.field(), d = ball.field();
  ball.shape.place(ball.grid.points(), nullptr, rest);
  for (int i = 0; i < ball.grid.count(); ++i) {
    const int slot = ball.grid.points().slot(i);
    d(slot, 0) = rest(slot, 2);
  }
  EXPECT_NEAR(ball.energy(membrane, d) / (0.5 * 7 * 8 * kPi * 0.25 / 3), 1, 5e-3);
}

TEST(SurfaceGrid, LocatesItsOwnNodesAndInterpolatesWithUnitWeights) {
  ShapeSpec spec;
  spec.rest = {0.3, 0.4, 0.5, 0.3, 0.6, 0, 0, 0, 0, 0, 0};
  const SuperquadricShape shape(spec);
  const SurfaceGrid grid(shape, 7, 12);
  for (int i = 0; i < grid.count(); ++i) {
    const auto& [u, v] = grid.material()[static_cast<std::size_t>(i)];
    const GridPlace place = grid.locate(shape.surfacePoint(u, v));
    const auto corners = grid.corners(place.cell);
    double here = 0, sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      if (corners[k] == i) here += place.weight[k];
      sum += place.weight[k];
    }
    EXPECT_NEAR(here, 1, 1e-9) << "node " << i;
    EXPECT_NEAR(sum, 1, 1e-14);
  }
}

}  // namespace
}  // namespace sinew
