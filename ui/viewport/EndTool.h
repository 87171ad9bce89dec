#pragma once
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Handles at the points that the selected constraint takes hold of: drag one to another place, of
/// the same part or of another one.
class EndTool : public ViewTool {
 public:
  using ViewTool::ViewTool;
  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override { m_pointer = event.position(); }
  void release(const QMouseEvent& event) override;
  void cancel() override { m_held.reset(); }
  void mark(OverlayLook& look) override;

 private:
  struct End {
    ObjectId constraint;
    std::string key;  ///< of the parameter that says where it takes hold
    Vec3 position;    ///< [m]
    std::optional<Vec3> other;
  };
  std::vector<End> ends() const;

  std::optional<End> m_held;
  QPointF m_pressed, m_pointer;
};

}  // namespace sinew::ui
