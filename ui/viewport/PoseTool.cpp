#include "ui/viewport/PoseTool.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew::ui {
namespace {

using Kind = PoseHandle::Kind;

/// Where on the line the ray passes nearest [m] from its start.
double alongLine(const Vec3& start, const Vec3& direction, const Ray& ray) {
  const double together = direction.dot(ray.direction);
  const Vec3 between = ray.origin - start;
  const double spread = 1 - together * together;
  if (spread < 1e-6) return 0;
  return (between.dot(direction) - together * between.dot(ray.direction)) / spread;
}

}  // namespace

std::optional<PoseHandles> PoseTool::gizmo() const {
  const PosedParts parts = posed();
  const auto middle = parts.middle();
  if (!middle) return std::nullopt;
  // While it is dragged, the gizmo's axes stay as they were taken hold of.
  return PoseHandles(m_work.eye, *middle, m_drag ? m_drag->axes : parts.axes());
}

bool PoseTool::press(const QMouseEvent& event) {
  PosedParts parts = posed();
  const auto middle = parts.middle();
  if (event.button() != Qt::LeftButton || !middle) return false;
  const Mat3 axes = parts.axes();
  const auto handle = PoseHandles(m_work.eye, *middle, axes).at(event.position(), handles());
  if (!handle) return false;
  m_drag.emplace(Drag{*handle, *middle, axes, event.position(), Vec3::Zero(), event.position(), 0,
                      std::move(parts)});
  m_drag->anchor = placeOn(*m_drag, event.position());
  m_later = false;
  m_work.document.beginGesture(label(m_drag->parts.words()));
  return true;
}

// X, Y and Z hold what is dragged to that axis, with Shift to the plane across it.
bool PoseTool::key(const QKeyEvent& event) {
  const int axis = event.key() - Qt::Key_X;
  if (!m_drag || axis < 0 || axis > 2) return false;
  m_drag->handle = (event.modifiers() & Qt::ShiftModifier) != 0 ? across(axis) : along(axis);
  m_drag->anchor = placeOn(*m_drag, m_drag->start);
  moveTo(m_drag->last, {});
  return true;
}

Vec3 PoseTool::placeOn(const Drag& drag, const QPointF& place) const {
  const Ray ray = m_work.eye.rayAt(place);
  const Vec3 direction = gizmoOf(drag).direction(drag.handle);
  if (drag.handle.kind == Kind::Axis || drag.handle.kind == Kind::Stretch) {
    return drag.centre + alongLine(drag.centre, direction, ray) * direction;
  }
  const double towards = ray.direction.dot(direction);
  if (std::abs(towards) < 0.02) return drag.centre;  // the plane is seen from its edge
  return ray.origin + (drag.centre - ray.origin).dot(direction) / towards * ray.direction;
}

void PoseTool::drag(const QMouseEvent& event) {
  if (m_drag) moveTo(event.position(), event.modifiers());
}

void PoseTool::moveTo(const QPointF& place, Qt::KeyboardModifiers keys) {
  follow(*m_drag, place, keys);
  m_drag->last = place;
}

void PoseTool::apply(const Drag& drag, const std::vector<SceneEdit>& edits, const QString& shown) {
  if (const auto done = m_work.document.apply(edits, label(drag.parts.words())); !done) {
    m_work.say(QString::fromStdString(done.error().message));
    return;
  }
  m_later = appliesLater(edits);
  m_work.say(m_later ? Viewport::tr("%1 – applies at reset ↺").arg(shown) : shown);
}

bool PoseTool::appliesLater(const std::vector<SceneEdit>& edits) const {
  if (m_work.live.status().time <= 0) return false;
  return std::ranges::any_of(edits, [&](const SceneEdit& edit) {
    const auto& set = std::get<SetParam>(edit);
    const Entity* part = m_work.document.scene().find(Section::Parts, set.object.substr(6));
    const PartKind* kind = part == nullptr ? nullptr : m_work.document.registry().part(part->kind);
    const ParamSpec* spec = kind == nullptr ? nullptr : findParam(kind->table, set.key);
    return spec != nullptr && spec->effect == Effect::Start;
  });
}

void PoseTool::release(const QMouseEvent&) {
  if (!m_drag) return;
  m_work.document.endGesture();
  m_drag.reset();
  // That it applies later is worth reading after the drag as well.
  if (!m_later) m_work.say({});
}

void PoseTool::cancel() {
  if (!m_drag) return;
  m_work.document.cancelGesture();
  m_drag.reset();
  m_work.say({});
}

void PoseTool::hover(const QPointF& place) {
  const auto shown = gizmo();
  m_hovered = shown ? shown->at(place, handles()) : std::nullopt;
}

ViewTool::Places PoseTool::taken() const {
  return [shown = gizmo(), handles = handles()](const QPointF& place) {
    return shown && shown->at(place, handles).has_value();
  };
}

void PoseTool::mark(OverlayLook& look) {
  if (const auto shown = gizmo())
    shown->draw(handles(), m_drag ? std::optional(m_drag->handle) : m_hovered, look);
}

}  // namespace sinew::ui
