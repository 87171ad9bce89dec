#include "ui/viewport/SafeFrame.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace sinew::ui {
namespace {

constexpr double kShare = 0.94;                // of the viewport that the frame takes at most
constexpr double kAction = 0.9, kTitle = 0.8;  // of the frame, width and height
// On any picture, in either theme: a light line with a dark one round it.
constexpr QRgb kOutside = 0x6e0b0c0e, kShadow = 0x96000000, kLine = 0xffeef1f4, kInner = 0xb4eef1f4;

/// About the middle, on whole pixels of the screen.
QRect inside(const QRectF& frame, double share) {
  const QSizeF size = share * frame.size();
  return QRectF(frame.center() - QPointF(size.width() / 2, size.height() / 2), size).toRect();
}

}  // namespace

SafeFrame::SafeFrame(QWidget* over) : QWidget(over) {
  setAccessibleName(tr("Safe frame"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
}

void SafeFrame::setAspect(double aspect) {
  m_aspect = aspect;
  update();
}

QRectF SafeFrame::frame() const {
  const double high = kShare * std::min<double>(height(), width() / m_aspect);
  const QSizeF size(high * m_aspect, high);
  return {QRectF(rect()).center() - QPointF(size.width() / 2, size.height() / 2), size};
}

double SafeFrame::wider() const {
  return height() / std::max(1.0, frame().height());
}

void SafeFrame::paintEvent(QPaintEvent*) {
  const double pixels = devicePixelRatioF();
  QPainter painter(this);
  painter.scale(1 / pixels, 1 / pixels);
  const QRect all(QPoint(0, 0), (pixels * QSizeF(size())).toSize());
  const QRectF film(pixels * frame().topLeft(), pixels * frame().size());
  const QRect outer = inside(film, 1);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor::fromRgba(kOutside));
  const QRegion outside = QRegion(all) - QRegion(outer);
  for (const QRect& piece : outside) painter.drawRect(piece);
  painter.setBrush(Qt::NoBrush);
  const int width = std::max(1, qRound(pixels));
  const auto line = [&](const QRect& where, QRgb ink) {
    painter.setPen(
        QPen(QColor::fromRgba(kShadow), 3 * width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawRect(where);
    painter.setPen(QPen(QColor::fromRgba(ink), width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawRect(where);
  };
  line(outer, kLine);
  line(inside(film, kAction), kInner);
  line(inside(film, kTitle), kInner);
}

}  // namespace sinew::ui
