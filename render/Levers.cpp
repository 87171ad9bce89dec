#include "render/Levers.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr double kShortestLever = 0.1;  // of how far the part reaches from the point
constexpr double kBalance = 0.3;        // of the first lever: a second one that is worth having

// Middles of triangles: corners at a pole have no material point of their own.
std::vector<SurfaceHit> placesOn(const Snapshot& snapshot, std::uint32_t part) {
  const MeshTopology& mesh = snapshot.topology->parts[part].mesh;
  std::vector<SurfaceHit> places;
  for (std::uint32_t i = 0; mesh.coordinates > 0 && i < mesh.triangles.size(); ++i) {
    places.push_back({part, i, Vec3::Constant(1.0 / 3), Vec3::Zero(), 0});
    places.back().position = positionOf(snapshot, places.back());
  }
  return places;
}

Vec3 across(const Vec3& v, const Vec3& direction) {
  return v - v.dot(direction) * direction;
}

}  // namespace

std::vector<SurfaceHit> leversAbout(const Snapshot& snapshot, std::uint32_t part, const Vec3& at,
                                    const Vec3& axis) {
  const std::vector<SurfaceHit> places = placesOn(snapshot, part);
  if (places.empty()) return {};
  const auto farthest = [&](const auto& reach) {
    return *std::ranges::max_element(places, {}, reach);
  };
  const auto away = [&](const SurfaceHit& place) { return Vec3(place.position - at); };
  const auto arm = [&](const SurfaceHit& place) { return across(away(place), axis.normalized()); };
  const double size = away(farthest([&](const SurfaceHit& p) { return away(p).norm(); })).norm();
  std::vector<SurfaceHit> levers = {farthest([&](const SurfaceHit& p) { return arm(p).norm(); })};
  const Vec3 lever = arm(levers.front());
  if (lever.norm() <= kShortestLever * size) return {};
  const auto opposite = [&](const SurfaceHit& p) { return -arm(p).dot(lever.normalized()); };
  if (const SurfaceHit second = farthest(opposite); opposite(second) >= kBalance * lever.norm())
    levers.push_back(second);
  // About the line through what is held so far the part could still roll.
  const Vec3 line = away(levers.front()).normalized();
  const auto aside = [&](const SurfaceHit& p) { return across(away(p), line).norm(); };
  const SurfaceHit third = farthest(aside);
  const bool rolls = levers.size() < 2 || aside(levers[1]) < kBalance * aside(third);
  if (rolls && aside(third) > kShortestLever * size) levers.push_back(third);
  return levers;
}

}  // namespace sinew
