#include "core/scene/References.h"

namespace sinew {
namespace {

using Visit = std::function<void(Section section, std::string& name)>;

void changeValue(Value& value, const ParamSpec& spec, const Visit& visit) {
  switch (spec.type) {
    case ParamType::Point:
      return visit(Section::Parts, std::get<MaterialPoint>(value.content).part);
    case ParamType::PartRef:
      return visit(Section::Parts, std::get<std::string>(value.content));
    case ParamType::MaterialRef:
      return visit(Section::Materials, std::get<std::string>(value.content));
    case ParamType::List:
      for (Value& element : std::get<ValueList>(value.content)) {
        changeValue(element, spec.item.front(), visit);
      }
      return;
    default:
      return;
  }
}

}  // namespace

void changeReferences(ParamValues& values, const ParamTable& table, const Visit& visit) {
  for (const ParamSpec& spec : table) {
    const Value* value = values.find(spec.key);
    if (value == nullptr) continue;
    Value changed = *value;
    changeValue(changed, spec, visit);
    if (!(changed == *value)) values.set(spec, std::move(changed));
  }
}

}  // namespace sinew
