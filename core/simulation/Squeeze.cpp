#include "core/simulation/Squeeze.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace sinew {
namespace {

using Touch = BarrierContact::Touch;

constexpr double kOfRange = 0.5;   // of the contact range: what both gaps together cannot get below
constexpr double kPressed = 0.25;  // of a part's size: what has more room is not pressed hard
constexpr double kOpposed = -0.5;  // cosine between pushes from both sides
constexpr int kLooks = 16;         // on the way from one key to the next
constexpr int kMostKeys = 64;      // that are looked ahead to

/// What something that forces do not move does to a part.
struct Push {
  int by = -1;
  Vec3 force = Vec3::Zero();  // [N] of all touches
  const Touch* hardest = nullptr;
};

/// The side of a touch that such a thing has, at any time.
class FollowedPlace {
 public:
  FollowedPlace(const World& world, const BarrierContact& contact, const Push& push)
      : m_part(*world.parts()[push.by].part), m_scratch(m_part.makeScratch()) {
    const Touch& touch = *push.hardest;
    const double side = touch.partA == push.by ? 1 : -1;
    for (int i = 0; i < touch.points; ++i) {
      const SurfaceSet::VertexPlace place = contact.placeOf(touch.vertex[i]);
      if (place.part == push.by) m_points.emplace_back(place.point, side * touch.weight[i]);
    }
  }

  Vec3 at(double time) const {
    m_part.updatePoints({nullptr, nullptr, time}, *m_scratch);
    Vec3 sum = Vec3::Zero(), x, v;
    for (const auto& [point, weight] : m_points) {
      m_part.locate(*m_scratch, *point, x, v);
      sum += weight * x;
    }
    return sum;
  }

 private:
  const Part& m_part;
  std::unique_ptr<PartScratch> m_scratch;
  std::vector<std::pair<const ResolvedPoint*, double>> m_points;
};

/// Per part, what no force moves and pushes it.
std::map<int, std::vector<Push>> pushesOf(const World& world, const BarrierContact& contact) {
  std::map<int, std::vector<Push>> pushes;
  const auto moves = [&](int part) { return world.parts()[part].dims.v > 0; };
  for (const Touch& touch : contact.touches()) {
    if (moves(touch.partA) == moves(touch.partB)) continue;
    const bool pushed = moves(touch.partA);
    std::vector<Push>& all = pushes[pushed ? touch.partA : touch.partB];
    const int by = pushed ? touch.partB : touch.partA;
    auto push = std::ranges::find(all, by, &Push::by);
    if (push == all.end()) push = all.insert(all.end(), Push{by});
    push->force += (pushed ? 1 : -1) * touch.answer.force;
    const bool harder =
        !push->hardest || touch.answer.force.norm() > push->hardest->answer.force.norm();
    if (harder) push->hardest = &touch;
  }
  return pushes;
}

/// [m] That a part is thick between two gaps, whatever its shape does.
double solidBetween(const Part& part) {
  return part.ballRadius() > 0 ? 2 * part.ballRadius() : 2 * part.contactSurface().thickness;
}

// As long as the two come nearer to each other.
std::optional<Squeeze> between(const World& world, const BarrierContact& contact, double time,
                               int part, const std::array<Push, 2>& push) {
  const FollowedPlace a(world, contact, push[0]), b(world, contact, push[1]);
  const Vec3 across = push[0].force.normalized(), startA = a.at(time), startB = b.at(time);
  const Part& pressed = *world.parts()[part].part;
  const double solid = solidBetween(pressed);
  double room = across.dot(startB - startA);
  if (room > solid + kPressed * pressed.size()) return {};
  for (int key = 0; key < kMostKeys; ++key) {
    const double next = world.nextEvent(time, std::numeric_limits<double>::infinity());
    if (!std::isfinite(next)) return {};
    for (int look = 1; look <= kLooks; ++look) {
      const double when = std::lerp(time, next, look / double(kLooks));
      const Vec3 atA = a.at(when), atB = b.at(when);
      const double left = across.dot(atB - atA);
      if (left > room) return {};
      room = left;
      if (room > solid + kOfRange * contact.range()) continue;
      const bool moreA = (atA - startA).norm() > (atB - startB).norm();
      return Squeeze{part, {push[0].by, push[1].by}, push[moreA ? 0 : 1].by, when, room};
    }
    time = next;
  }
  return {};
}

}  // namespace

std::optional<Squeeze> squeezeAhead(const World& world, const BarrierContact& contact,
                                    double time) {
  for (const auto& [part, pushes] : pushesOf(world, contact)) {
    for (std::size_t i = 0; i < pushes.size(); ++i) {
      for (std::size_t j = i + 1; j < pushes.size(); ++j) {
        const double size = pushes[i].force.norm() * pushes[j].force.norm();
        if (pushes[i].force.dot(pushes[j].force) > kOpposed * size || size <= 0) continue;
        if (auto found = between(world, contact, time, part, {pushes[i], pushes[j]})) return found;
      }
    }
  }
  return {};
}

}  // namespace sinew
