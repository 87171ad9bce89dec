#pragma once
#include "ui/document/Addition.h"
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Picks the points that a new constraint or force takes hold of: a click each, or one drag from
/// the first to the second. With the last point it is added; Enter does without those that may be
/// left out, and holds the others in space.
class ConnectTool : public ViewTool {
 public:
  using ViewTool::ViewTool;
  void begin(const Addable& addable, const QString& label);
  /// What to do next, for the person working.
  QString hint();

  void pick(const QPointF& place);  ///< the next point, as a click there would

  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  void cancel() override { m_picks.clear(); }
  bool finish() override;
  void hover(const QPointF& place) override { m_pointer = place; }
  void mark(OverlayLook& look) override;

 private:
  struct Pick {
    SurfaceHit hit;
    std::shared_ptr<const RenderTopology> topology;
    MaterialPoint point;
  };
  std::size_t picked();
  bool follow(Pick& pick) const;
  void pickAt(const QPointF& place);
  void add();

  Addable m_addable;
  QString m_label;
  PointsToPick m_wanted;
  std::vector<Pick> m_picks;
  QPointF m_pressed, m_pointer{-1, -1};
};

}  // namespace sinew::ui
