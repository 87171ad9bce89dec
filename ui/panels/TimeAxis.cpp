#include "ui/panels/TimeAxis.h"

#include <algorithm>
#include <cmath>

#include "core/scene/SceneLength.h"

namespace sinew::ui {

void TimeAxis::place(double left, double width) {
  m_left = left;
  m_width = std::max(1.0, width);
}

void TimeAxis::showAll() {
  m_zoom = 1;
  m_first = 0;
}

double TimeAxis::lastFrame() const {
  return std::max({1.0, static_cast<double>(lastFrameOf(m_document.scene())),
                   static_cast<double>(m_live.status().lastFrame)});
}

void TimeAxis::wheel(const QWheelEvent& event) {
  constexpr double kMostZoom = 200;
  const double turns = (event.angleDelta().y() + event.angleDelta().x()) / 120.0;
  const double under = frameAt(event.position().x());
  if (event.modifiers() & Qt::ShiftModifier) {
    m_first -= turns * lastFrame() / m_zoom / 10;
  } else {
    m_zoom = std::clamp(m_zoom * std::pow(1.25, turns), 1.0, kMostZoom);
    m_first += under - frameAt(event.position().x());
  }
  m_first = std::clamp(m_first, 0.0, lastFrame() * (1 - 1 / m_zoom));
}

}  // namespace sinew::ui
