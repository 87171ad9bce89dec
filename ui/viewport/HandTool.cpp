#include "ui/viewport/HandTool.h"

#include <QApplication>

#include <algorithm>
#include <numbers>
#include <utility>

#include "core/scene/SceneLength.h"
#include "core/simulation/World.h"
#include "render/Levers.h"
#include "ui/document/Addition.h"
#include "ui/viewport/Pins.h"

namespace sinew::ui {
namespace {

constexpr double kStrongest = 20;                     // times what a hand begins with
constexpr double kTwistStep = std::numbers::pi / 12;  // [rad] a notch of the wheel, an arrow key
constexpr double kTwistNotch = 120;                   // [1/8 °] of the wheel

const ForceArrow* arrowOf(const Snapshot& snapshot, int hand) {
  const auto found = std::ranges::find(snapshot.forces, hand, &ForceArrow::hand);
  return found == snapshot.forces.end() ? nullptr : &*found;
}

}  // namespace

bool HandTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) return false;
  m_keeps = false;
  if (m_work.live.showsTake()) {
    m_work.say(Viewport::tr("This is a take, as it was recorded: go back to the scene to pull"));
    return true;
  }
  m_pressedAt = event.position();
  m_pressed = pinNear(m_work, m_pressedAt);
  if (m_pressed)
    m_work.say(Viewport::tr("A click frees what is held here, a drag takes it in hand again"));
  else
    takeHold(m_pressedAt);
  return true;
}

void HandTool::takeHold(const QPointF& place) {
  const auto hit = m_work.surfaceNear(place);
  if (!hit) return m_work.say(Viewport::tr("There is nothing to pull there"));
  const auto snapshot = m_work.live.snapshot();
  const std::string& part = snapshot->topology->parts[hit->part].part;
  const Entity* entity = m_work.document.scene().find(Section::Parts, part);
  if (entity != nullptr && isPrescribed(m_work.document.registry(), entity->kind))
    return m_work.say(Viewport::tr("%1 stands still or goes as keyed: take Move (W) for it")
                          .arg(QString::fromStdString(part)));
  const auto hand = freeHand();
  if (!hand)
    return m_work.say(Viewport::tr("All hands hold something: a click on a pin frees one"));
  GrabCommand grab;
  grab.slot = *hand;
  grab.part = part;
  grab.at = materialPointAt(*snapshot->topology, *hit);
  grab.target = hit->position;
  m_work.live.thread().post(grab);
  begin({*hand, hit->part, snapshot->topology, hit->position, hit->position, place});
}

// How strong it has become is not known: it gets no stronger.
void HandTool::takeUp(const ForceArrow& pin, const QPointF& place) {
  const auto snapshot = m_work.live.snapshot();
  if (!snapshot || pin.part < 0) return;
  m_work.live.thread().post(PinGrabCommand{pin.hand, false});
  begin({pin.hand, static_cast<std::uint32_t>(pin.part), snapshot->topology, pin.at, pin.target,
         place, kStrongest});
}

void HandTool::begin(const Hold& hold) {
  const LiveStatus& status = m_work.live.status();
  if (status.mode != LiveMode::Playing)
    m_work.live.thread().play();  // a replay ends where it is pulled at
  m_hold = hold;
  // Where play has just ended by itself nobody asked for a pause.
  const bool ended = status.frame == lastFrameOf(m_work.document.scene());
  m_hold->startedPlay = status.mode == LiveMode::Paused && !ended;
  m_work.say(hintOf(*m_hold));
}

QString HandTool::nameOfHeld() const {
  return QString::fromStdString(m_hold->topology->parts[m_hold->part].part);
}

QString HandTool::hintOf(const Hold& hold) const {
  const QString pulling = hold.startedPlay ? Viewport::tr("Pulling %1 – time runs until you let go")
                                           : Viewport::tr("Pulling %1");
  const bool twists = hold.topology->parts[hold.part].mesh.coordinates > 0;
  const QString ways =
      twists ? Viewport::tr(
                   "the wheel or ← → twist it · P leaves it held · Ctrl moves it towards "
                   "and away")
             : Viewport::tr("P leaves it held · Ctrl moves it towards and away");
  return pulling.arg(nameOfHeld()) + " · " + ways;
}

