#include "core/simulation/rigid/RigidOverlaps.h"

#include <algorithm>

#include "core/simulation/rigid/RigidContacts.h"

namespace sinew {

std::vector<Overlap> rigidOverlaps(const World& world, const SceneDynamics& dynamics) {
  constexpr double kDeep = 1e-4;  // [m] less is only touching
  RigidContacts contacts(world);
  Reals q(static_cast<std::size_t>(world.configurationSize()), 0.0);
  Reals v(static_cast<std::size_t>(world.velocitySize()), 0.0);
  for (const CompiledPart& part : world.parts()) {
    part.part->initialState(q.data() + part.firstQ, v.data() + part.firstV);
  }
  std::ranges::fill(v, 0.0);  // nor are there forces
  contacts.place(dynamics.scratches(), q.data(), v);
  contacts.find(0);
  std::vector<Overlap> overlaps;
  for (const RigidContacts::Place& place : contacts.places()) {
    if (place.gap + contacts.margin(place.a, place.b) > -kDeep) continue;
    const Overlap pair{std::min(place.a, place.b), std::max(place.a, place.b)};
    if (std::ranges::find(overlaps, pair) == overlaps.end()) overlaps.push_back(pair);
  }
  return overlaps;
}

}  // namespace sinew
