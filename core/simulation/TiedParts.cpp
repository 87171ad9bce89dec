#include "core/simulation/TiedParts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

namespace sinew {
namespace {

constexpr int kWorld = -1;
constexpr double kMeeting =
    1e-9;  // [m], [rad] that a constraint has left where its points coincide

/// Where a constraint holds a part, or a place in space, and how thick what it brings there is.
struct Anchor {
  int part = kWorld;
  Vec3 place = Vec3::Zero();
  double brings = 0;  // [m]
};

/// Whether a constraint is satisfied where its points are at one place.
bool meets(const CompiledConstraint& constraint, const Vec3& place) {
  if (constraint.slidingEnd >= 0) return false;
  std::array<PointSample, ConstraintRows::kMaxPoints> points;
  for (PointSample& point : points) point.position = place;
  ConstraintRows rows;
  constraint.constraint->evaluate(points.data(), 0, rows);
  return std::all_of(rows.g.begin(), rows.g.begin() + constraint.rows,
                     [](double g) { return std::abs(g) < kMeeting; });
}

/// Anchors in sets that come to lie at one place.
class MeetingPlaces {
 public:
  MeetingPlaces(const World& world, std::span<const std::unique_ptr<PartScratch>> scratch,
                double range)
      : m_world(world), m_range(range) {
    for (const CompiledConstraint& constraint : world.constraints()) take(constraint, scratch);
    m_root.resize(m_anchors.size());
    std::iota(m_root.begin(), m_root.end(), 0);
    for (std::size_t i = 0; i < m_anchors.size(); i += 2) unite(i, i + 1);
    uniteNeighbours();
  }

  void addTo(PassThrough& out) {
    for (const auto& [part, obstacle] : m_hooks) out.add(part, obstacle);
    std::map<std::size_t, std::vector<int>> parts;
    for (std::size_t i = 0; i < m_anchors.size(); ++i) {
      if (m_anchors[i].part != kWorld) parts[rootOf(i)].push_back(m_anchors[i].part);
    }
    for (auto& [root, met] : parts) {
      std::sort(met.begin(), met.end());
      met.erase(std::unique(met.begin(), met.end()), met.end());
      if (met.size() < 2) continue;
      const int group = out.newGroup();
      for (const int part : met) out.join(part, group);
    }
  }

 private:
  double thickness(int part) const {
    return part == kWorld ? 0 : m_world.parts()[part].part->contactSurface().thickness;
  }

  void take(const CompiledConstraint& constraint,
            std::span<const std::unique_ptr<PartScratch>> scratch) {
    std::array<Anchor, 2> ends;
    for (std::size_t e = 0; e < constraint.ends.size(); ++e) {
      Vec3 velocity;
      ends[e].part = constraint.ends[e].part;
      m_world.parts()[ends[e].part].part->locate(*scratch[ends[e].part], constraint.ends[e].point,
                                                 ends[e].place, velocity);
    }
    if (constraint.ends.size() == 1) {
      PointSample point;
      point.position = ends[0].place;
      ends[1].place = constraint.constraint->spaceEnd(point, 0);
    }
    if (!meets(constraint, ends[1].place)) return;
    if (constraint.ends.size() == 1) noteHook(ends[0].part, ends[1].place, scratch);
    ends[0].brings = thickness(ends[1].part);
    ends[1].brings = thickness(ends[0].part);
    m_anchors.insert(m_anchors.end(), ends.begin(), ends.end());
  }

  // What is pinned to a place on an obstacle hangs from it.
  void noteHook(int part, const Vec3& place,
                std::span<const std::unique_ptr<PartScratch>> scratch) {
    for (std::size_t o = 0; o < m_world.parts().size(); ++o) {
      const Part& obstacle = *m_world.parts()[o].part;
      SurfaceProbe probe;
      if (!obstacle.contactMaterial() || !obstacle.probe(*scratch[o], place, probe)) continue;
      if (probe.gap <= m_range + thickness(part)) m_hooks.push_back({part, static_cast<int>(o)});
    }
  }

  // In order along x, so that each looks only at what may be near.
  void uniteNeighbours() {
    std::vector<std::size_t> order(m_anchors.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [this](std::size_t i) {
      return std::pair(m_anchors[i].part, m_anchors[i].place.x());
    };
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    double thickest = 0;
    for (const Anchor& anchor : m_anchors) thickest = std::max(thickest, anchor.brings);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Anchor& a = m_anchors[order[i]];
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        const Anchor& b = m_anchors[order[j]];
        if (b.part != a.part || b.place.x() - a.place.x() > m_range + 2 * thickest) break;
        if ((b.place - a.place).norm() <= m_range + a.brings + b.brings) unite(order[i], order[j]);
      }
    }
  }

  std::size_t rootOf(std::size_t i) {
    while (m_root[i] != i) i = m_root[i] = m_root[m_root[i]];
    return i;
  }
  void unite(std::size_t a, std::size_t b) { m_root[rootOf(a)] = rootOf(b); }

  const World& m_world;
  double m_range;
  std::vector<Anchor> m_anchors;  // two per constraint
  std::vector<std::size_t> m_root;
  std::vector<std::array<int, 2>> m_hooks;
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

void addTied(const World& world, std::span<const std::unique_ptr<PartScratch>> scratch,
             double range, PassThrough& out) {
  for (const CompiledConstraint& constraint : world.constraints()) {
    if (constraint.ends.size() < 2) continue;
    out.add(constraint.ends[0].part, constraint.ends[1].part);
  }
  MeetingPlaces(world, scratch, range).addTo(out);
}

}  // namespace sinew
