#pragma once
#include <QPointF>
#include <QRectF>
#include <optional>

#include "ui/live/LiveRun.h"
#include "ui/panels/TimeAxis.h"
#include "ui/theme/Theme.h"

class QPainter;

namespace sinew::ui {

/// The frames that are replayed, as a band with two ends on a ruler.
class TimelineRange {
 public:
  enum class End { From, To };

  TimelineRange(LiveRun& live, const TimeAxis& axis) : m_live(live), m_axis(axis) {}

  void paint(QPainter& painter, const Tokens& tokens, const QRectF& ruler) const;
  /// The end under a place of the ruler, if one is set there.
  std::optional<End> at(const QPointF& place, const QRectF& ruler) const;
  void drag(End end, double frame);

 private:
  double xOf(End end) const;  ///< [px]

  LiveRun& m_live;
  const TimeAxis& m_axis;
};

}  // namespace sinew::ui
