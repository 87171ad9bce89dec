#pragma once
#include <QWidget>
#include <optional>

#include "ui/document/CurveKeys.h"
#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"
#include "ui/panels/KeyedParams.h"
#include "ui/panels/TimeAxis.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {

/// The curve of one keyed parameter over time, a line per component. Drag a key: by whole frames,
/// with Shift freely, with Ctrl only up and down. The key that was clicked shows handles: drag one
/// for how steep the curve is there, with Alt on that side alone. Double click adds a key, a right
/// click offers how the curve goes on from one; elsewhere a drag scrubs. Wheel zooms about the
/// cursor, with Shift it moves along.
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
  /// The end of a handle of the chosen key.
  struct Handle {
    Side side = Side::After;
    QPointF end;
  };
  /// A spot in hand, or a handle of it.
  struct Held {
    Spot spot;
    std::optional<Side> handle;
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
  std::vector<Handle> handles() const;
  std::optional<Side> handleAt(const QPointF& place) const;
  void dragKey(const QMouseEvent& event);
  void dragHandle(const QMouseEvent& event);
  void dropKey();
  void removeKey(const Spot& spot);
  void set(const Value& value, const QString& label);
  QString label(const QString& verb) const;
  void paintGrid(QPainter& painter) const;
  void paintLines(QPainter& painter) const;
  void paintHandles(QPainter& painter) const;

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
