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

namespace {

ValueList scaledStart(ValueList start, const Vec3& factors) {
  const auto scale = [&](std::size_t i, double by) {
    start[i] = by * std::get<double>(start[i].content);
  };
  if (start.size() < Global::kCount) return start;
  for (std::size_t i = 0; i < 3; ++i) scale(i, factors[static_cast<int>(i)]);
  scale(Global::Shear1, factors.x() / factors.z());
  scale(Global::Shear2, factors.y() / factors.z());
  for (std::size_t i = Global::kCount; i < start.size(); ++i) {
    scale(i, factors[static_cast<int>((i - Global::kCount) % 3)]);
  }
  return start;
}

}  // namespace

Fitted scaledSuperquadric(const ParamReader& values, const Vec3& factors) {
  Fitted scaled = {{"radii", Vec3(factors.cwiseProduct(values.vec3("radii")))},
                   {"shear_x", factors.x() / factors.z() * values.real("shear_x")},
                   {"shear_y", factors.y() / factors.z() * values.real("shear_y")}};
  if (values.given("start_shape")) {
    scaled.emplace_back("start_shape", scaledStart(values.list("start_shape"), factors));
  }
  return scaled;
}

}  // namespace sinew
