#include "ui/viewport/DrawTool.h"

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"

namespace sinew::ui {
namespace {
constexpr double kRopeGrid = 0.05;        // [m] that Ctrl snaps to
constexpr double kStrokeStep = 6;         // [logical pixels] between places of a stroke
constexpr double kStrokeTolerance = 2.5;  // likewise, that its places may be off
}  // namespace

void DrawTool::begin(const Addable& drawable, const QString& label) {
  m_drawable = drawable;
  m_label = label;
  m_skin = skinOf(m_work.document.registry(), drawable);
  m_moves = moves(m_work.document.registry(), drawable);
  cancel();
  m_pointer = {-1, -1};
}

void DrawTool::cancel() {
  m_places.clear();
  m_stroke.clear();
  m_lastClick = {-1, -1};
}

QString DrawTool::hint() const {
  const QString tie = m_moves ? Viewport::tr(" · Shift ties it to what is there") : QString();
  const QString back = Viewport::tr(" · Backspace takes one back");
  if (m_places.empty()) {
    return Viewport::tr("%1: click where it runs through, or draw it in one stroke").arg(m_label) +
           tie + Viewport::tr(" · Ctrl snaps · Esc leaves");
  }
  if (m_places.size() == 1)
    return Viewport::tr("%1: click the next place").arg(m_label) + tie + back;
  return Viewport::tr("%1: %2 places, %3 m · Enter ends it")
             .arg(m_label)
             .arg(m_places.size())
             .arg(length(), 0, 'f', 2) +
         tie + back;
}

double DrawTool::length() const {
  double sum = 0;
  for (std::size_t i = 1; i < m_places.size(); ++i)
    sum += (m_places[i].at - m_places[i - 1].at).norm();
  return sum;
}

// What has no surface under it lies upright over, under or beside what was drawn last.
Vec3 DrawTool::last() const {
  if (!m_stroke.empty()) return m_stroke.back();
  return m_places.empty() ? m_work.eye.free().pivot() : m_places.back().at;
}

// [m] height of what lies on the ground that is drawn.
double DrawTool::lowest() const {
  const ParamReader environment(environmentTable(), m_work.document.scene().environment);
  return environment.boolean("ground") ? environment.real("ground_height") + m_skin
                                       : -std::numeric_limits<double>::infinity();
}

// What would come to lie below the ground lies on it.
Vec3 DrawTool::aboveGround(const Vec3& at, const QPointF& place) const {
  const Ray ray = m_work.eye.rayAt(place);
  const double height = ray.origin.y() - lowest(), fall = -ray.direction.y();
  return at.y() >= lowest() || fall <= 0 || height <= 0
             ? at
             : Vec3(ray.origin + height / fall * ray.direction);
}

DrawnPlace DrawTool::placeAt(const QPointF& place, Qt::KeyboardModifiers keys) const {
  DrawnPlace drawn;
  drawn.held = (keys & Qt::ShiftModifier) != 0;
  if (const auto hit = drawn.held ? m_work.holdNear(place) : m_work.surfaceAt(place)) {
    if (drawn.held) drawn.tie = m_work.materialAt(*hit);
    drawn.held = drawn.tie.has_value();
    const Vec3 normal = normalOf(*m_work.live.snapshot(), *hit);
    const bool outside = normal.dot(m_work.eye.rayAt(place).direction) < 0;
    drawn.at = hit->position + (drawn.tie ? 0 : outside ? m_skin : -m_skin) * normal;
    return drawn;
  }
  drawn.at = aboveGround(m_work.eye.uprightAt(last(), place), place);
  if ((keys & Qt::ControlModifier) == 0) return drawn;
  const double least = std::min(drawn.at.y(), lowest());
  drawn.at =
      drawn.at.unaryExpr([](double x) { return kRopeGrid * std::round(x / kRopeGrid); }).eval();
  drawn.at.y() = std::max(drawn.at.y(), least);
  return drawn;
}

bool DrawTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) return false;
  m_pressed = m_pointer = event.position();
  if (!m_places.empty() &&
      (m_pressed - m_lastClick).manhattanLength() < QApplication::startDragDistance()) {
    (void)finish();
    return true;
  }
  m_work.say({});
  m_places.push_back(placeAt(m_pressed, event.modifiers()));
  m_lastClick = m_pressed;
  return true;
}

void DrawTool::drag(const QMouseEvent& event) {
  m_pointer = event.position();
  if (m_places.size() != 1) return;
  const double moved = (m_pointer - m_pressed).manhattanLength();
  if (m_stroke.empty() && moved < QApplication::startDragDistance()) return;
  if (m_stroke.empty()) m_stroke.push_back(m_places.front().at);
  const Vec3 at = placeAt(m_pointer, event.modifiers() & ~Qt::ShiftModifier).at;
  if ((at - m_stroke.back()).norm() < kStrokeStep * m_work.eye.metresPerPixel(at)) return;
  m_stroke.push_back(at);
}

void DrawTool::release(const QMouseEvent& event) {
  m_pointer = event.position();
  if (m_stroke.size() < 2 || m_places.empty()) return m_stroke.clear();
  const DrawnPlace first = m_places.front(), last = placeAt(m_pointer, event.modifiers());
  m_stroke.push_back(last.at);
  const double tolerance = kStrokeTolerance * m_work.eye.metresPerPixel(m_stroke.front());
  m_places.clear();
  for (const Vec3& at : simplified(std::exchange(m_stroke, {}), tolerance))
    m_places.push_back({at, false, std::nullopt});
  m_places.front() = first;
  m_places.back() = last;
  (void)finish();
}

bool DrawTool::takeBack() {
  if (m_places.empty()) return false;
  m_stroke.clear();
  m_places.pop_back();
  m_lastClick = {-1, -1};
  m_work.say({});
  return true;
}

bool DrawTool::finish() {
  if (m_places.size() == 1) m_work.say(Viewport::tr("Click a second place, where it ends"));
  if (m_places.size() < 2 || !(length() > 0)) return false;
  return add();
}

bool DrawTool::add() {
  Document& document = m_work.document;
  const auto edits = drawing(document.scene(), document.registry(), m_drawable, m_places);
  const auto done = document.apply(edits, Viewport::tr("Draw %1").arg(m_label));
  if (!done) {
    m_work.say(QString::fromStdString(done.error().message));
    return false;
  }
  cancel();
  const auto part = std::ranges::find_if(edits, [](const SceneEdit& edit) {
    const auto* added = std::get_if<AddEntity>(&edit);
    return added != nullptr && added->section == Section::Parts;
  });
  document.selection().select({{Section::Parts, std::get<AddEntity>(*part).entity.name}});
  m_work.widget.setTool(Viewport::Tool::Select);
  return true;
}

void DrawTool::mark(OverlayLook& look) {
  for (std::size_t i = 1; i < m_stroke.size(); ++i) markLine(look, m_stroke[i - 1], m_stroke[i]);
  for (std::size_t i = 1; i < m_places.size(); ++i)
    markLine(look, m_places[i - 1].at, m_places[i].at);
  for (const DrawnPlace& place : m_places) markDot(look, place.at);
  if (!m_stroke.empty() || !m_work.widget.rect().contains(m_pointer.toPoint())) return;
  const Vec3 next = placeAt(m_pointer, QApplication::keyboardModifiers() & Qt::ControlModifier).at;
  if (!m_places.empty()) markLine(look, m_places.back().at, next);
  markDot(look, next);
}

}  // namespace sinew::ui
