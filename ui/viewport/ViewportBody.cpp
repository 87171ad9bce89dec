#include "ui/viewport/ViewportBody.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"
#include "render/SceneLook.h"
#include "ui/document/Members.h"
#include "ui/viewport/Pins.h"

namespace sinew::ui {
namespace {

constexpr double kRateMemory = 0.1;  // share of the newest picture in the rate
constexpr int kMostRefinements = 8;  // at rest, of a picture that lacks pixels
constexpr qint64 kRestAfter = 250;   // [ms] without motion until the picture is refined
constexpr double kSelectedWidth = 3.2, kHoverWidth = 1.6;  // [logical pixels]; half is outside

const Focus kAboveGround{Vec3(0, 1, 0), 1};

// The accent of each theme, linear.
constexpr OverlayInk kAccentDark{0.89f, 0.37f, 0.04f, 1}, kAccentLight{0.37f, 0.10f, 0, 1};
constexpr OverlayInk kStartDark{0.11f, 0.43f, 0.87f, 1}, kStartLight{0.003f, 0.12f, 0.39f, 1};

}  // namespace

Viewport::Body::Body(Viewport& widget, Document& document, LiveRun& live,
                     const AssetFolders& assets)
    : widget(widget),
      document(document),
      live(live),
      labels(widget),
      m_assets(assets),
      m_textures([&widget] {
        QMetaObject::invokeMethod(&widget, qOverload<>(&QWidget::update), Qt::QueuedConnection);
      }) {
  m_refine.setSingleShot(true);
  QObject::connect(&m_refine, &QTimer::timeout, &widget, [this] {
    ++m_refinements;
    this->widget.update();
  });
}

void Viewport::Body::sceneReplaced() {
  (void)cancel();
  (void)leave();
  m_eyeChosen = false;
  m_hovered.reset();
  m_textures.forgetRemarks();
  camera.clear();
}

Result<FrameLook> Viewport::Body::lookNow(const Snapshot& snapshot) const {
  const auto through = [&](const std::string& name) {
    return lookAt(document.scene(), document.registry(), snapshot.time, name, Eyes::Work);
  };
  auto look = through(camera);
  if (!look) look = through({});  // the camera has been taken away
  if (!look) return look;
  const auto on = [this](Overlay overlay) { return shown[static_cast<std::size_t>(overlay)]; };
  look->overlays.threads = on(Overlay::Threads);
  look->overlays.glyphs = on(Overlay::Glyphs);
  look->overlays.forces = on(Overlay::Forces);
  look->overlays.contacts = on(Overlay::Contacts);
  look->overlays.wireframe = on(Overlay::Wireframe);
  look->overlays.strain = on(Overlay::Strain);
  look->overlays.pixel = widget.devicePixelRatioF();
  look->ground.grid = on(Overlay::Grid);
  return look;
}

void Viewport::Body::settleEye(FrameLook& look) {
  const Focus focus = focusOfParts({});
  if (!m_eyeChosen) {
    eye.free() = OrbitCamera::from(settleCamera(look.camera, focus, eye.aspect()));
    // As wide as in the film, whose picture is not as high.
    const double narrower = labels.safeFrame().aspect() / eye.aspect();
    if (!look.camera.automatic && narrower > 1)
      eye.free().zoom(narrower, Eigen::Vector2d::Zero(), eye.aspect());
    m_eyeChosen = true;
  }
  if (camera.empty()) look.camera = eye.free().look();
  film = look.camera = settleCamera(look.camera, focus, eye.aspect());
  const bool framed = shown[static_cast<std::size_t>(Overlay::SafeFrame)];
  const double wider = framed ? labels.safeFrame().wider() : 1;
  look.camera.fieldOfView = 2 * std::atan(wider * std::tan(0.5 * film.fieldOfView));
  look.camera.orthographicHeight *= wider;
  eye.setLook(look.camera, wider);
}

void Viewport::Body::addTextures(FrameLook& look) {
  const std::vector<std::filesystem::path> folders = m_assets.all();
  m_textures.dress(look, folders, TextureShelf::Reading::Later);
  for (const TextureShelf::Remark& remark : m_textures.takeRemarks()) {
    const QString texture = QString::fromStdString(remark.texture);
    const QString why = QString::fromStdString(remark.why);
    // Widgets must not change while the picture is being put together.
    QMetaObject::invokeMethod(
        &widget, [this, texture, why] { emit widget.textureMissing(texture, why); },
        Qt::QueuedConnection);
  }
}

void Viewport::Body::addTrails(const Snapshot& snapshot, FrameLook& look) {
  const bool paths = shown[static_cast<std::size_t>(Overlay::Trails)];
  const bool ghosts = shown[static_cast<std::size_t>(Overlay::Ghosts)];
  if (shown[static_cast<std::size_t>(Overlay::StartPose)]) addStartPose(snapshot, look);
  if (!paths && !ghosts) return;
  const OverlayInk ink = dark ? kAccentDark : kAccentLight;
  const auto& parts = snapshot.topology->parts;
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    if (!document.selection().contains({Section::Parts, parts[i].part})) continue;
    const double pixel = look.overlays.pixel;
    if (ghosts) m_trails.drawGhosts(i, look.camera, ink, pixel, m_silhouette, look.overlays.above);
    if (paths) m_trails.drawPath(i, ink, pixel, look.overlays.above);
  }
}

