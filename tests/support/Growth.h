#pragma once
#include <fmt/format.h>

#include "tests/support/SceneBuilder.h"

namespace sinew::test {

// Scenes that grow, as in Fig. 7 of [MICADO08].

inline SceneBuilder ropeScene() {
  SceneBuilder scene;
  scene.settings({{"contact", "springs"}, {"integrator", "implicit_euler"}, {"step", 0.01}});
  return scene;
}

/// What a rope is made of.
struct RopeMake {
  double radius = 0.005, density = 900, modulus = 5e7, drag = 0;  // [m], [kg/m³], [Pa], [1/s]
  Vec3 velocity = Vec3::Zero();                                   // [m/s]
};

inline void addRope(SceneBuilder& scene, const std::string& name, const Vec3& from, const Vec3& to,
                    int controlPoints, const RopeMake& make = {}) {
  ValueList way;
  way.emplace_back(Vec3(to - from));
  scene.part("rope", name,
             {{"position", from},
              {"points", way},
              {"control_points", std::int64_t{controlPoints}},
              {"velocity", make.velocity},
              {"radius", make.radius},
              {"density", make.density},
              {"youngs_modulus", make.modulus},
              {"damping", make.drag},
              {"internal_damping", 0.002}});
}

inline void pinEnds(SceneBuilder& scene, const std::string& name, const Vec3& from,
                    const Vec3& to) {
  scene.constraint("position", name + "_start", {{"point", at(name, {0})}, {"target", from}});
  scene.constraint("position", name + "_end", {{"point", at(name, {1})}, {"target", to}});
}

/// Ropes side by side, each tied to the next at four points: one linear piece of work per rope.
inline SceneBuilder ropesSideBySide(int ropes) {
  SceneBuilder scene = ropeScene();
  for (int i = 0; i < ropes; ++i) {
    const Vec3 from(0, 1, 0.1 * i), to(1, 1, 0.1 * i);
    const std::string name = fmt::format("rope{}", i);
    addRope(scene, name, from, to, 10);
    pinEnds(scene, name, from, to);
    for (int k = 1; k <= 4 && i > 0; ++k) {
      scene.constraint("distance", fmt::format("tie{}_{}", i, k),
                       {{"a", at(fmt::format("rope{}", i - 1), {0.2 * k})},
                        {"b", at(name, {0.2 * k})},
                        {"length", 0.1}});
    }
  }
  return scene;
}

/// A square net: `side` ropes each way, held at their ends, tied where they cross.
inline SceneBuilder ropeNet(int side) {
  SceneBuilder scene = ropeScene();
  const double width = 0.1 * (side + 1);
  for (int i = 1; i <= side; ++i) {
    const Vec3 x0(0, 1, 0.1 * i), x1(width, 1, 0.1 * i), z0(0.1 * i, 1, 0), z1(0.1 * i, 1, width);
    addRope(scene, fmt::format("x{}", i), x0, x1, side + 4);
    addRope(scene, fmt::format("z{}", i), z0, z1, side + 4);
    pinEnds(scene, fmt::format("x{}", i), x0, x1);
    pinEnds(scene, fmt::format("z{}", i), z0, z1);
  }
  for (int i = 1; i <= side; ++i) {
    for (int k = 1; k <= side; ++k) {
      scene.constraint("point_to_point", fmt::format("knot{}_{}", i, k),
                       {{"a", at(fmt::format("x{}", i), {k / (side + 1.0)})},
                        {"b", at(fmt::format("z{}", k), {i / (side + 1.0)})}});
    }
  }
  return scene;
}

/// Two ropes tied to each other all along, a rung for every two control points.
inline SceneBuilder ropeLadder(int rungs) {
  SceneBuilder scene = ropeScene();
  const double length = 0.05 * (rungs + 1);
  for (const char* side : {"left", "right"}) {
    const double z = side[0] == 'l' ? 0 : 0.1;
    addRope(scene, side, Vec3(0, 1, z), Vec3(length, 1, z), 2 * rungs + 4);
    pinEnds(scene, side, Vec3(0, 1, z), Vec3(length, 1, z));
  }
  for (int i = 1; i <= rungs; ++i) {
    scene.constraint("distance", fmt::format("rung{}", i),
                     {{"a", at("left", {i / (rungs + 1.0)})},
                      {"b", at("right", {i / (rungs + 1.0)})},
                      {"length", 0.1}});
  }
  return scene;
}

/// One rope with two control points per eyelet, all of space, through which it runs with so many
/// metres a second.
inline SceneBuilder eyeletsOnARope(int eyelets, double speed = 0) {
  SceneBuilder scene = ropeScene();
  const double length = 0.05 * (eyelets + 1);
  addRope(scene, "rope", Vec3(0, 1, 0), Vec3(length, 1, 0), 2 * eyelets + 4,
          {.velocity = Vec3(speed, 0, 0)});
  for (int i = 1; i <= eyelets; ++i) {
    scene.constraint("keyhole", fmt::format("eyelet{}", i),
                     {{"a", at("rope", {i / (eyelets + 1.0)})},
                      {"place", Vec3(0.05 * i, 1, 0)},
                      {"at_end", "leaves"}});
  }
  return scene;
}

/// One rope with two control points for each of the pearls that are threaded on it.
inline SceneBuilder pearlsOnARope(int pearls) {
  SceneBuilder scene = ropeScene();
  const double length = 0.05 * (pearls + 1);
  const Vec3 from(0, 1, 0), to(length, 1, 0);
  addRope(scene, "rope", from, to, 2 * pearls + 4);
  pinEnds(scene, "rope", from, to);
  for (int i = 1; i <= pearls; ++i) {
    const std::string name = fmt::format("pearl{}", i);
    scene.part("particle", name,
               {{"mass", 0.002}, {"radius", 0.01}, {"position", Vec3(0.05 * i, 1, 0)}});
    scene.constraint("pearl", name + "_threaded",
                     {{"a", at("rope", {i / (pearls + 1.0)})}, {"b", at(name)}});
  }
  return scene;
}

}  // namespace sinew::test
