#pragma once
#include <fmt/format.h>

#include <numbers>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {

/// A chain of n rigid links of 0.1 m and 1 kg, hung by ball joints from the origin and stretched
/// out along +x at the start; undamped, semi-implicit Euler at 1 ms.
inline SceneBuilder rigidChain(int n, const char* scheme = "semi_implicit") {
  constexpr double kLength = 0.1, kPole = std::numbers::pi / 2;
  // The long axis of a link is its third; turned to lie along +x.
  const Quat alongX(Eigen::AngleAxisd(kPole, Vec3::UnitY()));
  SceneBuilder builder;
  builder.settings(
      {{"contact", "springs"}, {"integrator", "euler"}, {"scheme", scheme}, {"step", 1e-3}});
  for (int i = 0; i < n; ++i) {
    const std::string name = fmt::format("link{}", i);
    builder.part("superquadric", name,
                 {{"motion", "rigid"},
                  {"radii", Vec3(0.015, 0.015, kLength / 2)},
                  {"mass", 1.0},
                  {"render_u", 8},
                  {"render_v", 12},
                  {"orientation", alongX},
                  {"position", Vec3((i + 0.5) * kLength, 0, 0)}});
    if (i == 0) {
      builder.constraint("position", "hook",
                         {{"point", at(name, {-kPole, 0})}, {"assembly_time", 0.1}});
    } else {
      builder.constraint("point_to_point", fmt::format("joint{}", i),
                         {{"a", at(name, {-kPole, 0})},
                          {"b", at(fmt::format("link{}", i - 1), {kPole, 0})},
                          {"assembly_time", 0.1}});
    }
  }
  return builder;
}

}  // namespace sinew::test
