#include "ui/document/StartPose.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/contact/Closest.h"
#include "core/scene/MaterialPlace.h"

namespace sinew::ui {
namespace {

constexpr int kMostTurns = 12;    // to and fro between two parts
constexpr double kStands = 1e-6;  // of the part's size, by which the last turn changed the place

/// The place on what is drawn of a part that is nearest to another place [m].
Vec3 nearestOn(const Beginning& part, const Vec3& place) {
  Vec3 nearest = place;
  double least = std::numeric_limits<double>::infinity();
  const auto take = [&](const Vec3& apart) {
    if (apart.norm() >= least) return;
    least = apart.norm();
    nearest = place - apart;
  };
  for (const auto& corners : part.mesh.triangles) {
    const std::array<Vec3, 4> x = {place, part.at(corners[0]), part.at(corners[1]),
                                   part.at(corners[2])};
    take(closest(Pairing::VertexFace, x.data()).apart);
  }
  for (std::size_t i = 0; part.mesh.triangles.empty() && i < part.count(); ++i)
    take(place - part.at(i));
  return nearest;
}

}  // namespace

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

// To and fro between the two, each time to the place that is nearest.
std::vector<double> pointFacing(const Part& part, const Part& other) {
  const Beginning mine(part), its(other);
  Vec3 there = roomOf(other).middle(), here = there;
  for (int turn = 0; turn < kMostTurns; ++turn) {
    const Vec3 before = here;
    here = nearestOn(mine, there);
    there = nearestOn(its, here);
    if ((here - before).norm() < kStands * part.size()) break;
  }
  const auto exact = nearestMaterialPoint(part, here);
  if (!exact) return {};
  std::vector<double> at = *exact;
  for (double& coordinate : at) coordinate = std::round(1e4 * coordinate) / 1e4;
  return part.resolve(at) ? at : *exact;  // at a pole or rim
}

}  // namespace sinew::ui
