#include "ui/window/AddMenu.h"

#include "ui/document/Drawing.h"
#include "ui/panels/SectionWords.h"
#include "ui/theme/Icons.h"

namespace sinew::ui {

AddMenu::AddMenu(const Registry& registry, QWidget* parent)
    : QMenu(tr("&Add"), parent), m_registry(registry) {
  for (const Section section : {Section::Parts, Section::Constraints, Section::Forces}) {
    const std::vector<Addable> addables = addablesOf(registry, section);
    if (addables.empty()) continue;
    QMenu* menu = addMenu(ui::icon(sectionIcon(section)), sectionLabel(section));
    menu->setToolTipsVisible(true);
    if (section == Section::Parts) {
      offerParts(*menu, addables);
    } else {
      for (const Addable& addable : addables) offer(*menu, addable);
    }
  }
  addSeparator();
  for (const Section section :
       {Section::ContactRules, Section::Materials, Section::Cameras, Section::Lights})
    for (const Addable& addable : addablesOf(registry, section)) offer(*this, addable);
}

void AddMenu::offer(QMenu& menu, const Addable& addable) {
  const Entity entity{{}, addable.kind, {}};
  const QString label = kindLabel(m_registry, addable.section, entity);
  QAction* action = menu.addAction(label);
  action->setToolTip(QString::fromStdString(addable.doc));
  if (&menu == this) action->setIcon(ui::icon(sectionIcon(addable.section)));
  connect(action, &QAction::triggered, this, [this, addable] { emit addWanted(addable); });
}

// What falls and what holds it look alike in a list.
void AddMenu::offerParts(QMenu& menu, const std::vector<Addable>& addables) {
  const auto prescribed = [this](const Addable& addable) {
    return isPrescribed(m_registry, addable.kind);
  };
  for (const Addable& addable : addables)
    if (!prescribed(addable)) offer(menu, addable);
  offerDrawing(menu);
  menu.addSeparator();
  QAction* heading = menu.addAction(tr("These stand still, or go as keyed:"));
  heading->setEnabled(false);
  for (const Addable& addable : addables)
    if (prescribed(addable)) offer(menu, addable);
}

void AddMenu::offerDrawing(QMenu& menu) {
  menu.addSeparator();
  for (const Addable& drawable : drawablesOf(m_registry)) {
    const QString label = kindLabel(m_registry, Section::Parts, {{}, drawable.kind, {}});
    QAction* action = menu.addAction(tr("Draw a %1").arg(label.toLower()));
    action->setToolTip(tr("Click in the picture where it runs through, or draw it in one stroke"));
    connect(action, &QAction::triggered, this,
            [this, drawable, label] { emit drawWanted(drawable, label); });
  }
}

}  // namespace sinew::ui
