// Equal parts are worked out once, however many there are.
#include "render/DrawnShapes.h"

#include <gtest/gtest.h>

#include "core/math/Icosphere.h"

namespace sinew {
namespace {

struct DrawnBody {
  std::vector<Triangle> triangles;
  std::vector<float> positions;
};

DrawnBody ball(float radius, float x) {
  const Icosphere& sphere = icosphere(2);
  DrawnBody body;
  for (const auto& t : sphere.triangles) body.triangles.push_back({t[0], t[1], t[2]});
  for (const Vec3& v : sphere.vertices) {
    body.positions.push_back(x + radius * static_cast<float>(v.x()));
    body.positions.push_back(radius * static_cast<float>(v.y()));
    body.positions.push_back(radius * static_cast<float>(v.z()));
  }
  return body;
}

TEST(DrawnShapes, PartsOfOneShapeAreWorkedOutOnceWhereverTheyAre) {
  DrawnShapes shapes;
  const DrawnBody first = ball(0.5f, 0);
  const DrawnShape one = shapes.of(first.triangles, first.positions, 80);
  EXPECT_LT(one.triangles.size(), first.triangles.size());
  EXPECT_TRUE(one.closed);
  for (int i = 1; i < 100; ++i) {
    const DrawnBody next = ball(0.5f, 0.37f * static_cast<float>(i));
    EXPECT_EQ(shapes.of(next.triangles, next.positions, 80).triangles, one.triangles);
  }
  EXPECT_EQ(shapes.made(), 1U);
}

TEST(DrawnShapes, OtherShapesAndOtherDetailAreTheirOwn) {
  DrawnShapes shapes;
  const DrawnBody body = ball(1, 0);
  DrawnBody flat = body;
  for (std::size_t i = 1; i < flat.positions.size(); i += 3) flat.positions[i] *= 0.1f;
  (void)shapes.of(body.triangles, body.positions, 80);
  (void)shapes.of(flat.triangles, flat.positions, 80);
  (void)shapes.of(body.triangles, body.positions, 40);
  EXPECT_EQ(shapes.made(), 3U);
  const DrawnShape& whole = shapes.of(body.triangles, body.positions, body.triangles.size());
  EXPECT_EQ(whole.triangles, body.triangles);
}

TEST(DrawnShapes, WhatIsAskedForNoMoreIsForgotten) {
  DrawnShapes shapes;
  const DrawnBody body = ball(1, 0);
  (void)shapes.of(body.triangles, body.positions, 80);
  shapes.forget();  // it was asked for since it was made
  (void)shapes.of(body.triangles, body.positions, 80);
  EXPECT_EQ(shapes.made(), 1U);
  shapes.forget();
  shapes.forget();
  (void)shapes.of(body.triangles, body.positions, 80);
  EXPECT_EQ(shapes.made(), 2U);
}

TEST(DrawnShapes, AnOpenSkinIsNotClosed) {
  DrawnShapes shapes;
  DrawnBody body = ball(1, 0);
  body.triangles.pop_back();
  EXPECT_FALSE(shapes.of(body.triangles, body.positions, body.triangles.size()).closed);
}

}  // namespace
}  // namespace sinew
