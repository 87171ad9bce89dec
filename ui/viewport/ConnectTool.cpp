#include "ui/viewport/ConnectTool.h"

#include <QApplication>

#include <algorithm>
#include <utility>

namespace sinew::ui {

void ConnectTool::begin(const Addable& addable, const QString& label) {
  m_addable = addable;
  m_label = label;
  m_wanted = pointsToPick(m_work.document.registry(), addable);
  m_picks.clear();
  m_pointer = {-1, -1};
}

// Picks are forgotten when their parts go or become others.
std::size_t ConnectTool::picked() {
  const auto lost = [this](Pick& pick) { return !follow(pick); };
  return std::ranges::any_of(m_picks, lost) ? 0 : m_picks.size();
}

// A scene that is compiled anew has new pictures of the same parts.
bool ConnectTool::follow(Pick& pick) const {
  const auto snapshot = m_work.live.snapshot();
  if (!snapshot) return false;
  if (pick.topology == snapshot->topology) return true;
  const auto& parts = snapshot->topology->parts;
  const auto& before = pick.topology->parts[pick.hit.part];
  const auto now = std::ranges::find(parts, before.part, &RenderTopology::PartMesh::part);
  if (now == parts.end() || !(now->mesh == before.mesh)) return false;
  pick.hit.part = static_cast<std::uint32_t>(now - parts.begin());
  pick.topology = snapshot->topology;
  return true;
}

QString ConnectTool::hint() {
  if (picked() >= m_wanted.specs.size()) return {};
  const ParamSpec& next = *m_wanted.specs[picked()];
  const QString what = QString::fromStdString(next.doc.substr(0, next.doc.find_first_of(".,;")));
  const QString hint =
      Viewport::tr("%1, click: %2").arg(m_label, what.left(1).toLower() + what.mid(1));
  return picked() < m_wanted.needed ? hint + Viewport::tr(" · Esc leaves")
                                    : hint + Viewport::tr(" · Enter holds it in space");
}

bool ConnectTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) return false;
  m_pressed = m_pointer = event.position();
  m_picks.resize(picked());
  pickAt(m_pressed);
  return true;
}

void ConnectTool::pick(const QPointF& place) {
  m_pointer = place;
  pickAt(place);
  if (!m_picks.empty() && m_picks.size() == m_wanted.specs.size()) add();
}

void ConnectTool::drag(const QMouseEvent& event) {
  m_pointer = event.position();
}

void ConnectTool::release(const QMouseEvent& event) {
  m_pointer = event.position();
  const bool dragged =
      (m_pointer - m_pressed).manhattanLength() >= QApplication::startDragDistance();
  if (dragged && !m_picks.empty()) return pick(m_pointer);
  if (!m_picks.empty() && m_picks.size() == m_wanted.specs.size()) add();
}

void ConnectTool::pickAt(const QPointF& place) {
  const auto hit = m_work.holdNear(place);
  const auto snapshot = m_work.live.snapshot();
  if (!hit) return m_work.say(Viewport::tr("There is nothing to take hold of there"));
  if (m_picks.size() >= m_wanted.specs.size()) return;
  const bool whole = m_wanted.specs[m_picks.size()]->type != ParamType::Point;
  const std::string& part = snapshot->topology->parts[hit->part].part;
  const auto point = whole ? MaterialPoint{part, {}} : m_work.materialAt(*hit);
  if (!point) return;
  m_picks.push_back({*hit, snapshot->topology, *point});
  m_work.say({});
}

bool ConnectTool::finish() {
  if (picked() == 0 || picked() < m_wanted.needed) return false;
  add();
  return true;
}

void ConnectTool::add() {
  std::vector<MaterialPoint> points;
  for (const Pick& pick : std::exchange(m_picks, {})) points.push_back(pick.point);
  Document& document = m_work.document;
  const AddEntity addition = additionAt(document.scene(), document.registry(), m_addable, points);
  const auto done = document.apply(addition, Viewport::tr("Add %1").arg(m_label));
  if (!done) return m_work.say(QString::fromStdString(done.error().message));
  document.selection().select({{addition.section, addition.entity.name}});
  m_work.widget.setTool(Viewport::Tool::Select);
}

void ConnectTool::mark(OverlayLook& look) {
  const auto snapshot = m_work.live.snapshot();
  if (!snapshot) return;
  const bool inside = m_work.widget.rect().contains(m_pointer.toPoint());
  const auto under = inside ? m_work.holdNear(m_pointer) : std::nullopt;
  if (picked() == 0) {
    if (under) markDot(look, under->position);
    return;
  }
  const Vec3 last = positionOf(*snapshot, m_picks.back().hit);
  const Vec3 to = under ? under->position : m_work.eye.inPlaneOf(last, m_pointer);
  if (inside) markLine(look, last, to);
  for (const Pick& pick : m_picks) markDot(look, positionOf(*snapshot, pick.hit));
}

}  // namespace sinew::ui
