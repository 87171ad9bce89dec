#include "ui/document/LiftOut.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "ui/document/StartPose.h"

namespace sinew::ui {
namespace {

constexpr std::size_t kMost = 64;   // parts: a click must be answered at once
constexpr double kUpright = 1e-6;   // of a face's size: steeper ones are over nothing
constexpr double kRounding = 1e-5;  // [m] of what is drawn
constexpr int kRounds = 4;          // out of one thing may be into the next

/// What is drawn of a part.
struct Skin {
  std::vector<Vec3> x;
  std::vector<std::array<std::uint32_t, 3>> faces;
  Room room;
};

Skin skinOf(const Part& part, const Vec3& shift) {
  const Beginning beginning(part);
  Skin skin;
  skin.faces = beginning.mesh.triangles;
  for (std::size_t i = 0; i < beginning.count(); ++i) {
    skin.x.emplace_back(beginning.at(i) + shift);
    skin.room.add({skin.x.back(), skin.x.back()});
  }
  return skin;
}

bool overlapSeenFromAbove(const Room& a, const Room& b) {
  const auto apart = [&](int axis) {
    return a.low[axis] > b.high[axis] || b.low[axis] > a.high[axis];
  };
  return !apart(0) && !apart(2);
}

/// Where a face is straight above or below a place, and which side of it looks up.
struct Level {
  double height = 0;  // [m]
  bool looksUp = false;
};

std::optional<Level> levelOf(const Skin& skin, const std::array<std::uint32_t, 3>& face,
                             const Vec3& at) {
  const Vec3 &a = skin.x[face[0]], &b = skin.x[face[1]], &c = skin.x[face[2]];
  for (const int axis : {0, 2}) {
    const auto [low, high] = std::minmax({a[axis], b[axis], c[axis]});
    if (at[axis] < low || at[axis] > high) return std::nullopt;
  }
  const auto turns = [&](const Vec3& from, const Vec3& to) {  // seen from above
    return (to.z() - from.z()) * (at.x() - from.x()) - (to.x() - from.x()) * (at.z() - from.z());
  };
  const double u = turns(b, c), v = turns(c, a), w = turns(a, b), all = u + v + w;
  if (std::abs(all) <= kUpright * (b - a).cross(c - a).norm()) return std::nullopt;
  if (u / all < 0 || v / all < 0 || w / all < 0) return std::nullopt;
  return Level{(u * a.y() + v * b.y() + w * c.y()) / all, all > 0};
}

/// From where to where a straight line up is inside.
struct Span {
  double low = 0, high = 0;  // [m]
};

/// Below a skin that has no underside all is inside.
std::vector<Span> spansAt(const Skin& skin, const Vec3& at) {
  std::vector<Level> levels;
  for (const auto& face : skin.faces)
    if (const auto level = levelOf(skin, face, at)) levels.push_back(*level);
  std::ranges::stable_sort(levels, {}, &Level::height);
  std::vector<Span> spans;
  double low = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (!levels[i].looksUp) {
      low = levels[i].height;
    } else if (i == 0 || !levels[i - 1].looksUp) {
      spans.push_back({low, levels[i].height});
    }
  }
  return spans;
}

/// [m] By which one has to go up out of the other where a straight line up meets both.
double wayUpAt(const Skin& dropped, const Skin& there, const Vec3& at) {
  double way = 0;
  const std::vector<Span> under = spansAt(there, at);
  if (under.empty()) return way;
  for (const Span& own : spansAt(dropped, at))
    for (const Span& other : under)
      if (other.low < own.high - kRounding && other.high > own.low + kRounding)
        way = std::max(way, other.high - own.low);
  return way;
}

/// Along lines through all that both are over. Between two of them a slope of one in two rises by
/// half of what they are apart.
double wayUp(const Skin& dropped, const Skin& there) {
  constexpr double kLines = 600, kSlope = 0.5;
  if (!overlapSeenFromAbove(dropped.room, there.room)) return 0;
  const Vec3 low = dropped.room.low.cwiseMax(there.room.low);
  const Vec3 size = dropped.room.high.cwiseMin(there.room.high) - low;
  if (size.x() <= kRounding || size.z() <= kRounding) return 0;  // side by side
  const double apart =
      std::max(std::sqrt(size.x() * size.z() / kLines), std::max(size.x(), size.z()) / kLines);
  const int wide = static_cast<int>(std::ceil(size.x() / apart)) + 1;
  const int deep = static_cast<int>(std::ceil(size.z() / apart)) + 1;
  double way = 0;
  for (int i = 0; i < wide; ++i) {
    for (int k = 0; k < deep; ++k) {
      const Vec3 share((i + 0.5) / wide, 0, (k + 0.5) / deep);
      way = std::max(way, wayUpAt(dropped, there, low + share.cwiseProduct(size)));
    }
  }
  return way > 0 ? way + kSlope * apart : 0;
}

std::vector<Skin> skinsOf(const Scene& scene, const Registry& registry, const Vec3& shift) {
  std::vector<Skin> skins;
  const auto& parts = scene.parts();
  for (std::size_t i = parts.size() - std::min(parts.size(), kMost); i < parts.size(); ++i)
    if (const auto part = makePart(registry, parts[i])) skins.push_back(skinOf(*part, shift));
  return skins;
}

}  // namespace

double liftOut(const Scene& excerpt, const Vec3& shift, const Scene& scene,
               const Registry& registry) {
  const std::vector<Skin> there = skinsOf(scene, registry, Vec3::Zero());
  double lift = 0;
  for (int round = 0; round < kRounds; ++round) {
    double more = 0;
    for (const Skin& dropped : skinsOf(excerpt, registry, shift + Vec3(0, lift, 0)))
      for (const Skin& other : there) more = std::max(more, wayUp(dropped, other));
    if (more == 0) break;
    lift += more;
  }
  return lift;
}

}  // namespace sinew::ui
