#include "core/simulation/RestFrame.h"

namespace sinew {

RestFrame restFrameOf(const ParamTable& table, const ParamValues& values) {
  const ParamReader reader(table, values);
  const auto has = [&table](std::string_view key, ParamType type) {
    const ParamSpec* spec = findParam(table, key);
    return spec != nullptr && spec->type == type;
  };
  RestFrame frame;
  if (has("position", ParamType::Vector)) frame.origin = reader.vec3("position");
  if (has("orientation", ParamType::Rotation)) frame.orientation = reader.rotation("orientation");
  if (has("turn", ParamType::Vector)) {
    const Vec3 turn = reader.vec3("turn");
    for (int axis = 0; axis < 3; ++axis) {
      frame.orientation = Quat(Eigen::AngleAxisd(turn[axis], Vec3::Unit(axis))) * frame.orientation;
    }
  }
  if (has("normal", ParamType::Vector)) {
    const Vec3 normal = reader.vec3("normal");
    if (normal.norm() > 0) frame.orientation = Quat::FromTwoVectors(Vec3::UnitY(), normal);
  }
  return frame;
}

}  // namespace sinew
