#pragma once
#include <fmt/format.h>

#include <cmath>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {

/// The rope bridge of [MICADO08], Table 1: four ropes of 31 control points pinned at both ends, 21
/// distances between them; 24 absolute and 21 relative multipliers. 4 m long, 10 ms.
inline SceneBuilder ropeBridge() {
  constexpr double kLength = 4;
  SceneBuilder builder;
  builder.settings(
      {{"contact", "springs"}, {"integrator", "implicit_euler"}, {"step", 0.01}, {"fps", 100}});
  struct Line {
    const char* name;
    double y, z, slack;
  };
  for (const Line& line : {Line{"foot_left", 1, 0.35, 1.03},
                           {"foot_right", 1, -0.35, 1.03},
                           {"hand_left", 1.75, 0.45, 1.02},
                           {"hand_right", 1.75, -0.45, 1.02}}) {
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
    for (const double end : {0.0, 1.0}) {
      builder.constraint("position", fmt::format("{}_{}", line.name, end),
                         {{"point", at(line.name, {end})},
                          {"target", Vec3((end - 0.5) * kLength, line.y, line.z)},
                          {"assembly_time", 0.05}});
    }
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
