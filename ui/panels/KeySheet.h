#pragma once
#include <QAbstractScrollArea>
#include <optional>
#include <set>
#include <vector>

#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"
#include "ui/panels/KeyDrag.h"
#include "ui/panels/KeyedParams.h"
#include "ui/panels/TimeAxis.h"
#include "ui/theme/Theme.h"

namespace sinew::ui {

/// A row for every keyed parameter of what is selected, or of the whole scene, with its keys. Click
/// a key or draw a box round several, with Shift more of them; drag them to other frames, with
/// Shift freely; Delete removes them. A double click in a row adds one; the ruler scrubs.
class KeySheet : public QAbstractScrollArea {
  Q_OBJECT
 public:
  KeySheet(Document& document, LiveRun& live, const Theme& theme, QWidget* parent = nullptr);

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
  bool event(QEvent* event) override;

 private:
  /// What a press in the picture of the keys has begun.
  struct Held {
    enum class What { Ruler, Keys, Box };
    What what = What::Ruler;
    QPointF from, to;
    std::optional<KeyAt> pressed;  ///< of Keys: the one under the pointer
    std::optional<KeyDrag> drag;   ///< of Keys: once they move
    std::set<KeyAt> before;        ///< what was chosen when it began
  };

  void collect();
  void fitScrollBar();
  double rowTop(int row) const;              ///< [px]
  std::optional<int> rowAt(double y) const;  ///< none: the ruler, or below all
  QPointF placeOf(int row, double time) const;
  std::vector<KeyAt> keysIn(const QRectF& box) const;
  std::optional<KeyAt> keyAt(const QPointF& place) const;
  void scrub(double x);
  void selectRow(int row);
  void dragKeys(const QMouseEvent& event);
  void drawBox();
  void choose(std::set<KeyAt> keys);
  void removeChosen();
  void drop();
  void paintRuler(QPainter& painter) const;
  void paintRow(QPainter& painter, int row) const;

  Document& m_document;
  LiveRun& m_live;
  const Theme& m_theme;
  TimeAxis m_axis;
  std::vector<KeyedParam> m_rows;
  std::set<KeyAt> m_chosen;
  std::optional<Held> m_held;
};

}  // namespace sinew::ui
