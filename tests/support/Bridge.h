#pragma once
#include <fmt/format.h>

#include <cmath>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {

/// The rope bridge of [MICADO08], Table 1: four ropes of 31 control points, clamped where they
/// begin and pinned where they end, 21 distances between them; 32 absolute and 21 relative
/// multipliers. 4 m long, 10 ms.
inline SceneBuilder ropeBridge() {
  constexpr double kLength = 4;
  SceneBuilder builder;
  builder.settings(
      {{"contact", "springs"}, {"integrator", "implicit_euler"}, {"step", 0.01}, {"fps", 100}});
  struct Line {
    const char* name;
    double y, z, slack;
    double fall;  // of the clamped end, per metre
  };
  for (const Line& line : {Line{"foot_left", 1, 0.35, 1.03, 0.4},
                           {"foot_right", 1, -0.35, 1.03, 0.4},
                           {"hand_left", 1.75, 0.45, 1.02, 0.35},
                           {"hand_right", 1.75, -0.45, 1.02, 0.35}}) {
    builder.part("rope", line.name,
                 {{"position", Vec3(-kLength / 2, line.y, line.z)},
                  {"length", kLength},
                  {"rest_length", line.slack * kLength},
                  {"control_points", 31},
                  {"radius", 0.02},
                  {"density", 900.0},
                  {"youngs_modulus", 5e7},
                  {"bend_scale", 0.02},
                  {"internal_damping", 0.002}});
    builder.constraint("fusion", fmt::format("{}_start", line.name),
                       {{"a", at(line.name, {0})},
                        {"target", Vec3(-kLength / 2, line.y, line.z)},
                        {"direction", Vec3(1, -line.fall, 0)},
                        {"assembly_time", 0.05}});
    builder.constraint("position", fmt::format("{}_end", line.name),
                       {{"point", at(line.name, {1})},
                        {"target", Vec3(kLength / 2, line.y, line.z)},
                        {"assembly_time", 0.05}});
  }
  const auto tie = [&](const char* a, const char* b, int i, double length) {
    builder.constraint("distance", fmt::format("{}_{}_{}", a, b, i),
                       {{"a", at(a, {i / 8.0})},
                        {"b", at(b, {i / 8.0})},
                        {"length", length},
                        {"assembly_time", 0.1}});
  };
  for (int i = 1; i < 8; ++i) {
    tie("foot_left", "foot_right", i, 0.7);
    tie("foot_left", "hand_left", i, std::hypot(0.75, 0.1));
    tie("foot_right", "hand_right", i, std::hypot(0.75, 0.1));
  }
  return builder;
}

}  // namespace sinew::test
