#include "ui/viewport/PoseTool.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/fields/Field.h"

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

/// The middle of what is shown of the parts [m], each counting as much; none: nothing is.
std::optional<Vec3> middleShown(const Snapshot& snapshot, const PosedParts& parts) {
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (const auto& part : snapshot.topology->parts) {
    if (part.vertexCount == 0 || !parts.has(part.part)) continue;
    Eigen::AlignedBox3d box;
    for (std::uint32_t i = 0; i < part.vertexCount; ++i) {
      const float* x = &snapshot.positions[3 * static_cast<std::size_t>(part.firstVertex + i)];
      box.extend(Vec3(x[0], x[1], x[2]));
    }
    sum += box.center();
    ++count;
  }
  return count == 0 ? std::nullopt : std::optional(Vec3(sum / count));
}

QString wordsFor(const PosedParts& parts) {
  const auto count = static_cast<int>(parts.all().size());
  return count == 1 ? QString::fromStdString(parts.last().part().name)
                    : Viewport::tr("%n parts", nullptr, count);
}

}  // namespace

// — where it is —

std::optional<PoseHandles> PoseTool::gizmo() const {
  const PosedParts parts = posed();
  const auto centre = centreOf(parts);
  if (!centre) return std::nullopt;
  // While it is dragged, the gizmo's axes stay as they were taken hold of.
  return PoseHandles(m_work.eye, *centre, m_drag ? m_drag->axes : axesOf(parts));
}

// At what they turn about; what has moved away from where it is placed is met where it is shown.
std::optional<Vec3> PoseTool::centreOf(const PosedParts& parts) const {
  const auto snapshot = m_work.live.snapshot();
  if (!snapshot || !snapshot->topology || !works(parts)) return std::nullopt;
  const auto middle = middleShown(*snapshot, parts);
  const bool placed = m_work.live.status().time <= 0 || parts.followAtOnce();
  return middle && placed && !m_work.live.showsTake() ? parts.pivot() : middle;
}

Mat3 PoseTool::axesOf(const PosedParts& parts) const {
  switch (m_work.widget.axes()) {
    case Viewport::Axes::View:
      return cameraAxes(m_work.eye.look());
    case Viewport::Axes::Local:
      return parts.last().axes();
    case Viewport::Axes::World:
      break;
  }
  return Mat3::Identity();
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

// — by the pointer —

bool PoseTool::press(const QMouseEvent& event) {
  PosedParts parts = posed();
  const auto centre = centreOf(parts);
  if (event.button() != Qt::LeftButton || !centre) return false;
  const Mat3 axes = axesOf(parts);
  const auto handle = PoseHandles(m_work.eye, *centre, axes).at(event.position(), handles());
  if (!handle) return false;
  m_drag.emplace(Drag{*handle, *centre, axes, event.position(), Vec3::Zero(), event.position(), 0,
                      std::move(parts)});
  m_drag->anchor = placeOn(*m_drag, event.position());
  m_later = false;
  m_work.document.beginGesture(labelNow());
  return true;
}

void PoseTool::drag(const QMouseEvent& event) {
  if (!m_drag) return;
  if (m_drag->typed.empty()) return update(event.position(), event.modifiers());
  m_drag->last = event.position();
}

void PoseTool::release(const QMouseEvent&) {
  if (m_drag) end();
}

void PoseTool::cancel() {
  if (!m_drag) return;
  m_work.document.cancelGesture();
  m_drag.reset();
  m_work.say({});
}

// What was typed counts as it stands or not at all.
void PoseTool::end() {
  const bool undone = m_drag->refused && !m_drag->typed.empty();
  if (undone) {
    m_work.document.cancelGesture();
  } else {
    m_work.document.endGesture();
  }
  const QPointF pointer = m_drag->last;
  m_drag.reset();
  hover(pointer);  // what was placed by a number has gone from under it
  // What was wrong, and that it applies later, is worth reading after the drag as well.
  if (!undone && !m_later) m_work.say({});
}

QString PoseTool::labelNow() const {
  const auto& group = m_drag->parts.group();
  if (m_drag->ofPivot && group)
    return Viewport::tr("Move the pivot of %1").arg(QString::fromStdString(group->name));
  return label(wordsFor(m_drag->parts));
}

// — by keys —

// X, Y and Z hold what is dragged to that axis, with Shift to the plane across it. A number that
// has begun takes all other signs: they may be those of a unit.
bool PoseTool::key(const QKeyEvent& event) {
  if (!m_drag) return false;
  const int axis = event.key() - Qt::Key_X;
  const bool shift = (event.modifiers() & Qt::ShiftModifier) != 0;
  if (axis >= 0 && axis <= 2) {
    holdTo(shift ? across(axis) : along(axis));
  } else if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) {
    if (m_drag->typed.empty() || !m_drag->refused) end();
    return true;
  } else if (!types(event)) {
    if (event.key() != Qt::Key_P || !movesPivots()) return false;
    switchToPivot();
  }
  return true;
}

