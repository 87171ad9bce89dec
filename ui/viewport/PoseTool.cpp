#include "ui/viewport/PoseTool.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "core/params/ParamValues.h"

namespace sinew::ui {
namespace {

using Kind = PoseHandle::Kind;
constexpr double kMoveSnap = 0.1;                          // [m] with Ctrl
constexpr double kTurnSnap = 15 * std::numbers::pi / 180;  // [rad] with Ctrl
constexpr double kFine = 0.1;                              // with Shift

std::optional<Vec3> centreOf(const Snapshot& snapshot, const std::string& name) {
  for (const auto& part : snapshot.topology->parts) {
    if (part.part != name || part.vertexCount == 0) continue;
    Eigen::AlignedBox3d box;
    for (std::uint32_t i = 0; i < part.vertexCount; ++i) {
      const float* x = &snapshot.positions[3 * static_cast<std::size_t>(part.firstVertex + i)];
      box.extend(Vec3(x[0], x[1], x[2]));
    }
    return Vec3(box.center());
  }
  return std::nullopt;
}

/// Where on the line the ray passes nearest [m] from its start.
double alongLine(const Vec3& start, const Vec3& direction, const Ray& ray) {
  const double together = direction.dot(ray.direction);
  const Vec3 between = ray.origin - start;
  const double spread = 1 - together * together;
  if (spread < 1e-6) return 0;
  return (between.dot(direction) - together * between.dot(ray.direction)) / spread;
}

QString metres(double value) {
  return QString::number(value, 'f', 3);
}

}  // namespace

std::vector<PoseTool::Posed> PoseTool::posedParts() const {
  std::vector<Posed> out;
  for (const ObjectId& id : m_work.document.selection().items()) {
    if (id.section != Section::Parts) continue;
    const Entity* part = m_work.document.scene().find(id.section, id.name);
    const PartKind* kind = part == nullptr ? nullptr : m_work.document.registry().part(part->kind);
    if (kind == nullptr) continue;
    const ParamSpec* position = findParam(kind->table, "position");
    const ParamSpec* orientation = findParam(kind->table, "orientation");
    if (position == nullptr || position->type != ParamType::Vector) continue;
    const Value* given = part->values.find("position");
    if (given != nullptr && std::holds_alternative<Curve>(given->content)) continue;  // keyed
    const bool turns = orientation != nullptr && orientation->type == ParamType::Rotation;
    if (m_mode == Mode::Rotate && !turns) continue;
    const ParamReader reader(kind->table, part->values);
    out.push_back({id.name, reader.vec3("position"),
                   turns ? std::optional(reader.rotation("orientation")) : std::nullopt});
  }
  return out;
}

std::optional<Vec3> PoseTool::centre() const {
  const auto snapshot = m_work.live.snapshot();
  if (!snapshot || !snapshot->topology) return std::nullopt;
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (const Posed& posed : posedParts()) {
    if (const auto at = centreOf(*snapshot, posed.part)) {
      sum += *at;
      ++count;
    }
  }
  if (count == 0) return std::nullopt;
  return Vec3(sum / count);
}

bool PoseTool::press(const QMouseEvent& event) {
  const auto middle = centre();
  if (event.button() != Qt::LeftButton || !middle) return false;
  const PoseHandles handles(m_work.eye, *middle);
  const auto handle = handles.at(
      event.position(), m_mode == Mode::Move ? PoseHandles::moving() : PoseHandles::turning());
  if (!handle) return false;
  m_drag = Drag{*handle, *middle, event.position(), {}, 0, event.position(), posedParts()};
  m_drag->anchor = placeOn(*m_drag, event.position());
  m_work.document.beginGesture(label());
  return true;
}

Vec3 PoseTool::placeOn(const Drag& drag, const QPointF& place) const {
  const Ray ray = m_work.eye.rayAt(place);
  const Vec3 direction = PoseHandles(m_work.eye, drag.centre).direction(drag.handle);
  if (drag.handle.kind == Kind::Axis) {
    return drag.centre + alongLine(drag.centre, direction, ray) * direction;
  }
  const double towards = ray.direction.dot(direction);
  if (std::abs(towards) < 0.02) return drag.centre;  // the plane is seen from its edge
  return ray.origin + (drag.centre - ray.origin).dot(direction) / towards * ray.direction;
}

void PoseTool::drag(const QMouseEvent& event) {
  if (!m_drag) return;
  const double pace = (event.modifiers() & Qt::ShiftModifier) != 0 ? kFine : 1;
  const bool snap = (event.modifiers() & Qt::ControlModifier) != 0;
  if (m_mode == Mode::Move) {
    Vec3 by = pace * (placeOn(*m_drag, event.position()) - m_drag->anchor);
    if (snap) by = (by / kMoveSnap).array().round().matrix() * kMoveSnap;
    return moveBy(by);
  }
  const auto middle = m_work.eye.placeOf(m_drag->centre);
  if (!middle) return;
  const auto angleOf = [&](const QPointF& p) {
    return std::atan2(middle->y() - p.y(), p.x() - middle->x());
  };
  const Vec3 axis = PoseHandles(m_work.eye, m_drag->centre).direction(m_drag->handle);
  const double facing = axis.dot(cameraAxes(m_work.eye.look()).col(2)) >= 0 ? 1 : -1;
  const double step =
      std::remainder(angleOf(event.position()) - angleOf(m_drag->last), 2 * std::numbers::pi);
  m_drag->last = event.position();
  m_drag->angle += facing * pace * step;
  turnBy(snap ? std::round(m_drag->angle / kTurnSnap) * kTurnSnap : m_drag->angle);
}

void PoseTool::moveBy(const Vec3& by) {
  std::vector<SceneEdit> edits;
  for (const Posed& posed : m_drag->parts) {
    edits.emplace_back(
        SetParam{"parts/" + posed.part, "position", Value(Vec3(posed.position + by))});
  }
  apply(edits, Viewport::tr("Δ %1  %2  %3 m").arg(metres(by.x()), metres(by.y()), metres(by.z())));
}

void PoseTool::turnBy(double angle) {
  const Vec3 axis = PoseHandles(m_work.eye, m_drag->centre).direction(m_drag->handle);
  const Quat turn(Eigen::AngleAxisd(angle, axis));
  Vec3 pivot = Vec3::Zero();
  for (const Posed& posed : m_drag->parts) pivot += posed.position;
  pivot /= static_cast<double>(m_drag->parts.size());
  std::vector<SceneEdit> edits;
  for (const Posed& posed : m_drag->parts) {
    const std::string object = "parts/" + posed.part;
    const Vec3 position = pivot + turn * (posed.position - pivot);
    if (m_drag->parts.size() > 1) {
      edits.emplace_back(SetParam{object, "position", Value(position)});
    }
    edits.emplace_back(
        SetParam{object, "orientation", Value(Quat((turn * *posed.orientation).normalized()))});
  }
  apply(edits, Viewport::tr("%1°").arg(angle * 180 / std::numbers::pi, 0, 'f', 1));
}

void PoseTool::apply(const std::vector<SceneEdit>& edits, const QString& shown) {
  if (const auto done = m_work.document.apply(edits, label()); !done) {
    m_work.say(QString::fromStdString(done.error().message));
    return;
  }
  const bool later = m_work.live.status().time > 0;
  m_work.say(later ? Viewport::tr("%1 – applies at reset ↺").arg(shown) : shown);
}

void PoseTool::release(const QMouseEvent&) {
  if (!m_drag) return;
  m_work.document.endGesture();
  m_drag.reset();
  // That it applies later is worth reading after the drag as well.
  if (m_work.live.status().time <= 0) m_work.say({});
}

void PoseTool::cancel() {
  if (!m_drag) return;
  m_work.document.cancelGesture();
  m_drag.reset();
  m_work.say({});
}

QString PoseTool::label() const {
  const auto& parts = m_drag->parts;
  const QString what = parts.size() == 1
                           ? QString::fromStdString(parts.front().part)
                           : Viewport::tr("%n parts", nullptr, static_cast<int>(parts.size()));
  return (m_mode == Mode::Move ? Viewport::tr("Move %1") : Viewport::tr("Rotate %1")).arg(what);
}

void PoseTool::hover(const QPointF& place) {
  const auto middle = centre();
  m_hovered.reset();
  if (!middle) return;
  m_hovered = PoseHandles(m_work.eye, *middle)
                  .at(place, m_mode == Mode::Move ? PoseHandles::moving() : PoseHandles::turning());
}

void PoseTool::mark(OverlayLook& look) {
  const auto middle = centre();
  if (!middle) return;
  PoseHandles(m_work.eye, *middle)
      .draw(m_mode == Mode::Move ? PoseHandles::moving() : PoseHandles::turning(),
            m_drag ? std::optional(m_drag->handle) : m_hovered, look);
}

}  // namespace sinew::ui
