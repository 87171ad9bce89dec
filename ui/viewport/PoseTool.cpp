#include "ui/viewport/PoseTool.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"
#include "ui/document/Keys.h"
#include "ui/document/Members.h"

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

// — what is moved —

std::optional<PoseTool::Posed> PoseTool::posed(const std::string& name) const {
  const Entity* part = m_work.document.scene().find(Section::Parts, name);
  const PartKind* kind = part == nullptr ? nullptr : m_work.document.registry().part(part->kind);
  if (kind == nullptr) return std::nullopt;
  const ParamSpec* position = findParam(kind->table, "position");
  const ParamSpec* orientation = findParam(kind->table, "orientation");
  if (position == nullptr || position->type != ParamType::Vector) return std::nullopt;
  const bool turns = orientation != nullptr && orientation->type == ParamType::Rotation;
  if (m_mode == Mode::Rotate && !turns) return std::nullopt;
  const Value* given = part->values.find("position");
  const Value value = given == nullptr ? position->fallback : *given;
  const Value now = valueAt(value, *position, m_work.live.status().time);
  const ParamReader reader(kind->table, part->values);
  return Posed{name, position, value, std::get<Vec3>(now.content),
               turns ? std::optional(reader.rotation("orientation")) : std::nullopt};
}

std::vector<PoseTool::Posed> PoseTool::posedParts() const {
  std::vector<Posed> out;
  for (const std::string& name :
       partsOf(m_work.document.scene(), m_work.document.selection().items()))
    if (auto part = posed(name)) out.push_back(std::move(*part));
  return out;
}

SceneEdit PoseTool::moved(const Posed& posed, const Vec3& position) const {
  return SetParam{"parts/" + posed.part, "position",
                  withEdit(posed.given, Value(position), *posed.positionSpec,
                           m_work.live.status().time, m_work.document.autoKey())};
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

// Local: of the part that was selected last.
Mat3 PoseTool::axes(const std::vector<Posed>& parts) const {
  switch (m_work.widget.axes()) {
    case Viewport::Axes::View:
      return cameraAxes(m_work.eye.look());
    case Viewport::Axes::Local:
      if (!parts.empty() && parts.back().orientation)
        return parts.back().orientation->toRotationMatrix();
      break;
    case Viewport::Axes::World:
      break;
  }
  return Mat3::Identity();
}

std::vector<PoseHandle> PoseTool::handles() const {
  return m_mode == Mode::Move ? PoseHandles::moving() : PoseHandles::turning();
}

std::optional<PoseHandles> PoseTool::gizmo() const {
  const auto middle = centre();
  if (!middle) return std::nullopt;
  // While it is dragged, the gizmo's axes stay as they were taken hold of.
  return PoseHandles(m_work.eye, *middle, m_drag ? m_drag->axes : axes(posedParts()));
}

// — hands —

bool PoseTool::press(const QMouseEvent& event) {
  const auto middle = centre();
  if (event.button() != Qt::LeftButton || !middle) return false;
  const auto handle = gizmo()->at(event.position(), handles());
  if (!handle) return false;
  auto parts = posedParts();
  const Mat3 along = axes(parts);
  m_drag = Drag{*handle, *middle,          along,           event.position(), Vec3::Zero(),
                0,       event.position(), std::move(parts)};
  m_drag->anchor = placeOn(*m_drag, event.position());
  m_work.document.beginGesture(label());
  return true;
}

// X, Y and Z hold what is dragged to that axis, with Shift to the plane across it.
bool PoseTool::key(const QKeyEvent& event) {
  const int axis = event.key() - Qt::Key_X;
  if (!m_drag || axis < 0 || axis > 2) return false;
  const bool across = (event.modifiers() & Qt::ShiftModifier) != 0;
  m_drag->handle = m_mode == Mode::Rotate ? PoseHandle{Kind::Ring, axis}
                   : across               ? PoseHandle{Kind::Plane, axis}
                                          : PoseHandle{Kind::Axis, axis};
  m_drag->anchor = placeOn(*m_drag, m_drag->start);
  dragTo(m_drag->last, {});
  return true;
}

Vec3 PoseTool::placeOn(const Drag& drag, const QPointF& place) const {
  const Ray ray = m_work.eye.rayAt(place);
  const Vec3 direction = PoseHandles(m_work.eye, drag.centre, drag.axes).direction(drag.handle);
  if (drag.handle.kind == Kind::Axis) {
    return drag.centre + alongLine(drag.centre, direction, ray) * direction;
  }
  const double towards = ray.direction.dot(direction);
  if (std::abs(towards) < 0.02) return drag.centre;  // the plane is seen from its edge
  return ray.origin + (drag.centre - ray.origin).dot(direction) / towards * ray.direction;
}

void PoseTool::drag(const QMouseEvent& event) {
  if (m_drag) dragTo(event.position(), event.modifiers());
}

void PoseTool::dragTo(const QPointF& place, Qt::KeyboardModifiers keys) {
  const double pace = (keys & Qt::ShiftModifier) != 0 ? kFine : 1;
  const bool snap = (keys & Qt::ControlModifier) != 0;
  const QPointF before = std::exchange(m_drag->last, place);
  if (m_mode == Mode::Move) {
    Vec3 by = pace * (placeOn(*m_drag, place) - m_drag->anchor);
    const auto target = snap ? snapTarget(place) : std::nullopt;
    if (target) by = *target - m_drag->parts.back().position;
    if (snap && m_work.widget.snap() == Viewport::Snap::Grid)
      by = (by / kMoveSnap).array().round().matrix() * kMoveSnap;
    return moveBy(by);
  }
  const auto middle = m_work.eye.placeOf(m_drag->centre);
  if (!middle) return;
  const auto angleOf = [&](const QPointF& p) {
    return std::atan2(middle->y() - p.y(), p.x() - middle->x());
  };
  const Vec3 axis = PoseHandles(m_work.eye, m_drag->centre, m_drag->axes).direction(m_drag->handle);
  const double facing = axis.dot(cameraAxes(m_work.eye.look()).col(2)) >= 0 ? 1 : -1;
  const double step = std::remainder(angleOf(place) - angleOf(before), 2 * std::numbers::pi);
  m_drag->angle += facing * pace * step;
  turnBy(snap ? std::round(m_drag->angle / kTurnSnap) * kTurnSnap : m_drag->angle);
}

// What is moved itself is no target.
std::optional<Vec3> PoseTool::snapTarget(const QPointF& place) const {
  const auto snapshot = m_work.live.snapshot();
  if (!snapshot || !snapshot->topology || m_work.widget.snap() == Viewport::Snap::Grid)
    return std::nullopt;
  std::vector<bool> targets = m_work.shownParts();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const std::string& name = snapshot->topology->parts[i].part;
    targets[i] = targets[i] && std::none_of(m_drag->parts.begin(), m_drag->parts.end(),
                                            [&](const Posed& p) { return p.part == name; });
  }
  if (m_work.widget.snap() == Viewport::Snap::Surfaces) {
    const auto hit = pickSurface(*snapshot, targets, m_work.eye.rayAt(place));
    return hit ? std::optional(hit->position) : std::nullopt;
  }
  return m_work.vertexNear(place, targets);
}