/// Of what is selected, or of all.
void Viewport::Body::addStartPose(const Snapshot& snapshot, FrameLook& look) {
  const std::vector<std::string> chosen = partsOf(document.scene(), document.selection().items());
  const std::vector<bool> visible = m_work.shownParts();
  const auto& parts = snapshot.topology->parts;
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    const bool wanted = chosen.empty() || std::ranges::find(chosen, parts[i].part) != chosen.end();
    if (wanted && (i >= visible.size() || visible[i]))
      m_trails.drawStart(parts[i].part, look.camera, dark ? kStartDark : kStartLight,
                         look.overlays.pixel, m_silhouette, look.overlays.above);
  }
}

void Viewport::Body::addMarks(const Snapshot& snapshot, FrameLook& look) {
  if (!snapshot.topology) return;
  addTrails(snapshot, look);
  const OverlayInk accent = dark ? kAccentDark : kAccentLight;
  OverlayInk faint = accent;
  faint.opacity = 0.7f;
  const auto& parts = snapshot.topology->parts;
  const std::vector<std::string> chosen = partsOf(document.scene(), document.selection().items());
  const std::set<std::string_view> outlined(chosen.begin(), chosen.end());
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    const bool selected = outlined.contains(parts[i].part);
    if (!selected && m_hovered != ObjectId{Section::Parts, parts[i].part}) continue;
    OverlayPen pen(look.overlays.marks, selected ? accent : faint);
    m_silhouette.draw(snapshot, i, look.camera,
                      (selected ? kSelectedWidth : kHoverWidth) * look.overlays.pixel, pen);
  }
  for (const ConstraintGlyph& glyph : snapshot.glyphs) {
    if (glyph.constraint >= snapshot.topology->constraints.size()) continue;
    const ObjectId id{Section::Constraints,
                      snapshot.topology->constraints[glyph.constraint].constraint};
    const bool selected = document.selection().contains(id);
    if (!selected && m_hovered != id) continue;
    OverlayPen pen(look.overlays.above, selected ? accent : faint);
    pen.arc(glyph.from, 13 * look.overlays.pixel, {0, 2 * std::acos(-1.0)},
            (selected ? 2 : 1) * look.overlays.pixel);
  }
  markPins(snapshot, look.overlays);
  inHand().mark(look.overlays);
  if (dropPlace) ViewTool::markDot(look.overlays, placeUnder(*dropPlace));
  const bool busyElsewhere = m_dragged != nullptr && m_dragged != &m_handles;
  if (showsHandles() && !busyElsewhere) m_handles.mark(look.overlays);
  if (tool == Tool::Select) m_ends.mark(look.overlays);
}

