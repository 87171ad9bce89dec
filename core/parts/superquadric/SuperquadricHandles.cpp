#include "core/parts/superquadric/SuperquadricHandles.h"

#include <numbers>

#include "core/parts/superquadric/SuperquadricShape.h"
#include "core/parts/superquadric/SuperquadricTable.h"

namespace sinew {

std::vector<PartHandle> handlesOfSuperquadric(const ParamReader& values) {
  constexpr double kPole = std::numbers::pi / 2, kHalfWay = kPole / 2;
  SuperquadricSpec spec = readSuperquadric(values);
  spec.shape.moving.clear();  // as it is at rest
  const SuperquadricShape shape(spec.shape);
  const auto at = [&](double u, double v) -> Vec3 {
    return spec.position + spec.orientation * shape.place(shape.surfacePoint(u, v), nullptr);
  };
  return {{"radii", at(0, 0), {}, 0},
          {"radii", at(0, kPole), {}, 1},
          {"radii", at(kPole, 0), {}, 2},
          {"taper_x", at(kHalfWay, 0), {}, {}},
          {"taper_y", at(kHalfWay, kPole), {}, {}},
          {"twist", at(kHalfWay, kHalfWay), {}, {}},
          {"bend", at(-kPole, 0), {}, {}}};
}

Fitted scaledSuperquadric(const ParamReader& values, const Vec3& factors) {
  return {{"radii", Vec3(factors.cwiseProduct(values.vec3("radii")))},
          {"shear_x", factors.x() / factors.z() * values.real("shear_x")},
          {"shear_y", factors.y() / factors.z() * values.real("shear_y")}};
}

}  // namespace sinew
