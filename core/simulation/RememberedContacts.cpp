#include "core/simulation/RememberedContacts.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/contact/ContactMemory.h"

namespace sinew {

bool contactsFit(const State& state, const World& world) {
  const auto words = std::span(state.words).subspan(world.offsets().contact);
  if (words.size() % ContactMemory::kRecord != 0) return false;
  ContactMemory memory;
  memory.read(words);
  const auto isPart = [&](int part) { return part < static_cast<int>(world.parts().size()); };
  const auto isVertex = [&](int part, int vertex) {
    const auto& vertices = world.parts()[part].part->contactSurface().vertices;
    return vertex >= 0 && vertex < static_cast<int>(vertices.size());
  };
  const auto fits = [&](const StuckSpring& spring) {
    if (!isPart(spring.partA) || !isPart(spring.partB)) return false;
    if (spring.pairing > Pairing::VertexPlane) return false;
    for (int i = 0; i < pointsOf(spring.pairing); ++i) {
      const bool ofA = i < pointsOfA(spring.pairing);
      if (!isVertex(ofA ? spring.partA : spring.partB, spring.vertex[i])) return false;
    }
    return std::isfinite(spring.place[0]) && std::isfinite(spring.place[1]);
  };
  return std::all_of(memory.springs.begin(), memory.springs.end(), fits) &&
         std::all_of(memory.parted.begin(), memory.parted.end(),
                     [&](const Parted& pair) { return isPart(pair.partA) && isPart(pair.partB); });
}

}  // namespace sinew
