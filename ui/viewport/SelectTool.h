#pragma once
#include <QRubberBand>
#include <memory>

#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Click selects what is under the cursor, a drag what lies in the box. Shift adds, Ctrl toggles.
class SelectTool : public ViewTool {
 public:
  using ViewTool::ViewTool;
  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  void cancel() override;

 private:
  std::vector<ObjectId> objectsIn(const QRectF& box) const;
  bool touches(const QRectF& box, const Snapshot& snapshot, std::size_t part) const;
  bool seen(const Vec3& point, const QPointF& place, const Snapshot& snapshot) const;

  QPointF m_start;
  std::unique_ptr<QRubberBand> m_band;
};

}  // namespace sinew::ui
