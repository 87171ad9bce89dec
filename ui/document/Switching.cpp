#include "ui/document/Switching.h"

#include <algorithm>

#include "ui/document/Keys.h"

namespace sinew::ui {
namespace {

/// Whether something acts.
struct Switch {
  std::string object;
  const ParamSpec* spec;
  Value given;  ///< constant or keyed

  bool isOn(double time) const { return std::get<bool>(valueAt(given, *spec, time).content); }
};

std::vector<Switch> switchesIn(const Document& document) {
  std::vector<Switch> found;
  for (const ObjectId& id : document.selection().items()) {
    const ParamTable* table =
        id.section == Section::Constraints ? document.tableOf(id.path()) : nullptr;
    const ParamValues* values = document.valuesOf(id.path());
    const ParamSpec* spec = table == nullptr ? nullptr : findParam(*table, "activation");
    if (spec == nullptr || values == nullptr || spec->type != ParamType::Bool) continue;
    const Value* given = values->find(spec->key);
    found.push_back({id.path(), spec, given == nullptr ? spec->fallback : *given});
  }
  return found;
}

}  // namespace

Switching switchingAt(const Document& document, double time) {
  const std::vector<Switch> switches = switchesIn(document);
  Switching result;
  result.on = std::ranges::none_of(switches, [&](const Switch& one) { return one.isOn(time); });
  for (const Switch& one : switches) {
    result.names.push_back(one.object.substr(one.object.find('/') + 1));
    result.edits.emplace_back(
        SetParam{one.object, one.spec->key,
                 withEdit(one.given, Value(result.on), *one.spec, time, document.autoKey())});
  }
  return result;
}

}  // namespace sinew::ui
