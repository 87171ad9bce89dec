#include "core/scene/Mirroring.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "core/scene/MakePart.h"
#include "core/scene/MaterialPlace.h"
#include "core/scene/SceneJson.h"
#include "core/scene/WorldValues.h"

namespace sinew {
namespace {

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
      Value value = givenOr(entity.values, spec);
      if (given != nullptr && !findHold(value, spec)) return false;
      if (speaksOfTheWorld(section, spec)) value = carried(std::move(value), spec, m_mirror);
      if (spec.type == ParamType::Rotation)
        value = mirroredTurn(std::get<Quat>(value.content), across, m_mirror);
      if (given != nullptr || !(value == spec.fallback)) entity.values.set(spec, std::move(value));
    }
    if (image == m_images.end()) return true;
    for (const auto& [key, value] : image->second.values)
      entity.values.set(*findParam(*table, key), value);
    return true;
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
