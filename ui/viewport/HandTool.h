#pragma once
#include <QElapsedTimer>

#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Takes hold of a surface point and pulls it by a spring while the button is down; with Ctrl
/// towards and away. What stands still is set in motion for as long as it is held. While the hand
/// is kept still and what it holds does not come any nearer, it pulls harder and harder.
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
    QElapsedTimer still{};       ///< since the hand last moved, or grew stronger
    double strength = 1;         ///< times what it began with
    Vec3 before = Vec3::Zero();  ///< [m] where what is held was then
  };
  void pullHarder(const Vec3& from);
  void letGo();

  std::optional<Hold> m_hold;
};

}  // namespace sinew::ui
