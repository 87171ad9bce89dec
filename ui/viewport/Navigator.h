#pragma once
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QWheelEvent>
#include <optional>

#include "ui/viewport/ViewEye.h"
#include "ui/viewport/Viewport.h"

namespace sinew::ui {

/// Turns mouse, wheel and trackpad into motion of the free camera.
class Navigator {
 public:
  explicit Navigator(ViewEye& eye) : m_eye(eye) {}
  void setStyle(Viewport::Navigation style) { m_style = style; }
  Viewport::Navigation style() const { return m_style; }

  // True when the event was about looking round.
  bool press(const QMouseEvent& event);
  bool move(const QMouseEvent& event);
  bool release(const QMouseEvent& event);
  bool wheel(const QWheelEvent& event);
  bool gesture(const QNativeGestureEvent& event);
  bool active() const { return m_drag.has_value(); }

 private:
  enum class Motion { Orbit, Pan, Zoom };
  struct Drag {
    Motion motion;
    Qt::MouseButton button;
    QPointF start, last;
  };
  std::optional<Motion> motionFor(const QMouseEvent& event) const;
  void orbit(const QPointF& by);
  void zoom(double steps, const QPointF& at);

  ViewEye& m_eye;
  Viewport::Navigation m_style = Viewport::Navigation::Maya;
  std::optional<Drag> m_drag;
};

}  // namespace sinew::ui
