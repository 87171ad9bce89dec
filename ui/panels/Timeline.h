#pragma once
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"
#include "ui/panels/KeyDrag.h"
#include "ui/panels/TimeAxis.h"
#include "ui/panels/TimelineMarkers.h"
#include "ui/panels/TimelineRange.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {

/// Ruler in frames, what of the take is there, the keys of what is selected, and where we are.
/// Drag to scrub, or a key or a marker's flag to move it: by whole frames, with Shift freely; or an
/// end of what is replayed. The wheel zooms about the cursor, with Shift it moves along.
class Timeline : public QWidget {
  Q_OBJECT
 public:
  Timeline(Document& document, LiveRun& live, const Theme& theme, QWidget* parent = nullptr);

  QSize sizeHint() const override { return {600, 84}; }
  QSize minimumSizeHint() const override { return {200, 84}; }

 signals:
  void hint(const QString& text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  /// A key in hand.
  struct Held {
    KeyDrag keys;
    double time;     ///< [s] it came from
    double pressed;  ///< [px] where it was taken
    bool moved = false;
  };
  /// A marker in hand.
  struct Flag {
    ObjectId id;
    double time;     ///< [s] it came from
    double pressed;  ///< [px] where it was taken
    bool moved = false;
  };
  /// An end of what is replayed, in hand.
  struct HeldEnd {
    TimelineRange::End end;
    double pressed;  ///< [px] where it was taken
    bool moved = false;
  };
  bool holds() const { return m_held || m_flag || m_end; }
  QRectF ruler() const;
  void scrub(double x);
  std::vector<std::string> keyedObjects() const;
  std::optional<double> keyAt(const QPointF& place) const;  ///< [s]
  void dragKey(const QMouseEvent& event);
  void dragFlag(const QMouseEvent& event);
  void dragEnd(const QMouseEvent& event);
  double frameUnder(const QMouseEvent& event, double time, double pressed) const;
  void drop();
  void collectKeys();
  void paintRuler(QPainter& painter) const;
  void paintCache(QPainter& painter) const;
  void paintKeys(QPainter& painter) const;
  void paintPlayhead(QPainter& painter) const;
  void paintSpan(QPainter& painter, double from, double to, const QBrush& brush) const;

  Document& m_document;
  LiveRun& m_live;
  const Theme& m_theme;
  TimeAxis m_axis;
  std::vector<double> m_keys;  ///< [s]
  TimelineMarkers m_markers{m_document, m_live, m_axis};
  std::optional<Held> m_held;
  std::optional<Flag> m_flag;
  TimelineRange m_range{m_live, m_axis};
  std::optional<HeldEnd> m_end;
};

}  // namespace sinew::ui
