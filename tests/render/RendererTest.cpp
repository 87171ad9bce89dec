#include "render/Renderer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/render/PictureStudio.h"

using namespace sinew;
using namespace sinew::test;

namespace {

int brightness(const Image& image, int x, int y) {
  const auto p = image.at(x, y);
  return p[0] + p[1] + p[2];
}

/// A look in which the part "ball" is white on black.
FrameLook silhouetteLook(const Vec3& eye, const Vec3& target) {
  FrameLook look = lookFrom(eye, target);
  look.ground.shown = false;
  look.suns.clear();
  look.sky.intensity = 0;
  look.backdrop.top = look.backdrop.bottom = Colour::Zero();
  MaterialLook white;
  white.glow = 10;
  look.parts = {{"ball", white, true}};
  return look;
}

/// How many pixels are bright, counting edge pixels by their share of light.
double brightPixels(const Image& image) {
  double sum = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      sum += std::pow(brightness(image, x, y) / 765.0, 2.2);
    }
  }
  return sum;
}

}  // namespace

TEST(Renderer, SphereCoversThePixelsOfItsProjection) {
  PictureStudio studio(256, 256);
  const Snapshot ball = snapshotOf({{.name = "ball", .centre = Vec3(0, 1, 0), .across = 160}});
  FrameLook look = silhouetteLook(Vec3(0, 1, 5), Vec3(0, 1, 0));
  look.camera.fieldOfView = 0.7;
  const Image image = studio.draw(ball, look, Quality::Live);
  // On axis the silhouette is a circle: half angle asin(r/d).
  const double tangent = std::tan(std::asin(1.0 / 5.0));
  const double radius = 128 * tangent / std::tan(0.35);
  EXPECT_NEAR(brightPixels(image) / (std::numbers::pi * radius * radius), 1, 0.01);
}

TEST(Renderer, LitSideIsBrighterThanTheOther) {
  PictureStudio studio(128, 128);
  const Snapshot ball = snapshotOf({{.name = "ball", .centre = Vec3(0, 1, 0)}});
  FrameLook look = lookFrom(Vec3(0, 1, 5), Vec3(0, 1, 0));
  look.suns[0].towards = Vec3(-1, 0.2, 0.3);
  const Image image = studio.draw(ball, look, Quality::Live);
  EXPECT_GT(brightness(image, 38, 64), brightness(image, 90, 64) + 60);
}

TEST(Renderer, ShadowFallsAwayFromTheSun) {
  PictureStudio studio(160, 120);
  const Snapshot ball =
      snapshotOf({{.name = "ball", .centre = Vec3(0, 2, 0), .radii = Vec3(0.5, 0.5, 0.5)}});
  FrameLook look = lookFrom(Vec3(0, 9, 0.01), Vec3(0, 0, 0));
  look.camera.fieldOfView = 0.8;
  look.suns[0].towards = Vec3(-1, 1, 0);  // from the left: the shadow's centre lies at x = +2
  for (const Quality quality : {Quality::Draft, Quality::Live, Quality::Final}) {
    const Image image = studio.draw(ball, look, quality);
    const auto [shadow, row] = studio.pixelOf(look, Vec3(2, 0, 0));
    const auto [mirrored, sameRow] = studio.pixelOf(look, Vec3(-2, 0, 0));
    EXPECT_LT(brightness(image, shadow, row), 0.75 * brightness(image, mirrored, sameRow));
    EXPECT_GT(brightness(image, shadow, 15), 0.9 * brightness(image, mirrored, 15));
  }
}

// In the viewport and in films alike: it would hide everything.
TEST(Renderer, GroundIsNotDrawnForAnEyeBeneathIt) {
  PictureStudio studio(96, 96);
  const Snapshot ball = snapshotOf({{.name = "ball", .centre = Vec3(0, 1, 0)}});
  for (const double height : {2.0, -2.0}) {
    FrameLook look = silhouetteLook(Vec3(0, height, 5), Vec3(0, 1, 0));
    look.sky.intensity = 1;
    look.ground.shown = true;
    look.ground.colour = Colour(0, 1, 0);
    const auto [x, y] = studio.pixelOf(look, Vec3(0, 1, 0));
    const auto [besideX, besideY] = studio.pixelOf(look, Vec3(1.2, 0, 0));
    for (const Quality quality : {Quality::Draft, Quality::Live, Quality::Final}) {
      const Image image = studio.draw(ball, look, quality);
      EXPECT_GT(brightness(image, x, y), 700) << height;
      EXPECT_EQ(brightness(image, besideX, besideY) > 30, height > 0) << height;
    }
  }
}