bool PoseTool::types(const QKeyEvent& event) {
  constexpr auto kCommand = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
  const bool taken = event.key() == Qt::Key_Backspace      ? m_drag->typed.takeBack()
                     : (event.modifiers() & kCommand) != 0 ? false
                                                           : m_drag->typed.take(event.text());
  if (taken) update(m_drag->last, {});
  return taken;
}

void PoseTool::holdTo(const PoseHandle& handle) {
  m_drag->handle = handle;
  m_drag->anchor = placeOn(*m_drag, m_drag->start);
  update(m_drag->last, {});
}

void PoseTool::switchToPivot() {
  if (!m_drag->parts.group())
    return m_work.say(Viewport::tr("Only a group has a pivot of its own"));
  m_drag->ofPivot = !m_drag->ofPivot;
  m_work.document.cancelGesture();  // what was moved until now goes back
  m_work.document.beginGesture(labelNow());
  update(m_drag->last, {});
}

// — what comes of it —

void PoseTool::update(const QPointF& place, Qt::KeyboardModifiers keys) {
  m_drag->parts.keyAt(m_work.live.status().time);
  show(m_drag->typed.empty() ? follow(*m_drag, place, keys) : typedChange());
  m_drag->last = place;
}

Result<PoseTool::Change> PoseTool::typedChange() const {
  const auto amount = m_drag->typed.in(unit());
  if (!amount) return Unexpected{amount.error()};
  auto change = by(*m_drag, *amount);
  if (!change) return change;
  for (const SceneEdit& edit : change->edits) {
    const auto& set = std::get<SetParam>(edit);
    const ParamTable* table = m_work.document.tableOf(set.object);
    const ParamSpec* spec = table == nullptr ? nullptr : findParam(*table, set.key);
    const QString wrong = spec == nullptr ? QString() : faultIn(*set.value, *spec);
    if (!wrong.isEmpty()) return fail(ErrorCode::Usage, wrong.toStdString());
  }
  return change;
}

void PoseTool::show(const Result<Change>& change) {
  const auto done =
      change ? m_work.document.apply(change->edits, {}) : Result<void>(Unexpected{change.error()});
  m_drag->refused = !done;
  m_later = done && appliesLater(change->edits);
  QString said = done ? change->shown : QString::fromStdString(done.error().message);
  if (m_later) said = Viewport::tr("%1 – applies at reset ↺").arg(said);
  if (!m_drag->typed.empty())
    said = Viewport::tr("Typed %1 · %2").arg(m_drag->typed.text(), said) +
           (done ? Viewport::tr(" · Enter takes it") : QString());
  m_work.say(said);
}

bool PoseTool::appliesLater(const std::vector<SceneEdit>& edits) const {
  if (m_work.live.status().time <= 0) return false;
  return std::ranges::any_of(edits, [&](const SceneEdit& edit) {
    const auto& set = std::get<SetParam>(edit);
    const ParamTable* table = m_work.document.tableOf(set.object);
    const ParamSpec* spec = table == nullptr ? nullptr : findParam(*table, set.key);
    return spec != nullptr && spec->effect == Effect::Start;
  });
}

// — what is shown —

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
