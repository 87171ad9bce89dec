#pragma once
#include <string>
#include <utility>
#include <vector>

#include "core/registry/Registry.h"
#include "core/scene/Scene.h"
#include "core/scene/WorldValues.h"

namespace sinew {

/// A mirror in the world, square to one of its axes.
struct Mirror final : WorldMap {
  int axis = 0;   ///< 0 x, 1 y, 2 z
  double at = 0;  ///< [m] along that axis

  Mirror(int toAxis, double place) : axis(toAxis), at(place) {}
  Vec3 place(const Vec3& x) const override { return x + 2 * (at - x[axis]) * Vec3::Unit(axis); }
  Vec3 direction(const Vec3& d) const override { return d - 2 * d[axis] * Vec3::Unit(axis); }
  Vec3 spin(const Vec3& w) const override { return -direction(w); }
};

/// Things of a scene as they look in a mirror.
struct MirroredScene {
  Scene scene;                  ///< under the names that they had
  std::vector<std::string> no;  ///< parts that have no mirror image
  /// What holds on to a part that is not among these things where its image would find no hold.
  std::vector<std::pair<Section, std::string>> untied;
};

/// What parameters say of the world is mirrored: vectors by their unit, every key of what is keyed,
/// orientations. Of its shape each kind of part says itself what changes (PartKind::mirror). What
/// `things` hold on to besides is found in `around`: held where it has the mirrored place.
MirroredScene mirrored(const Scene& things, const Scene& around, const Registry& registry,
                       const Mirror& mirror);

}  // namespace sinew
