// What the description of a parameter says, in the window's words.
#include <cmath>

#include "core/scene/Fault.h"
#include "core/scene/ValueJson.h"
#include "ui/fields/Field.h"
#include "ui/fields/Quantity.h"

namespace sinew::ui {
namespace {

QString defaultInWords(const ParamSpec& spec) {
  if (spec.required) return Field::tr("must be given");
  if (spec.derived != nullptr) return QString::fromStdString(spec.derivedAs);
  if (spec.optional) return Field::tr("not set");
  const auto* real = std::get_if<double>(&spec.fallback.content);
  if (real != nullptr && *real == 0 && !spec.zero.empty()) return QString::fromStdString(spec.zero);
  if (real != nullptr) return quantityText(*real, spec.unit);
  if (const auto* on = std::get_if<bool>(&spec.fallback.content))
    return *on ? Field::tr("on") : Field::tr("off");
  if (const auto* whole = std::get_if<std::int64_t>(&spec.fallback.content))
    return QString::number(*whole);
  if (const auto* text = std::get_if<std::string>(&spec.fallback.content))
    return text->empty() ? Field::tr("none") : QString::fromStdString(*text);
  if (const auto* mesh = std::get_if<MeshFile>(&spec.fallback.content))
    return mesh->path.empty() ? Field::tr("none") : QString::fromStdString(mesh->path);
  if (const auto* vector = std::get_if<Vec3>(&spec.fallback.content)) {
    return QString("%1, %2, %3 %4")
        .arg(numberText(vector->x(), Digits::Short), numberText(vector->y(), Digits::Short),
             numberText(vector->z(), Digits::Short), shownUnit(spec.unit).symbol)
        .trimmed();
  }
  return {};
}

QString effectInWords(Effect effect) {
  switch (effect) {
    case Effect::Look:
      return Field::tr("Changes the picture only.");
    case Effect::Live:
      return Field::tr("Takes effect at once, while simulating too.");
    case Effect::Rebuild:
      return Field::tr("Takes effect at once; what it is set for is built anew.");
    case Effect::Start:
      return Field::tr("How the take begins: applies at reset.");
  }
  return {};
}

}  // namespace

QString labelOf(const std::string& key) {
  QString label = QString::fromStdString(key).replace('_', ' ');
  if (!label.isEmpty()) label[0] = label[0].toUpper();
  // Keys have no apostrophes; people's names do.
  for (const char* name : {"Young", "Poisson"})
    label.replace(QString(name) + "s ", QString(name) + "’s ");
  return label;
}

QString faultIn(const Value& value, const ParamSpec& spec) {
  FaultLog faults;
  // The same reader that guards files: what the window accepts can be saved and opened again.
  if (readValue(Json(writeValue(value, spec)), spec, {}, faults)) return {};
  const QString range = rangeInWords(spec);
  if (!range.isEmpty() && spec.type != ParamType::List)
    return Field::tr("%1 must be %2.").arg(labelOf(spec.key), range);
  return Field::tr("Here must stand %1.").arg(QString::fromStdString(legalText(spec)));
}

QString rangeInWords(const ParamSpec& spec) {
  const bool below = std::isfinite(spec.min), above = std::isfinite(spec.max);
  const QString min = quantityText(spec.min, spec.unit), max = quantityText(spec.max, spec.unit);
  if (below && above) {
    return spec.minExclusive ? Field::tr("more than %1 and at most %2").arg(min, max)
                             : Field::tr("%1 to %2").arg(min, max);
  }
  if (below)
    return (spec.minExclusive ? Field::tr("more than %1") : Field::tr("at least %1")).arg(min);
  return above ? Field::tr("at most %1").arg(max) : QString();
}

QString usedOnlyFor(const ParamSpec& spec) {
  QStringList uses;
  if (!spec.usedWhen.empty()) {
    QStringList values;
    for (const std::string& value : spec.usedFor) values << labelOf(value);
    uses
        << Field::tr("%1: only for %2").arg(labelOf(spec.usedWhen), values.join(Field::tr(" or ")));
  }
  if (!spec.usedWithout.empty())
    uses << Field::tr("%1: only with none").arg(labelOf(spec.usedWithout));
  return uses.join(Field::tr("; "));
}

QString tooltipOf(const ParamSpec& spec) {
  QString tip = "<p><b>" + labelOf(spec.key).toHtmlEscaped() + "</b><br>" +
                QString::fromStdString(spec.doc).toHtmlEscaped() + "</p><p>";
  const auto line = [&tip](const QString& name, const QString& text) {
    if (!text.isEmpty()) tip += name + " " + text.toHtmlEscaped() + "<br>";
  };
  if (const QString use = usedOnlyFor(spec); !use.isEmpty()) tip += use.toHtmlEscaped() + "<br>";
  line(Field::tr("Default:"), defaultInWords(spec));
  line(Field::tr("Range:"), rangeInWords(spec));
  line(Field::tr("Unit:"), shownUnit(spec.unit).symbol);
  return tip + effectInWords(spec.effect) + "</p>";
}

}  // namespace sinew::ui
