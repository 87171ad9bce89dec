#include "ui/viewport/SelectTool.h"

#include <QApplication>

#include <algorithm>
#include <cstdint>

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
  for (std::size_t i = 0; i < snapshot->topology->parts.size(); ++i)
    if (shown[i] && touches(box, *snapshot, i))
      found.push_back({Section::Parts, snapshot->topology->parts[i].part});
  if (!m_work.widget.overlay(Viewport::Overlay::Glyphs)) return found;
  for (const ConstraintGlyph& glyph : snapshot->glyphs) {
    const auto at = m_work.eye.placeOf(glyph.from);  // glyphs are drawn over everything
    if (!at || !box.contains(*at)) continue;
    found.push_back(
        {Section::Constraints, snapshot->topology->constraints[glyph.constraint].constraint});
  }
  return found;
}

/// Whether some of the part lies in the box, and is not hidden if that matters.
bool SelectTool::touches(const QRectF& box, const Snapshot& snapshot, std::size_t i) const {
  constexpr std::size_t kMostLooks = 64;  // at vertices of one part that may be hidden
  const auto& part = snapshot.topology->parts[i];
  const bool through = m_work.widget.selectsThrough();
  std::vector<std::pair<Vec3, QPointF>> inside;
  // Neighbours are hidden together: a stride sees all of the part with few looks.
  const std::uint32_t stride = through ? 1 : std::max<std::uint32_t>(1, part.vertexCount / 256);
  for (std::uint32_t v = 0; v < part.vertexCount; v += stride) {
    const float* x = &snapshot.positions[3 * static_cast<std::size_t>(part.firstVertex + v)];
    const Vec3 point(x[0], x[1], x[2]);
    const auto at = m_work.eye.placeOf(point);
    if (!at || !box.contains(*at)) continue;
    if (through) return true;
    inside.emplace_back(point, *at);
  }
  // The first of them may all be at the back.
  const std::size_t looks = std::min(kMostLooks, inside.size());
  for (std::size_t k = 0; k < looks; ++k) {
    const auto& [point, at] = inside[k * inside.size() / looks];
    if (seen(point, at, snapshot)) return true;
  }
  return false;
}

bool SelectTool::seen(const Vec3& point, const QPointF& place, const Snapshot& snapshot) const {
  const auto hit = m_work.surfaceAt(place);
  if (!hit) return true;
  const Vec3 towards = m_work.eye.rayAt(place).direction;
  const double behind = towards.dot(point - positionOf(snapshot, *hit));
  constexpr double kSkin = 4;  // [logical pixels] that a point may lie under its own surface
  return behind < kSkin * m_work.eye.metresPerPixel(point);
}

}  // namespace sinew::ui