void Viewport::Body::paint() {
  const auto snapshot = live.snapshot();
  if (!snapshot || !picture.started()) {
    glClearColor(0.12f, 0.125f, 0.14f, 1);
    return glClear(GL_COLOR_BUFFER_BIT);
  }
  if (std::exchange(m_panelsFirst, false) && std::exchange(m_drew, false)) {
    QMetaObject::invokeMethod(&widget, qOverload<>(&QWidget::update), Qt::QueuedConnection);
    return;
  }
  m_drew = true;
  auto look = lookNow(*snapshot);
  if (!look) return say(QString::fromStdString(look.error().message));
  eye.resize(widget.size());
  settleEye(*look);
  addTextures(*look);
  addMarks(*snapshot, *look);
  const bool motion = moving();
  const auto drawn = picture.draw(*snapshot, *look, target(),
                                  motion ? DetailPacer::Pace::Moving : DetailPacer::Pace::Resting);
  if (!drawn) say(QString::fromStdString(drawn.error().message));
  refineLater(motion);
  countPicture();
  // Labels are widgets: what they show must not change while the picture is being put together.
  QMetaObject::invokeMethod(
      &widget, [this] { updateLabels(); }, Qt::QueuedConnection);
}

// Once things rest; and again while a machine that was busy finds the time for more pixels.
void Viewport::Body::refineLater(bool motion) {
  const bool resized = std::exchange(m_refined, widget.size()) != widget.size();
  if (motion || resized) m_refinements = 0;
  if (motion || (DetailPacer::lowered(picture.rung()) && m_refinements < kMostRefinements)) {
    m_refine.start(static_cast<int>(kRestAfter) + 20);
  }
}

DrawTarget Viewport::Body::target() const {
  const double ratio = widget.devicePixelRatioF();
  return {widget.defaultFramebufferObject(), static_cast<int>(std::lround(widget.width() * ratio)),
          static_cast<int>(std::lround(widget.height() * ratio))};
}

bool Viewport::Body::moving() const {
  const LiveMode mode = live.status().mode;
  return mode == LiveMode::Playing || mode == LiveMode::Replaying || navigator.active() ||
         m_dragged != nullptr || (m_sinceMotion.isValid() && m_sinceMotion.elapsed() < kRestAfter);
}

void Viewport::Body::moved() {
  m_sinceMotion.start();
  widget.update();
}

// A picture may take as long as a click may wait: panels show first what was clicked in them.
// Whoever clicks into the picture looks there.
void Viewport::Body::marksChanged() {
  m_panelsFirst = !widget.underMouse();
  widget.update();
}

void Viewport::Body::countPicture() {
  const double seconds =
      m_sinceLast.isValid() ? 1e-9 * static_cast<double>(m_sinceLast.nsecsElapsed()) : 0;
  m_sinceLast.start();
  if (seconds <= 0 || seconds > 1) return;
  shownPerSecond += kRateMemory * (1 / seconds - shownPerSecond);
}

QString Viewport::Body::viewName() const {
  if (document.scene().find(Section::Cameras, camera) != nullptr)
    return Viewport::tr("Through %1").arg(QString::fromStdString(camera));
  const Vec3 back = cameraAxes(eye.look()).col(2);
  const QString names[3][2] = {{Viewport::tr("Left"), Viewport::tr("Right")},
                               {Viewport::tr("Bottom"), Viewport::tr("Top")},
                               {Viewport::tr("Back"), Viewport::tr("Front")}};
  QString name = Viewport::tr("Free view");
  for (int k = 0; k < 3; ++k) {
    if (std::abs(back[k]) > 1 - 1e-6) name = names[k][back[k] > 0 ? 1 : 0];
  }
  if (eye.look().orthographicHeight > 0) name = Viewport::tr("%1 · orthographic").arg(name);
  return live.showsTake() ? Viewport::tr("A take · %1").arg(name) : name;
}

