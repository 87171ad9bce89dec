#include "ui/fields/ChoiceBox.h"

#include <QKeyEvent>
#include <QListView>
#include <QStylePainter>
#include <QStyledItemDelegate>
#include <QWheelEvent>

namespace sinew::ui {
namespace {

constexpr int kMargin = 2;  // [px] that styles leave beside the text

}  // namespace

// The style sheet reaches the rows of a plain list, not those of the menu that a style may make of
// one.
ChoiceBox::ChoiceBox(QWidget* parent) : QComboBox(parent) {
  setView(new QListView(this));
  setItemDelegate(new QStyledItemDelegate(this));
  setFocusPolicy(Qt::StrongFocus);
}

// Space plays, also after something was chosen; Alt+Down and F4 open the list.
void ChoiceBox::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space) return event->ignore();
  QComboBox::keyPressEvent(event);
}

// Names that differ only in how they end, as those of copies, differ in the picture too.
void ChoiceBox::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionComboBox box;
  initStyleOption(&box);
  if (currentIndex() < 0) {
    box.currentText = placeholderText();
    box.palette.setBrush(QPalette::ButtonText, palette().placeholderText());
  }
  const int room =
      style()
          ->subControlRect(QStyle::CC_ComboBox, &box, QStyle::SC_ComboBoxEditField, this)
          .width();
  box.currentText = fontMetrics().elidedText(box.currentText, Qt::ElideMiddle, room - kMargin);
  painter.drawComplexControl(QStyle::CC_ComboBox, box);
  painter.drawControl(QStyle::CE_ComboBoxLabel, box);
}

void ChoiceBox::wheelEvent(QWheelEvent* event) {
  event->ignore();  // the panel scrolls
}

}  // namespace sinew::ui