void HandTool::drag(const QMouseEvent& event) {
  const QPointF at = event.position();
  if (m_pressed) {
    if ((at - m_pressedAt).manhattanLength() < QApplication::startDragDistance()) return;
    takeUp(*std::exchange(m_pressed, std::nullopt), m_pressedAt);
  }
  if (!m_hold) return;
  Hold& hold = *m_hold;
  if ((event.modifiers() & Qt::ControlModifier) != 0) {
    const double depth = (hold.last.y() - at.y()) * m_work.eye.metresPerPixel(hold.target);
    hold.target += depth * m_work.eye.rayAt(at).direction;
  } else {
    hold.target = m_work.eye.inPlaneOf(hold.target, at);
  }
  hold.last = at;
  hold.still.start();
  moveHands();
}

void HandTool::moveHands() {
  const Hold& hold = *m_hold;
  m_work.live.thread().post(MoveGrabCommand{hold.hand, hold.target});
  if (!hold.twist) return;
  for (const Twist::Lever& lever : hold.twist->levers())
    m_work.live.thread().post(MoveGrabCommand{lever.hand, hold.target + hold.twist->armNow(lever)});
}

void HandTool::release(const QMouseEvent&) {
  if (m_pressed) {
    m_work.live.thread().post(ReleaseGrabCommand{m_pressed->hand});
    m_pressed.reset();
  }
  if (m_hold) return letGo();
  if (!std::exchange(m_keeps, false)) m_work.say({});
}

void HandTool::cancel() {
  m_pressed.reset();
  letGo();
}

void HandTool::letGo() {
  if (!m_hold) return;
  m_work.live.thread().post(ReleaseGrabCommand{m_hold->hand});
  if (m_hold->twist)
    for (const Twist::Lever& lever : m_hold->twist->levers())
      m_work.live.thread().post(ReleaseGrabCommand{lever.hand});
  if (m_hold->startedPlay) m_work.live.thread().pause();
  m_hold.reset();
  m_work.say({});
}

void HandTool::leavePinned() {
  m_work.live.thread().post(PinGrabCommand{m_hold->hand});
  if (m_hold->twist)
    for (const Twist::Lever& lever : m_hold->twist->levers())
      m_work.live.thread().post(PinGrabCommand{lever.hand});
  if (m_hold->startedPlay) m_work.live.thread().pause();
  const auto pins = 1 + (m_hold->twist ? m_hold->twist->levers().size() : 0);
  m_work.say(
      pins == 1 ? Viewport::tr("%1 is held there: a click on its pin frees it, a drag takes it in "
                               "hand again, Shift+P lets go of everything")
                      .arg(nameOfHeld())
                : Viewport::tr("%1 is held there by %2 pins, as it is turned: a click on one frees "
                               "that one, Shift+P lets go of everything")
                      .arg(nameOfHeld())
                      .arg(pins));
  m_keeps = true;
  m_toldOfPins = Told::JustNow;
  m_hold.reset();
}

// What was said of pins is over when the last has gone.
void HandTool::forgetPins(const Snapshot& snapshot) {
  if (m_toldOfPins == Told::Nothing) return;
  const bool any = !pinsIn(snapshot).empty();
  const bool gone = !any && m_toldOfPins == Told::AndSeen;
  if (any) m_toldOfPins = Told::AndSeen;
  if (!gone) return;
  m_toldOfPins = Told::Nothing;
  if (!m_hold) m_work.say({});
}

bool HandTool::key(const QKeyEvent& event) {
  if (!m_hold) return false;
  if (event.key() == Qt::Key_P)
    leavePinned();
  else if (event.key() == Qt::Key_Left)
    twistBy(kTwistStep);
  else if (event.key() == Qt::Key_Right)
    twistBy(-kTwistStep);
  else
    return false;
  return true;
}

bool HandTool::wheel(const QWheelEvent& event) {
  if (m_pressed) takeUp(*std::exchange(m_pressed, std::nullopt), m_pressedAt);
  if (!m_hold) return false;
  twistBy(kTwistStep * event.angleDelta().y() / kTwistNotch);
  return true;
}

void HandTool::twistBy(double angle) {
  if (!m_hold->twist) takeLevers();
  if (!m_hold->twist) return;
  m_hold->twist->turnBy(angle);
  m_hold->still.start();
}

