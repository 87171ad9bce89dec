#include "ui/document/SpaceEnd.h"

#include <limits>

#include "ui/document/Keys.h"

namespace sinew::ui {

Vec3 placeAt(const ParamSpec& spec, const ParamValues& values, double time) {
  return std::get<Vec3>(valueAt(givenOr(values, spec), spec, time).content);
}

const ParamSpec* placeBehind(const ParamTable& table, const ParamValues& values, const Vec3& shown,
                             double time) {
  const ParamSpec* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const ParamSpec& spec : table) {
    const bool isPlace = spec.type == ParamType::Vector && spec.unit == "m";
    if (!isPlace || !isUsed(spec, table, values)) continue;
    const double away = (placeAt(spec, values, time) - shown).norm();
    if (away >= least) continue;
    least = away;
    nearest = &spec;
  }
  return nearest;
}

}  // namespace sinew::ui
