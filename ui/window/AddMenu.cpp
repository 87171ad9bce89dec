#include "ui/window/AddMenu.h"

#include "ui/document/Drawing.h"
#include "ui/panels/SectionWords.h"
#include "ui/theme/Icons.h"

namespace sinew::ui {

AddMenu::AddMenu(Document& document, QWidget* parent)
    : QMenu(tr("&Add"), parent), m_document(document) {
  for (const Section section : {Section::Parts, Section::Constraints, Section::Forces}) {
    const std::vector<Addable> addables = addablesOf(document.registry(), section);
    if (addables.empty()) continue;
    QMenu* menu = addMenu(ui::icon(sectionIcon(section)), sectionLabel(section));
    menu->setToolTipsVisible(true);
    for (const Addable& addable : addables) offer(*menu, addable);
    if (section == Section::Parts) offerDrawing(*menu);
  }
  addSeparator();
  for (const Section section : {Section::Materials, Section::Cameras, Section::Lights})
    for (const Addable& addable : addablesOf(document.registry(), section)) offer(*this, addable);
}

void AddMenu::offer(QMenu& menu, const Addable& addable) {
  const Entity entity{{}, addable.kind, {}};
  const QString label = kindLabel(m_document.registry(), addable.section, entity);
  QAction* action = menu.addAction(label);
  action->setToolTip(QString::fromStdString(addable.doc));
  if (&menu == this) action->setIcon(ui::icon(sectionIcon(addable.section)));
  connect(action, &QAction::triggered, this, [this, addable] { add(addable); });
}

void AddMenu::offerDrawing(QMenu& menu) {
  menu.addSeparator();
  for (const Addable& drawable : drawablesOf(m_document.registry())) {
    const QString label = kindLabel(m_document.registry(), Section::Parts, {{}, drawable.kind, {}});
    QAction* action = menu.addAction(tr("Draw a %1").arg(label.toLower()));
    action->setToolTip(tr("Click in the picture where it runs through, or draw it in one stroke"));
    connect(action, &QAction::triggered, this,
            [this, drawable, label] { emit drawWanted(drawable, label); });
  }
}

void AddMenu::add(const Addable& addable) {
  if (addable.section == Section::Cameras) return emit cameraWanted();
  const QString label = kindLabel(m_document.registry(), addable.section, {{}, addable.kind, {}});
  const std::size_t needed = partsNeeded(m_document.registry(), addable);
  if (needed > 0 && m_document.scene().parts().empty())
    return refuse(tr("%1 needs something to hold.").arg(label), tr("Add a part first."));
  const auto addition = additionTo(m_document.scene(), m_document.registry(), addable,
                                   m_document.selection().items());
  // Two parts that are selected have sides that face each other; on one, only a click can tell.
  if (!addition || asksWhere(m_document.registry(), addable))
    return emit pickWanted(addable, label);
  if (const auto done = m_document.apply(*addition, tr("Add %1").arg(label)); !done) {
    return refuse(tr("%1 could not be added.").arg(label),
                  QString::fromStdString(done.error().message));
  }
  m_document.selection().select({{addition->section, addition->entity.name}});
  if (addable.section == Section::Parts) offerFloor();
}

void AddMenu::offerFloor() {
  const auto floor = missingFloor(m_document.scene(), m_document.registry());
  if (!floor) return;
  const auto addFloor = [this, floor] { (void)m_document.apply(*floor, tr("Add floor")); };
  emit told({NoticeBar::Tone::Information,
             tr("Nothing holds the parts: they will fall through the ground, which is only drawn."),
             {},
             {{tr("Add a floor"), addFloor}},
             NoticeBar::Stay::UntilSceneChanges});
}

void AddMenu::refuse(const QString& what, const QString& why) {
  emit told({NoticeBar::Tone::Warning, what, why, {}, NoticeBar::Stay::UntilSceneChanges});
}

}  // namespace sinew::ui
