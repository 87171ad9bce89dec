#include "ui/document/Copying.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "core/scene/References.h"
#include "core/scene/SceneJson.h"
#include "ui/document/Addition.h"
#include "ui/document/Keys.h"
#include "ui/document/LiftOut.h"
#include "ui/document/Members.h"
#include "ui/document/Names.h"
#include "ui/document/PartPose.h"
#include "ui/document/StartPose.h"

namespace sinew::ui {
namespace {

using Names = std::set<std::string>;

struct References {
  Names parts, materials;
};

References referencesOf(Entity entity, Section section, const Registry& registry) {
  References found;
  const ParamTable* table = entityTable(registry, section, entity.kind);
  if (table == nullptr) return found;
  changeReferences(entity.values, *table, [&found](Section to, std::string& name) {
    (to == Section::Materials ? found.materials : found.parts).insert(name);
  });
  return found;
}

/// Whether a thing acts on the chosen parts and on no others.
bool actsWithin(const References& references, const Names& parts) {
  return !references.parts.empty() &&
         std::includes(parts.begin(), parts.end(), references.parts.begin(),
                       references.parts.end());
}

/// Whether a thing takes hold of the chosen parts, and of others, at points alone.
bool holdsOnTo(const Entity& entity, const References& references, const Names& parts) {
  Names held;
  for (const auto& [key, value] : entity.values.entries())
    if (const auto* point = std::get_if<MaterialPoint>(&value.content)) held.insert(point->part);
  return held == references.parts &&
         std::ranges::any_of(held, [&](const std::string& name) { return parts.contains(name); });
}

/// Takes out of its lists whatever is not among the chosen parts.
void forgetOthers(Entity& entity, Section section, const Names& parts, const Registry& registry) {
  const ParamTable* table = entityTable(registry, section, entity.kind);
  if (table == nullptr) return;
  for (const ParamSpec& spec : *table) {
    const Value* value = entity.values.find(spec.key);
    if (value == nullptr || spec.type != ParamType::List ||
        spec.item.front().type != ParamType::PartRef)
      continue;
    ValueList known = std::get<ValueList>(value->content);
    std::erase_if(known, [&](const Value& each) {
      return !parts.contains(std::get<std::string>(each.content));
    });
    entity.values.set(spec, std::move(known));
  }
}

/// Room that the parts of an excerpt take where they begin; those without end are left out.
std::vector<std::pair<std::string, Room>> roomsOf(const Scene& excerpt, const Registry& registry) {
  std::vector<std::pair<std::string, Room>> rooms;
  for (const Entity& entity : excerpt.parts()) {
    const auto part = makePart(registry, entity);
    if (part && part->contactSurface().planes.empty())
      rooms.emplace_back(entity.name, roomOf(*part));
  }
  return rooms;
}

/// How far along x it has to go so as to be in nothing's way [m].
double wayBeside(const Scene& excerpt, const Scene& into, const Registry& registry) {
  Room room;
  std::vector<Room> taken = takenRoom(into, registry);
  const auto rooms = roomsOf(excerpt, registry);
  for (const auto& [name, own] : rooms) {
    room.add(own);
    if (into.find(Section::Parts, name) != nullptr) taken.push_back(own);
  }
  return rooms.empty() ? 0 : wayToFreeRoom(room, taken);
}

class Inserter {
 public:
  Inserter(const Scene& excerpt, const Scene& into, const Registry& registry,
           const RigidMotion& motion, const Naming& naming = std::identity())
      : m_excerpt(excerpt),
        m_scene(into),
        m_registry(registry),
        m_motion(motion),
        m_naming(naming) {}

  Insertion work() {
    for (int i = 0; i < kSectionCount; ++i) nameAll(static_cast<Section>(i));
    for (int i = 0; i < kSectionCount; ++i) addAll(static_cast<Section>(i));
    return std::move(m_insertion);
  }

 private:
  void nameAll(Section section) {
    Scene taken = m_scene;
    for (const Entity& entity : m_excerpt[section]) {
      std::string& name = m_names[section][entity.name];
      const Entity* there = m_scene.find(section, entity.name);
      const bool shared = isAlongside(section) && there != nullptr && *there == entity;
      name = shared ? entity.name : freeName(taken, section, nameFor(section, entity.name));
      if (!shared) taken[section].push_back({name, entity.kind, {}});
    }
  }

  /// Whether it is there for the sake of others, rather than copied for its own.
  bool isAlongside(Section section) const {
    if (section != Section::Materials) return false;
    for (int i = 0; i < kSectionCount; ++i) {
      const auto other = static_cast<Section>(i);
      if (other != section && !m_excerpt[other].empty()) return true;
    }
    return false;
  }

  std::string nameFor(Section section, const std::string& name) const {
    return section == Section::Materials ? name : m_naming(name);
  }

  void addAll(Section section) {
    std::size_t index = m_scene[section].size();
    for (const Entity& original : m_excerpt[section]) {
      Entity entity = original;
      entity.name = m_names[section][original.name];
      if (section == Section::Materials && m_scene.find(section, entity.name) != nullptr) continue;
      const ParamTable* table = entityTable(m_registry, section, entity.kind);
      if (table == nullptr) continue;
      changeReferences(entity.values, *table, [this](Section to, std::string& name) {
        const auto found = m_names[to].find(name);
        if (found != m_names[to].end()) name = found->second;
      });
      move(section, *table, entity);
      m_insertion.edits.emplace_back(AddEntity{section, index++, entity});
      if (!isAlongside(section)) m_insertion.items.push_back({section, entity.name});
    }
  }

