#include "ui/panels/InspectorPage.h"

#include <QApplication>
#include <QVBoxLayout>

#include "ui/panels/FoldSection.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {

InspectorPage::InspectorPage(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this)) {
  m_column->setContentsMargins(0, 0, Spacing::kSmall, Spacing::kMedium);
  m_column->setSpacing(0);
}

void InspectorPage::add(const Group& group, const ParamSource& source,
                        const FieldContext& context) {
  auto* section = new FoldSection(group.title, this);
  for (const ParamSpec* spec : group.specs) {
    auto* row = new ParamRow(source, *spec, context, section);
    connect(row, &ParamRow::resetWanted, this, &InspectorPage::resetWanted);
    connect(row, &ParamRow::refused, this, &InspectorPage::refused);
    section->add(row);
    m_rows.push_back(row);
  }
  connect(section, &FoldSection::toggled, this, &InspectorPage::folded);
  m_column->addWidget(section);
  m_sections.push_back(section);
}

void InspectorPage::show(const std::vector<std::string>& objects) {
  leave();  // what is being typed is meant for what was shown until now
  for (ParamRow* row : m_rows) row->show(objects);
}

void InspectorPage::leave() {
  if (QWidget* typing = QApplication::focusWidget(); typing != nullptr && isAncestorOf(typing))
    typing->clearFocus();
}

void InspectorPage::search(const QString& words) {
  m_words = words;
  for (ParamRow* row : m_rows) showIfWanted(row);
  for (FoldSection* section : m_sections) {
    section->showIfAny();
    if (!words.isEmpty()) section->setOpen(true);
  }
}

void InspectorPage::showIfWanted(ParamRow* row) {
  const bool used = row->showUse();
  row->setVisible(m_words.isEmpty() ? used : row->matches(m_words));
}

void InspectorPage::follow(const std::string& key) {
  for (ParamRow* row : m_rows) {
    if (row->key() == key || row->showsOthers()) row->refresh();
    if (row->dependsOn(key)) showIfWanted(row);
  }
  for (FoldSection* section : m_sections) section->showIfAny();
}

void InspectorPage::fold(const std::set<QString>& titles) {
  for (FoldSection* section : m_sections) section->setOpen(!titles.contains(section->title()));
}

}  // namespace sinew::ui
