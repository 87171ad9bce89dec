#include "ui/viewport/EndTool.h"

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/document/Addition.h"
#include "ui/document/Keys.h"
#include "ui/document/SpaceEnd.h"
#include "ui/fields/Field.h"

namespace sinew::ui {
namespace {

constexpr double kReach = 7;     // [logical pixels] from the pointer to an end
constexpr double kSameSpot = 3;  // [logical pixels] between ends that lie on one another

}  // namespace

// — what can be taken hold of —

std::vector<EndTool::End> EndTool::ends() const {
  const auto& selected = m_work.document.selection().items();
  const auto snapshot = m_work.live.snapshot();
  if (selected.size() != 1 || selected.front().section != Section::Constraints) return {};
  const ObjectId& id = selected.front();
  const Entity* entity = m_work.document.scene().find(id.section, id.name);
  if (entity == nullptr || !snapshot || !snapshot->topology) return {};
  const auto& names = snapshot->topology->constraints;
  for (const ConstraintGlyph& glyph : snapshot->glyphs)
    if (glyph.constraint < names.size() && names[glyph.constraint].constraint == id.name)
      return endsOf(id, *entity, glyph);
  return {};
}

// Where but one point is taken hold of, the other end may lie in space.
std::vector<EndTool::End> EndTool::endsOf(const ObjectId& id, const Entity& entity,
                                          const ConstraintGlyph& glyph) const {
  std::vector<End> found;
  const Addable kind{id.section, entity.kind, {}, {}};
  for (const ParamSpec* spec : pointsToPick(m_work.document.registry(), kind).specs) {
    const Value* given = entity.values.find(spec->key);
    if (given == nullptr) continue;
    found.push_back({id, spec, *given, found.empty() ? glyph.from : glyph.to});
  }
  const ParamTable* table = m_work.document.tableOf(id.path());
  const double time = m_work.live.status().time;
  const ParamSpec* place = found.size() == 1 && table != nullptr
                               ? placeBehind(*table, entity.values, glyph.to, time)
                               : nullptr;
  if (place != nullptr) {
    found.push_back({id, place, givenOr(entity.values, *place), glyph.to});
    found.back().place = placeAt(*place, entity.values, time);
    found.back().start = placeAt(*place, entity.values, 0);
  }
  if (found.size() < 2) return found;
  found[0].other = found[1].position;
  found[1].other = found[0].position;
  return found;
}

// Of two that lie on one another the one on a part, or with Shift the one in space.
std::optional<EndTool::End> EndTool::endAt(const QPointF& place, Qt::KeyboardModifiers keys) const {
  const bool inSpace = (keys & Qt::ShiftModifier) != 0;
  std::optional<End> held;
  double nearest = kReach;
  for (const End& end : ends()) {
    const auto at = m_work.eye.placeOf(end.position);
    const double away = at ? std::hypot(at->x() - place.x(), at->y() - place.y()) : kReach;
    const double favour = end.place.has_value() == inSpace ? kSameSpot : 0;
    if (away >= kReach || away - favour >= nearest) continue;
    nearest = away - favour;
    held = end;
  }
  return held;
}

// — hands —

bool EndTool::press(const QMouseEvent& event) {
  const bool plain = (event.modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier;
  if (event.button() != Qt::LeftButton || !plain) return false;
  m_pressed = m_pointer = event.position();
  m_moved = false;
  m_held = endAt(m_pressed, event.modifiers());
  if (!m_held) return false;
  if (m_held->place) {
    m_work.document.beginGesture(label(*m_held));
    m_work.say(Viewport::tr("Drag it in the picture’s plane · Ctrl snaps · Esc leaves it"));
    return true;
  }
  const bool also =
      std::ranges::any_of(ends(), [](const End& end) { return end.place.has_value(); });
  m_work.say(Viewport::tr("Drag it to another place · Esc leaves it") +
             (also ? Viewport::tr(" · Shift takes the end in space instead") : QString()));
  return true;
}

void EndTool::drag(const QMouseEvent& event) {
  m_pointer = event.position();
  m_moved =
      m_moved || (m_pointer - m_pressed).manhattanLength() >= QApplication::startDragDistance();
  if (m_held && m_held->place && m_moved) putInSpace(m_pointer, event.modifiers());
}

// As far as the end goes, so far goes what is behind it: of a line that is any point of it. While
// time goes on, one key follows it.
void EndTool::putInSpace(const QPointF& pointer, Qt::KeyboardModifiers keys) {
  const Vec3 from = m_work.eye.uprightAt(m_held->position, m_pressed);
  Vec3 to = m_held->position + m_work.eye.uprightAt(m_held->position, pointer) - from;
  if ((keys & Qt::ControlModifier) != 0) to = m_work.snapped(to, pointer, m_work.shownParts());
  const ParamSpec& spec = *m_held->spec;
  const Vec3 now = *m_held->place + to - m_held->position;
  const auto done = m_work.document.apply(
      SetParam{m_held->constraint.path(), spec.key,
               withEdit(m_held->given, Value(now), spec, m_work.live.status().time,
                        m_work.document.autoKey())},
      {});
  const auto number = [](double x) { return QString::number(x, 'f', 3); };
  m_work.say(done ? Viewport::tr("%1  %2  %3  %4 m")
                        .arg(labelOf(spec.key), number(now.x()), number(now.y()), number(now.z()))
                  : QString::fromStdString(done.error().message));
}

void EndTool::release(const QMouseEvent& event) {
  const auto held = std::exchange(m_held, std::nullopt);
  if (!held) return;
  m_work.say({});
  if (held->place) return m_work.document.endGesture();
  if ((event.position() - m_pressed).manhattanLength() < QApplication::startDragDistance()) return;
  tieTo(*held, event.position());
}

void EndTool::cancel() {
  const auto held = std::exchange(m_held, std::nullopt);
  if (held && held->place) m_work.document.cancelGesture();
  if (held) m_work.say({});
}

bool EndTool::isOnOther(const End& end, const QPointF& place) const {
  const auto at = end.other ? m_work.eye.placeOf(*end.other) : std::nullopt;
  return at && std::hypot(at->x() - place.x(), at->y() - place.y()) < kReach;
}

// Let go on the other end, where the pointer is over that end's part or its own, as may be.
std::optional<MaterialPoint> EndTool::nearestToOther(const End& end) const {
  const auto* own = std::get_if<MaterialPoint>(&end.given.content);
  for (const End& other : ends()) {
    if (own == nullptr || other.spec == end.spec) continue;
    const Scene& scene = m_work.document.scene();
    const Registry& registry = m_work.document.registry();
    if (other.place) {
      const Vec3 start = other.start + other.position - *other.place;  // where parts begin, too
      return pointNearest(scene, registry, *own, start);
    }
    const auto* to = std::get_if<MaterialPoint>(&other.given.content);
    if (to != nullptr) return pointNearest(scene, registry, *own, *to);
  }
  return std::nullopt;
}

std::optional<MaterialPoint> EndTool::pointAt(const QPointF& place) const {
  const auto hit = m_work.holdNear(place);
  return hit ? m_work.materialAt(*hit) : std::nullopt;
}

void EndTool::tieTo(const End& end, const QPointF& place) {
  auto point = isOnOther(end, place) ? nearestToOther(end) : std::nullopt;
  if (!point) point = pointAt(place);
  if (!point) return m_work.say(Viewport::tr("There is nothing to hold on to there"));
  const auto done = m_work.document.apply(
      SetParam{end.constraint.path(), end.spec->key, Value(*point)}, label(end));
  if (!done) m_work.say(QString::fromStdString(done.error().message));
}

QString EndTool::label(const End& end) const {
  return Viewport::tr("Move an end of %1").arg(QString::fromStdString(end.constraint.name));
}

// — what is shown —

void EndTool::mark(OverlayLook& look) {
  for (const End& end : ends()) markDot(look, end.position);
  if (!m_held || m_held->place) return;
  const auto under = m_work.holdNear(m_pointer);
  Vec3 to = under ? under->position : m_work.eye.uprightAt(m_held->position, m_pointer);
  if (isOnOther(*m_held, m_pointer)) to = *m_held->other;
  if (m_held->other) markLine(look, *m_held->other, to);
  markDot(look, to);
}

}  // namespace sinew::ui
