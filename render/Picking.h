#pragma once
#include <array>
#include <optional>
#include <vector>

#include "core/simulation/Snapshot.h"
#include "render/Camera.h"

namespace sinew {

/// A place on the surface of a part.
struct SurfaceHit {
  std::uint32_t part = 0;        ///< index into RenderTopology::parts
  std::uint32_t triangle = 0;    ///< of that part's mesh
  Vec3 weights = Vec3::Zero();   ///< of the triangle's corners, sum 1
  Vec3 position = Vec3::Zero();  ///< [m]
  double distance = 0;           ///< [m] from the ray's origin
};

/// The first surface that a ray meets among the parts that `shown` marks, seen from either side.
/// First the parts' boxes, then triangles of those it passes.
std::optional<SurfaceHit> pickSurface(const Snapshot& snapshot, const std::vector<bool>& shown,
                                      const Ray& ray);

/// How far beside a ray something is still meant: at `length` along it, start + spread · length
/// [m].
struct Beside {
  double start = 0, spread = 0;
  double at(double length) const { return start + spread * length; }
};

/// The surface nearest beside a ray, by its share of how far is still meant: what is too thin to be
/// hit. None where nothing is that near.
std::optional<SurfaceHit> pickBeside(const Snapshot& snapshot, const std::vector<bool>& shown,
                                     const Ray& ray, const Beside& beside);

/// The material point there, between those of the triangle's corners. Coordinates that run round
/// are followed across their seam; a corner at a pole has no say in them.
std::vector<double> materialPointAt(const RenderTopology& topology, const SurfaceHit& hit);

/// Out of the surface there, unit; for a skin that is open, out of the side it counts as outside.
Vec3 normalOf(const Snapshot& snapshot, const SurfaceHit& hit);

/// Where the same place of the surface is at another instant of the same topology [m].
Vec3 positionOf(const Snapshot& snapshot, const SurfaceHit& hit);

/// The middles of the ends of what is long and thin: of parts whose points have one number. None
/// of those that are joined.
std::vector<SurfaceHit> endsOf(const Snapshot& snapshot, std::uint32_t part);

}  // namespace sinew
