// Threads, glyphs and force arrows are in the picture exactly when asked for.
#include <gtest/gtest.h>

#include "tests/render/PictureStudio.h"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Two balls with one constraint between them that still has 1.4 m to go.
Snapshot parted() {
  Snapshot snapshot = snapshotOf(
      {{.name = "a", .centre = Vec3(-1, 1, 0), .radii = Vec3::Constant(0.3), .across = 24},
       {.name = "b", .centre = Vec3(1, 1, 0), .radii = Vec3::Constant(0.3), .across = 24}});
  auto topology = std::make_shared<RenderTopology>(*snapshot.topology);
  topology->constraints.push_back({"joint", GlyphShape::Ring});
  snapshot.topology = topology;
  ConstraintGlyph glyph;
  glyph.from = Vec3(-0.7, 1, 0);
  glyph.to = Vec3(0.7, 1, 0);
  glyph.gap = 1.4;
  glyph.active = true;
  snapshot.glyphs.push_back(glyph);
  return snapshot;
}

Snapshot shaped(Snapshot snapshot, GlyphShape shape) {
  auto topology = std::make_shared<RenderTopology>(*snapshot.topology);
  topology->constraints[0].shape = shape;
  snapshot.topology = topology;
  return snapshot;
}

/// The mean colour of the pixels in which a picture differs from one without marks.
Vec3 tint(const Image& picture, const Image& plain) {
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (std::size_t i = 0; i < plain.rgba.size(); i += 4) {
    const Vec3 is(picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]);
    const Vec3 was(plain.rgba[i], plain.rgba[i + 1], plain.rgba[i + 2]);
    if ((is - was).cwiseAbs().maxCoeff() <= 12) continue;
    sum += is / 255;
    ++count;
  }
  EXPECT_GT(count, 0);
  return sum / std::max(count, 1);
}

class Overlay : public ::testing::Test {
 protected:
  Overlay() : studio(160, 90), look(lookFrom(Vec3(0, 1, 5), Vec3(0, 1, 0))) {
    look.overlays = {.threads = false, .glyphs = false, .forces = false};
  }
  /// How many pixels differ from the picture without overlays.
  int changed(const Snapshot& snapshot, const OverlayLook& overlays) {
    look.overlays = {.threads = false, .glyphs = false, .forces = false};
    const Image plain = studio.draw(snapshot, look, Quality::Live);
    look.overlays = overlays;
    const Image with = studio.draw(snapshot, look, Quality::Live);
    int count = 0;
    for (std::size_t i = 0; i < plain.rgba.size(); i += 4) {
      const auto differ = [&](std::size_t c) {
        return std::abs(plain.rgba[i + c] - with.rgba[i + c]);
      };
      count += std::max({differ(0), differ(1), differ(2)}) > 12 ? 1 : 0;
    }
    return count;
  }
  /// Glyphs that are many pixels large.
  static OverlayLook large() { return {.threads = false, .glyphs = true, .pixel = 0.8}; }
  FrameLook lookWithout() const {
    FrameLook without = look;
    without.overlays = {.threads = false, .glyphs = false, .forces = false};
    return without;
  }
  static OverlayLook only(bool threads, bool glyphs, bool forces) {
    return {.threads = threads, .glyphs = glyphs, .forces = forces};
  }

  PictureStudio studio;
  FrameLook look;
};

}  // namespace

TEST_F(Overlay, ThreadShowsOnlyWhenAskedAndWhileThePointsAreApart) {
  Snapshot snapshot = parted();
  EXPECT_GT(changed(snapshot, only(true, false, false)), 10);
  snapshot.glyphs[0].closed = true;
  EXPECT_EQ(changed(snapshot, only(true, false, false)), 0);
  snapshot.glyphs[0].closed = false;
  snapshot.glyphs[0].active = false;
  EXPECT_EQ(changed(snapshot, only(true, false, false)), 0);
}

TEST_F(Overlay, ThreadShrinksAsThePointsMeet) {
  Snapshot snapshot = parted();
  const int wide = changed(snapshot, only(true, false, false));
  snapshot.glyphs[0].from = Vec3(-0.1, 1, 0);
  snapshot.glyphs[0].to = Vec3(0.1, 1, 0);
  const int narrow = changed(snapshot, only(true, false, false));
  EXPECT_GT(narrow, 0);
  EXPECT_LT(2 * narrow, wide);
}

