#include "ui/panels/TimelineRange.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace sinew::ui {
namespace {

constexpr double kEndReach = 5;  // [px] from an end within which it is meant
constexpr double kFoot = 4;      // [px]
constexpr int kBand = 46;        // of 255: how much of what lies below the band covers

}  // namespace

double TimelineRange::xOf(End end) const {
  const ReplayWay& way = m_live.replayWay();
  if (end == End::From) return m_axis.xOf(static_cast<double>(way.from.value_or(0)));
  return m_axis.xOf(way.to ? static_cast<double>(*way.to) : m_axis.lastFrame());
}

void TimelineRange::paint(QPainter& painter, const Tokens& tokens, const QRectF& ruler) const {
  const ReplayWay& way = m_live.replayWay();
  if (!way.from && !way.to) return;
  const double left = std::round(xOf(End::From)), right = std::round(xOf(End::To));
  QColor band = tokens.information;
  band.setAlpha(kBand);
  painter.fillRect(QRectF(left, ruler.top(), std::max(1.0, right - left), ruler.height()), band);
  painter.setPen(QPen(tokens.information, 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.setBrush(Qt::NoBrush);
  const double top = ruler.top() + 1, bottom = ruler.bottom() - 1;
  const auto bracket = [&](double x, double inwards) {
    const QPointF corners[] = {{x + inwards, top}, {x, top}, {x, bottom}, {x + inwards, bottom}};
    painter.drawPolyline(corners, 4);
  };
  if (way.from) bracket(left, kFoot);
  if (way.to) bracket(right, -kFoot);
}

std::optional<TimelineRange::End> TimelineRange::at(const QPointF& place,
                                                    const QRectF& ruler) const {
  if (!ruler.contains(place)) return std::nullopt;
  const ReplayWay& way = m_live.replayWay();
  const auto near = [&](End end) { return std::abs(xOf(end) - place.x()) <= kEndReach; };
  if (way.to && near(End::To)) return End::To;
  if (way.from && near(End::From)) return End::From;
  return std::nullopt;
}

// An end gives way to the other one rather than to push it out.
void TimelineRange::drag(End end, double frame) {
  const ReplayWay& way = m_live.replayWay();
  const double last = m_axis.lastFrame();
  if (end == End::From) {
    const double most = way.to ? static_cast<double>(*way.to) - 1 : last;
    m_live.setReplayFrom(
        static_cast<std::uint64_t>(std::clamp(std::round(frame), 0.0, std::max(0.0, most))));
  } else {
    const double least = way.from ? static_cast<double>(*way.from) + 1 : 0;
    m_live.setReplayTo(
        static_cast<std::uint64_t>(std::clamp(std::round(frame), least, std::max(least, last))));
  }
}

}  // namespace sinew::ui
