#include "core/simulation/TiedParts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>

namespace sinew {
namespace {

constexpr int kWorld = -1;
constexpr double kMeeting =
    1e-9;  // [m], [rad] that a constraint has left where its points coincide

/// Where a constraint holds a part, or a place in space, and how thick what it brings there is.
struct Anchor {
  Tie::End end;       // of part kWorld: in space
  double brings = 0;  // [m]
  int constraint = -1;
  auto place() const { return std::tuple(end.part, end.place.x(), end.place.y(), end.place.z()); }
};

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

/// Anchors in sets that come to lie at one place.
class MeetingPlaces {
 public:
  MeetingPlaces(const World& world, std::span<const std::unique_ptr<PartScratch>> scratch,
                double range)
      : m_world(world), m_scratch(scratch), m_range(range) {
    for (std::size_t c = 0; c < world.constraints().size(); ++c) take(static_cast<int>(c));
    m_root.resize(m_anchors.size());
    std::iota(m_root.begin(), m_root.end(), 0);
    for (const auto& [a, b] : m_joined) unite(a, b);
    uniteNeighbours();
    for (std::size_t i = 0; i < m_anchors.size(); ++i) {
      if (m_anchors[i].end.part != kWorld) m_met[rootOf(i)].push_back(m_anchors[i]);
    }
  }

  /// Who passes through each other wholly: along what slides, and in crowds.
  void addWhole(PassThrough& out) const {
    for (const auto& [a, b] : m_sliding) out.add(a, b);
    for (const auto& [root, met] : m_met) {
      if (!isCrowd(met)) continue;
      const int group = out.newGroup();
      for (const int part : partsOf(met)) out.join(part, group);
    }
  }

  std::vector<Tie> ties() const {
    std::vector<Tie> found = m_apart;
    for (auto [root, met] : m_met) {
      if (isCrowd(met)) continue;
      std::sort(met.begin(), met.end(),
                [](const Anchor& a, const Anchor& b) { return a.place() < b.place(); });
      const auto last = std::unique(met.begin(), met.end(), [](const Anchor& a, const Anchor& b) {
        return a.place() == b.place();
      });
      for (auto a = met.begin(); a != last; ++a) {
        for (auto b = a + 1; b != last; ++b) found.push_back({{a->end, b->end}, 0});
      }
    }
    return found;
  }

  std::vector<TiedBy> byConstraint() const {
    std::vector<TiedBy> found;
    const auto add = [&found](int constraint, int a, int b) {
      if (a != b) found.push_back({constraint, {std::min(a, b), std::max(a, b)}});
    };
    for (std::size_t i = 0; i < m_apart.size(); ++i) {
      add(m_apartBy[i], m_apart[i].ends[0].part, m_apart[i].ends[1].part);
    }
    for (const auto& [root, met] : m_met) {
      if (isCrowd(met)) continue;
      const std::set<int> parts = partsOf(met);
      std::set<int> constraints;
      for (const Anchor& anchor : met) constraints.insert(anchor.constraint);
      for (const int constraint : constraints) {
        for (auto a = parts.begin(); a != parts.end(); ++a) {
          for (auto b = std::next(a); b != parts.end(); ++b) add(constraint, *a, *b);
        }
      }
    }
    std::sort(found.begin(), found.end(), [](const TiedBy& a, const TiedBy& b) {
      return std::tie(a.constraint, a.parts) < std::tie(b.constraint, b.parts);
    });
    return found;
  }

 private:
  static std::set<int> partsOf(const std::vector<Anchor>& met) {
    std::set<int> parts;
    for (const Anchor& anchor : met) parts.insert(anchor.end.part);
    return parts;
  }

  // Where ever so many meet at one place, pairs of them would be too many to look at, each by its
  // own zone: they pass through each other wholly.
  static bool isCrowd(const std::vector<Anchor>& met) {
    constexpr std::size_t kMany = 32;
    return met.size() > kMany && partsOf(met).size() > kMany;
  }

  double thickness(int part) const {
    return part == kWorld ? 0 : m_world.parts()[part].part->contactSurface().thickness;
  }

  Tie::End endAt(const CompiledEnd& end) const {
    const Part& part = *m_world.parts()[end.part].part;
    Tie::End found;
    found.part = end.part;
    Vec3 velocity;
    part.locate(*m_scratch[end.part], end.point, found.place, velocity);
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
    if (brings == Brings::Apart && toPart) {
      m_apart.push_back(tie);
      m_apartBy.push_back(index);
    }
    if (brings != Brings::Together) return;
    join(tie, index);
    if (!toPart) hook(tie, index);
  }

  Vec3 targetOf(const CompiledConstraint& constraint, const Vec3& from) const {
    PointSample point;
    point.position = from;
    return constraint.constraint->spaceEnd(point, 0);
  }

  void join(const Tie& tie, int constraint) {
    const auto& [a, b] = tie.ends;
    m_joined.push_back({m_anchors.size(), m_anchors.size() + 1});
    m_anchors.push_back({a, thickness(b.part), constraint});
    m_anchors.push_back({b, thickness(a.part), constraint});
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
      Tie tie = pin;
      tie.ends[1].part = static_cast<int>(o);
      join(tie, constraint);
    }
  }

  // In order along x, so that each looks only at what may be near.
  void uniteNeighbours() {
    std::vector<std::size_t> order(m_anchors.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [this](std::size_t i) {
      return std::pair(m_anchors[i].end.part, m_anchors[i].end.place.x());
    };
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    double thickest = 0;
    for (const Anchor& anchor : m_anchors) thickest = std::max(thickest, anchor.brings);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Anchor& a = m_anchors[order[i]];
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        const Anchor& b = m_anchors[order[j]];
        const Vec3 between = b.end.place - a.end.place;
        if (b.end.part != a.end.part || between.x() > m_range + 2 * thickest) break;
        if (between.norm() <= m_range + a.brings + b.brings) unite(order[i], order[j]);
      }
    }
  }

  std::size_t rootOf(std::size_t i) {
    while (m_root[i] != i) i = m_root[i] = m_root[m_root[i]];
    return i;
  }
  void unite(std::size_t a, std::size_t b) { m_root[rootOf(a)] = rootOf(b); }

  const World& m_world;
  std::span<const std::unique_ptr<PartScratch>> m_scratch;
  double m_range;
  std::vector<Anchor> m_anchors;
  std::vector<std::array<std::size_t, 2>> m_joined;  // of those, by constraints
  std::vector<std::size_t> m_root;
  std::map<std::size_t, std::vector<Anchor>> m_met;  // on parts, by roots
  std::vector<Tie> m_apart;
  std::vector<int> m_apartBy;  // likewise: the constraints
  std::vector<std::array<int, 2>> m_sliding;
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
  MeetingPlaces places(world, scratch, range);
  places.addWhole(out);
  return {places.ties(), places.byConstraint()};
}

}  // namespace sinew
