#pragma once
#include "ui/document/Drawing.h"
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Draws a new part through places: a click each, or one stroke with the button held. Clicks on a
/// surface lie on it, others upright over or beside the last place. Shift
/// ties the part to what is there, or holds it there in space; Ctrl snaps to the grid.
class DrawTool : public ViewTool {
 public:
  using ViewTool::ViewTool;
  void begin(const Addable& drawable, const QString& label);
  /// What to do next, for the person working.
  QString hint() const;

  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  void cancel() override;
  bool finish() override;
  bool takeBack() override;
  void hover(const QPointF& place) override { m_pointer = place; }
  void mark(OverlayLook& look) override;

 private:
  DrawnPlace placeAt(const QPointF& place, Qt::KeyboardModifiers keys) const;
  Vec3 last() const;
  double lowest() const;
  Vec3 aboveGround(const Vec3& at, const QPointF& place) const;
  double length() const;
  bool add();

  Addable m_drawable;
  QString m_label;
  double m_skin = 0;  // [m]
  bool m_moves = false;
  std::vector<DrawnPlace> m_places;
  std::vector<Vec3> m_stroke;  // while the button is held
  QPointF m_pressed, m_lastClick{-1, -1}, m_pointer{-1, -1};
};

}  // namespace sinew::ui
