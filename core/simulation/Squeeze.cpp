#include "core/simulation/Squeeze.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace sinew {
namespace {

using Touch = BarrierContact::Touch;

constexpr double kOfRange = 0.5;   // of the contact range: what both gaps together cannot get below
constexpr double kNearer = 0.1;    // of the contact range: what comes no nearer squeezes nothing
constexpr double kPressed = 0.25;  // of a part's size: what has more room is not pressed hard
constexpr double kOpposed = -0.9;  // cosine between pushes from both sides: else it may slip out
constexpr int kLooks = 16;         // on the way from one key to the next
constexpr int kHalvings = 20;      // of the way between two looks
constexpr int kMostKeys = 64;      // that are looked ahead to
constexpr std::size_t kMostParts = 32;  // of rows that a push is followed through

/// What something does to a part.
struct Push {
  int by = -1;
  Vec3 force = Vec3::Zero();  // [N] of all touches; where rows push, only which way
  const Touch* hardest = nullptr;
  double most = -1;  // [N] of that one
};
using Pushes = std::map<int, std::vector<Push>>;  // per part

/// The side of the hardest touch that what pushes has, at any time.
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

void addPush(std::vector<Push>& all, int by, const Vec3& force, const Touch& touch) {
  auto push = std::ranges::find(all, by, &Push::by);
  if (push == all.end()) push = all.insert(all.end(), Push{by});
  push->force += force;
  if (force.norm() <= push->most) return;
  push->most = force.norm();
  push->hardest = &touch;
}

// Where rows push touches do not know how hard: the nearest of those of a pair that does stands for
// all.
Pushes pushesOf(const BarrierContact& contact, std::span<const RestingContact> resting) {
  std::set<std::pair<int, int>> pairs;
  for (const RestingContact& each : resting) pairs.insert(std::minmax(each.partA, each.partB));
  const auto pushing = [&](const Touch& touch) {
    return pairs.contains(std::minmax(touch.partA, touch.partB));
  };
  Pushes pushes;
  for (const Touch& touch : contact.touches()) {
    if (touch.partA == touch.partB) continue;
    Vec3 onA = touch.answer.force;
    if (onA.isZero() && touch.law.gap <= kOfRange * contact.range() && pushing(touch))
      onA = touch.law.normal / std::max(touch.law.gap, 1e-3 * contact.range());
    if (onA.isZero()) continue;
    addPush(pushes[touch.partA], touch.partB, onA, touch);
    addPush(pushes[touch.partB], touch.partA, -onA, touch);
  }
  return pushes;
}

/// [m] That a part is thick between two gaps, whatever its shape does.
double solidBetween(const Part& part) {
  return part.ballRadius() > 0 ? 2 * part.ballRadius() : 2 * part.contactSurface().thickness;
}

using Row = std::vector<int>;  // of parts that move, each pushed on by the one before it

/// What squeezes a row from both ends.
class SqueezeSearch {
 public:
  SqueezeSearch(const World& world, const BarrierContact& contact, Pushes pushes, double time,
                double until)
      : m_world(world),
        m_contact(contact),
        m_time(time),
        m_until(until),
        m_pushes(std::move(pushes)) {}

  std::optional<Squeeze> find() {
    for (const auto& [part, pushes] : m_pushes) {
      if (!moves(part)) continue;
      for (const Push& push : pushes) {
        if (moves(push.by)) continue;
        if (auto found = from(push, part)) return found;
      }
    }
    return {};
  }

 private:
  bool moves(int part) const { return m_world.parts()[part].dims.v > 0; }

  static double cosine(const Vec3& a, const Vec3& b) {
    const double size = a.norm() * b.norm();
    return size > 0 ? a.dot(b) / size : 0;
  }

  // Whatever the push goes on to, the nearest first.
  std::optional<Squeeze> from(const Push& first, int part) {
    std::vector<Row> rows = {{part}};
    std::vector<int> seen = {part};
    for (std::size_t i = 0; i < rows.size() && i < kMostParts; ++i) {
      const int last = rows[i].back();
      for (const Push& back : m_pushes.at(last)) {
        if (cosine(first.force, back.force) > kOpposed || back.by == first.by) continue;
        if (!moves(back.by)) {
          if (auto found = between(rows[i], {first, back})) return found;
        } else if (std::ranges::find(seen, back.by) == seen.end()) {
          seen.push_back(back.by);
          rows.push_back(rows[i]);
          rows.back().push_back(back.by);
        }
      }
    }
    return {};
  }

  // As long as the two come nearer to each other, along what is halfway between their pushes.
  std::optional<Squeeze> between(const Row& row, const std::array<Push, 2>& push) const {
    const FollowedPlace a(m_world, m_contact, push[0]), b(m_world, m_contact, push[1]);
    const Vec3 across = (push[0].force.normalized() - push[1].force.normalized()).normalized();
    const auto roomAt = [&](double when) { return across.dot(b.at(when) - a.at(when)); };
    const double begun = roomAt(m_time);
    double size = 0, solid = 0;
    for (const int part : row) size += m_world.parts()[part].part->size();
    if (begun <= 0 || begun > 2 * size) return {};
    for (const int part : row) solid += solidBetween(*m_world.parts()[part].part);
    if (begun > solid + kPressed * size) return {};
    const double least = solid + kOfRange * m_contact.range();
    double time = m_time, room = begun;
    for (int key = 0; key < kMostKeys && time < m_until; ++key) {
      const double next =
          std::min(m_until, m_world.nextEvent(time, std::numeric_limits<double>::infinity()));
      for (int look = 1; look <= kLooks; ++look) {
        const double before = std::lerp(time, next, (look - 1) / double(kLooks));
        const double when = std::lerp(time, next, look / double(kLooks)), left = roomAt(when);
        if (left > room) return {};
        room = left;
        if (room > least || begun - room < kNearer * m_contact.range()) continue;
        return named(row, push, a, b,
                     begun > least ? whenRoomIs(least, roomAt, before, when) : when);
      }
      time = next;
    }
    return {};
  }

  /// [s] When there is just so much room, between two looks.
  template <class Room>
  static double whenRoomIs(double least, const Room& roomAt, double before, double after) {
    for (int i = 0; i < kHalvings; ++i) {
      const double half = 0.5 * (before + after);
      (roomAt(half) > least ? before : after) = half;
    }
    return after;
  }

  Squeeze named(const Row& row, const std::array<Push, 2>& push, const FollowedPlace& a,
                const FollowedPlace& b, double when) const {
    const Vec3 across = (push[0].force.normalized() - push[1].force.normalized()).normalized();
    const bool moreA = (a.at(when) - a.at(m_time)).norm() > (b.at(when) - b.at(m_time)).norm();
    const double room = across.dot(b.at(when) - a.at(when));
    return {row.front(), {push[0].by, push[1].by}, push[moreA ? 0 : 1].by, when, room};
  }

  const World& m_world;
  const BarrierContact& m_contact;
  double m_time, m_until;
  Pushes m_pushes;
};

}  // namespace

std::optional<Squeeze> squeezeAhead(const World& world, const BarrierContact& contact,
                                    std::span<const RestingContact> resting, double time,
                                    double until) {
  return SqueezeSearch(world, contact, pushesOf(contact, resting), time, until).find();
}

}  // namespace sinew
