#pragma once
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Takes hold of a surface point and pulls it by a spring while the button is down; with Ctrl
/// towards and away. What stands still is set in motion for as long as it is held.
class HandTool : public ViewTool {
 public:
  using ViewTool::ViewTool;
  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  void cancel() override;
  void mark(OverlayLook& look) override;

 private:
  struct Hold {
    SurfaceHit hit;
    std::shared_ptr<const RenderTopology> topology;
    Vec3 target;  ///< [m]
    QPointF last;
    bool startedPlay;
  };
  void letGo();

  std::optional<Hold> m_hold;
};

}  // namespace sinew::ui
