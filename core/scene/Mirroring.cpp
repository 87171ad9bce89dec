#include "core/scene/Mirroring.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "core/scene/MakePart.h"
#include "core/scene/MaterialPlace.h"
#include "core/scene/SceneJson.h"

namespace sinew {
namespace {

/// How a vector is mirrored: what kind of thing it is shows in its unit.
enum class Sort { Place, Direction, Spin };

Sort sortOf(const ParamSpec& spec) {
  static const std::set<std::string, std::less<>> spins = {"rad", "rad/s", "N m"};
  if (spec.unit == "m") return Sort::Place;
  return spins.contains(spec.unit) ? Sort::Spin : Sort::Direction;
}

/// Whether a parameter speaks of the world. What shapes a part, rather than to put it somewhere or
/// to set it going, is said in its own axes.
bool isOfTheWorld(Section section, const ParamSpec& spec) {
  return section != Section::Parts || spec.effect != Effect::Rebuild;
}

Vec3 mirroredVector(const Vec3& vector, Sort sort, const Mirror& mirror) {
  const Vec3 image = sort == Sort::Place  ? mirror.place(vector)
                     : sort == Sort::Spin ? mirror.spin(vector)
                                          : mirror.direction(vector);
  return image + Vec3::Zero();  // no −0 to be read
}

std::array<double, 3> mirroredNumbers(const std::array<double, 3>& numbers, Sort sort,
                                      const Mirror& mirror) {
  const Vec3 image = mirroredVector(Vec3(numbers.data()), sort, mirror);
  return {image.x(), image.y(), image.z()};
}

/// All keys and slopes of a keyed vector.
Curve mirroredCurve(Curve curve, Sort sort, const Mirror& mirror) {
  const Sort ofSlopes = sort == Sort::Place ? Sort::Direction : sort;
  for (Curve::Key& key : curve.keys) {
    key.value = mirroredNumbers(key.value, sort, mirror);
    if (!key.slopes) continue;
    key.slopes->before = mirroredNumbers(key.slopes->before, ofSlopes, mirror);
    key.slopes->after = mirroredNumbers(key.slopes->after, ofSlopes, mirror);
  }
  return curve;
}

Quat mirroredTurn(const Quat& turn, int across, const Mirror& mirror) {
  Mat3 world = Mat3::Identity(), own = Mat3::Identity();
  world(mirror.axis, mirror.axis) = own(across, across) = -1;
  return Quat(Mat3(world * turn.toRotationMatrix() * own)).normalized();
}

class Mirroring {
 public:
  Mirroring(const Scene& things, const Scene& around, const Registry& registry,
            const Mirror& mirror)
      : m_things(things), m_around(around), m_registry(registry), m_mirror(mirror) {}

  MirroredScene work() {
    m_out.scene = m_things;
    for (const Entity& part : m_things.parts()) findImage(part);
    for (int i = 0; i < kSectionCount; ++i) {
      const auto section = static_cast<Section>(i);
      std::erase_if(m_out.scene[section], [&](Entity& entity) {
        if (turnOver(section, entity)) return false;
        m_out.untied.emplace_back(section, entity.name);
        return true;
      });
    }
    return std::move(m_out);
  }

 private:
  void findImage(const Entity& entity) {
    const PartKind* kind = m_registry.part(entity.kind);
    const auto part = kind != nullptr && kind->mirror ? makePart(m_registry, entity) : nullptr;
    if (part == nullptr) return m_out.no.push_back(entity.name);
    const ParamReader values(kind->table, entity.values);
    m_images.emplace(entity.name, kind->mirror(values, *part, m_mirror.axis));
  }

  /// False if it would hold on to nothing.
  bool turnOver(Section section, Entity& entity) {
    const ParamTable* table = entityTable(m_registry, section, entity.kind);
    if (table == nullptr) return true;
    const auto image = section == Section::Parts ? m_images.find(entity.name) : m_images.end();
    const int across = image == m_images.end() ? m_mirror.axis : image->second.across;
    for (const ParamSpec& spec : *table) {
      const Value* given = entity.values.find(spec.key);
      if (given == nullptr && spec.optional) continue;
      Value value = given == nullptr ? spec.fallback : *given;
      if (given != nullptr && !findHold(value, spec)) return false;
      if (isOfTheWorld(section, spec)) value = imageOf(std::move(value), spec);
      if (spec.type == ParamType::Rotation)
        value = mirroredTurn(std::get<Quat>(value.content), across, m_mirror);
      if (given != nullptr || !(value == spec.fallback)) entity.values.set(spec, std::move(value));
    }
    if (image == m_images.end()) return true;
    for (const auto& [key, value] : image->second.values)
      entity.values.set(*findParam(*table, key), value);
    return true;
  }

  Value imageOf(Value value, const ParamSpec& spec) const {
    const Sort sort = sortOf(spec);
    if (auto* list = std::get_if<ValueList>(&value.content)) {
      for (Value& each : *list) each = imageOf(std::move(each), spec.item.front());
    }
    if (spec.type != ParamType::Vector) return value;
    if (auto* vector = std::get_if<Vec3>(&value.content))
      *vector = mirroredVector(*vector, sort, m_mirror);
    if (auto* curve = std::get_if<Curve>(&value.content))
      *curve = mirroredCurve(std::move(*curve), sort, m_mirror);
    return value;
  }

  /// Puts a material point where its image is; false if that is nowhere.
  bool findHold(Value& value, const ParamSpec& spec) {
    auto* point = std::get_if<MaterialPoint>(&value.content);
    if (spec.type != ParamType::Point || point == nullptr) return true;
    const auto image = m_images.find(point->part);
    if (image != m_images.end()) {
      if (image->second.point) point->at = image->second.point(std::move(point->at));
      return true;
    }
    const Entity* entity = m_around.find(Section::Parts, point->part);
    const auto part = entity == nullptr ? nullptr : makePart(m_registry, *entity);
    const auto here = part ? placeAtStart(*part, point->at) : std::nullopt;
    const auto there = here ? materialPointAtStart(*part, m_mirror.place(*here)) : std::nullopt;
    if (there) point->at = *there;
    return there.has_value();
  }

  const Scene& m_things;
  const Scene& m_around;
  const Registry& m_registry;
  const Mirror m_mirror;
  std::map<std::string, MirrorImage> m_images;  // of the parts among the things
  MirroredScene m_out;
};

}  // namespace

MirroredScene mirrored(const Scene& things, const Scene& around, const Registry& registry,
                       const Mirror& mirror) {
  return Mirroring(things, around, registry, mirror).work();
}

}  // namespace sinew
