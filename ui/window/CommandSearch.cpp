#include "ui/window/CommandSearch.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

QString nameOf(const QAction* action) {
  return action->text().remove('&').remove("…");
}

}  // namespace

void CommandSearch::open(const QList<QAction*>& actions, QWidget* window) {
  auto* search = new CommandSearch(actions, window);
  search->setAttribute(Qt::WA_DeleteOnClose);
  search->show();
  const QPoint middle = window->mapToGlobal(QPoint(window->width() / 2, Spacing::kWide * 3));
  search->move(middle - QPoint(search->width() / 2, 0));
}

CommandSearch::CommandSearch(const QList<QAction*>& actions, QWidget* window)
    : QDialog(window, Qt::Popup),
      m_actions(actions),
      m_words(new QLineEdit(this)),
      m_list(new QListWidget(this)) {
  setAccessibleName(tr("Find a command"));
  setFixedSize(420, 320);
  m_words->setPlaceholderText(tr("Find a command"));
  m_words->setAccessibleName(tr("Command"));
  m_list->setAccessibleName(tr("Commands found"));
  m_list->setFocusPolicy(Qt::NoFocus);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(Spacing::kSmall, Spacing::kSmall, Spacing::kSmall, Spacing::kSmall);
  column->setSpacing(Spacing::kSmall);
  column->addWidget(m_words);
  column->addWidget(m_list);
  m_words->installEventFilter(this);
  connect(m_words, &QLineEdit::textChanged, this, &CommandSearch::fill);
  connect(m_words, &QLineEdit::returnPressed, this, &CommandSearch::run);
  connect(m_list, &QListWidget::itemClicked, this, &CommandSearch::run);
  fill({});
  m_words->setFocus();
}

void CommandSearch::fill(const QString& words) {
  m_list->clear();
  m_found.clear();
  const QStringList parts = words.split(' ', Qt::SkipEmptyParts);
  for (QAction* action : m_actions) {
    const bool found = std::all_of(parts.begin(), parts.end(), [&](const QString& part) {
      return (nameOf(action) + " " + action->statusTip()).contains(part, Qt::CaseInsensitive);
    });
    if (!found || !action->isEnabled()) continue;
    m_found << action;
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    auto* item = new QListWidgetItem(
        action->icon(), key.isEmpty() ? nameOf(action) : nameOf(action) + "    " + key, m_list);
    item->setToolTip(action->statusTip());
  }
  m_list->setCurrentRow(0);
}

bool CommandSearch::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  const int by = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
  if (by == 0) return QDialog::eventFilter(watched, event);
  m_list->setCurrentRow(std::clamp(m_list->currentRow() + by, 0, std::max(0, m_list->count() - 1)));
  return true;
}

void CommandSearch::run() {
  const int row = m_list->currentRow();
  QAction* action = row >= 0 && row < m_found.size() ? m_found[row] : nullptr;
  close();
  if (action != nullptr) action->trigger();
}

}  // namespace sinew::ui
