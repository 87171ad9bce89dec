#include "ui/fields/ChoiceFields.h"
#include "ui/fields/CompoundFields.h"
#include "ui/fields/NumberFields.h"

namespace sinew::ui {
namespace {

ChoiceField::Names choicesOf(const ParamSpec& spec) {
  QStringList names;
  for (const std::string& choice : spec.choices) names << QString::fromStdString(choice);
  return [names] { return names; };
}

}  // namespace

Field* makeField(const ParamSpec& spec, const QString& label, const FieldContext& context,
                 QWidget* parent) {
  const auto none = spec.required ? ChoiceField::None::Forbidden : ChoiceField::None::Allowed;
  switch (spec.type) {
    case ParamType::Bool:
      return new SwitchField(label, parent);
    case ParamType::Int:
    case ParamType::Real:
      return new ScalarField(spec, label, parent);
    case ParamType::Vector:
    case ParamType::Rotation:
      return new TripleField(spec, label, parent);
    case ParamType::Colour:
      return new ColourField(label, parent);
    case ParamType::Enum:
      return new ChoiceField(choicesOf(spec), ChoiceField::None::Forbidden, label, parent);
    case ParamType::PartRef:
      return new ChoiceField(context.partNames, none, label, parent);
    case ParamType::MaterialRef:
      return new ChoiceField(context.materialNames, none, label, parent);
    case ParamType::Point:
      return new PointField(label, context, parent);
    case ParamType::List:
      return new ListField(spec, label, context, parent);
    case ParamType::Text:
    case ParamType::Asset:
      break;
  }
  const QStringList suggestions =
      context.suggestions ? context.suggestions(spec.key) : QStringList();
  return new TextField(label, suggestions, parent);
}

}  // namespace sinew::ui
