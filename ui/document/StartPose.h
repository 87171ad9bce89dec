#pragma once
#include <limits>
#include <memory>
#include <vector>

#include "core/scene/MakePart.h"

namespace sinew::ui {

/// A part as it begins: its vertices [m], and their places on it.
struct Beginning {
  explicit Beginning(const Part& part);
  std::size_t count() const { return mesh.material.size(); }
  Vec3 at(std::size_t i) const { return {x[3 * i], x[3 * i + 1], x[3 * i + 2]}; }

  MeshTopology mesh;
  std::vector<float> x;
};

/// Corners of the box round parts where they begin [m].
struct Room {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  Vec3 middle() const { return 0.5 * (low + high); }
  void add(const Room& other);
};
Room roomOf(const Part& part);

/// Where the newest parts of a scene begin that are no planes.
std::vector<Room> takenRoom(const Scene& scene, const Registry& registry);

/// How far along x something has to go to have room of its own, with a little between [m].
double wayToFreeRoom(const Room& room, const std::vector<Room>& taken);

/// The material point of a part that is nearest to another when both begin, as long as their
/// surfaces bulge; else one that faces it. Empty if the part has none.
std::vector<double> pointFacing(const Part& part, const Part& other);

}  // namespace sinew::ui
