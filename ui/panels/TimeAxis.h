#pragma once
#include <QWheelEvent>

#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"

namespace sinew::ui {

/// That a hand may tremble without dragging anything along a time axis [px].
inline constexpr double kStill = 3;

/// The frames that a panel shows from left to right. All of them fit until the wheel zooms.
class TimeAxis {
 public:
  TimeAxis(const Document& document, const LiveRun& live) : m_document(document), m_live(live) {}

  void place(double left, double width);  ///< [px] that all frames fit in, unzoomed
  void showAll();
  double lastFrame() const;                 ///< end of the animation, or of what is there
  double first() const { return m_first; }  ///< [frames] at the left edge
  double pixelsPerFrame() const { return m_width * m_zoom / lastFrame(); }
  double xOf(double frame) const { return m_left + (frame - m_first) * pixelsPerFrame(); }
  double frameAt(double x) const { return m_first + (x - m_left) / pixelsPerFrame(); }
  /// Zooms about the cursor; with Shift moves along.
  void wheel(const QWheelEvent& event);

 private:
  const Document& m_document;
  const LiveRun& m_live;
  double m_left = 0, m_width = 1;  // [px]
  double m_first = 0, m_zoom = 1;
};

}  // namespace sinew::ui
