#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/simulation/Snapshot.h"
#include "render/FrameLook.h"

namespace sinew::test {

/// A superquadric-like body for pictures: radii [m], exponents (1: ellipsoid), where and how
/// turned.
struct Body {
  std::string name;
  Vec3 centre = Vec3::Zero();
  Vec3 radii = Vec3::Ones();
  double roundness = 1;  ///< 1 ellipsoid, towards 0 a box
  Quat rotation = Quat::Identity();
  int across = 64;  ///< segments round; half as many from pole to pole
};

/// A snapshot of bodies, with seam and poles shared.
Snapshot snapshotOf(const std::vector<Body>& bodies);

/// A look with the default studio and camera at `eye` towards `target`.
FrameLook lookFrom(const Vec3& eye, const Vec3& target);

}  // namespace sinew::test
