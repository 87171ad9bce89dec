// What slides or rolls over seams and flat faces goes on as over one smooth floor.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

enum class Floor { OneBox, Tiles, LooseBricks };
enum class Solver { Rigid, Rows };  // the latter where anything is soft

struct Slide {
  const char* label;
  Floor floor;
  Solver solver;
  const char* shape;
};

void PrintTo(const Slide& slide, std::ostream* out) {
  *out << slide.label;
}

class Seams : public testing::TestWithParam<Slide> {
 protected:
  static constexpr double kTop = 0.0005;  // [m] of the bricks, above a floor by their margin

  static void addFloor(Floor floor, SceneBuilder& scene) {
    if (floor == Floor::OneBox) {
      scene.part("box", "floor", {{"size", Vec3(20, 1, 20)}, {"position", Vec3(0, -0.5, 0)}});
      return;
    }
    const bool loose = floor == Floor::LooseBricks;
    if (loose)
      scene.part("box", "floor", {{"size", Vec3(20, 1, 20)}, {"position", Vec3(0, -0.6005, 0)}});
    for (int i = 0; i < 24; ++i) {
      const std::string name = "tile " + std::to_string(i);
      if (loose) {
        scene.part("body", name,
                   {{"density", 5000.0},
                    {"size", Vec3(0.15, 0.1, 1)},
                    {"position", Vec3(-1 + 0.1515 * i, kTop - 0.05, 0)}});
      } else {
        scene.part("box", name,
                   {{"size", Vec3(0.15, 1, 4)}, {"position", Vec3(-1 + 0.15 * i, -0.5, 0)}});
      }
    }
  }
};

// A corner of the one box's top comes over the line between its two triangles.
TEST_P(Seams, StopNothingThatGoesOverThem) {
  const Slide& slide = GetParam();
  SceneBuilder scene(Defaults::Today);
  addFloor(slide.floor, scene);
  const double height = 0.1011 + (slide.floor == Floor::LooseBricks ? kTop : 0);
  const double across = slide.floor == Floor::OneBox ? 0.4 : 0;
  scene.part("body", "slider",
             {{"shape", slide.shape},
              {"size", Vec3(0.2, 0.2, 0.2)},
              {"radius", 0.1},
              {"position", Vec3(0, height, across)},
              {"velocity", Vec3(2, 0, 0)}});
  if (slide.solver == Solver::Rows) {
    scene.part("superquadric", "cushion",
               {{"motion", "global"},
                {"radii", Vec3(0.1, 0.1, 0.1)},
                {"position", Vec3(-3, 0.5, 0)},
                {"gravity_scale", 0.0}});
  }
  Simulator simulator(scene.world());
  const bool rolls = std::string_view(slide.shape) == "ball";
  const double end = rolls ? 1.0 : 1.5;
  double highest = 0;
  while (simulator.time() < end) {
    ASSERT_EQ(simulator.step(end).status, RunStatus::Ok) << simulator.report().message;
    highest = std::max(highest, positionOf(simulator, "slider", {0, 0, 0}).y());
  }
  const Vec3 place = positionOf(simulator, "slider", {0, 0, 0});
  // It slides until it stands, v²/(2 μ g), or until it rolls: after 2 v/(7 μ g) at 5/7 v.
  constexpr double kSpeed = 2, kFriction = 0.5, kFall = 9.81;
  const double slides = 2 * kSpeed / (7 * kFriction * kFall);  // [s]
  const double way = rolls ? slides * kSpeed * 6 / 7 + (end - slides) * kSpeed * 5 / 7
                           : kSpeed * kSpeed / (2 * kFriction * kFall);
  const double late = 0.5 * kSpeed / 96;  // velocities are of a step's middle
  EXPECT_NEAR(place.x(), way, late + 0.005 * way);
  EXPECT_NEAR(place.z(), across, 0.002);
  EXPECT_LT(highest, height + 2e-4);
}

INSTANTIATE_TEST_SUITE_P(
    Floors, Seams,
    testing::Values(Slide{"BlockOnABoxInRows", Floor::OneBox, Solver::Rows, "box"},
                    Slide{"BlockOnTilesInRows", Floor::Tiles, Solver::Rows, "box"},
                    Slide{"BlockOnTiles", Floor::Tiles, Solver::Rigid, "box"},
                    Slide{"BlockOnBricksInRows", Floor::LooseBricks, Solver::Rows, "box"},
                    Slide{"BallOnTilesInRows", Floor::Tiles, Solver::Rows, "ball"},
                    Slide{"BallOnTiles", Floor::Tiles, Solver::Rigid, "ball"},
                    Slide{"BallOnBricksInRows", Floor::LooseBricks, Solver::Rows, "ball"},
                    Slide{"BallOnBricks", Floor::LooseBricks, Solver::Rigid, "ball"}),
    [](const auto& slide) { return slide.param.label; });

}  // namespace
}  // namespace sinew::test
