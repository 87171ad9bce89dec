#include "ui/document/Stagger.h"

namespace sinew::ui {
namespace {

Value activeFrom(double time) {
  if (time <= 0) return Value(true);
  Curve curve;
  curve.keys = {{0, {0, 0, 0}, Interpolation::Step}, {time, {1, 0, 0}, Interpolation::Step}};
  return Value(std::move(curve));
}

}  // namespace

std::vector<SceneEdit> staggered(const std::vector<std::string>& constraints,
                                 const Stagger& stagger) {
  std::vector<SceneEdit> edits;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const std::string object = "constraints/" + constraints[i];
    const double time = stagger.begin + static_cast<double>(i) * stagger.every;
    edits.emplace_back(SetParam{object, "activation", activeFrom(time)});
    edits.emplace_back(SetParam{object, "assembly_time", Value(stagger.takes)});
  }
  return edits;
}

SceneEdit floatingUntilAssembled(std::size_t count, const Stagger& stagger, const Vec3& gravity) {
  const double end = stagger.begin + static_cast<double>(count - 1) * stagger.every + stagger.takes;
  Curve curve;
  curve.components = 3;
  curve.keys = {{0, {0, 0, 0}, Interpolation::Step},
                {end, {gravity.x(), gravity.y(), gravity.z()}, Interpolation::Step}};
  return SetParam{"settings", "gravity", Value(std::move(curve))};
}

}  // namespace sinew::ui