QString Viewport::Body::toolHint() {
  switch (tool) {
    case Tool::Select:
      return document.scene().parts().empty() && !live.showsTake()
                 ? Viewport::tr("Drag something here from the Library, or choose it under Add")
                 : QString();
    case Tool::Move: {
      const ObjectId* active = document.selection().active();
      const bool group = active != nullptr && active->section == Section::Groups;
      return Viewport::tr(
                 "Drag an arrow, a square or the middle · X, Y, Z hold to an axis, with Shift to "
                 "the plane across · a number says how far · Ctrl snaps · Shift is fine") +
             (group ? Viewport::tr(" · P moves the group’s pivot") : QString());
    }
    case Tool::Rotate:
      return Viewport::tr(
          "Drag a ring · X, Y, Z choose the axis · a number says how far · Ctrl snaps to 15° · "
          "Shift is fine");
    case Tool::Scale:
      return Viewport::tr(
          "Drag a knob, or the middle for all round · X, Y, Z hold to an axis · a number says "
          "how many times · Ctrl snaps to tenths · Shift is fine");
    case Tool::Connect:
      return m_connect.hint();
    case Tool::Draw:
      return m_draw.hint();
    case Tool::Hand:
      break;
  }
  return live.showsTake()
             ? Viewport::tr("A take cannot be pulled at: it is as it was recorded")
             : Viewport::tr(
                   "Drag a surface to pull it, with the wheel to twist it, P to leave it "
                   "held · a click on a pin frees it");
}

void Viewport::Body::updateLabels() {
  labels.compass().setAxes(cameraAxes(eye.look()));
  QString view = viewName();
  if (shown[static_cast<std::size_t>(Overlay::Strain)]) {
    view += Viewport::tr(" · strain from −%1 % (blue) to +%1 % (red)").arg(100 * kFullStrain);
  }
  labels.setView(view);
  labels.setHint(m_said.isEmpty() ? toolHint() : m_said);
  const DetailPacer::Rung& rung = picture.rung();
  const QString quick = rung.detail < 1
                            ? Viewport::tr("Draft, %1 %").arg(std::lround(100 * rung.detail))
                            : Viewport::tr("Draft");
  labels.setBadge(DetailPacer::lowered(rung) ? quick : QString());
}

void Viewport::Body::say(const QString& text) {
  m_said = text;
  updateLabels();
}

Focus Viewport::Body::focusOfParts(const std::vector<ObjectId>& ids) const {
  const auto snapshot = live.snapshot();
  // Where there is nothing yet, what comes will stand on the ground.
  if (!snapshot || !snapshot->topology || snapshot->topology->parts.empty()) return kAboveGround;
  const std::vector<bool> visible = m_work.shownParts();
  const std::vector<std::string> list = partsOf(document.scene(), ids);
  const std::set<std::string_view> names(list.begin(), list.end());
  std::vector<bool> wanted(visible.size(), false);
  bool any = false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::string& name = snapshot->topology->parts[i].part;
    wanted[i] = names.contains(name);
    any = any || wanted[i];
  }
  return focusOf(*snapshot, any ? wanted : visible);
}

// What is asked of the view before its first picture must not be lost in choosing one for that.
void Viewport::Body::standSomewhere() {
  const auto snapshot = live.snapshot();
  if (m_eyeChosen || !snapshot) return;
  auto look = lookNow(*snapshot);
  if (!look) return;
  eye.resize(widget.size());
  settleEye(*look);
}

void Viewport::Body::leaveCamera() {
  standSomewhere();
  if (camera.empty()) return;
  camera.clear();
  eye.free() = OrbitCamera::from(film);
}

void Viewport::Body::frame(const Focus& ball) {
  leaveCamera();
  if (!m_eyeChosen)
    return widget.update();  // nothing is there yet; the first picture frames itself
  eye.free().frame(ball, eye.aspect());
  moved();
}

ViewTool& Viewport::Body::inHand() {
  switch (tool) {
    case Tool::Move:
      return m_move;
    case Tool::Rotate:
      return m_rotate;
    case Tool::Scale:
      return m_scale;
    case Tool::Hand:
      return m_hand;
    case Tool::Connect:
      return m_connect;
    case Tool::Draw:
      return m_draw;
    case Tool::Select:
      break;
  }
  return m_select;
}

bool Viewport::Body::showsHandles() const {
  return tool == Tool::Select || tool == Tool::Move || tool == Tool::Rotate || tool == Tool::Scale;
}

