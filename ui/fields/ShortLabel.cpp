#include "ui/fields/ShortLabel.h"

#include <QPainter>
#include <QStyle>

namespace sinew::ui {

ShortLabel::ShortLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setProperty("shortens", true);  // who looks for texts that are cut need not find this one
}

QSize ShortLabel::minimumSizeHint() const {
  constexpr int kLeast = 80;  // px
  return {kLeast, QLabel::minimumSizeHint().height()};
}

void ShortLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
  style()->drawItemText(&painter, contentsRect(), Qt::AlignVCenter | Qt::AlignLeft, palette(),
                        isEnabled(), shown, foregroundRole());
}

}  // namespace sinew::ui
