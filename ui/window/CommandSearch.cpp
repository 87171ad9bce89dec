#include "ui/window/CommandSearch.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/theme/Theme.h"

namespace sinew::ui {
namespace {

QString nameOf(const QAction* action) {
  return action->text().remove('&').remove("…");
}

/// Without what it would do just now: "Undo: Add Distance" is not the command for distances.
QString lasting(const QString& name) {
  return name.section(": ", 0, 0);
}

}  // namespace

CommandSearch* CommandSearch::open(const QList<QAction*>& others, QMainWindow* window) {
  auto* search = new CommandSearch(others, window);
  search->setAttribute(Qt::WA_DeleteOnClose);
  search->show();
  const QPoint middle = window->mapToGlobal(QPoint(window->width() / 2, Spacing::kWide * 3));
  search->move(middle - QPoint(search->width() / 2, 0));
  return search;
}

CommandSearch::CommandSearch(const QList<QAction*>& others, QMainWindow* window)
    : QDialog(window, Qt::Popup), m_words(new QLineEdit(this)), m_list(new QListWidget(this)) {
  setAccessibleName(tr("Find a command"));
  setFixedSize(420, 320);
  m_words->setPlaceholderText(tr("Find a command"));
  m_words->setAccessibleName(tr("Command"));
  m_list->setAccessibleName(tr("Commands found"));
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setIconSize({20, 20});
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(Spacing::kSmall, Spacing::kSmall, Spacing::kSmall, Spacing::kSmall);
  column->setSpacing(Spacing::kSmall);
  column->addWidget(m_words);
  column->addWidget(m_list);
  m_words->installEventFilter(this);
  connect(m_words, &QLineEdit::textChanged, this, &CommandSearch::fill);
  connect(m_words, &QLineEdit::returnPressed, this, &CommandSearch::run);
  connect(m_list, &QListWidget::itemClicked, this, &CommandSearch::run);
  for (QAction* action : window->menuBar()->actions())
    if (action->menu() != nullptr) addMenu(*action->menu(), nameOf(action), false);
  for (const QToolButton* button : window->findChildren<QToolButton*>())
    if (button->menu() != nullptr) addMenu(*button->menu(), button->text().remove('&'), true);
  for (QAction* action : others) {
    const auto same = [&](const Command& command) { return command.action == action; };
    if (std::ranges::none_of(m_commands, same))
      m_commands.push_back({action, nameOf(action), nameOf(action)});
  }
  fill({});
  m_words->setFocus();
}

// What stands in a menu within a menu is called with both: "Rope" alone does not say that it adds.
void CommandSearch::addMenu(QMenu& menu, const QString& path, bool inner) {
  if (m_menus.contains(&menu)) return;  // those in two places are filled once
  m_menus.insert(&menu);
  emit menu.aboutToShow();  // some are filled only then
  const auto known = [this](const QAction* action) {
    return std::ranges::any_of(m_commands, [&](const Command& c) { return c.action == action; });
  };
  for (QAction* action : menu.actions()) {
    if (known(action)) continue;
    const QString name = nameOf(action), whole = path + " ▸ " + name;
    if (action->isSeparator()) continue;
    if (action->menu() != nullptr) {
      addMenu(*action->menu(), whole, true);
    } else {
      m_commands.push_back({action, inner ? whole : name, whole});
    }
  }
}

void CommandSearch::fill(const QString& words) {
  m_list->clear();
  m_found.clear();
  const QStringList parts = words.split(' ', Qt::SkipEmptyParts);
  const auto says = [&](const QString& text) {
    return std::ranges::all_of(
        parts, [&](const QString& part) { return text.contains(part, Qt::CaseInsensitive); });
  };
  QList<Command> found;
  for (const Command& command : m_commands)
    if (says(lasting(command.path) + " " + command.action->statusTip() + " " +
             command.action->property("also").toString()))
      found.push_back(command);
  // What is called just so comes before what has it in its name, that before what only speaks of
  // it, and what can be done before the rest.
  std::stable_partition(found.begin(), found.end(),
                        [&](const Command& command) { return says(lasting(command.name)); });
  std::stable_partition(found.begin(), found.end(), [&](const Command& command) {
    const QString last = command.name.section(" ▸ ", -1);
    return !words.isEmpty() && last.startsWith(words.trimmed(), Qt::CaseInsensitive);
  });
  std::stable_partition(found.begin(), found.end(),
                        [](const Command& command) { return command.action->isEnabled(); });
  QPixmap nothingToSee(m_list->iconSize());
  nothingToSee.fill(Qt::transparent);
  const QIcon noIcon(nothingToSee);  // so that all names begin at one line
  for (const auto& [action, name, path] : found) {
    m_found << action;
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    auto* item = new QListWidgetItem(action->icon().isNull() ? noIcon : action->icon(),
                                     key.isEmpty() ? name : name + "    " + key, m_list);
    item->setToolTip(action->isEnabled() ? action->statusTip()
                                         : action->statusTip() + tr(" (not as things are now)"));
    if (!action->isEnabled())
      item->setForeground(palette().brush(QPalette::Disabled, QPalette::Text));
  }
  m_list->setCurrentRow(0);
  if (!m_found.isEmpty()) return;
  auto* nothing = new QListWidgetItem(tr("No command is called so"), m_list);
  nothing->setFlags(Qt::NoItemFlags);
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
  if (action != nullptr && !action->isEnabled()) return sayWhyNot(*m_list->item(row));
  close();
  if (action != nullptr) action->trigger();
}

void CommandSearch::sayWhyNot(const QListWidgetItem& greyed) {
  const QRect place = m_list->visualItemRect(&greyed);
  QToolTip::showText(m_list->viewport()->mapToGlobal(place.bottomLeft()), greyed.toolTip(),
                     m_list->viewport());
}

}  // namespace sinew::ui
