#include "ui/document/Addition.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>

#include "core/scene/ConstraintFit.h"
#include "core/scene/LeftOut.h"
#include "core/scene/MaterialPlace.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "ui/document/Members.h"
#include "ui/document/Names.h"
#include "ui/document/StartPose.h"
#include "ui/document/Ties.h"

namespace sinew::ui {
namespace {

constexpr double kAsNear = 1e-6;           // [m]
constexpr std::size_t kLongestPair = 180;  // [bytes] of a name

template <class Kinds>
void append(std::vector<Addable>& addables, Section section, const Kinds& kinds) {
  for (const KindInfo& kind : kinds) addables.push_back({section, kind.name, kind.label, kind.doc});
}

bool needsPart(const ParamSpec& spec) {
  return spec.required && (spec.type == ParamType::Point || spec.type == ParamType::PartRef);
}

/// Any point that the part has: parts differ in how many coordinates a point of theirs takes.
std::vector<double> firstPointOf(const Part& part) {
  constexpr std::size_t kMostCoordinates = 3;
  for (std::vector<double> at; at.size() <= kMostCoordinates; at.push_back(0))
    if (part.resolve(at)) return at;
  return {};
}

/// Where a new constraint takes hold of the first of some parts: on the side of the second.
std::vector<double> holdOf(const Scene& scene, const Registry& registry, const std::string& name,
                           const std::string& other) {
  const auto made = [&](const std::string& of) {
    const Entity* entity = scene.find(Section::Parts, of);
    return entity == nullptr ? nullptr : makePart(registry, *entity);
  };
  const auto part = made(name);
  if (!part) return {};
  const auto towards = other == name ? nullptr : made(other);
  if (!towards) return firstPointOf(*part);
  std::vector<double> at = pointFacing(*part, *towards);
  return at.empty() ? firstPointOf(*part) : at;
}

/// "cameras" -> "camera"
std::string singular(Section section) {
  std::string word = sectionKey(section);
  word.pop_back();
  return word;
}

/// The part that was picked first against the others; against all where it is the only one. Named
/// after them, unless that is too long for a name.
void takeSides(const Scene& scene, const std::vector<ObjectId>& selected, Entity& rule) {
  const std::vector<std::string> parts = partsOf(scene, selected);
  if (parts.empty()) return;
  const std::string other = parts.size() == 1 ? "all" : parts.size() == 2 ? parts[1] : "others";
  const std::string pair = parts.front() + " and " + other;
  if (pair.size() <= kLongestPair) rule.name = pair;
  // The number at the end of a part's name is no number of the rule.
  for (int n = 2; scene.find(Section::ContactRules, rule.name) != nullptr; ++n)
    rule.name = pair + " (" + std::to_string(n) + ")";
  const ParamTable& table = contactRuleTable();
  rule.values.set(*findParam(table, "parts"), ValueList{Value(parts.front())});
  if (parts.size() == 1) return;
  rule.values.set(*findParam(table, "others"), ValueList(parts.begin() + 1, parts.end()));
}

void fit(const Scene& scene, const Registry& registry, const ParamTable& table, Entity& entity) {
  const auto rounded = [](double x) { return std::round(x * 1e6) / 1e6 + 0.0; };  // of no −0
  for (auto& [key, value] : fitToStart(entity, scene, registry)) {
    if (auto* place = std::get_if<Vec3>(&value.content)) *place = place->unaryExpr(rounded);
    entity.values.set(*findParam(table, key), std::move(value));
  }
}

/// Whether things can be beside it: not so with a floor, which is everywhere, and with a mark.
bool takesRoom(const Part& part) {
  const ContactSurface surface = part.contactSurface();
  return part.dims().v > 0 || (!surface.empty() && surface.planes.empty());
}

/// Puts it on the ground, beside what is there.
void place(const Scene& scene, const Registry& registry, const ParamTable& table, Entity& entity) {
  const ParamSpec* position = findParam(table, "position");
  const auto part = makePart(registry, entity);
  if (position == nullptr || position->type != ParamType::Vector || !part || !takesRoom(*part))
    return;
  Room room = roomOf(*part);
  const Vec3 up(0, -room.low.y(), 0);
  room.low += up;
  room.high += up;
  const Vec3 at = up + Vec3(wayToFreeRoom(room, takenRoom(scene, registry)), 0, 0);
  const auto rounded = [](double x) { return std::round(x * 1000) / 1000; };
  entity.values.set(*position, Value(Vec3(at.unaryExpr(rounded))));
}

/// What may catch something that falls: it is beneath its middle.
auto beneath(const Room& room) {
  return [middle = room.middle()](const Room& other) {
    const auto spans = [&](int axis) {
      return other.low[axis] <= middle[axis] && middle[axis] <= other.high[axis];
    };
    return spans(0) && spans(2) && other.low.y() < middle.y();
  };
}

}  // namespace

std::vector<double> pointTowards(const Part& part, const Vec3& place, Nearest which) {
  const Beginning beginning(part);
  double nearest = std::numeric_limits<double>::infinity();
  std::vector<double> found = firstPointOf(part);
  for (std::size_t i = 0; i < beginning.count(); ++i) {
    const double distance = (beginning.at(i) - place).norm();
    if (distance >= nearest + (which == Nearest::First ? -kAsNear : kAsNear)) continue;
    std::vector<double> at;
    for (int c = 0; c < beginning.mesh.coordinates; ++c) {
      const double coordinate = beginning.mesh.material[i][static_cast<std::size_t>(c)];
      at.push_back(std::round(1e4 * coordinate) / 1e4);
    }
    if (!part.resolve(at)) continue;
    nearest = distance;
    found = std::move(at);
  }
  return found;
}

std::optional<MaterialPoint> pointNearest(const Scene& scene, const Registry& registry,
                                          const MaterialPoint& held, const MaterialPoint& to) {
  const Entity* own = scene.find(Section::Parts, held.part);
  const Entity* other = scene.find(Section::Parts, to.part);
  if (own == nullptr || other == nullptr || own == other) return std::nullopt;
  const auto towards = makePart(registry, *other);
  const auto place = towards ? placeAtStart(*towards, to.at) : std::nullopt;
  return place ? pointNearest(scene, registry, held, *place) : std::nullopt;
}

std::optional<MaterialPoint> pointNearest(const Scene& scene, const Registry& registry,
                                          const MaterialPoint& held, const Vec3& to) {
  const Entity* own = scene.find(Section::Parts, held.part);
  const auto part = own != nullptr ? makePart(registry, *own) : nullptr;
  const auto at = part ? nearestMaterialPoint(*part, to) : std::nullopt;
  if (!at) return std::nullopt;
  return MaterialPoint{held.part, *at};
}

std::optional<AddEntity> missingFloor(const Scene& scene, const Registry& registry) {
  std::vector<Room> falling, holding;
  const std::set<std::string> hung = heldInSpace(scene, registry);
  for (const Entity& entity : scene.parts()) {
    const auto part = makePart(registry, entity);
    if (!part || isIgnored(entity)) continue;
    if (part->dims().v > 0 && !hung.contains(entity.name)) falling.push_back(roomOf(*part));
    if (!part->contactMaterial()) continue;
    if (!part->contactSurface().planes.empty()) return std::nullopt;
    holding.push_back(roomOf(*part));
  }
  const auto falls = [&](const Room& room) { return std::ranges::none_of(holding, beneath(room)); };
  if (std::ranges::none_of(falling, falls)) return std::nullopt;
  for (const PartKind& kind : registry.parts()) {
    const auto part = makePart(registry, {{}, kind.name, {}});
    if (!part || !part->contactMaterial() || part->contactSurface().planes.empty()) continue;
    return AddEntity{Section::Parts,
                     scene.parts().size(),
                     {freeName(scene, Section::Parts, "floor"), kind.name, {}}};
  }
  return std::nullopt;
}

bool isPrescribed(const Registry& registry, const std::string& kind) {
  const auto part = makePart(registry, {{}, kind, {}});
  return part && part->dims().v == 0;
}

std::vector<Addable> addablesOf(const Registry& registry, Section section) {
  std::vector<Addable> addables;
  switch (section) {
    case Section::Parts:
      append(addables, section, registry.parts());
      break;
    case Section::Constraints:
      append(addables, section, registry.constraints());
      break;
    case Section::Forces:
      append(addables, section, registry.forces());
      break;
    default:
      addables.push_back({section, {}, singular(section), {}});
  }
  return addables;
}

AddEntity newEntity(const Scene& scene, const Addable& addable) {
  AddEntity addition{addable.section, scene[addable.section].size(), {{}, addable.kind, {}}};
  const std::string& base = addable.kind.empty() ? addable.label : addable.kind;
  addition.entity.name = freeName(scene, addable.section, base);
  return addition;
}

std::optional<AddEntity> giveMaterial(const Scene& scene, const Registry& registry, Entity& part) {
  const PartKind* kind = registry.part(part.kind);
  if (kind == nullptr || !kind->material) return std::nullopt;
  const auto& [name, values] = *kind->material;
  part.values.set(*findParam(kind->table, "material"), Value(name));
  if (scene.find(Section::Materials, name) != nullptr) return std::nullopt;
  Entity material{name, {}, {}};
  for (const auto& [key, value] : values)
    material.values.set(*findParam(materialTable(), key), value);
  return AddEntity{Section::Materials, scene[Section::Materials].size(), std::move(material)};
}

std::size_t partsNeeded(const Registry& registry, const Addable& addable) {
  const ParamTable* table = entityTable(registry, addable.section, addable.kind);
  return table == nullptr ? 0 : static_cast<std::size_t>(std::ranges::count_if(*table, needsPart));
}

std::optional<AddEntity> additionTo(const Scene& scene, const Registry& registry,
                                    const Addable& addable, const std::vector<ObjectId>& selected) {
  const ParamTable* table = entityTable(registry, addable.section, addable.kind);
  if (table == nullptr) return std::nullopt;
  AddEntity addition = newEntity(scene, addable);
  const auto isPart = [](const ObjectId& id) { return id.section == Section::Parts; };
  const auto first = std::ranges::find_if(selected, isPart);
  auto part = first;
  for (const ParamSpec& spec : *table) {
    if (!needsPart(spec)) continue;
    if (part == selected.end()) return std::nullopt;
    const auto next = std::find_if(part + 1, selected.end(), isPart);
    const std::string& other = part != first            ? first->name
                               : next != selected.end() ? next->name
                                                        : part->name;
    addition.entity.values.set(
        spec, spec.type == ParamType::Point
                  ? Value(MaterialPoint{part->name, holdOf(scene, registry, part->name, other)})
                  : Value(part->name));
    part = next;
  }
  if (addable.section == Section::Parts) place(scene, registry, *table, addition.entity);
  if (addable.section == Section::Constraints) fit(scene, registry, *table, addition.entity);
  if (addable.section == Section::ContactRules) takeSides(scene, selected, addition.entity);
  return addition;
}

PointsToPick pointsToPick(const Registry& registry, const Addable& addable) {
  PointsToPick picks;
  const ParamTable* table = entityTable(registry, addable.section, addable.kind);
  if (table == nullptr) return picks;
  for (const bool required : {true, false}) {
    for (const ParamSpec& spec : *table) {
      const bool picked = needsPart(spec) || spec.type == ParamType::Point;
      if (picked && spec.required == required) picks.specs.push_back(&spec);
    }
    if (required) picks.needed = picks.specs.size();
  }
  return picks;
}

bool asksWhere(const Registry& registry, const Addable& addable) {
  const PointsToPick picks = pointsToPick(registry, addable);
  return picks.needed == 1 && picks.specs.front()->type == ParamType::Point;
}

AddEntity additionAt(const Scene& scene, const Registry& registry, const Addable& addable,
                     const std::vector<MaterialPoint>& points) {
  AddEntity addition = newEntity(scene, addable);
  const PointsToPick picks = pointsToPick(registry, addable);
  for (std::size_t i = 0; i < std::min(points.size(), picks.specs.size()); ++i) {
    const ParamSpec& spec = *picks.specs[i];
    addition.entity.values.set(
        spec, spec.type == ParamType::Point ? Value(points[i]) : Value(points[i].part));
  }
  const ParamTable* table = entityTable(registry, addable.section, addable.kind);
  if (addable.section == Section::Constraints) fit(scene, registry, *table, addition.entity);
  return addition;
}

Result<void> hasPoint(const Scene& scene, const Registry& registry, const MaterialPoint& point) {
  const Entity* entity = scene.find(Section::Parts, point.part);
  const auto part = entity == nullptr ? nullptr : makePart(registry, *entity);
  if (!part) return fail(ErrorCode::Invalid, "there is no such part");
  const auto resolved = part->resolve(point.at);
  if (!resolved) return Unexpected{resolved.error()};
  return {};
}

}  // namespace sinew::ui
