#include "ui/fields/ChoiceBox.h"

#include <QKeyEvent>
#include <QListView>
#include <QStyledItemDelegate>
#include <QWheelEvent>

namespace sinew::ui {

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

void ChoiceBox::wheelEvent(QWheelEvent* event) {
  event->ignore();  // the panel scrolls
}

}  // namespace sinew::ui
