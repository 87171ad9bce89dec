#include "core/simulation/rigid/RigidCrossings.h"

#include <algorithm>
#include <cmath>

namespace sinew {

void RigidCrossings::keepDeepest(std::vector<Depth>& depths) {
  std::ranges::sort(depths, [](const Depth& one, const Depth& other) {
    return one.pair != other.pair ? one.pair < other.pair : one.depth > other.depth;
  });
  const auto again = std::ranges::unique(depths, {}, &Depth::pair);
  depths.erase(again.begin(), again.end());
}

void RigidCrossings::collect(const RigidContacts& contacts, std::vector<Depth>& out) {
  out.clear();
  for (const RigidContacts::Place& place : contacts.places()) {
    const double depth = -place.gap - contacts.margin(place.a, place.b);
    if (depth > 0 && !place.crossing) out.push_back({{place.a, place.b}, depth});
  }
  keepDeepest(out);
}

void RigidCrossings::clear() {
  m_known.clear();
  m_worst.reset();
}

// [m/s] At which a place opens along a normal as parts go over the step.
double RigidCrossings::opens(const Trial& trial, int a, int b, const Vec3& onA, const Vec3& onB,
                             const Vec3& normal) {
  const auto velocity = [&](int part, const Vec3& at) -> Vec3 {
    const Vec3 arm = at - trial.start.bodies()[part].placed.origin;
    return trial.mean[part].velocity + trial.mean[part].spin.cross(arm);
  };
  return normal.dot(velocity(b, onB) - velocity(a, onA));
}

// Contacts that were foreseen, but not solved for to the last, leave parts in each other as well:
// to solve again would not change that.
void RigidCrossings::foresee(const Trial& trial) {
  m_foreseen.clear();
  for (const RigidContacts::Place& place : trial.start.places()) {
    if (place.crossing) continue;
    const double gap = place.gap + trial.start.margin(place.a, place.b);
    const Vec3 onA = place.at + place.moved.b - place.moved.a;
    const double left = gap + trial.h * opens(trial, place.a, place.b, onA, place.at, place.normal);
    if (left < 0) m_foreseen.push_back({{place.a, place.b}, -left});
  }
  keepDeepest(m_foreseen);
}

// Newton's method: the gap that was left is what the place's speed is held against, whatever turns
// made of it on the way. Both sides are pushed at one place, so that nothing turns by that.
void RigidCrossings::learn(const std::array<int, 2>& pair, const Trial& trial) {
  // What is round does not turn with its surface.
  const auto atStart = [&](int part, const Vec3& at, const Vec3& outwards) -> Vec3 {
    const PlacedShape& now = m_contacts.bodies()[part].placed;
    const PlacedShape& then = trial.start.bodies()[part].placed;
    const Vec3 round = now.shape->radius * outwards;
    return then.origin + then.axes * (now.axes.transpose() * (at - round - now.origin)) + round;
  };
  const auto places = m_contacts.places();
  for (std::size_t c = 0; c < places.size(); ++c) {
    const auto& [a, b] = pair;
    if (places[c].a != a || places[c].b != b) continue;
    const double gap = places[c].gap + m_contacts.margin(a, b);
    if (gap > 0) continue;
    RigidContacts::Crossing& crossing = m_known.emplace_back();
    crossing.a = a;
    crossing.b = b;
    crossing.normal = m_contacts.contacts()[c].normal;
    const Vec3 half = 0.5 * gap * crossing.normal, &at = places[c].at;
    crossing.point.at =
        0.5 * (atStart(a, at - half, crossing.normal) + atStart(b, at + half, -crossing.normal));
    const Vec3& met = crossing.point.at;
    crossing.point.gap = gap - trial.h * opens(trial, a, b, met, met, crossing.normal);
  }
}

double RigidCrossings::depthOf(const std::vector<Depth>& depths, const std::array<int, 2>& pair) {
  const auto found = std::ranges::lower_bound(depths, pair, {}, &Depth::pair);
  return found != depths.end() && found->pair == pair ? found->depth : 0;
}

bool RigidCrossings::look(const Trial& trial) {
  constexpr double kDeeper = 1e-5;   // [m] less is what solves leave
  constexpr double kRefused = 0.25;  // margins: less is what the next step makes up for
  m_worst.reset();
  m_sunk.reset();
  m_deepest = 0;
  const auto last = trial.q + m_world->configurationSize();
  if (!std::all_of(trial.q, last, [](double x) { return std::isfinite(x); })) return false;
  for (std::size_t i = 0; i < trial.end.size(); ++i) {
    const CompiledPart& part = m_world->parts()[i];
    if (part.dims.v == 0) part.part->update({nullptr, nullptr, trial.time}, *trial.end[i]);
  }
  m_noForces.resize(trial.start.forces());
  m_contacts.place(trial.end, trial.q, m_noForces);
  m_contacts.find(0);
  collect(trial.start, m_before);
  collect(m_contacts, m_after);
  foresee(trial);
  double most = 0, deepest = 0;
  const std::size_t knownBefore = m_known.size();
  for (const Depth& after : m_after) {
    m_deepest = std::max(m_deepest, after.depth);
    const double before = depthOf(m_before, after.pair);
    const double allowed = kSunk * m_contacts.margin(after.pair[0], after.pair[1]);
    if (after.depth > std::max({allowed, before, deepest})) {
      deepest = after.depth;
      m_sunk = after.pair;
    }
    const double known = std::max(before, depthOf(m_foreseen, after.pair));
    const double deeper = after.depth - known;
    if (deeper <= kDeeper) continue;
    learn(after.pair, trial);
    const double refused = kRefused * m_contacts.margin(after.pair[0], after.pair[1]);
    if (deeper <= std::max(most, refused)) continue;
    most = deeper;
    m_worst = after.pair;
  }
  return m_known.size() > knownBefore;
}

}  // namespace sinew
