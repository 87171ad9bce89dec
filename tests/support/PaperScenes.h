#pragma once
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "tests/support/Growth.h"

namespace sinew::test {

// The other scenes of [MICADO08], Table 1, with as many absolute and relative multipliers: only
// their sizes; what they look like is in assets/scenes. Steps of 10 ms.

inline RopeMake paperRope(double modulus = 4e7) {
  return {.radius = 0.006, .density = 1000, .modulus = modulus, .drag = 0.2};
}

/// A string with five pearls, held at both ends: 8 absolute, 10 relative (and 5 stops).
inline SceneBuilder paperNecklace() {
  SceneBuilder scene = ropeScene();
  addRope(scene, "string", Vec3(0, 1, 0), Vec3(1, 1, 0), 16, paperRope());
  scene.constraint("position", "start", {{"point", at("string", {0})}, {"target", Vec3(0, 1, 0)}});
  scene.constraint(
      "position", "end",
      {{"point", at("string", {1})}, {"target", Vec3(0.9, 1, 0)}, {"assembly_time", 0.1}});
  scene.constraint(
      "orientation", "tangent",
      {{"a", at("string", {0})}, {"direction", Vec3(1, -0.5, 0)}, {"assembly_time", 0.1}});
  for (int i = 0; i < 5; ++i) {
    const std::string name = fmt::format("pearl{}", i);
    const double place = 0.3 + 0.1 * i;
    scene.part("particle", name, {{"position", Vec3(place, 1, 0)}, {"mass", 0.02}});
    scene.constraint("pearl", "thread" + name, {{"a", at("string", {place})}, {"b", at(name)}});
  }
  return scene;
}

/// Two limbs clamped to a handle, a string between their tips, three weights on it: 11 absolute, 16
/// relative.
inline SceneBuilder paperBow() {
  SceneBuilder scene = ropeScene();
  const Vec3 up(0, 0.6, 0);
  addRope(scene, "upper", Vec3(0, 1.05, 0), Vec3(0, 1.05, 0) + up, 8, paperRope(5e9));
  addRope(scene, "lower", Vec3(0, 0.95, 0), Vec3(0, 0.95, 0) - up, 8, paperRope(5e9));
  addRope(scene, "string", Vec3(0, 1.65, 0), Vec3(0, 0.35, 0), 16, paperRope());
  scene.constraint("fusion", "grip_upper",
                   {{"a", at("upper", {0})}, {"target", Vec3(0, 1.05, 0)}, {"direction", up}});
  scene.constraint(
      "fusion", "grip_lower",
      {{"a", at("lower", {0})}, {"target", Vec3(0, 0.95, 0)}, {"direction", Vec3(-up)}});
  scene.constraint(
      "plane", "middle",
      {{"a", at("string", {0.5})}, {"origin", Vec3(0, 1, 0)}, {"normal", Vec3(0, 0, 1)}});
  for (const auto& [limb, end] : {std::pair("upper", 0.0), std::pair("lower", 1.0)}) {
    scene.constraint("point_to_point", fmt::format("tip_{}", limb),
                     {{"a", at("string", {end})}, {"b", at(limb, {1})}});
  }
  for (int i = 0; i < 3; ++i) {
    const std::string name = fmt::format("weight{}", i);
    const double place = 0.4 + 0.1 * i;
    scene.part("particle", name, {{"position", Vec3(0, 1.65 - 1.3 * place, 0)}, {"mass", 0.02}});
    scene.constraint("point_to_point", "on_string" + name,
                     {{"a", at("string", {place})}, {"b", at(name)}});
  }
  scene.constraint("distance", "apart",
                   {{"a", at("weight0")}, {"b", at("weight2")}, {"length", 0.26}});
  return scene;
}

/// Eight ropes from a hub, tied round three times and a half: 28 absolute, 49 relative.
inline SceneBuilder paperNet() {
  constexpr int kRopes = 8;
  SceneBuilder scene = ropeScene();
  const auto name = [](int i) { return fmt::format("ray{}", i % kRopes); };
  const auto outward = [](int i) {
    const double angle = 2 * std::numbers::pi * i / kRopes;
    return Vec3(std::cos(angle), 0, std::sin(angle));
  };
  const Vec3 hub(0, 1, 0);
  for (int i = 0; i < kRopes; ++i) {
    addRope(scene, name(i), hub, hub + outward(i), 16, paperRope());
    scene.constraint("position", "post" + name(i),
                     {{"point", at(name(i), {1})}, {"target", Vec3(hub + outward(i))}});
    if (i == 0) continue;
    scene.constraint("point_to_point", "hub" + name(i),
                     {{"a", at(name(0), {0})}, {"b", at(name(i), {0})}});
  }
  scene.constraint("position", "hub", {{"point", at(name(0), {0})}, {"target", hub}});
  scene.constraint("plane", "level",
                   {{"a", at(name(0), {0.5})}, {"origin", hub}, {"normal", Vec3(0, 1, 0)}});
  for (int tie = 0; tie < 28; ++tie) {
    const int ring = tie / kRopes;
    const double place = 0.2 + 0.2 * ring;
    const double apart = 2 * place * std::sin(std::numbers::pi / kRopes);
    scene.constraint("distance", fmt::format("tie{}", tie),
                     {{"a", at(name(tie), {place})},
                      {"b", at(name(tie + 1), {place})},
                      {"length", apart},
                      {"assembly_time", 0.1}});
  }
  return scene;
}

}  // namespace sinew::test
