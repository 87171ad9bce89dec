#include "core/scene/SimulationHash.h"

#include <map>

#include "core/scene/ContactRules.h"
#include "core/scene/LeftOut.h"
#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

struct ValueHasher {
  Hasher& hasher;

  void operator()(bool v) const { hasher.integer(v ? 1 : 0); }
  void operator()(std::int64_t v) const { hasher.integer(static_cast<std::uint64_t>(v)); }
  void operator()(double v) const { hasher.real(v); }
  void operator()(const Vec3& v) const { hasher.reals({v.data(), 3}); }
  void operator()(const Quat& v) const { hasher.reals({v.coeffs().data(), 4}); }
  void operator()(const std::string& v) const { hasher.text(v); }
  void operator()(const MaterialPoint& v) const {
    hasher.text(v.part).integer(v.at.size()).reals(v.at);
  }
  void operator()(const Curve& v) const {
    hasher.integer(static_cast<std::uint64_t>(v.components)).integer(v.keys.size());
    for (const Curve::Key& key : v.keys) {
      hasher.real(key.time).reals(key.value).integer(static_cast<std::uint64_t>(key.toNext));
      if (key.slopes) hasher.reals(key.slopes->before).reals(key.slopes->after);
    }
  }
  // Whatever the file is called.
  void operator()(const MeshFile& v) const {
    if (v.content) {
      hasher.integer(v.content->hash);
    } else {
      hasher.text(v.path);
    }
  }
  void operator()(const ValueList& v) const {
    hasher.integer(v.size());
    for (const Value& element : v) hashValue(hasher, element);
  }
};

/// Values that differ from what always stood for them, by key. Where a default has changed it
/// counts as given, and what it was before as left out: so the hash is that of what a scene means,
/// and clips recorded under the former default still know theirs.
std::map<std::string_view, Value> tellingValues(const ParamValues& values,
                                                const ParamTable& table) {
  constexpr int kFirstVersion = 1;
  std::map<std::string_view, Value> telling;
  for (const ParamSpec& spec : table) {
    if (spec.effect == Effect::Look) continue;
    const Value* former = formerDefault(spec, kFirstVersion);
    if (former == nullptr && values.find(spec.key) == nullptr) continue;
    Value value = valueInForce(spec, table, values);
    if (former == nullptr || !(value == *former)) telling.emplace(spec.key, std::move(value));
  }
  return telling;
}

void hashValues(Hasher& hasher, const ParamValues& values, const ParamTable& table) {
  for (const auto& [key, value] : tellingValues(values, table)) {
    hasher.text(key);
    hashValue(hasher, value);
  }
  hasher.text("");  // ends the list, so that values cannot move from one object to the next
}

// By the parts they are about, for materials are told by name only here. Scenes without any hash as
// they did before there were rules.
void hashRules(Hasher& hasher, const std::vector<ContactRule>& rules) {
  for (const ContactRule& rule : rules) {
    hasher.text("contact rule").text(rule.response).real(rule.friction).real(rule.restitution);
    for (const ContactRule::Side& side : rule.sides) {
      hasher.integer(side.all ? 1 : 0).integer(side.parts.size());
      for (const std::string& part : side.parts) hasher.text(part);
    }
  }
}

}  // namespace

void hashValue(Hasher& hasher, const Value& value) {
  hasher.integer(value.content.index());
  std::visit(ValueHasher{hasher}, value.content);
}

std::uint64_t simulationHash(const Scene& scene, const Registry& registry) {
  const LeftOut leftOut(scene, registry);
  if (!leftOut.none()) return simulationHash(leftOut.takenFrom(scene), registry);
  Hasher hasher;
  hashValues(hasher, scene.settings, settingsTable());
  for (const Section section : {Section::Parts, Section::Constraints, Section::Forces}) {
    hasher.integer(scene[section].size());
    for (const Entity& entity : scene[section]) {
      hasher.text(entity.name).text(entity.kind);
      const ParamTable* table = entityTable(registry, section, entity.kind);
      if (table != nullptr) hashValues(hasher, entity.values, *table);
    }
  }
  hashRules(hasher, contactRules(scene));
  return hasher.value();
}

}  // namespace sinew
