#include "core/simulation/TiedParts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <tuple>

#include "core/contact/Box.h"

namespace sinew {
namespace {

using Scratches = std::span<const std::unique_ptr<PartScratch>>;
using Parts = std::array<int, 2>;  // two of them, the smaller number first

constexpr int kWorld = -1;
constexpr double kMeeting =
    1e-9;  // [m], [rad] that a constraint has left where its points coincide
constexpr std::size_t kMany = 32;  // parts at one place, all pairs of which would be too many
constexpr std::size_t kFew = 8;    // places of one part that one place is tied to

/// What a constraint makes of its two points.
enum class Brings {
  Nothing,   // of where they are
  Together,  // brings them to one place
  Apart,     // brings them to a distance
  Anywhere   // one may slide along the other's part
};

Brings bringsTo(double apart) {
  if (std::isinf(apart)) return Brings::Nothing;
  return apart > 0 ? Brings::Apart : Brings::Together;
}

// It brings points to one place if it is met there, and not met a little beside it in any way.
Brings bringsOf(const CompiledConstraint& constraint, const Vec3& place) {
  if (constraint.slidingEnd >= 0) return Brings::Anywhere;
  if (constraint.constraint->measuresAngles()) return Brings::Nothing;
  if (const auto apart = constraint.constraint->leastApart()) return bringsTo(*apart);
  std::array<PointSample, ConstraintRows::kMaxPoints> points;
  for (PointSample& point : points) point.position = place;
  ConstraintRows rows;
  constraint.constraint->evaluate(points.data(), 0, rows);
  const bool met = std::all_of(rows.g.begin(), rows.g.begin() + constraint.rows,
                               [](double g) { return std::abs(g) < kMeeting; });
  const auto gradient = rows.gradient[0].topRows(constraint.rows);
  const Mat3 held = gradient.transpose() * gradient;
  return met && std::abs(held.determinant()) > kMeeting ? Brings::Together : Brings::Anywhere;
}

Parts inOrder(int a, int b) {
  return {std::min(a, b), std::max(a, b)};
}

template <class Values>
void sortOnce(Values& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

template <class Value>
bool isIn(const Value& value, const std::vector<Value>& ascending) {
  return std::binary_search(ascending.begin(), ascending.end(), value);
}

/// What each constraint makes of the places where it starts.
class TyingConstraints {
 public:
  /// Two places that one of them ties.
  struct Joint {
    Tie tie;
    int constraint = -1;
  };

  TyingConstraints(const World& world, Scratches scratch, double range)
      : m_world(world), m_scratch(scratch), m_range(range), m_thickness(world.parts().size(), -1) {
    for (std::size_t c = 0; c < world.constraints().size(); ++c) take(static_cast<int>(c));
  }

  std::span<const Joint> together() const { return m_together; }
  std::span<const Joint> apart() const { return m_apart; }
  std::span<const Parts> sliding() const { return m_sliding; }

  double range() const { return m_range; }
  /// [m] Of a part that constraints hold; nothing of what they are only hooked to.
  double thickness(int part) const { return part == kWorld ? 0 : std::max(0.0, m_thickness[part]); }
  bool stands(int part) const { return m_world.parts()[part].dims.v == 0; }

 private:
  Tie::End endAt(const CompiledEnd& end) {
    const Part& part = *m_world.parts()[end.part].part;
    Tie::End found;
    found.part = end.part;
    Vec3 velocity;
    part.locate(*m_scratch[end.part], end.point, found.place, velocity);
    double& thickness = m_thickness[end.part];
    if (thickness < 0) thickness = part.contactSurface().thickness;
    if (part.track().places > 0) found.track = part.placeOf(end.point);
    return found;
  }

  void take(int index) {
    const CompiledConstraint& constraint = m_world.constraints()[index];
    Tie tie;
    tie.ends[0] = endAt(constraint.ends[0]);
    tie.apart = constraint.constraint->leastApart().value_or(0);
    const bool toPart = constraint.ends.size() == 2;
    if (toPart) {
      tie.ends[1] = endAt(constraint.ends[1]);
    } else {
      tie.ends[1].place = targetOf(constraint, tie.ends[0].place);
    }
    const Brings brings = bringsOf(constraint, tie.ends[1].place);
    if (brings == Brings::Anywhere && toPart) {
      m_sliding.push_back({tie.ends[0].part, tie.ends[1].part});
    }
    if (brings == Brings::Apart && toPart) m_apart.push_back({tie, index});
    if (brings != Brings::Together) return;
    m_together.push_back({tie, index});
    if (!toPart) hook(tie, index);
  }

  Vec3 targetOf(const CompiledConstraint& constraint, const Vec3& from) const {
    PointSample point;
    point.position = from;
    return constraint.constraint->spaceEnd(point, 0);
  }

  // Ground has no inside to be pinned to: what is drawn deeper into it than it is thick lies on it.
  bool isUnderground(const Part& obstacle, int number, double gap, const Tie& pin) const {
    const double bearable = m_range + thickness(pin.ends[0].part);
    SurfaceProbe start;
    const bool isGround = !obstacle.contactSurface().planes.empty();
    return isGround && gap < -bearable &&
           obstacle.probe(*m_scratch[number], pin.ends[0].place, start) && start.gap > -bearable;
  }

  // What is pinned to a place on an obstacle hangs from it.
  void hook(const Tie& pin, int constraint) {
    const int part = pin.ends[0].part;
    for (std::size_t o = 0; o < m_world.parts().size(); ++o) {
      const Part& obstacle = *m_world.parts()[o].part;
      SurfaceProbe probe;
      const Vec3& place = pin.ends[1].place;
      if (!obstacle.contactMaterial() || !obstacle.probe(*m_scratch[o], place, probe)) continue;
      if (probe.gap > m_range + thickness(part)) continue;
      if (isUnderground(obstacle, static_cast<int>(o), probe.gap, pin)) continue;
      Tie tie = pin;
      tie.ends[1].part = static_cast<int>(o);
      tie.ends[1].isHook = true;
      m_together.push_back({tie, constraint});
    }
  }

  const World& m_world;
  Scratches m_scratch;
  double m_range;                   // [m]
  std::vector<double> m_thickness;  // [m] per part; < 0: not asked for
  std::vector<Joint> m_together, m_apart;
  std::vector<Parts> m_sliding;
};

/// Spots that constraints bring to one place, and places so near each other on one part that what
/// comes to them overlaps there. The former hold for all that hang together. The latter hold
/// between two places alone, however many follow each other: along a seam each stitch is tied to
/// its neighbours, and the seam still feels itself where it is folded.
class MeetingPlaces {
 public:
  explicit MeetingPlaces(const TyingConstraints& from) : m_from(from) {
    gatherSpots();
    uniteSpots();
    describePlaces();
    for (const auto& spots : m_joined) addTie(spots[0], spots[1]);
    for (const Place& place : m_places) tieUp(place);
    sortOnce(m_ties);
  }

  /// Who passes through each other wholly: along what slides, and in crowds.
  void addWhole(PassThrough& out) const {
    for (const auto& [a, b] : m_from.sliding()) out.add(a, b);
    for (const std::vector<int>& crowd : m_crowds) {
      const int group = out.newGroup();
      for (const int part : crowd) out.join(part, group);
    }
  }

  std::vector<Tie> ties() const {
    std::vector<Tie> found;
    for (const auto& joint : m_from.apart()) found.push_back(joint.tie);
    for (const auto& [a, b] : m_ties) found.push_back({{m_spots[a].end, m_spots[b].end}, 0});
    return found;
  }

  /// While a constraint is open, its own parts come to what others hold where it brings them. What
  /// those hold together by themselves stays so.
  std::vector<TiedBy> byConstraint() const {
    std::vector<TiedBy> found;
    const auto add = [&found](int constraint, const Parts& parts) {
      if (parts[0] != kWorld && parts[0] != parts[1]) found.push_back({constraint, parts});
    };
    for (const auto joints : {m_from.apart(), m_from.together()}) {
      for (const auto& [tie, constraint] : joints)
        add(constraint, inOrder(tie.ends[0].part, tie.ends[1].part));
    }
    for (const auto& [a, b] : m_ties) {
      if (joinedIn(m_spots[a].place, a, b) || joinedIn(m_spots[b].place, a, b)) continue;
      for (const int spot : {a, b}) {
        for (const int constraint : m_spots[spot].holds) add(constraint, partsOf(a, b));
      }
    }
    sortOnce(found);
    return found;
  }

 private:
  /// Where constraints hold a part, or a place in space.
  struct Spot {
    Tie::End end;            // of part kWorld: in space
    std::vector<int> holds;  // the constraints that hold that part there
    int place = -1;
  };
  /// Spots that come to lie at one place.
  struct Place {
    std::vector<int> spots;
    std::vector<int> parts;     // of those, ascending
    std::vector<Parts> joined;  // pairs that a constraint brings here by itself; ascending
    std::vector<int> hubs;      // parts that all others are joined to; ascending
    std::array<int, 2> thickest = {kWorld, kWorld};  // parts
  };
  /// Two spots of one part, of different places.
  struct Near {
    int here = -1, there = -1;
    double distance = 0;  // [m]
  };

  int partOf(int spot) const { return m_spots[spot].end.part; }
  Parts partsOf(int a, int b) const { return inOrder(partOf(a), partOf(b)); }
  const Place& placeOf(int spot) const { return m_places[m_spots[spot].place]; }
  bool joinedIn(int place, int a, int b) const {
    return isIn(partsOf(a, b), m_places[place].joined);
  }

  // In order along one axis, so that each has to look only at what may be near.
  void gatherSpots() {
    const auto joints = m_from.together();
    const auto endOf = [&](std::size_t i) -> const Tie::End& {
      return joints[i / 2].tie.ends[i % 2];
    };
    Box all;
    for (std::size_t i = 0; i < 2 * joints.size(); ++i) all.add(endOf(i).place);
    if (!joints.empty()) (all.high - all.low).maxCoeff(&m_axis);
    std::vector<std::size_t> order(2 * joints.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](std::size_t i) {
      const auto& [part, isHook, place, track] = endOf(i);
      return std::tuple(part, place[m_axis], place.x(), place.y(), place.z(), track);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    m_joined.resize(joints.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
      const std::size_t i = order[k];
      if (k == 0 || key(order[k - 1]) != key(i)) m_spots.push_back({endOf(i), {}, -1});
      Spot& spot = m_spots.back();
      spot.end.isHook = spot.end.isHook && endOf(i).isHook;
      if (!endOf(i).isHook) spot.holds.push_back(joints[i / 2].constraint);
      m_joined[i / 2][i % 2] = static_cast<int>(m_spots.size()) - 1;
    }
  }

  void uniteSpots() {
    const int count = static_cast<int>(m_spots.size());
    std::vector<int> root(m_spots.size());
    std::iota(root.begin(), root.end(), 0);
    const auto rootOf = [&root](int i) {
      while (root[i] != i) i = root[i] = root[root[i]];
      return i;
    };
    const auto unite = [&](int a, int b) { root[rootOf(a)] = rootOf(b); };
    for (const auto& [a, b] : m_joined) unite(a, b);
    for (int i = 0; i < count; ++i) {
      for (int j = i + 1; j < count && along(i, j) <= kMeeting; ++j) {
        if (distance(i, j) <= kMeeting) unite(i, j);
      }
    }
    std::vector<int> number(m_spots.size(), -1);
    for (int i = 0; i < count; ++i) {
      int& place = number[rootOf(i)];
      if (place < 0) {
        place = static_cast<int>(m_places.size());
        m_places.emplace_back();
      }
      m_spots[i].place = place;
      m_places[place].spots.push_back(i);
    }
  }

  double distance(int a, int b) const {
    return (m_spots[a].end.place - m_spots[b].end.place).norm();
  }
  // [m] Along that axis, infinite for spots of different parts.
  double along(int a, int b) const {
    if (partOf(a) != partOf(b)) return std::numeric_limits<double>::infinity();
    return std::abs(m_spots[a].end.place[m_axis] - m_spots[b].end.place[m_axis]);
  }

  void describePlaces() {
    for (const auto& [a, b] : m_joined) {
      if (partOf(a) == kWorld || partOf(b) == kWorld || partOf(a) == partOf(b)) continue;
      m_places[m_spots[a].place].joined.push_back(partsOf(a, b));
    }
    for (Place& place : m_places) {
      for (const int spot : place.spots) {
        if (partOf(spot) != kWorld) place.parts.push_back(partOf(spot));
      }
      sortOnce(place.parts);
      sortOnce(place.joined);
      std::map<int, std::size_t> partners;
      for (const auto& [a, b] : place.joined) {
        ++partners[a];
        ++partners[b];
      }
      for (const int part : place.parts) {
        if (partners[part] + 1 == place.parts.size()) place.hubs.push_back(part);
        auto& [first, second] = place.thickest;
        if (thicker(part, second)) second = part;
        if (thicker(second, first)) std::swap(first, second);
      }
      m_thickest = std::max(m_thickest, m_from.thickness(place.thickest[0]));
    }
  }
  bool thicker(int a, int b) const { return m_from.thickness(a) > m_from.thickness(b); }

  // [m] How thick what comes to a part there is.
  double brings(const Place& place, int part) const {
    return m_from.thickness(place.thickest[place.thickest[0] == part ? 1 : 0]);
  }

  std::vector<Near> nearOf(const Place& place) const {
    std::vector<Near> found;
    for (const int here : place.spots) {
      const double reach = m_from.range() + brings(place, partOf(here));
      const auto look = [&](int there) {
        if (there < 0 || there >= static_cast<int>(m_spots.size())) return false;
        if (along(here, there) > reach + m_thickest) return false;
        const bool near = distance(here, there) <= reach + brings(placeOf(there), partOf(here));
        if (near && &placeOf(there) != &place)
          found.push_back({here, there, distance(here, there)});
        return true;
      };
      for (int there = here - 1; look(there);) --there;
      for (int there = here + 1; look(there);) ++there;
    }
    return found;
  }

  // Whether what two spots hold meets near two places of one part. That part itself is there, as
  // far as the other is thick.
  bool meets(const Near& near, int a, int b) const {
    const int on = partOf(near.here);
    if (partOf(a) == on && partOf(b) == on) return false;
    double thickA = m_from.thickness(partOf(a)), thickB = m_from.thickness(partOf(b));
    if (partOf(a) == on) thickA = std::min(thickB, brings(placeOf(a), on));
    if (partOf(b) == on) thickB = std::min(thickA, brings(placeOf(b), on));
    return near.distance <= m_from.range() + thickA + thickB;
  }

  /// Calls found(spot, distance [m]) for all that what a spot holds meets.
  template <class Found>
  void forMet(const Place& place, std::span<const Near> near, int spot, Found found) const {
    for (const int other : place.spots) {
      if (other != spot && partOf(other) != kWorld) found(other, 0.0);
    }
    for (const Near& pair : near) {
      for (const int other : placeOf(pair.there).spots) {
        if (partOf(other) != kWorld && meets(pair, spot, other)) found(other, pair.distance);
      }
    }
  }

  // Where ever so many meet, pairs of them would be too many to look at, each by its own zone.
  void tieUp(const Place& place) {
    const std::vector<Near> near = nearOf(place);
    std::vector<int> parts = place.parts;
    for (const int spot : place.spots) {
      if (parts.size() > kMany) return addCrowd(place, near, parts);
      if (partOf(spot) == kWorld) continue;
      forMet(place, near, spot, [&](int other, double) { parts.push_back(partOf(other)); });
      sortOnce(parts);
    }
    if (parts.size() > kMany) return addCrowd(place, near, parts);
    for (const int spot : place.spots) {
      if (partOf(spot) != kWorld) tieNearest(place, near, spot);
    }
  }

  // Of many places along one other part, those that are nearest say all: they are joined to the
  // rest of it as well.
  void tieNearest(const Place& place, std::span<const Near> near, int spot) {
    std::vector<std::tuple<int, double, int>> met;  // part, distance [m], spot
    forMet(place, near, spot,
           [&](int other, double distance) { met.emplace_back(partOf(other), distance, other); });
    std::sort(met.begin(), met.end());
    std::vector<int> chosen;  // of one part
    for (const auto& [part, distance, other] : met) {
      if (!chosen.empty() && partOf(chosen.front()) != part) chosen.clear();
      if (chosen.size() == kFew || std::ranges::find(chosen, other) != chosen.end()) continue;
      chosen.push_back(other);
      addTie(spot, other);
    }
  }

  void addTie(int a, int b) {
    if (partOf(a) != kWorld && partOf(b) != kWorld) m_ties.push_back(inOrder(a, b));
  }

  // They pass through each other wholly, but not through what stands there, or what all of them are
  // joined to: a floor, a pole, a rail. Ties to those are few.
  void addCrowd(const Place& place, std::span<const Near> near, const std::vector<int>& parts) {
    std::vector<int> outside, crowd;
    for (const int part : parts) {
      if (m_from.stands(part) || isHub(part, place, near)) outside.push_back(part);
    }
    std::ranges::set_difference(parts, outside, std::back_inserter(crowd));
    keep(std::move(crowd));
    for (const int spot : place.spots) {
      if (partOf(spot) == kWorld || !isIn(partOf(spot), outside)) continue;
      forMet(place, near, spot, [&](int other, double) {
        const int there = m_spots[other].place;
        if (there == m_spots[spot].place || !joinedIn(there, spot, other)) addTie(spot, other);
      });
    }
  }

  bool isHub(int part, const Place& place, std::span<const Near> near) const {
    if (!isIn(part, place.hubs) || place.parts.size() > kMany) return isIn(part, place.hubs);
    return std::ranges::all_of(
        near, [&](const Near& pair) { return isIn(part, placeOf(pair.there).hubs); });
  }

  // Unless all of it is part of one that is known.
  void keep(std::vector<int> crowd) {
    if (crowd.size() < 2) return;
    for (const int known : m_crowdsOf[crowd.front()]) {
      if (std::ranges::includes(m_crowds[known], crowd)) return;
    }
    for (const int part : crowd) m_crowdsOf[part].push_back(static_cast<int>(m_crowds.size()));
    m_crowds.push_back(std::move(crowd));
  }

  const TyingConstraints& m_from;
  int m_axis = 0;                            // that spots are in order along
  std::vector<Spot> m_spots;                 // by parts, then along that axis
  std::vector<std::array<int, 2>> m_joined;  // spots, by constraints and hooks
  std::vector<Place> m_places;
  double m_thickest = 0;                       // [m] of all that meets
  std::vector<std::array<int, 2>> m_ties;      // spots
  std::vector<std::vector<int>> m_crowds;      // parts, ascending
  std::map<int, std::vector<int>> m_crowdsOf;  // by parts
};

}  // namespace

void addChosen(const World& world, PassThrough& out) {
  std::map<std::string, int, std::less<>> groups;
  std::vector<std::pair<int, int>> members;
  for (std::size_t i = 0; i < world.parts().size(); ++i) {
    const int part = static_cast<int>(i);
    const PartKind* kind = world.registry().part(world.parts()[i].kind);
    const ParamReader values(kind->table, world.simulated().parts()[i].values);
    for (const Value& other : values.list("passes_through")) {
      out.add(part, *world.findPart(std::get<std::string>(other.content)));
    }
    if (values.boolean("self_contact")) out.feelItself(part);
    const std::string& group = values.text("contact_group");
    if (group.empty()) continue;
    const auto [known, isNew] = groups.emplace(group, 0);
    if (isNew) known->second = out.newGroup();
    members.emplace_back(known->second, part);
  }
  std::sort(members.begin(), members.end());
  for (const auto& [group, part] : members) out.join(part, group);
}

Ties addTied(const World& world, std::span<const std::unique_ptr<PartScratch>> scratch,
             double range, PassThrough& out) {
  const TyingConstraints constraints(world, scratch, range);
  const MeetingPlaces places(constraints);
  places.addWhole(out);
  return {places.ties(), places.byConstraint()};
}

}  // namespace sinew
