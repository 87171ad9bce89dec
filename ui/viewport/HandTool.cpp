#include "ui/viewport/HandTool.h"

#include <utility>

#include "ui/document/Addition.h"

namespace sinew::ui {

bool HandTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) return false;
  if (m_work.live.showsTake()) {
    m_work.say(Viewport::tr("This is a take, as it was recorded: go back to the scene to pull"));
    return true;
  }
  const auto hit = m_work.surfaceNear(event.position());
  if (!hit) {  // a near miss is no wish to select
    m_work.say(Viewport::tr("There is nothing to pull there"));
    return true;
  }
  const auto snapshot = m_work.live.snapshot();
  const std::string& part = snapshot->topology->parts[hit->part].part;
  const Entity* entity = m_work.document.scene().find(Section::Parts, part);
  if (entity != nullptr && isPrescribed(m_work.document.registry(), entity->kind)) {
    m_work.say(Viewport::tr("%1 stands still or goes as keyed: take Move (W) for it")
                   .arg(QString::fromStdString(part)));
    return true;
  }
  GrabCommand grab;
  grab.part = part;
  grab.at = materialPointAt(*snapshot->topology, *hit);
  grab.target = hit->position;
  m_work.live.thread().post(grab);
  const LiveMode mode = m_work.live.status().mode;
  const bool still = mode == LiveMode::Paused;
  if (mode != LiveMode::Playing)
    m_work.live.thread().play();  // a replay ends where it is pulled at
  m_hold = Hold{*hit, snapshot->topology, hit->position, event.position(), still};
  const QString name = QString::fromStdString(part);
  m_work.say(still ? Viewport::tr("Pulling %1 – time runs until you let go").arg(name)
                   : Viewport::tr("Pulling %1 – Ctrl moves it towards and away").arg(name));
  return true;
}

void HandTool::drag(const QMouseEvent& event) {
  if (!m_hold) return;
  Hold& hold = *m_hold;
  const QPointF at = event.position();
  if ((event.modifiers() & Qt::ControlModifier) != 0) {
    const double depth = (hold.last.y() - at.y()) * m_work.eye.metresPerPixel(hold.target);
    hold.target += depth * m_work.eye.rayAt(at).direction;
  } else {
    hold.target = m_work.eye.inPlaneOf(hold.target, at);
  }
  hold.last = at;
  hold.still.start();
  m_work.live.thread().post(MoveGrabCommand{0, hold.target});
}

void HandTool::release(const QMouseEvent&) {
  if (!m_hold) return m_work.say({});
  letGo();
}

void HandTool::cancel() {
  letGo();
}

void HandTool::letGo() {
  if (!m_hold) return;
  m_work.live.thread().post(ReleaseGrabCommand{0});
  if (m_hold->startedPlay) m_work.live.thread().pause();
  m_hold.reset();
  m_work.say({});
}

// A hand that is stiff enough for all that is tied together cannot yet draw a bow.
void HandTool::pullHarder(const Vec3& from) {
  constexpr double kMost = 20, kFactor = 1.5, kNear = 10, kComing = 0.05;  // kNear [pixels]
  constexpr qint64 kWait = 200;                                            // [ms]
  Hold& hold = *m_hold;
  if (!hold.still.isValid() || hold.still.elapsed() < kWait) return;
  hold.still.start();
  const double away = (hold.target - from).norm();
  const double came = (from - std::exchange(hold.before, from)).norm();
  const bool there = away < kNear * m_work.eye.metresPerPixel(hold.target);
  if (there || came > kComing * away || hold.strength * kFactor > kMost) return;
  hold.strength *= kFactor;
  m_work.live.thread().post(StrengthenGrabCommand{0, kFactor});
}

void HandTool::mark(OverlayLook& look) {
  const auto snapshot = m_work.live.snapshot();
  if (!m_hold || !snapshot || snapshot->topology != m_hold->topology) return;
  const Vec3 from = positionOf(*snapshot, m_hold->hit);
  markLine(look, from, m_hold->target);
  for (const Vec3& end : {from, m_hold->target}) markDot(look, end);
  pullHarder(from);
}

}  // namespace sinew::ui
