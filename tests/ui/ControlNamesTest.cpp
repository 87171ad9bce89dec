// Whoever cannot see the window, and every test by real input, finds controls by their names.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QMenuBar>

#include "tests/support/SceneBuilder.h"
#include "ui/theme/Theme.h"
#include "ui/window/Actions.h"
#include "ui/window/MainWindow.h"
#include "ui/window/MovieDialog.h"

namespace sinew::ui {
namespace {

/// A person acts on it. Parts that Qt makes inside its own controls speak through those.
bool isControl(const QWidget* widget) {
  const QString inner = widget->objectName();
  if (inner.startsWith("qt_")) return false;
  for (const QWidget* up = widget->parentWidget(); up != nullptr; up = up->parentWidget())
    if (up->inherits("QComboBox") || up->inherits("QLineEdit") || up->inherits("QTabBar"))
      return false;
  return widget->inherits("QAbstractButton") || widget->inherits("QLineEdit") ||
         widget->inherits("QComboBox") || widget->inherits("QAbstractItemView") ||
         widget->inherits("QPlainTextEdit") || widget->inherits("QOpenGLWidget") ||
         widget->focusPolicy() == Qt::StrongFocus;
}

QString nameOf(QWidget* widget) {
  QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
  return interface == nullptr ? QString() : interface->text(QAccessible::Name);
}

/// The nameless controls below a widget, each as "class in class in class".
QStringList namelessControls(QWidget& window) {
  QStringList nameless;
  for (QWidget* widget : window.findChildren<QWidget*>()) {
    if (!isControl(widget) || !nameOf(widget).isEmpty()) continue;
    QString path = widget->metaObject()->className();
    for (QWidget* up = widget->parentWidget(); up != nullptr; up = up->parentWidget())
      path += QString(" in ") + up->metaObject()->className();
    nameless << path;
  }
  return nameless;
}

class ControlNames : public ::testing::Test {
 protected:
  static StudioOptions options() { return {{}, std::string(SINEW_SOURCE_DIR) + "/assets"}; }
  Theme m_theme;
  MainWindow m_window{test::builtins(), options(), m_theme};
};

TEST_F(ControlNames, EveryControlOfTheWindowHasOne) {
  m_window.show();
  m_window.openFile(std::string(SINEW_SOURCE_DIR) + "/assets/scenes/dragonfly.json");
  QApplication::processEvents();
  EXPECT_GT(m_window.findChildren<QWidget*>().size(), 50);
  EXPECT_EQ(namelessControls(m_window).join("\n").toStdString(), "");
}

TEST_F(ControlNames, EveryCommandHasOne) {
  int commands = 0;
  for (const QAction* action : m_window.findChildren<QAction*>()) {
    // Qt's own: separators and buttons inside its fields.
    if (action->isSeparator() || action->objectName().startsWith("_q_")) continue;
    EXPECT_FALSE(action->text().isEmpty()) << action->objectName().toStdString();
    ++commands;
  }
  EXPECT_GT(commands, 40);
}

TEST_F(ControlNames, NoTwoCommandsShareAKey) {
  QHash<QString, QString> commandOf;
  for (const QAction* action : m_window.findChildren<QAction*>()) {
    for (const QKeySequence& key : action->shortcuts()) {
      const QString text = key.toString();
      EXPECT_FALSE(commandOf.contains(text))
          << text.toStdString() << ": " << action->text().toStdString() << " and "
          << commandOf.value(text).toStdString();
      commandOf[text] = action->text();
    }
  }
  EXPECT_GT(commandOf.size(), 25);
}

TEST_F(ControlNames, EveryControlOfTheMovieDialogHasOne) {
  MovieDialog dialog({0, 10, 100, 24, "/tmp/film", {}, true, {}}, &m_window);
  EXPECT_EQ(namelessControls(dialog).join("\n").toStdString(), "");
}

}  // namespace
}  // namespace sinew::ui