  /// All that is said of the world goes along.
  void move(Section section, const ParamTable& table, Entity& entity) const {
    for (const ParamSpec& spec : table) {
      const bool stays = !speaksOfTheWorld(section, spec) || spec.unit == "rad";
      const bool notGiven = spec.optional && entity.values.find(spec.key) == nullptr;
      if (stays || notGiven) continue;
      const Value before = givenOr(entity.values, spec);
      Value moved = carried(before, spec, m_motion);
      if (!(moved == before)) entity.values.set(spec, std::move(moved));
    }
    if (m_motion.turns() && section == Section::Parts) turn(table, entity);
  }

  /// What turns by key goes by angles: each of its keys is turned, the way between them is not.
  void turn(const ParamTable& table, Entity& entity) const {
    const ParamSpec* orientation = findParam(table, "orientation");
    if (orientation == nullptr || orientation->type != ParamType::Rotation) return;
    std::vector<double> times = {0};
    if (const Value* angles = entity.values.find("turn")) {
      if (const auto* curve = std::get_if<Curve>(&angles->content)) {
        times.clear();
        for (const Curve::Key& key : curve->keys) times.push_back(key.time);
      }
    }
    for (const double time : times) {
      const auto pose = PartPose::of(m_registry, entity, {time, false});
      if (!pose) return;
      const SetParam turned = pose->turned(Eigen::AngleAxisd(m_motion.turn));
      entity.values.set(*findParam(table, turned.key), *turned.value);
    }
  }

  const Scene& m_excerpt;
  const Scene& m_scene;
  const Registry& m_registry;
  RigidMotion m_motion;
  Naming m_naming;
  std::map<Section, std::map<std::string, std::string>> m_names;
  Insertion m_insertion;
};

}  // namespace

Scene excerptOf(const Scene& scene, const Registry& registry, const std::vector<ObjectId>& selected,
                Others others) {
  const std::set<ObjectId> chosen(selected.begin(), selected.end());
  const std::vector<std::string> members = partsOf(scene, selected);
  const Names parts(members.begin(), members.end());
  Names materials;
  for (const ObjectId& id : chosen)
    if (id.section == Section::Materials) materials.insert(id.name);
  Scene excerpt;
  for (int i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    if (section == Section::Materials) continue;
    for (const Entity& entity : scene[section]) {
      const References references = referencesOf(entity, section, registry);
      const bool free = references.parts.empty() && chosen.contains({section, entity.name});
      const bool belongs = section == Section::Parts ? parts.contains(entity.name)
                                                     : free || actsWithin(references, parts) ||
                                                           (others == Others::MayBeTied &&
                                                            holdsOnTo(entity, references, parts));
      if (!belongs) continue;
      excerpt[section].push_back(entity);
      if (others == Others::None) forgetOthers(excerpt[section].back(), section, parts, registry);
      materials.insert(references.materials.begin(), references.materials.end());
    }
  }
  for (const Entity& material : scene[Section::Materials])
    if (materials.contains(material.name)) excerpt[Section::Materials].push_back(material);
  return excerpt;
}

Insertion insertionOf(const Scene& excerpt, const Scene& into, const Registry& registry) {
  const Vec3 shift(wayBeside(excerpt, into, registry), 0, 0);
  return Inserter(excerpt, into, registry, {Quat::Identity(), shift}).work();
}

// What moves has a little air below it: barriers throw off what touches face on face.
static double airBelow(const Scene& excerpt, const Registry& registry) {
  constexpr double kAir = 1e-3;  // [m]
  const auto moves = [&](const Entity& part) { return !isPrescribed(registry, part.kind); };
  return std::ranges::any_of(excerpt.parts(), moves) ? kAir : 0;
}

Insertion insertionAt(const Scene& excerpt, const Scene& into, const Registry& registry,
                      const Vec3& place) {
  Room room;
  for (const auto& [name, own] : roomsOf(excerpt, registry)) room.add(own);
  const Vec3 middle = room.middle();
  const Vec3 foot = middle.allFinite() ? Vec3(middle.x(), room.low.y(), middle.z()) : Vec3::Zero();
  Vec3 shift = (place - foot).unaryExpr([](double x) { return std::round(x * 1000) / 1000; });
  const double air = airBelow(excerpt, registry);
  shift.y() = std::max(shift.y(), place.y() - foot.y()) + air;
  if (air > 0) shift.y() += std::ceil(1000 * liftOut(excerpt, shift, into, registry)) / 1000;
  return Inserter(excerpt, into, registry, {Quat::Identity(), shift}).work();
}

Insertion insertionInPlace(const Scene& excerpt, const Scene& into, const Registry& registry,
                           const Naming& naming) {
  return Inserter(excerpt, into, registry, {}, naming).work();
}

Insertion rowOf(const Scene& excerpt, const Scene& into, const Registry& registry,
                const RigidMotion& stride, int copies) {
  Insertion row;
  Scene with = into;
  RigidMotion motion;
  for (int i = 1; i <= copies; ++i) {
    motion = stride.after(motion);
    Insertion next = Inserter(excerpt, with, registry, motion).work();
    for (const SceneEdit& edit : next.edits) {
      const auto& addition = std::get<AddEntity>(edit);
      with[addition.section].push_back(addition.entity);
    }
    std::ranges::move(next.edits, std::back_inserter(row.edits));
    std::ranges::move(next.items, std::back_inserter(row.items));
  }
  return row;
}

Vec3 shiftBeside(const Scene& excerpt, const Registry& registry) {
  Room room;
  std::vector<Room> taken;
  for (const auto& [name, own] : roomsOf(excerpt, registry)) {
    room.add(own);
    taken.push_back(own);
  }
  const double way = taken.empty() ? 0 : wayToFreeRoom(room, taken);
  return Vec3(std::ceil(100 * way) / 100, 0, 0);  // easy to read
}

}  // namespace sinew::ui