std::vector<ViewTool*> Viewport::Body::atHand() {
  std::vector<ViewTool*> tools = {tool == Tool::Select ? &m_ends : &inHand()};
  if (showsHandles()) tools.push_back(&m_handles);
  tools.push_back(&m_select);
  return tools;
}

void Viewport::Body::setTool(Tool chosen) {
  (void)cancel();
  tool = chosen;
  say({});
}

Vec3 Viewport::Body::placeUnder(const QPointF& place) const {
  if (const auto hit = m_work.surfaceAt(place)) return hit->position;
  const ParamReader environment(environmentTable(), document.scene().environment);
  const Ray ray = eye.rayAt(place);
  const double height = ray.origin.y() - environment.real("ground_height");
  const double way = -height / ray.direction.y();
  // Far out near the horizon nothing would be seen of it.
  constexpr double kFar = 30;  // times as far as what is looked at
  const Vec3 pivot = eye.look().target;
  const double far = kFar * (pivot - ray.origin).norm();
  const bool ground = environment.boolean("ground") && way > 0 && way < far;
  return ground ? Vec3(ray.origin + way * ray.direction) : eye.inPlaneOf(pivot, place);
}

std::string Viewport::Body::partUnder(const QPointF& place) const {
  const auto hit = m_work.surfaceNear(place);
  return hit ? live.snapshot()->topology->parts[hit->part].part : std::string();
}

void Viewport::Body::pickPointsFor(const Addable& addable, const QString& label,
                                   const std::optional<QPointF>& first) {
  // What is added holds its points where they begin: there they are to be picked.
  if (live.status().time > 0) live.seek(0);
  m_connect.begin(addable, label);
  widget.setTool(Tool::Connect);
  say({});
  if (first) m_connect.pick(*first);
}

void Viewport::Body::draw(const Addable& drawable, const QString& label) {
  if (live.status().time > 0) live.seek(0);  // it begins among things as they begin
  m_draw.begin(drawable, label);
  widget.setTool(Tool::Draw);
  say({});
}

bool Viewport::Body::takeBack() {
  if (!inHand().takeBack()) return false;
  moved();
  return true;
}

void Viewport::Body::key(const QKeyEvent& event) {
  if (m_dragged->key(event)) moved();
}

bool Viewport::Body::wheel(const QWheelEvent& event) {
  if (m_dragged == nullptr || !m_dragged->wheel(event)) return false;
  moved();
  return true;
}

bool Viewport::Body::leave() {
  if (tool != Tool::Connect && tool != Tool::Draw) return false;
  inHand().cancel();
  widget.setTool(Tool::Select);
  return true;
}

void Viewport::Body::press(const QMouseEvent& event) {
  if (m_dragged != nullptr) return;
  if (navigator.press(event)) return leaveCamera();
  for (ViewTool* candidate : atHand()) {
    if (!candidate->press(event)) continue;
    m_dragged = candidate;
    return moved();
  }
}

void Viewport::Body::drag(const QMouseEvent& event) {
  if (navigator.move(event)) return moved();
  if (m_dragged != nullptr) {
    m_dragged->drag(event);
    return moved();
  }
  hover(event.position());
}

void Viewport::Body::release(const QMouseEvent& event) {
  if (navigator.release(event)) return moved();
  if (m_dragged == nullptr || event.button() != Qt::LeftButton) return;
  std::exchange(m_dragged, nullptr)->release(event);
  moved();
}

bool Viewport::Body::cancel() {
  if (m_dragged == nullptr) return false;
  std::exchange(m_dragged, nullptr)->cancel();
  moved();
  return true;
}

void Viewport::Body::hover(const QPointF& place) {
  inHand().hover(place);
  if (showsHandles()) m_handles.hover(place);
  const auto object =
      widget.rect().contains(place.toPoint()) ? m_work.objectAt(place) : std::optional<ObjectId>();
  const bool follows =
      tool == Tool::Connect || tool == Tool::Draw || (showsHandles() && tool != Tool::Select);
  if (object == m_hovered && !follows) return;
  m_hovered = object;
  widget.update();
}

}  // namespace sinew::ui
