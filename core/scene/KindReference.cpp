#include "core/scene/KindReference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <utility>

#include "core/scene/SceneTables.h"
#include "core/scene/ValueJson.h"

namespace sinew {
namespace {

OrderedJson describeParam(const ParamSpec& spec) {
  OrderedJson out = {{"key", spec.key}, {"type", typeName(spec.type)}, {"unit", spec.unit}};
  if (std::isfinite(spec.min)) out["min"] = spec.min;
  if (spec.minExclusive) out["min_exclusive"] = true;
  if (std::isfinite(spec.max)) out["max"] = spec.max;
  if (spec.type == ParamType::Enum) out["choices"] = spec.choices;
  if (!spec.required && !spec.optional) out["default"] = writeValue(spec.fallback, spec);
  if (spec.derived != nullptr) out["derived"] = spec.derivedAs;
  if (!spec.item.empty()) out["item"] = describeParam(spec.item.front());
  out["effect"] = effectName(spec.effect);
  out["keyable"] = spec.keyable;
  out["required"] = spec.required;
  out["optional"] = spec.optional;
  if (!spec.usedWhen.empty()) out["used_when"] = {{spec.usedWhen, spec.usedFor}};
  if (!spec.usedWithout.empty()) out["used_without"] = spec.usedWithout;
  out["legal"] = legalText(spec);
  out["doc"] = spec.doc;
  return out;
}

OrderedJson describeTable(const ParamTable& table) {
  OrderedJson out = OrderedJson::array();
  for (const ParamSpec& spec : table) out.push_back(describeParam(spec));
  return out;
}

OrderedJson describeKind(const KindInfo& kind) {
  return {{"kind", kind.name},
          {"label", kind.label},
          {"doc", kind.doc},
          {"parameters", describeTable(kind.table)}};
}

OrderedJson describeKind(const PartKind& kind) {
  OrderedJson out = describeKind(static_cast<const KindInfo&>(kind));
  out["coordinates"] = describeTable(kind.coordinates);
  return out;
}

template <class Kind>
OrderedJson describeKinds(const std::vector<Kind>& kinds) {
  OrderedJson out = OrderedJson::array();
  for (const Kind& kind : kinds) out.push_back(describeKind(kind));
  return out;
}

/// Objects without kinds, as if they were kinds.
OrderedJson describeTables(std::initializer_list<std::pair<const char*, const ParamTable*>> all) {
  OrderedJson out = OrderedJson::array();
  for (const auto& [name, table] : all)
    out.push_back({{"kind", name}, {"parameters", describeTable(*table)}});
  return out;
}

/// Bars would end a table's cell.
std::string cell(std::string text) {
  for (std::size_t i = 0; (i = text.find('|', i)) != std::string::npos; i += 2)
    text.replace(i, 1, "\\|");
  return text;
}

/// What a parameter means and, where it depends on others, when it does anything.
std::string meaningOf(const OrderedJson& param) {
  std::string meaning = param["doc"];
  if (param.contains("used_without"))
    meaning += fmt::format(" Only without `{}`.", param["used_without"].get<std::string>());
  if (!param.contains("used_when")) return meaning;
  const auto choice = param["used_when"].begin();
  const auto values = choice.value().get<std::vector<std::string>>();
  return meaning + fmt::format(" Only for `{}` {}.", choice.key(), fmt::join(values, " or "));
}

std::string paramRow(const OrderedJson& param) {
  std::string fallback = param["required"] ? "required" : "none";
  if (param.contains("derived")) fallback = param["derived"].get<std::string>();
  if (param.contains("default")) fallback = "`" + printJsonLine(param["default"]) + "`";
  return fmt::format("| `{}` | {} | {} | {} | {} |\n", param["key"].get<std::string>(),
                     cell(param["legal"].get<std::string>()), cell(fallback),
                     param["effect"].get<std::string>(), cell(meaningOf(param)));
}

/// How a place on a part of this kind is written.
std::string pointsOf(const OrderedJson& coordinates) {
  if (coordinates.empty()) return "\nA point on it is written `[]`: all of it is one point.\n";
  std::string keys, meanings;
  for (const OrderedJson& one : coordinates) {
    const std::string key = one["key"], unit = one["unit"], doc = one["doc"];
    keys += (keys.empty() ? "" : ", ") + key;
    meanings += fmt::format("\n* `{}`{}: {}", key, unit.empty() ? "" : " [" + unit + "]", doc);
  }
  return fmt::format("\nA point on it is written `[{}]`:\n{}\n", keys, meanings);
}

}  // namespace

std::vector<std::string> referenceTopics() {
  return {"parts", "constraints", "forces", "integrators", "materials", "settings"};
}

OrderedJson describeTopic(const Registry& registry, const std::string& topic) {
  if (topic == "parts") return describeKinds(registry.parts());
  if (topic == "constraints") return describeKinds(registry.constraints());
  if (topic == "forces") return describeKinds(registry.forces());
  if (topic == "integrators") return describeKinds(registry.integrators());
  if (topic == "materials") return describeTables({{"material", &materialTable()}});
  return describeTables({{"settings", &settingsTable()},
                         {"animation", &animationTable()},
                         {"environment", &environmentTable()},
                         {"camera", &cameraTable()},
                         {"light", &lightTable()},
                         {"marker", &markerTable()},
                         {"group", &groupTable()},
                         {"contact rule", &contactRuleTable()}});
}

std::string topicPage(const Registry& registry, const std::string& topic) {
  std::string out =
      fmt::format("# Reference: {}\n\nMade by `sinew list --markdown FOLDER`.\n", topic);
  for (const OrderedJson& kind : describeTopic(registry, topic)) {
    out += fmt::format("\n## `{}`\n", kind["kind"].get<std::string>());
    const std::string doc = kind.value("doc", std::string());
    if (!doc.empty()) out += fmt::format("\n{}\n", doc);
    if (kind.contains("coordinates")) out += pointsOf(kind["coordinates"]);
    if (kind["parameters"].empty()) continue;
    out += "\n| key | legal | default | effect | meaning |\n|---|---|---|---|---|\n";
    for (const OrderedJson& param : kind["parameters"]) out += paramRow(param);
  }
  return out;
}

}  // namespace sinew