// A ball that rests on the ground hides r³/(a² + r²)^(3/2) of the (cosine-weighted) sky at the
// distance a from where it touches. Ground that is darker by that looks the same without the ball.
TEST(Renderer, BallHidesAsMuchOfTheSkyFromTheGroundAsGeometrySays) {
  PictureStudio studio(160, 120);
  FrameLook look = lookFrom(Vec3(0, 2.5, 5), Vec3(0, 0.4, 0));
  look.suns.clear();
  const double radius = 0.5, away = 0.7;
  const Snapshot ball =
      snapshotOf({{.name = "ball", .centre = Vec3(0, radius, 0), .radii = Vec3::Constant(radius)}});
  const auto [x, y] = studio.pixelOf(look, Vec3(0, 0, away));
  const int shadowed = brightness(studio.draw(ball, look, Quality::Final), x, y);
  look.parts = {{"ball", {}, false}};
  const int bare = brightness(studio.draw(ball, look, Quality::Final), x, y);
  const double hidden = std::pow(radius, 3) / std::pow(away * away + radius * radius, 1.5);
  look.ground.colour *= 1 - hidden;
  const int expected = brightness(studio.draw(ball, look, Quality::Final), x, y);
  EXPECT_LT(shadowed, bare - 20);
  EXPECT_NEAR(shadowed, expected, 9);
}

