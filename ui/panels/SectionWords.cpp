#include "ui/panels/SectionWords.h"

#include <QCoreApplication>

namespace sinew::ui {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("SectionWords", text);
}

const KindInfo* kindOf(const Registry& registry, Section section, const std::string& kind) {
  if (section == Section::Parts) return registry.part(kind);
  if (section == Section::Constraints) return registry.constraint(kind);
  return section == Section::Forces ? registry.force(kind) : nullptr;
}

}  // namespace

QString sectionLabel(Section section) {
  switch (section) {
    case Section::Materials:
      return tr("Materials");
    case Section::Parts:
      return tr("Parts");
    case Section::Groups:
      return tr("Groups");
    case Section::Constraints:
      return tr("Constraints");
    case Section::Forces:
      return tr("Forces");
    case Section::ContactRules:
      return tr("Contact rules");
    case Section::Markers:
      return tr("Markers");
    case Section::Cameras:
      return tr("Cameras");
    case Section::Lights:
      return tr("Lights");
  }
  return {};
}

QString sectionIcon(Section section) {
  return QString::fromLatin1(sectionKey(section));
}

QString kindLabel(const Registry& registry, Section section, const Entity& entity) {
  if (const KindInfo* kind = kindOf(registry, section, entity.kind))
    return QString::fromStdString(kind->label);
  QString label = sectionLabel(section);
  label.chop(1);
  return label;
}

}  // namespace sinew::ui