void HandTool::takeLevers() {
  const auto snapshot = m_work.live.snapshot();
  if (!snapshot || snapshot->topology != m_hold->topology) return;
  const ForceArrow* held = arrowOf(*snapshot, m_hold->hand);
  const Vec3 at = held != nullptr ? held->at : m_hold->at;
  const Vec3 axis = cameraAxes(m_work.eye.look()).col(2);
  std::vector<Twist::Lever> levers;
  for (const SurfaceHit& place : leversAbout(*snapshot, m_hold->part, at, axis)) {
    const auto hand = freeHand(levers);
    if (!hand) break;
    levers.push_back({*hand, place.position - at});
    GrabCommand grab;
    grab.slot = *hand;
    grab.part = snapshot->topology->parts[place.part].part;
    grab.at = materialPointAt(*snapshot->topology, place);
    grab.target = m_hold->target + levers.back().arm;
    m_work.live.thread().post(grab);
  }
  if (levers.empty())
    return m_work.say(Viewport::tr("%1 cannot be twisted: seen from here it has no lever, nothing "
                                   "that lies aside from where it is held")
                          .arg(nameOfHeld()));
  m_hold->twist.emplace(axis, std::move(levers));
}

std::optional<int> HandTool::freeHand(std::span<const Twist::Lever> taken) {
  constexpr int kHands = StateOffsets::kGrabs;
  const auto snapshot = m_work.live.snapshot();
  for (int k = 0; k < kHands; ++k) {
    const int hand = (m_nextHand + k) % kHands;
    if (snapshot && arrowOf(*snapshot, hand) != nullptr) continue;
    if (m_hold && hand == m_hold->hand) continue;
    if (std::ranges::find(taken, hand, &Twist::Lever::hand) != taken.end()) continue;
    m_nextHand = (hand + 1) % kHands;
    return hand;
  }
  return std::nullopt;
}

std::vector<HandTool::HandNow> HandTool::handsNow(const Snapshot& snapshot) const {
  const Hold& hold = *m_hold;
  std::vector<HandNow> hands = {{hold.hand, hold.at, hold.target}};
  if (hold.twist)
    for (const Twist::Lever& lever : hold.twist->levers())
      hands.push_back({lever.hand, hold.at + lever.arm, hold.target + hold.twist->armNow(lever)});
  for (HandNow& hand : hands)  // not before the simulation has heard of them
    if (const ForceArrow* arrow = arrowOf(snapshot, hand.hand)) hand.at = arrow->at;
  return hands;
}

void HandTool::followTwist(const Snapshot& snapshot) {
  if (!m_hold->twist) return;
  const ForceArrow* held = arrowOf(snapshot, m_hold->hand);
  const ForceArrow* lever = arrowOf(snapshot, m_hold->twist->levers().front().hand);
  if (held == nullptr || lever == nullptr) return;
  if (m_hold->twist->follow(lever->at - held->at)) moveHands();
}

// A hand that is stiff enough for all that is tied together cannot yet draw a bow.
void HandTool::pullHarder(const HandNow& farthest) {
  constexpr double kFactor = 1.5, kNear = 10, kComing = 0.05;  // kNear [pixels]
  constexpr qint64 kWait = 200;                                // [ms]
  Hold& hold = *m_hold;
  if (!hold.still.isValid() || hold.still.elapsed() < kWait) return;
  hold.still.start();
  const double away = (farthest.target - farthest.at).norm();
  const double came = (farthest.at - std::exchange(hold.before, farthest.at)).norm();
  const bool there = away < kNear * m_work.eye.metresPerPixel(hold.target);
  if (there || came > kComing * away || hold.strength * kFactor > kStrongest) return;
  hold.strength *= kFactor;
  m_work.live.thread().post(StrengthenGrabCommand{hold.hand, kFactor});
  if (!hold.twist) return;
  for (const Twist::Lever& lever : hold.twist->levers())
    m_work.live.thread().post(StrengthenGrabCommand{lever.hand, kFactor});
}

void HandTool::mark(OverlayLook& look) {
  const auto snapshot = m_work.live.snapshot();
  if (snapshot && snapshot->topology) forgetPins(*snapshot);
  if (!m_hold || !snapshot || snapshot->topology != m_hold->topology) return;
  followTwist(*snapshot);
  const std::vector<HandNow> hands = handsNow(*snapshot);
  for (const HandNow& hand : hands) {
    markLine(look, hand.at, hand.target);
    for (const Vec3& end : {hand.at, hand.target}) markDot(look, end);
  }
  pullHarder(*std::ranges::max_element(
      hands, {}, [](const HandNow& hand) { return (hand.target - hand.at).norm(); }));
}

}  // namespace sinew::ui
