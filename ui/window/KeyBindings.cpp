#include "ui/window/KeyBindings.h"

#include <QSettings>
#include <algorithm>

namespace sinew::ui {
namespace {

QString settingOf(const QAction& command) {
  return "keys/" + command.objectName();
}

}  // namespace

KeyBindings::KeyBindings(QList<QAction*> commands, QObject* parent)
    : QObject(parent), m_commands(std::move(commands)) {
  const QSettings settings;
  for (QAction* command : m_commands) {
    m_made << command->shortcuts();
    if (!settings.contains(settingOf(*command))) continue;
    command->setShortcuts(
        QKeySequence::listFromString(settings.value(settingOf(*command)).toString()));
  }
}

QString KeyBindings::nameOf(const QAction& command) {
  return command.property("name").toString();
}

bool KeyBindings::isChanged(const QAction& command) const {
  const auto at = m_commands.indexOf(&command);
  return at >= 0 && command.shortcuts() != m_made[at];
}

void KeyBindings::set(QAction& command, const QList<QKeySequence>& keys) {
  command.setShortcuts(keys);
  QSettings settings;
  if (isChanged(command)) {
    settings.setValue(settingOf(command), QKeySequence::listToString(keys));
  } else {
    settings.remove(settingOf(command));
  }
}

QAction* KeyBindings::bind(QAction& command, const QKeySequence& key) {
  QAction* before = nullptr;
  for (QAction* other : m_commands) {
    if (key.isEmpty() || other == &command || !other->shortcuts().contains(key)) continue;
    QList<QKeySequence> left = other->shortcuts();
    left.removeAll(key);
    set(*other, left);
    before = other;
  }
  set(command, key.isEmpty() ? QList<QKeySequence>{} : QList<QKeySequence>{key});
  emit changed();
  return before;
}

// What the restored key means now by the person's choice gives way: two meanings would be none.
void KeyBindings::restore(QAction& command) {
  const auto at = m_commands.indexOf(&command);
  if (at < 0) return;
  for (QAction* other : m_commands) {
    QList<QKeySequence> left = other->shortcuts();
    const auto taken = [&](const QKeySequence& key) { return m_made[at].contains(key); };
    if (other != &command && left.removeIf(taken) > 0) set(*other, left);
  }
  set(command, m_made[at]);
  emit changed();
}

void KeyBindings::restoreAll() {
  for (qsizetype i = 0; i < m_commands.size(); ++i) set(*m_commands[i], m_made[i]);
  emit changed();
}

}  // namespace sinew::ui
