#include "ui/document/StartPose.h"

#include <algorithm>

namespace sinew::ui {

Beginning::Beginning(const Part& part) : mesh(part.tessellation()), x(3 * mesh.material.size()) {
  Reals q(part.dims().q), v(part.dims().v);
  part.initialState(q.data(), v.data());
  const auto scratch = part.makeScratch();
  part.update({q.data(), v.data(), 0}, *scratch);
  part.tessellate(*scratch, x);
}

void Room::add(const Room& other) {
  low = low.cwiseMin(other.low);
  high = high.cwiseMax(other.high);
}

Room roomOf(const Part& part) {
  const Beginning beginning(part);
  Room room;
  for (std::size_t i = 0; i < beginning.count(); ++i) {
    room.low = room.low.cwiseMin(beginning.at(i));
    room.high = room.high.cwiseMax(beginning.at(i));
  }
  return room;
}

std::vector<Room> takenRoom(const Scene& scene, const Registry& registry) {
  constexpr std::size_t kMost = 64;  // a click must be answered at once
  std::vector<Room> taken;
  const auto& parts = scene.parts();
  for (std::size_t i = parts.size() - std::min(parts.size(), kMost); i < parts.size(); ++i) {
    const auto part = makePart(registry, parts[i]);
    if (part && part->contactSurface().planes.empty()) taken.push_back(roomOf(*part));
  }
  return taken;
}

double wayToFreeRoom(const Room& room, const std::vector<Room>& taken) {
  const double margin = 0.1 * (room.high.x() - room.low.x());
  double way = 0;
  const auto inTheWay = [&](const Room& other) {
    const Vec3 shift(way, 0, 0);
    return ((room.low + shift).array() < other.high.array() + margin).all() &&
           ((room.high + shift).array() > other.low.array() - margin).all();
  };
  for (std::size_t k = 0; k <= taken.size(); ++k) {
    const auto other = std::ranges::find_if(taken, inTheWay);
    if (other == taken.end()) break;
    way = other->high.x() - room.low.x() + 1.1 * margin;
  }
  return way;
}

}  // namespace sinew::ui
