// The shapes that parts begin with, in their own axes.
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

std::vector<float> restOf(const char* kind, Values values) {
  SceneBuilder builder;
  builder.part(kind, "it", values);
  return builder.world()->topology()->rest;
}

/// The same shape, to the rounding of positions in the world.
void expectSame(const std::vector<float>& a, const std::vector<float>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-5) << i;
}

const Quat kTurn = Quat(0.5, 0.5, -0.5, 0.5);

TEST(RestShape, DoesNotDependOnWhereAPartBegins) {
  const Value place(Vec3(1, 2, -3));
  expectSame(restOf("superquadric", {}),
             restOf("superquadric", {{"position", place}, {"orientation", Value(kTurn)}}));
  expectSame(restOf("particle", {}), restOf("particle", {{"position", place}}));
  expectSame(restOf("box", {}), restOf("box", {{"position", place},
                                               {"orientation", Value(kTurn)},
                                               {"turn", Value(Vec3(0.3, -0.4, 0.5))}}));
}

TEST(RestShape, OfAPlaneLiesFlat) {
  const auto level = restOf("plane", {});
  const auto slope = restOf("plane", {{"normal", Value(Vec3(0, 0.8, 0.6))}});
  for (std::size_t i = 1; i < level.size(); i += 3) EXPECT_NEAR(level[i], slope[i], 1e-6);
}

}  // namespace
}  // namespace sinew::test
