#include "tests/ui/LayoutCheck.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QScreen>
#include <QStyleOptionComboBox>
#include <QStyleOptionFrame>
#include <QTabBar>
#include <QToolButton>

#include "ui/fields/NumberField.h"

namespace sinew::test {
namespace {

constexpr int kTolerance = 1;  // [px]

QString nameOf(const QWidget* widget) {
  QString name = widget->accessibleName();
  if (const auto* label = qobject_cast<const QLabel*>(widget)) name = label->text();
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) name = button->text();
  if (name.isEmpty()) name = widget->accessibleName();
  if (name.isEmpty()) name = widget->objectName();
  QString whole = QString("%1 \"%2\"").arg(widget->metaObject()->className(), name.left(80));
  if (widget->parentWidget() != nullptr)
    whole += QString(" in %1").arg(widget->parentWidget()->metaObject()->className());
  return whole;
}

QRect onScreen(const QWidget* widget) {
  return {widget->mapToGlobal(QPoint(0, 0)), widget->size()};
}

/// Qt makes it inside its own controls, or a list shows it.
bool isInner(const QWidget* widget) {
  if (widget->objectName().startsWith("qt_")) return true;
  for (const QWidget* up = widget->parentWidget(); up != nullptr && !widget->isWindow();
       up = up->parentWidget()) {
    for (const char* kind : {"QComboBox", "QLineEdit", "QTabBar", "QAbstractItemView", "QMenuBar",
                             "QComboBoxPrivateContainer"})
      if (up->inherits(kind)) return true;
    if (up->isWindow()) break;
  }
  return false;
}

/// Of a text on one line [px].
int widthOf(const QWidget* widget, QString text) {
  return widget->fontMetrics().horizontalAdvance(text.remove('&'));
}

bool cut(const QLabel& label) {
  if (label.text().isEmpty() || label.property("shortens").toBool()) return false;
  if (!label.wordWrap())
    return label.sizeHint().width() > label.width() + kTolerance ||
           label.sizeHint().height() > label.height() + kTolerance;
  return label.heightForWidth(label.width()) > label.height() + kTolerance;
}

bool cut(const QAbstractButton& button) {
  const auto* tool = qobject_cast<const QToolButton*>(&button);
  const bool iconOnly = tool != nullptr && !tool->icon().isNull() &&
                        tool->toolButtonStyle() == Qt::ToolButtonIconOnly;
  if (button.text().isEmpty() || iconOnly) return false;
  return button.sizeHint().width() > button.width() + kTolerance ||
         button.sizeHint().height() > button.height() + kTolerance;
}

bool cut(const QComboBox& box) {
  QStyleOptionComboBox option;
  option.initFrom(&box);
  option.editable = box.isEditable();
  const QRect room =
      box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
  return widthOf(&box, box.currentText()) > room.width() + kTolerance;
}

bool cut(const ui::NumberField& field) {
  QStyleOptionFrame option;
  option.initFrom(&field);
  option.lineWidth = 1;
  const QRect room = field.style()->subElementRect(QStyle::SE_LineEditContents, &option, &field) -
                     field.textMargins();
  return widthOf(&field, field.text()) > room.width() + kTolerance;
}

bool cut(const QTabBar& bar) {
  for (int i = 0; i < bar.count(); ++i) {
    const QRect tab = bar.tabRect(i);
    const bool inside = tab.left() >= -kTolerance && tab.right() <= bar.width() + kTolerance;
    if (!inside || widthOf(&bar, bar.tabText(i)) > tab.width()) return true;
  }
  return false;
}

bool cut(const QDockWidget& dock) {
  constexpr int kButtons = 48;  // [px] that float and close take
  if (dock.titleBarWidget() != nullptr) return false;
  return widthOf(&dock, dock.windowTitle()) > dock.width() - kButtons;
}

bool textIsCut(const QWidget* widget) {
  if (const auto* label = qobject_cast<const QLabel*>(widget)) return cut(*label);
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return cut(*button);
  if (const auto* box = qobject_cast<const QComboBox*>(widget)) return cut(*box);
  if (const auto* field = qobject_cast<const ui::NumberField*>(widget)) return cut(*field);
  if (const auto* bar = qobject_cast<const QTabBar*>(widget)) return cut(*bar);
  if (const auto* dock = qobject_cast<const QDockWidget*>(widget)) return cut(*dock);
  return false;
}

/// Whether it lies within everything that it is in; where something scrolls, as wide as that.
bool sticksOut(const QWidget* widget) {
  const QRect place = onScreen(widget);
  for (const QWidget* in = widget->parentWidget(); in != nullptr; in = in->parentWidget()) {
    const QRect room = onScreen(in).adjusted(-kTolerance, -kTolerance, kTolerance, kTolerance);
    if (in->parentWidget() != nullptr && in->parentWidget()->inherits("QAbstractScrollArea"))
      return place.left() < room.left() || place.right() > room.right();
    if (!room.contains(place)) return true;
    if (in->isWindow()) break;
  }
  return false;
}

bool isSeen(const QWidget* widget) {
  return widget->isVisible() && !widget->size().isEmpty() &&
         onScreen(widget).intersects(onScreen(widget->window()));
}

/// Children that lie over each other.
void addOverlaps(const QWidget* parent, QStringList& faults) {
  if (parent->inherits("QAbstractScrollArea") || parent->inherits("QTabBar")) return;
  QList<const QWidget*> children;
  for (const QObject* child : parent->children()) {
    const auto* widget = qobject_cast<const QWidget*>(child);
    if (widget == nullptr || widget->isWindow() || !isSeen(widget) || isInner(widget)) continue;
    const bool over = widget->testAttribute(Qt::WA_TransparentForMouseEvents) &&
                      widget->size() == parent->size();            // it is meant to
    const bool floats = widget->inherits("sinew::ui::NoticeBar");  // over the picture, likewise
    if (!over && !floats && !widget->inherits("QSizeGrip") && !widget->inherits("QRubberBand"))
      children << widget;
  }
  for (qsizetype i = 0; i < children.size(); ++i) {
    for (qsizetype k = i + 1; k < children.size(); ++k) {
      const QRect both = children[i]->geometry() & children[k]->geometry();
      if (both.width() > kTolerance && both.height() > kTolerance)
        faults << nameOf(children[i]) + " lies over " + nameOf(children[k]);
    }
  }
}

void addFaults(const QWidget* window, QStringList& faults) {
  const QRect screen = window->screen()->geometry();
  if (!screen.adjusted(-kTolerance, -kTolerance, kTolerance, kTolerance).contains(onScreen(window)))
    faults << nameOf(window) + " is larger than the screen, or beside it";
  addOverlaps(window, faults);
  for (const QWidget* widget : window->findChildren<QWidget*>()) {
    if (widget->window() != window || !isSeen(widget) || isInner(widget)) continue;
    addOverlaps(widget, faults);
    if (textIsCut(widget)) faults << nameOf(widget) + " has no room for its text";
    const bool control = widget->inherits("QLabel") || widget->inherits("QAbstractButton") ||
                         widget->inherits("QComboBox") || widget->inherits("QLineEdit");
    if (control && sticksOut(widget)) faults << nameOf(widget) + " sticks out";
  }
}

}  // namespace

QStringList faultsInSight() {
  QStringList faults;
  for (const QWidget* window : QApplication::topLevelWidgets()) {
    const bool tip =
        window->windowType() == Qt::ToolTip || window->inherits("QComboBoxPrivateContainer");
    if (window->isVisible() && !tip) addFaults(window, faults);
  }
  faults.removeDuplicates();
  return faults;
}

}  // namespace sinew::test
