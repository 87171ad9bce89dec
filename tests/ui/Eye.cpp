#include "tests/ui/Eye.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QAccessibleValueInterface>
#include <QApplication>
#include <QScrollArea>
#include <QWidget>
#include <functional>

#include "tests/ui/Patience.h"

namespace sinew::test {
namespace {

using Visit = std::function<bool(QAccessibleInterface*)>;

/// Visits everything visible below; stops and says true when `visit` does. What Qt has put away to
/// the left of `leftmost`, as it does with docks behind a tab, cannot be seen.
bool walk(QAccessibleInterface* item, int leftmost, const Visit& visit, int depth = 0) {
  if (!item || !item->isValid() || depth > 40) return false;
  if (item->state().invisible || item->rect().right() < leftmost) return false;
  if (visit(item)) return true;
  for (int i = 0; i < item->childCount(); ++i) {
    if (walk(item->child(i), leftmost, visit, depth + 1)) return true;
  }
  return false;
}

bool walkWindows(const Visit& visit) {
  QList<QWidget*> windows = QApplication::topLevelWidgets();
  // What pops up lies over the rest, and a dialog over its window. Qt gives them in any order.
  std::stable_sort(windows.begin(), windows.end(), [](QWidget* a, QWidget* b) {
    const auto rank = [](QWidget* w) {
      if (w->windowType() == Qt::Popup) return 0;
      if (w->isModal()) return 1;
      return w->windowType() == Qt::Dialog ? 2 : 3;
    };
    return rank(a) < rank(b);
  });
  for (QWidget* window : windows) {
    if (!window->isVisible()) continue;
    const int left = window->mapToGlobal(QPoint(0, 0)).x();
    if (walk(QAccessible::queryAccessibleInterface(window), left, visit)) return true;
  }
  return false;
}

QString nameOf(QAccessibleInterface* item) {
  return item->text(QAccessible::Name).remove('&');
}

QRect roomOf(QAccessibleInterface* item) {
  // No further than its window: a dialog belongs to what opened it, and does not lie in it.
  for (auto* widget = qobject_cast<QWidget*>(item->object()); widget && !widget->isWindow();
       widget = widget->parentWidget()) {
    const auto* scrolls = qobject_cast<QScrollArea*>(widget);
    if (!scrolls) continue;
    const QWidget* room = scrolls->viewport();
    return {room->mapToGlobal(QPoint(0, 0)), room->size()};
  }
  return {};
}

Sight sightOf(QAccessibleInterface* item) {
  Sight sight;
  sight.place = item->rect();
  sight.room = roomOf(item);
  sight.value = item->text(QAccessible::Value);
  if (sight.value.isEmpty() && item->valueInterface()) {
    sight.value = item->valueInterface()->currentValue().toString();
  }
  sight.told = item->text(QAccessible::Description);
  sight.checked = item->state().checked;
  sight.enabled = !item->state().disabled;
  sight.focused = item->state().focused;
  sight.label = item->role() == QAccessible::StaticText;
  return sight;
}

}  // namespace

std::optional<Sight> find(const QString& name) {
  std::optional<Sight> found;
  onProgram([&] {
    // A field is meant rather than the label beside it that says the same.
    walkWindows([&](QAccessibleInterface* item) {
      if (nameOf(item) != name || item->rect().isEmpty()) return false;
      const bool label = item->role() == QAccessible::StaticText;
      if (!found || !label) found = sightOf(item);
      return !label;
    });
  });
  return found;
}

Sight look(const QString& name) {
  std::optional<Sight> found;
  const bool there = patient([&] {
    found = find(name);
    return found.has_value();
  });
  EXPECT_TRUE(there) << "nothing is called \"" << name.toStdString() << "\"; in sight are:\n"
                     << namesInSight().toStdString();
  return found.value_or(Sight());
}

bool gone(const QString& name) {
  return patient([&] { return !find(name); });
}

QString namesInSight() {
  QStringList names;
  onProgram([&] {
    walkWindows([&](QAccessibleInterface* item) {
      const QString name = nameOf(item);
      if (!name.isEmpty() && !item->rect().isEmpty()) names << "  " + name;
      return false;
    });
  });
  names.removeDuplicates();
  return names.join('\n');
}

}  // namespace sinew::test
