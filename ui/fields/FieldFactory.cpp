#include <algorithm>

#include "ui/fields/AssetField.h"
#include "ui/fields/ChoiceFields.h"
#include "ui/fields/CompoundFields.h"
#include "ui/fields/NumberFields.h"

namespace sinew::ui {
namespace {

ChoiceField::Choices choicesOf(const ParamSpec& spec) {
  QList<Choice> choices;
  for (const std::string& choice : spec.choices) {
    choices.append({QString::fromStdString(choice), labelOf(choice)});
  }
  return [choices] { return choices; };
}

}  // namespace

// An editor that loses the focus as it goes says that it was edited, to what is no field any more.
Field::~Field() {
  for (QWidget* part : findChildren<QWidget*>()) part->disconnect(this);
}

void Field::displayAll(const std::vector<Value>& values) {
  const auto differs = [&](const Value& value) { return !(value == values.front()); };
  if (std::ranges::any_of(values, differs)) return displayMixed();
  display(values.front());
}

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
      return new ChoiceField(plainly(context.partNames), none, label, parent);
    case ParamType::MaterialRef:
      return new ChoiceField(plainly(context.materialNames), none, label, parent);
    case ParamType::Point:
      return new PointField(label, context, parent);
    case ParamType::List:
      return new ListField(spec, label, context, parent);
    case ParamType::Asset:
    case ParamType::Mesh:
      return new AssetField(spec, label, context, parent);
    case ParamType::Text:
      break;
  }
  QList<Choice> choices = context.choices ? context.choices(spec.key) : QList<Choice>();
  if (choices.isEmpty()) return new TextField(label, parent);
  return new ChoiceField([choices] { return choices; }, ChoiceField::None::Forbidden, label,
                         parent);
}

}  // namespace sinew::ui
