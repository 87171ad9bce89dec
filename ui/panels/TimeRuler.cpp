#include "ui/panels/TimeRuler.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace sinew::ui {
namespace {

constexpr double kTick = 6;  // [px] that a line reaches into the ruler

/// The smallest of 1, 2, 5, 10, 20, ... frames that leaves room for a number.
double tickSpacing(double pixelsPerFrame) {
  constexpr double kRoom = 56;  // px
  for (double decade = 1;; decade *= 10)
    for (const double step : {1.0, 2.0, 5.0})
      if (decade * step * pixelsPerFrame >= kRoom) return decade * step;
}

}  // namespace

void paintFrames(QPainter& painter, const TimeAxis& axis, const Tokens& tokens, const QRectF& ruler,
                 double bottom) {
  QFont font = painter.font();
  font.setPixelSize(11);
  painter.setFont(font);
  const double spacing = tickSpacing(axis.pixelsPerFrame());
  const double end = axis.lastFrame();
  for (double frame = std::max(0.0, std::floor(axis.first() / spacing) * spacing); frame <= end;
       frame += spacing) {
    const double x = std::round(axis.xOf(frame)) + 0.5;
    if (x > ruler.right()) break;
    painter.setPen(tokens.hairline);
    painter.drawLine(QPointF(x, ruler.bottom() - kTick), QPointF(x, bottom));
    painter.setPen(tokens.muted);
    painter.drawText(QRectF(x - 40, ruler.top() + 2, 80, ruler.height() - kTick - 2),
                     Qt::AlignCenter, QString::number(static_cast<qint64>(frame)));
  }
}

}  // namespace sinew::ui
