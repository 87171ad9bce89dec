#include "ui/viewport/EndTool.h"

#include <QApplication>

#include <cmath>
#include <utility>

#include "ui/document/Addition.h"

namespace sinew::ui {

std::vector<EndTool::End> EndTool::ends() const {
  std::vector<End> found;
  const auto& selected = m_work.document.selection().items();
  const auto snapshot = m_work.live.snapshot();
  if (selected.size() != 1 || selected.front().section != Section::Constraints) return found;
  const ObjectId& id = selected.front();
  const Entity* entity = m_work.document.scene().find(id.section, id.name);
  if (entity == nullptr || !snapshot || !snapshot->topology) return found;
  const auto& names = snapshot->topology->constraints;
  for (const ConstraintGlyph& glyph : snapshot->glyphs) {
    if (glyph.constraint >= names.size() || names[glyph.constraint].constraint != id.name) continue;
    const Addable kind{id.section, entity->kind, {}, {}};
    for (const ParamSpec* spec : pointsToPick(m_work.document.registry(), kind).specs) {
      if (entity->values.find(spec->key) == nullptr) continue;
      found.push_back({id, spec->key, found.empty() ? glyph.from : glyph.to, std::nullopt});
    }
    if (found.size() < 2) continue;
    found[0].other = found[1].position;
    found[1].other = found[0].position;
  }
  return found;
}

bool EndTool::press(const QMouseEvent& event) {
  constexpr double kReach = 7;  // [logical pixels]
  if (event.button() != Qt::LeftButton || event.modifiers() != Qt::NoModifier) return false;
  m_pressed = m_pointer = event.position();
  double nearest = kReach;
  for (const End& end : ends()) {
    const auto at = m_work.eye.placeOf(end.position);
    const double away = at ? std::hypot(at->x() - m_pointer.x(), at->y() - m_pointer.y()) : kReach;
    if (away >= nearest) continue;
    nearest = away;
    m_held = end;
  }
  if (m_held) m_work.say(Viewport::tr("Drag it to another place · Esc leaves it"));
  return m_held.has_value();
}

void EndTool::release(const QMouseEvent& event) {
  const auto held = std::exchange(m_held, std::nullopt);
  if (!held) return;
  m_work.say({});
  if ((event.position() - m_pressed).manhattanLength() < QApplication::startDragDistance()) return;
  const auto hit = m_work.holdNear(event.position());
  if (!hit) return m_work.say(Viewport::tr("There is nothing to hold on to there"));
  const auto point = m_work.materialAt(*hit);
  if (!point) return;
  const QString name = QString::fromStdString(held->constraint.name);
  const auto done =
      m_work.document.apply(SetParam{held->constraint.path(), held->key, Value(*point)},
                            Viewport::tr("Move an end of %1").arg(name));
  if (!done) m_work.say(QString::fromStdString(done.error().message));
}

void EndTool::mark(OverlayLook& look) {
  for (const End& end : ends()) markDot(look, end.position);
  if (!m_held) return;
  const auto under = m_work.holdNear(m_pointer);
  const Vec3 to = under ? under->position : m_work.eye.inPlaneOf(m_held->position, m_pointer);
  if (m_held->other) markLine(look, *m_held->other, to);
  markDot(look, to);
}

}  // namespace sinew::ui
