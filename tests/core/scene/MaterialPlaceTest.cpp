#include "core/scene/MaterialPlace.h"

#include <gtest/gtest.h>

#include "core/scene/MakePart.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {
namespace {

void expectFound(const char* kind, const ParamValues& values, const std::vector<double>& at) {
  const auto part = makePart(builtins(), {"it", kind, values});
  ASSERT_TRUE(part);
  const auto place = placeAtStart(*part, at);
  ASSERT_TRUE(place);
  const auto found = materialPointAtStart(*part, *place);
  ASSERT_TRUE(found) << kind;
  EXPECT_LT((*placeAtStart(*part, *found) - *place).norm(), 1e-6 * part->size()) << kind;
  EXPECT_FALSE(materialPointAtStart(*part, *place + Vec3(0.3, 0.1, 0.2))) << kind;
}

TEST(MaterialPlace, OfEveryKindIsFoundWhereThePartHasIt) {
  const PartKind& superquadric = *builtins().part("superquadric");
  ParamValues bent;
  bent.set(*findParam(superquadric.table, "radii"), Vec3(0.1, 0.12, 0.5));
  for (const auto& [key, value] :
       {std::pair{"bend", 0.8}, {"twist", 0.5}, {"taper_x", 0.3}, {"exponent_u", 0.7}})
    bent.set(*findParam(superquadric.table, key), value);
  for (const double u : {-1.2, -0.31, 0.0, 0.77})
    for (const double v : {-3.0, -1.1, 0.2, 2.9}) expectFound("superquadric", bent, {u, v});
  expectFound("rope", {}, {0.123});
  expectFound("rail", {}, {0.9});
  expectFound("particle", {}, {});
  expectFound("locator", {}, {});
}

TEST(MaterialPlace, OfWhatFillsSpaceIsAnywhere) {
  const auto box = makePart(builtins(), {"it", "box", {}});
  const auto found = materialPointAtStart(*box, Vec3(0.1, 3, -0.2));
  ASSERT_TRUE(found);
  EXPECT_LT((*placeAtStart(*box, *found) - Vec3(0.1, 3, -0.2)).norm(), 1e-6);
}

}  // namespace
}  // namespace sinew::test