TEST_F(Overlay, EveryGlyphShapeIsDrawn) {
  for (const GlyphShape shape :
       {GlyphShape::Ring, GlyphShape::Diamond, GlyphShape::Bar, GlyphShape::Plane, GlyphShape::Axis,
        GlyphShape::Sphere, GlyphShape::Path, GlyphShape::Fusion, GlyphShape::Eyelet,
        GlyphShape::Tube, GlyphShape::Bead, GlyphShape::Arrow, GlyphShape::Notch}) {
    const Snapshot snapshot = shaped(parted(), shape);
    EXPECT_GT(changed(snapshot, only(false, true, false)), 1) << static_cast<int>(shape);
  }
}

TEST_F(Overlay, FamiliesOfConstraintsDifferInColour) {
  look.overlays = large();
  std::vector<Image> pictures;
  // Shapes and dark edges are averaged over, and make the differences smaller.
  for (const GlyphShape shape : {GlyphShape::Ring, GlyphShape::Bar, GlyphShape::Axis,
                                 GlyphShape::Eyelet, GlyphShape::Notch}) {
    Snapshot snapshot = parted();
    snapshot.glyphs[0].closed = true;
    snapshot.glyphs[0].to = snapshot.glyphs[0].from;
    pictures.push_back(studio.draw(shaped(snapshot, shape), look, Quality::Live));
  }
  const Image plain = studio.draw(parted(), lookWithout(), Quality::Live);
  for (std::size_t a = 0; a < pictures.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_GT((tint(pictures[a], plain) - tint(pictures[b], plain)).norm(), 0.12) << a << b;
}

TEST_F(Overlay, AGlyphHasAWarmEdgeUntilItsPointsMeet) {
  Snapshot snapshot = parted();
  look.overlays = large();
  const Image plain = studio.draw(snapshot, lookWithout(), Quality::Live);
  const Vec3 open = tint(studio.draw(snapshot, look, Quality::Live), plain);
  snapshot.glyphs[0].closed = true;
  const Vec3 closed = tint(studio.draw(snapshot, look, Quality::Live), plain);
  EXPECT_GT(open.x(), closed.x() + 0.1);
}

TEST_F(Overlay, WhatRepeatsOrContradictsOthersHasAWarningSign) {
  Snapshot snapshot = parted();
  snapshot.report.constraints.resize(1);
  ConstraintStatus& status = snapshot.report.constraints[0];
  status.active = true;
  const int plain = changed(snapshot, large());
  for (bool ConstraintStatus::*doubt :
       {&ConstraintStatus::redundant, &ConstraintStatus::conflicting}) {
    status.*doubt = true;
    EXPECT_GT(changed(snapshot, large()), plain + 10);
    status.active = false;
    EXPECT_EQ(changed(snapshot, large()), plain) << "what is off troubles no one";
    status = {.active = true};
  }
}

TEST_F(Overlay, ForcesAreDrawnAsLongAsTheScaleSays) {
  Snapshot snapshot = parted();
  EXPECT_EQ(changed(snapshot, only(false, false, true)), 0);
  snapshot.forces.push_back({ForceArrow::Source::Keyed, Vec3(0, 1, 0), Vec3(0, 10, 0)});
  OverlayLook overlays = only(false, false, true);
  overlays.forceScale = 0.02;
  const int brief = changed(snapshot, overlays);
  overlays.forceScale = 0.06;
  const int extended = changed(snapshot, overlays);
  EXPECT_GT(brief, 3);
  EXPECT_GT(extended, brief);
}

TEST_F(Overlay, WhatTheSceneHidesHasNoMarks) {
  Snapshot snapshot = parted();
  snapshot.glyphs[0].force = Vec3(0, 10, 0);
  snapshot.forces.push_back({ForceArrow::Source::Keyed, Vec3(0, 1, 0), Vec3(0, 10, 0), 0});
  OverlayLook overlays = only(true, true, true);
  overlays.hiddenConstraints = {snapshot.topology->constraints[0].constraint};
  EXPECT_GT(changed(snapshot, overlays), 3) << "the arrow of the force";
  overlays.hiddenForces = {0};
  EXPECT_EQ(changed(snapshot, overlays), 0);
}

TEST_F(Overlay, GlyphsKeepTheirSizeOnTheScreen) {
  Snapshot snapshot = parted();
  const int near = changed(snapshot, only(false, true, false));
  look.camera.eye = Vec3(0, 1, 15);
  const int far = changed(snapshot, only(false, true, false));
  EXPECT_NEAR(near, far, 0.5 * near + 3);
}
