#include "core/scene/WorldValues.h"

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <utility>

namespace sinew {
namespace {

/// What kind of thing a vector is; its unit says so.
enum class Sort { Place, Direction, Spin };

Sort sortOf(const ParamSpec& spec) {
  static const std::set<std::string, std::less<>> spins = {"rad", "rad/s", "N m"};
  if (spec.unit == "m") return Sort::Place;
  return spins.contains(spec.unit) ? Sort::Spin : Sort::Direction;
}

Vec3 carriedVector(const Vec3& vector, Sort sort, const WorldMap& map) {
  constexpr double kNothing = 1e-14;  // of its length: what rounding leaves of a right angle
  const Vec3 image = sort == Sort::Place  ? map.place(vector)
                     : sort == Sort::Spin ? map.spin(vector)
                                          : map.direction(vector);
  const double least = kNothing * image.norm();
  return image.unaryExpr([=](double x) { return std::abs(x) <= least ? 0.0 : x; });  // and no −0
}

std::array<double, 3> carriedNumbers(const std::array<double, 3>& numbers, Sort sort,
                                     const WorldMap& map) {
  const Vec3 image = carriedVector(Vec3(numbers.data()), sort, map);
  return {image.x(), image.y(), image.z()};
}

Curve carriedCurve(Curve curve, Sort sort, const WorldMap& map) {
  const Sort ofSlopes = sort == Sort::Place ? Sort::Direction : sort;
  for (Curve::Key& key : curve.keys) {
    key.value = carriedNumbers(key.value, sort, map);
    if (!key.slopes) continue;
    key.slopes->before = carriedNumbers(key.slopes->before, ofSlopes, map);
    key.slopes->after = carriedNumbers(key.slopes->after, ofSlopes, map);
  }
  return curve;
}

}  // namespace

bool speaksOfTheWorld(Section section, const ParamSpec& spec) {
  return section != Section::Parts || spec.effect != Effect::Rebuild;
}

Value carried(Value value, const ParamSpec& spec, const WorldMap& map) {
  if (auto* list = std::get_if<ValueList>(&value.content)) {
    for (Value& each : *list) each = carried(std::move(each), spec.item.front(), map);
  }
  if (spec.type != ParamType::Vector) return value;
  if (auto* vector = std::get_if<Vec3>(&value.content))
    *vector = carriedVector(*vector, sortOf(spec), map);
  if (auto* curve = std::get_if<Curve>(&value.content))
    *curve = carriedCurve(std::move(*curve), sortOf(spec), map);
  return value;
}

}  // namespace sinew