void PoseTool::moveBy(const Vec3& by) {
  std::vector<SceneEdit> edits;
  for (const Posed& posed : m_drag->parts) edits.push_back(moved(posed, posed.position + by));
  apply(edits, Viewport::tr("Δ %1  %2  %3 m").arg(metres(by.x()), metres(by.y()), metres(by.z())));
}

// A group's own, where it has one; else the middle of the parts' origins.
Vec3 PoseTool::pivot() const {
  const ObjectId* active = m_work.document.selection().active();
  const Entity* group = active != nullptr && active->section == Section::Groups
                            ? m_work.document.scene().find(active->section, active->name)
                            : nullptr;
  if (group != nullptr && group->values.find("pivot") != nullptr)
    return ParamReader(groupTable(), group->values).vec3("pivot");
  Vec3 sum = Vec3::Zero();
  for (const Posed& posed : m_drag->parts) sum += posed.position;
  return sum / static_cast<double>(m_drag->parts.size());
}

void PoseTool::turnBy(double angle) {
  const Vec3 axis = PoseHandles(m_work.eye, m_drag->centre, m_drag->axes).direction(m_drag->handle);
  const Quat turn(Eigen::AngleAxisd(angle, axis));
  const Vec3 about = pivot();
  std::vector<SceneEdit> edits;
  for (const Posed& posed : m_drag->parts) {
    const std::string object = "parts/" + posed.part;
    const Vec3 position = about + turn * (posed.position - about);
    if (about != posed.position) edits.push_back(moved(posed, position));
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
  const auto shown = gizmo();
  m_hovered = shown ? shown->at(place, handles()) : std::nullopt;
}

void PoseTool::mark(OverlayLook& look) {
  if (const auto shown = gizmo())
    shown->draw(handles(), m_drag ? std::optional(m_drag->handle) : m_hovered, look);
}

}  // namespace sinew::ui
