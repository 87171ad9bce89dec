#pragma once
#include <QWidget>
#include <optional>

#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"
#include "ui/panels/KeyedParams.h"
#include "ui/panels/TimeAxis.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {

/// The curve of one keyed parameter over time, a line per component. Drag a key: by whole frames,
/// with Shift freely, with Ctrl only up and down. Double click adds a key, a right click offers how
/// the curve goes on from one; elsewhere a drag scrubs. Wheel zooms about the cursor, with Shift it
/// moves along.
class CurvePlot : public QWidget {
  Q_OBJECT
 public:
  CurvePlot(Document& document, LiveRun& live, const Theme& theme, QWidget* parent);
  void show(const std::optional<KeyedParam>& shown);
  QSize minimumSizeHint() const override { return {200, 68}; }

 signals:
  void hint(const QString& text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool event(QEvent* event) override;

 private:
  /// One component of one key.
  struct Spot {
    std::size_t key = 0;
    int component = 0;
  };
  struct Range {
    double least = 0, greatest = 1;  ///< [SI]
  };
  /// A spot in hand.
  struct Held {
    Spot spot;
    Value before;
    QPointF pressed;
    bool moved = false;
  };

  const Curve* curve() const;
  QRectF area() const;
  Range fittingRange() const;
  QPointF placeOf(double time, double number) const;
  double timeAt(double x) const;    ///< [s]
  double numberAt(double y) const;  ///< [SI]
  std::optional<Spot> spotAt(const QPointF& place) const;
  void scrub(double x);
  void dragKey(const QMouseEvent& event);
  void dropKey();
  void removeKey(const Spot& spot);
  void set(const Value& value, const QString& label);
  QString label(const QString& verb) const;
  void paintGrid(QPainter& painter) const;
  void paintLines(QPainter& painter) const;

  Document& m_document;
  LiveRun& m_live;
  const Theme& m_theme;
  TimeAxis m_axis;
  std::optional<KeyedParam> m_shown;
  std::optional<Held> m_held;
  std::optional<Spot> m_chosen;  // the key last clicked
  Range m_range;                 // stays while a key is dragged
};

}  // namespace sinew::ui
