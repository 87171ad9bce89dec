#include "ui/viewport/ViewportBody.h"

#include <algorithm>
#include <cmath>

#include "render/SceneLook.h"

namespace sinew::ui {
namespace {

constexpr double kRateMemory = 0.1;  // share of the newest picture in the rate

std::vector<bool> shownParts(const Snapshot& snapshot, const FrameLook& look) {
  std::vector<bool> shown;
  if (!snapshot.topology) return shown;
  for (const auto& part : snapshot.topology->parts) {
    bool visible = true;
    for (const PartLook& candidate : look.parts) {
      if (candidate.part == part.part) visible = candidate.visible;
    }
    shown.push_back(visible);
  }
  return shown;
}

}  // namespace

Viewport::Body::Body(Viewport& widget, Document& document, LiveRun& live)
    : widget(widget), document(document), live(live) {}

void Viewport::Body::sceneReplaced() {
  eyeChosen = false;
  camera.clear();
}

Result<FrameLook> Viewport::Body::lookNow() const {
  const auto snapshot = live.snapshot();
  auto look = lookAt(document.scene(), snapshot ? snapshot->time : 0, camera);
  if (!look) return look;
  const auto on = [this](Overlay overlay) { return shown[static_cast<std::size_t>(overlay)]; };
  look->overlays = {.threads = on(Overlay::Threads),
                    .glyphs = on(Overlay::Glyphs),
                    .forces = on(Overlay::Forces)};
  look->ground.grid = on(Overlay::Grid);
  return look;
}

void Viewport::Body::chooseEye(const FrameLook& look, const Snapshot& snapshot) {
  const Focus focus = focusOf(snapshot, shownParts(snapshot, look));
  eye.free() = OrbitCamera::from(settleCamera(look.camera, focus, eye.aspect()));
  eyeChosen = true;
}

void Viewport::Body::settleEye(const Snapshot& snapshot, FrameLook& look) {
  if (!eyeChosen) chooseEye(look, snapshot);
  if (camera.empty()) look.camera = eye.free().look();
  const Focus focus = focusOf(snapshot, shownParts(snapshot, look));
  look.camera = settleCamera(look.camera, focus, eye.aspect());
  eye.setLook(look.camera);
  // The ground would hide everything from one who looks up from beneath it.
  if (look.camera.eye.y() < look.ground.height) look.ground.shown = false;
}

void Viewport::Body::paint() {
  const auto snapshot = live.snapshot();
  auto look = lookNow();
  if (!snapshot || !look || !picture.started()) return;
  eye.resize(widget.size());
  settleEye(*snapshot, *look);
  const double ratio = widget.devicePixelRatioF();
  const DrawTarget target{widget.defaultFramebufferObject(),
                          static_cast<int>(std::lround(widget.width() * ratio)),
                          static_cast<int>(std::lround(widget.height() * ratio))};
  const auto drawn = picture.draw(*snapshot, *look, target);
  trouble = drawn ? QString() : QString::fromStdString(drawn.error().message);
  countPicture();
}

void Viewport::Body::countPicture() {
  const double seconds =
      m_sinceLast.isValid() ? 1e-9 * static_cast<double>(m_sinceLast.nsecsElapsed()) : 0;
  m_sinceLast.start();
  if (seconds <= 0 || seconds > 1) return;
  shownPerSecond += kRateMemory * (1 / seconds - shownPerSecond);
}

Focus Viewport::Body::focusOfParts(const std::vector<ObjectId>& ids) const {
  const auto snapshot = live.snapshot();
  if (!snapshot || !snapshot->topology) return {};
  const auto look = lookNow();
  const std::vector<bool> visible = look ? shownParts(*snapshot, *look) : std::vector<bool>();
  std::vector<bool> wanted(visible.size(), false);
  bool any = false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const ObjectId id{Section::Parts, snapshot->topology->parts[i].part};
    wanted[i] = std::find(ids.begin(), ids.end(), id) != ids.end();
    any = any || wanted[i];
  }
  return focusOf(*snapshot, any ? wanted : visible);
}

void Viewport::Body::frame(const Focus& ball) {
  camera.clear();
  eye.free().frame(ball, eye.aspect());
  eyeChosen = true;
  widget.update();
}

}  // namespace sinew::ui