TEST(Renderer, MultisamplingGivesEdgesIntermediateValues) {
  PictureStudio studio(96, 96);
  const Snapshot ball = snapshotOf({{.name = "ball", .centre = Vec3(0, 1, 0)}});
  const FrameLook look = silhouetteLook(Vec3(0, 1, 5), Vec3(0, 1, 0));
  const auto betweens = [&](Quality quality) {
    const Image image = studio.draw(ball, look, quality);
    int count = 0;
    for (int y = 30; y < 66; ++y) {
      for (int x = 0; x < 96; ++x) {
        const int b = brightness(image, x, y);
        count += b > 150 && b < 600 ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_EQ(betweens(Quality::Draft), 0);
  EXPECT_GT(betweens(Quality::Final), 20);
}

TEST(Renderer, HiddenPartsAreNotDrawn) {
  PictureStudio studio(64, 64);
  const Snapshot ball = snapshotOf({{.name = "ball", .centre = Vec3(0, 1, 0)}});
  FrameLook look = silhouetteLook(Vec3(0, 1, 5), Vec3(0, 1, 0));
  EXPECT_GT(brightness(studio.draw(ball, look, Quality::Draft), 32, 32), 600);
  look.parts[0].visible = false;
  EXPECT_LT(brightness(studio.draw(ball, look, Quality::Draft), 32, 32), 60);
}

TEST(Renderer, NothingBeneathTheGroundShadesIt) {
  PictureStudio studio(96, 96);
  const Snapshot floor =
      snapshotOf({{.name = "floor", .centre = Vec3(0, -0.1, 0), .radii = Vec3(1, 0.1, 1)}});
  FrameLook look = lookFrom(Vec3(0, 2, 4), Vec3(0, 0, 0));
  const Image there = studio.draw(floor, look, Quality::Live);
  look.parts = {{"floor", {}, false}};
  EXPECT_EQ(there.rgba, studio.draw(floor, look, Quality::Live).rgba);
}

TEST(Renderer, PartsBetweenHiddenOnesAreDrawn) {
  PictureStudio studio(96, 32);
  std::vector<Body> row;
  FrameLook look = silhouetteLook(Vec3(0, 1, 9), Vec3(0, 1, 0));
  const PartLook white = look.parts[0];
  look.parts.clear();
  for (int i = 0; i < 5; ++i) {
    const std::string name = "ball" + std::to_string(i);
    row.push_back({.name = name, .centre = Vec3(2.0 * (i - 2), 1, 0), .across = 24});
    look.parts.push_back({name, white.material, i != 1 && i != 3});
  }
  const Image image = studio.draw(snapshotOf(row), look, Quality::Draft);
  for (int i = 0; i < 5; ++i) {
    const auto [x, y] = studio.pixelOf(look, row[static_cast<std::size_t>(i)].centre);
    EXPECT_EQ(brightness(image, x, y) > 600, i % 2 == 0) << i;
  }
}

TEST(Renderer, SnapshotThatDoesNotFitItsTopologyIsAnError) {
  PictureStudio studio(32, 32);
  Snapshot torn = snapshotOf({{.name = "ball", .across = 24}});
  torn.positions.pop_back();
  const OffscreenTarget target = std::move(*OffscreenTarget::create(32, 32));
  const auto drawn = studio.renderer().draw(torn, {}, target.target(), Quality::Draft);
  ASSERT_FALSE(drawn);
  EXPECT_EQ(drawn.error().code, ErrorCode::Mismatch);
}

TEST(Renderer, PartsTakeTheirOwnColours) {
  PictureStudio studio(128, 64);
  const Snapshot two =
      snapshotOf({{.name = "left", .centre = Vec3(-1, 1, 0), .radii = Vec3(0.8, 0.8, 0.8)},
                  {.name = "right", .centre = Vec3(1, 1, 0), .radii = Vec3(0.8, 0.8, 0.8)}});
  FrameLook look = lookFrom(Vec3(0, 1, 6), Vec3(0, 1, 0));
  MaterialLook red, blue;
  red.colour = Colour(0.7, 0.05, 0.05);
  blue.colour = Colour(0.05, 0.05, 0.7);
  look.parts = {{"right", blue, true}, {"left", red, true}};  // matched by name, not by place
  const Image image = studio.draw(two, look, Quality::Draft);
  EXPECT_GT(image.at(47, 32)[0], image.at(47, 32)[2] + 50);
  EXPECT_GT(image.at(81, 32)[2], image.at(81, 32)[0] + 50);
}

TEST(Renderer, SamePictureTwiceIsTheSame) {
  PictureStudio studio(96, 64);
  const Snapshot ball = snapshotOf({{.name = "ball", .centre = Vec3(0, 1, 0)}});
  const FrameLook look = lookFrom(Vec3(1, 2, 5), Vec3(0, 1, 0));
  EXPECT_EQ(studio.draw(ball, look, Quality::Final).rgba,
            studio.draw(ball, look, Quality::Final).rgba);
}

// Shadows are kept while nothing changes that they could tell.
TEST(Renderer, PictureAfterAnyChangeIsThatOfARendererThatSawNothingBefore) {
  const auto scene = [](const Vec3& small) {
    return snapshotOf({{.name = "ball", .centre = Vec3(0, 1, 0)},
                       {.name = "small", .centre = small, .radii = Vec3(0.3, 0.3, 0.3)}});
  };
  struct Step {
    const char* change;
    Snapshot snapshot;
    FrameLook look;
  };
  Step step{"nothing", scene(Vec3(1.5, 0.5, 0)), lookFrom(Vec3(1, 2, 5), Vec3(0, 1, 0))};
  step.look.parts = {{"ball", {}, true}, {"small", {}, true}};
  std::vector<Step> steps = {step};
  const auto then = [&](const char* change, const auto& make) {
    step.change = change;
    make();
    steps.push_back(step);
  };
  then("the camera", [&] { step.look.camera.eye = Vec3(2, 3, 4); });
  then("a part's place", [&] { step.snapshot = scene(Vec3(-1.5, 0.5, 0)); });
  then("the sun", [&] { step.look.suns[0].towards = Vec3(1, 1, 0.3); });
  then("its softness", [&] { step.look.suns[0].softness = 0.2; });
  then("a sun without shadows", [&] { step.look.suns[0].shadows = false; });
  then("shadows again", [&] { step.look.suns[0].shadows = true; });
  const std::vector<SunLook> suns = step.look.suns;
  then("no sun", [&] { step.look.suns.clear(); });
  then("a sun again", [&] { step.look.suns = suns; });
  then("a part hidden", [&] { step.look.parts[1].visible = false; });
  then("a part shown", [&] { step.look.parts[1].visible = true; });
  then("the ground's height", [&] { step.look.ground.height = -0.5; });
  then("the ground gone", [&] { step.look.ground.shown = false; });
  then("the ground back", [&] { step.look.ground.shown = true; });
  then("a colour", [&] { step.look.parts[0].material.colour = Colour(1, 0, 0); });
  then("parts", [&] { step.snapshot = snapshotOf({{.name = "ball", .centre = Vec3(0, 1, 0)}}); });
  for (const Quality quality : {Quality::Motion, Quality::Draft, Quality::Live}) {
    // Of a quick picture one ambient direction after the other is drawn anew.
    const int enough = quality == Quality::Motion ? settingsOf(quality).domes : 1;
    std::vector<Image> images;
    {
      PictureStudio studio(96, 64);
      for (const Step& each : steps) {
        for (int k = 1; k < enough; ++k) studio.draw(each.snapshot, each.look, quality);
        images.push_back(studio.draw(each.snapshot, each.look, quality));
        EXPECT_EQ(images.back().rgba, studio.draw(each.snapshot, each.look, quality).rgba);
      }
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Image fresh = PictureStudio(96, 64).draw(steps[i].snapshot, steps[i].look, quality);
      EXPECT_EQ(images[i].rgba, fresh.rgba) << steps[i].change;
    }
  }
}

// A string a fifth of a pixel thick, a little askew.
TEST(Renderer, WhatIsThinnerThanAPixelStaysWholeInQuickPictures) {
  PictureStudio studio(64, 64);
  const Quat askew(Eigen::AngleAxisd(0.2, Vec3::UnitZ()));
  const Vec3 centre(0, 1, 0), half = askew * Vec3(0, 1, 0);
  const Snapshot needle = snapshotOf({{.name = "needle",
                                       .centre = centre,
                                       .radii = Vec3(0.012, 2, 0.012),
                                       .rotation = askew,
                                       .across = 8}});
  FrameLook look = lookFrom(Vec3(0, 1, 8), centre);
  look.parts.resize(1);
  look.parts[0].part = "needle";
  look.parts[0].material.colour = Colour(1, 0, 0);
  look.parts[0].material.glow = 1;
  const int top = studio.pixelOf(look, centre + half).second;
  const int bottom = studio.pixelOf(look, centre - half).second;
  ASSERT_GT(bottom - top, 10);
  const auto rowsWithIt = [&](Quality quality) {
    const Image image = studio.draw(needle, look, quality);
    int rows = 0;
    for (int row = top; row <= bottom; ++row) {
      bool seen = false;
      for (int column = 0; column < image.width; ++column) {
        const auto* pixel = image.rgba.data() + 4 * (row * image.width + column);
        seen |= pixel[0] > pixel[1] + 60;
      }
      rows += seen;
    }
    return rows;
  };
  EXPECT_EQ(rowsWithIt(Quality::Motion), bottom - top + 1);
  EXPECT_LT(rowsWithIt(Quality::Draft), bottom - top) << "or it is no test";
}

TEST(Renderer, DrawsIntoAForeignFramebufferAndCausesNoErrors) {
  PictureStudio studio(64, 48);
  const Snapshot ball = snapshotOf({{.name = "ball", .centre = Vec3(0, 1, 0)}});
  glEnable(GL_BLEND);
  glEnable(GL_CULL_FACE);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 1, 1);
  glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
  const FrameLook look = lookFrom(Vec3(1, 2, 5), Vec3(0, 1, 0));
  const Image disturbed = studio.draw(ball, look, Quality::Live);
  const Image calm = studio.draw(ball, look, Quality::Live);
  EXPECT_EQ(disturbed.rgba, calm.rgba);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST(Renderer, AutomaticCameraHoldsEverything) {
  PictureStudio studio(160, 90);
  const Snapshot wide =
      snapshotOf({{.name = "ball", .centre = Vec3(-4, 1, 0), .radii = Vec3(0.5, 0.5, 0.5)},
                  {.name = "b", .centre = Vec3(4, 3, -2), .radii = Vec3(0.5, 0.5, 0.5)}});
  FrameLook look = silhouetteLook(Vec3(0, 0, 1), Vec3(0, 0, 0));
  look.camera.automatic = true;
  const Image image = studio.draw(wide, look, Quality::Draft);
  EXPECT_GT(brightPixels(image), 30);
  for (int x = 0; x < 160; ++x) {
    EXPECT_LT(brightness(image, x, 0), 60);
    EXPECT_LT(brightness(image, x, 89), 60);
  }
}

TEST(Renderer, EmptyAndUnusableSizesAreErrorsNotCrashes) {
  PictureStudio studio(32, 32);
  const auto drawn = studio.renderer().draw(snapshotOf({}), {}, {0, 0, 10}, Quality::Draft);
  ASSERT_FALSE(drawn);
  EXPECT_EQ(drawn.error().code, ErrorCode::Usage);
  EXPECT_FALSE(OffscreenTarget::create(-1, 5));
  EXPECT_FALSE(OffscreenTarget::create(1 << 20, 5));
}
