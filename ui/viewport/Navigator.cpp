#include "ui/viewport/Navigator.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew::ui {
namespace {
constexpr double kZoomPerStep = 0.88;      // one notch of the wheel
constexpr double kNotch = 120;             // [1/8 °] of the wheel
constexpr double kPixelsPerZoomStep = 24;  // when dragging, and of a trackpad
}  // namespace

std::optional<Navigator::Motion> Navigator::motionFor(const QMouseEvent& event) const {
  const Qt::KeyboardModifiers keys = event.modifiers();
  if (m_style == Viewport::Navigation::Maya && (keys & Qt::AltModifier) != 0) {
    if (event.button() == Qt::LeftButton) return Motion::Orbit;
    if (event.button() == Qt::MiddleButton) return Motion::Pan;
    if (event.button() == Qt::RightButton) return Motion::Zoom;
  }
  // The middle button alone is free for both, so a hand trained on either finds it.
  if (event.button() == Qt::MiddleButton) {
    if ((keys & Qt::ShiftModifier) != 0) return Motion::Pan;
    if ((keys & Qt::ControlModifier) != 0) return Motion::Zoom;
    return Motion::Orbit;
  }
  return std::nullopt;
}

bool Navigator::press(const QMouseEvent& event) {
  const auto motion = motionFor(event);
  if (!motion || m_drag) return m_drag.has_value();
  m_drag = Drag{*motion, event.button(), event.position(), event.position()};
  return true;
}

bool Navigator::move(const QMouseEvent& event) {
  if (!m_drag) return false;
  const QPointF at = event.position(), by = at - m_drag->last;
  switch (m_drag->motion) {
    case Motion::Orbit:
      orbit(by);
      break;
    case Motion::Pan:
      m_eye.free().pan(m_eye.freeClipAt(m_drag->last), m_eye.freeClipAt(at), m_eye.aspect());
      break;
    case Motion::Zoom:
      zoom((by.x() - by.y()) / kPixelsPerZoomStep, m_drag->start);
      break;
  }
  m_drag->last = at;
  return true;
}

bool Navigator::release(const QMouseEvent& event) {
  if (!m_drag || event.button() != m_drag->button) return false;
  m_drag.reset();
  return true;
}

bool Navigator::wheel(const QWheelEvent& event) {
  const QPointF at = event.position();
  // Wheels report pixels too on some systems, so it is the device that tells.
  if (event.device()->type() != QInputDevice::DeviceType::TouchPad) {
    zoom(event.angleDelta().y() / kNotch, at);
    return true;
  }
  // Two fingers on a trackpad: look round; with Ctrl zoom, with Shift pan.
  const QPointF by =
      event.pixelDelta().isNull() ? QPointF(event.angleDelta()) / 8 : QPointF(event.pixelDelta());
  if ((event.modifiers() & Qt::ControlModifier) != 0) {
    zoom(by.y() / kPixelsPerZoomStep, at);
  } else if ((event.modifiers() & Qt::ShiftModifier) != 0) {
    m_eye.free().pan(m_eye.freeClipAt(at), m_eye.freeClipAt(at + by), m_eye.aspect());
  } else {
    orbit(by);
  }
  return true;
}

bool Navigator::gesture(const QNativeGestureEvent& event) {
  if (event.gestureType() != Qt::ZoomNativeGesture) return false;
  m_eye.free().zoom(1 / std::max(0.1, 1 + event.value()), m_eye.freeClipAt(event.position()),
                    m_eye.aspect());
  return true;
}

void Navigator::orbit(const QPointF& by) {
  // Across the whole height is half a turn, whatever the window's size.
  const double perPixel = std::numbers::pi / m_eye.size().height();
  m_eye.free().orbit(-by.x() * perPixel, by.y() * perPixel);
}

void Navigator::zoom(double steps, const QPointF& at) {
  m_eye.free().zoom(std::pow(kZoomPerStep, steps), m_eye.freeClipAt(at), m_eye.aspect());
}

}  // namespace sinew::ui
