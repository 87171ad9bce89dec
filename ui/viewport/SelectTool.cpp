#include "ui/viewport/SelectTool.h"

#include <QApplication>

namespace sinew::ui {
namespace {

Selection::Change changeFor(Qt::KeyboardModifiers keys) {
  if ((keys & Qt::ControlModifier) != 0) return Selection::Change::Toggle;
  if ((keys & Qt::ShiftModifier) != 0) return Selection::Change::Add;
  return Selection::Change::Replace;
}

}  // namespace

bool SelectTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) return false;
  m_start = event.position();
  return true;
}

void SelectTool::drag(const QMouseEvent& event) {
  const QPointF to = event.position();
  if (!m_band && (to - m_start).manhattanLength() < QApplication::startDragDistance()) return;
  if (!m_band) m_band = std::make_unique<QRubberBand>(QRubberBand::Rectangle, &m_work.widget);
  m_band->setGeometry(QRectF(m_start, to).normalized().toAlignedRect());
  m_band->show();
}

void SelectTool::release(const QMouseEvent& event) {
  std::vector<ObjectId> objects;
  if (m_band) {
    objects = objectsIn(QRectF(m_start, event.position()).normalized());
  } else if (const auto object = m_work.objectAt(event.position())) {
    objects.push_back(*object);
  }
  m_band.reset();
  const Selection::Change change = changeFor(event.modifiers());
  // A slip beside a part while collecting must not lose what was collected.
  if (objects.empty() && change != Selection::Change::Replace) return;
  m_work.document.selection().select(objects, change);
}

void SelectTool::cancel() {
  m_band.reset();
}

std::vector<ObjectId> SelectTool::objectsIn(const QRectF& box) const {
  std::vector<ObjectId> found;
  const auto snapshot = m_work.live.snapshot();
  if (!snapshot || !snapshot->topology) return found;
  const std::vector<bool> shown = m_work.shownParts();
  const auto inside = [&](const Vec3& point) {
    const auto at = m_work.eye.placeOf(point);
    return at && box.contains(*at);
  };
  for (std::size_t i = 0; i < snapshot->topology->parts.size(); ++i) {
    const auto& part = snapshot->topology->parts[i];
    bool touched = false;
    for (std::uint32_t v = 0; shown[i] && v < part.vertexCount && !touched; ++v) {
      const float* x = &snapshot->positions[3 * static_cast<std::size_t>(part.firstVertex + v)];
      touched = inside(Vec3(x[0], x[1], x[2]));
    }
    if (touched) found.push_back({Section::Parts, part.part});
  }
  if (!m_work.widget.overlay(Viewport::Overlay::Glyphs)) return found;
  for (const ConstraintGlyph& glyph : snapshot->glyphs) {
    if (!inside(glyph.from)) continue;
    found.push_back(
        {Section::Constraints, snapshot->topology->constraints[glyph.constraint].constraint});
  }
  return found;
}

}  // namespace sinew::ui
