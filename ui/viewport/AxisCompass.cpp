#include "ui/viewport/AxisCompass.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

namespace sinew::ui {
namespace {

constexpr int kSize = 84;
constexpr double kArm = 29, kBall = 9.5, kBackBall = 7;
constexpr std::array<QRgb, 3> kColours = {0xffe0575b, 0xff74b84a, 0xff5b93f0};
constexpr std::array<const char*, 3> kNames = {"X", "Y", "Z"};

Viewport::View viewOf(int axis, bool positive) {
  using View = Viewport::View;
  constexpr std::array<std::array<View, 2>, 3> kViews = {
      {{View::Left, View::Right}, {View::Bottom, View::Top}, {View::Back, View::Front}}};
  return kViews[static_cast<std::size_t>(axis)][positive ? 1 : 0];
}

}  // namespace

AxisCompass::AxisCompass(QWidget* parent) : QWidget(parent) {
  setFixedSize(kSize, kSize);
  setMouseTracking(true);
  setAccessibleName(tr("Axes"));
  setToolTip(tr("Click an axis to look along it"));
}

void AxisCompass::setAxes(const Mat3& axes) {
  if (m_axes == axes) return;
  m_axes = axes;
  update();
}

std::vector<AxisCompass::End> AxisCompass::endsBackToFront() const {
  std::vector<End> ends;
  const QPointF middle(0.5 * width(), 0.5 * height());
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 seen = m_axes.transpose() * Vec3::Unit(axis);
    for (const bool positive : {false, true}) {
      const double arm = positive ? kArm : -kArm;
      ends.push_back({axis, positive, middle + QPointF(arm * seen.x(), -arm * seen.y()),
                      positive ? seen.z() : -seen.z()});
    }
  }
  std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.depth < b.depth; });
  return ends;
}

int AxisCompass::endAt(const QPointF& place) const {
  int found = -1;
  for (const End& end : endsBackToFront()) {
    const QPointF away = end.at - place;
    if (std::hypot(away.x(), away.y()) <= kBall + 1) found = 2 * end.axis + (end.positive ? 1 : 0);
  }
  return found;
}

void AxisCompass::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPointF middle(0.5 * width(), 0.5 * height());
  if (m_hovered >= 0) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(255, 255, 255, 26));
    painter.drawEllipse(middle, 0.5 * kSize - 1, 0.5 * kSize - 1);
  }
  QFont font = painter.font();
  font.setPixelSize(11);
  font.setBold(true);
  painter.setFont(font);
  for (const End& end : endsBackToFront()) {
    const QColor colour = QColor::fromRgb(kColours[static_cast<std::size_t>(end.axis)]);
    const bool lit = m_hovered == 2 * end.axis + (end.positive ? 1 : 0);
    const double radius = end.positive ? kBall : kBackBall;
    if (end.positive) {
      painter.setPen(QPen(colour, 2.2, Qt::SolidLine, Qt::RoundCap));
      painter.drawLine(middle, end.at);
    }
    painter.setPen(QPen(lit ? QColor(Qt::white) : colour, 1.6));
    painter.setBrush(end.positive ? colour : QColor(30, 32, 36, 150));
    painter.drawEllipse(end.at, radius, radius);
    if (!end.positive && !lit) continue;
    painter.setPen(end.positive ? QColor(20, 20, 20) : QColor(Qt::white));
    const QRectF box(end.at - QPointF(kBall, kBall), QSizeF(2 * kBall, 2 * kBall));
    painter.drawText(box, Qt::AlignCenter, kNames[static_cast<std::size_t>(end.axis)]);
  }
}

void AxisCompass::mousePressEvent(QMouseEvent* event) {
  const int end = endAt(event->position());
  if (event->button() != Qt::LeftButton || end < 0) return event->ignore();
  emit viewPicked(viewOf(end / 2, end % 2 == 1));
}

void AxisCompass::mouseMoveEvent(QMouseEvent* event) {
  const int end = endAt(event->position());
  if (end == m_hovered) return;
  m_hovered = end;
  update();
}

void AxisCompass::leaveEvent(QEvent*) {
  m_hovered = -1;
  update();
}

}  // namespace sinew::ui
