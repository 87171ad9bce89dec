#include "ui/panels/FoldSection.h"

#include <QToolButton>
#include <QVBoxLayout>

#include "ui/theme/Icons.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {

FoldSection::FoldSection(const QString& title, QWidget* parent)
    : QWidget(parent),
      m_head(new QToolButton(this)),
      m_body(new QWidget(this)),
      m_rows(new QVBoxLayout(m_body)) {
  m_head->setText(title);
  m_head->setAccessibleName(tr("Section %1").arg(title));
  m_head->setProperty("role", "section");
  m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_head->setIconSize({12, 12});
  m_head->setCheckable(true);
  m_head->setFocusPolicy(Qt::TabFocus);
  m_head->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_rows->setContentsMargins(Spacing::kSmall, Spacing::kTight, 0, Spacing::kSmall);
  m_rows->setSpacing(Spacing::kTight);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_head);
  column->addWidget(m_body);
  connect(m_head, &QToolButton::clicked, this, [this](bool open) {
    setOpen(open);
    emit toggled(m_head->text(), open);
  });
  setOpen(true);
}

void FoldSection::add(QWidget* row) {
  m_rows->addWidget(row);
}

void FoldSection::showIfAny() {
  bool any = false;
  for (int i = 0; i < m_rows->count(); ++i) any = any || !m_rows->itemAt(i)->widget()->isHidden();
  setVisible(any);
}

QString FoldSection::title() const {
  return m_head->text();
}

bool FoldSection::isOpen() const {
  return m_head->isChecked();
}

void FoldSection::setOpen(bool open) {
  m_head->setChecked(open);
  m_head->setIcon(icon(open ? "unfolded" : "folded"));
  m_body->setVisible(open);
}

}  // namespace sinew::ui
