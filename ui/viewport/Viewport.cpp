#include "ui/viewport/Viewport.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QSettings>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/viewport/ViewportBody.h"

namespace sinew::ui {
namespace {

constexpr const char* kNavigation = "view/navigation";
constexpr const char* kEffort = "view/effort";

QSurfaceFormat coreFormat() {
  QSurfaceFormat format;
  format.setRenderableType(QSurfaceFormat::OpenGL);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setVersion(4, 1);
  return format;
}

Vec3 directionOf(Viewport::View view) {
  switch (view) {
    case Viewport::View::Front:
      return Vec3::UnitZ();
    case Viewport::View::Back:
      return -Vec3::UnitZ();
    case Viewport::View::Right:
      return Vec3::UnitX();
    case Viewport::View::Left:
      return -Vec3::UnitX();
    case Viewport::View::Top:
      return Vec3::UnitY();
    case Viewport::View::Bottom:
      break;
  }
  return -Vec3::UnitY();
}

}  // namespace

bool Viewport::available() {
  // These platforms say they have OpenGL and then cannot show it in a window.
  const QString platform = QGuiApplication::platformName();
  if (platform == "offscreen" || platform == "minimal" || platform == "linuxfb") return false;
  QOffscreenSurface surface;
  surface.setFormat(coreFormat());
  surface.create();
  QOpenGLContext context;
  context.setFormat(coreFormat());
  return context.create() && context.makeCurrent(&surface) &&
         context.format().version() >= std::pair(4, 1);
}

Viewport::Viewport(Document& document, LiveRun& live, const AssetFolders& assets, QWidget* parent)
    : QOpenGLWidget(parent), m_body(std::make_unique<Body>(*this, document, live, assets)) {
  setFormat(coreFormat());
  setUpdateBehavior(PartialUpdate);  // the last picture may stay for another turn
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(160, 120);
  if (QSettings().value(kNavigation).toString() == "blender")
    m_body->navigator.setStyle(Navigation::Blender);
  if (QSettings().value(kEffort).toString() == "sparing")
    m_body->picture.setEffort(DetailPacer::Effort::Sparing);
  setAccessibleName(tr("Viewport"));
  setAccessibleDescription(tr("The picture of the scene"));
  const auto repaint = qOverload<>(&QWidget::update);
  connect(&live, &LiveRun::snapshotArrived, this, repaint);
  connect(&document, &Document::edited, this, repaint);
  connect(&document.selection(), &Selection::changed, this, [this] { m_body->marksChanged(); });
  connect(this, &Viewport::hint, this, [this](const QString& text) { m_body->say(text); });
  connect(&m_body->labels.compass(), &AxisCompass::viewPicked, this, &Viewport::lookFrom);
  connect(&document, &Document::sceneReplaced, this, [this] {
    m_body->sceneReplaced();
    update();
  });
}

Viewport::~Viewport() {
  if (context() == nullptr) return;
  makeCurrent();
  m_body->picture.stop();
  doneCurrent();
}

void Viewport::initializeGL() {
  connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, [this] {
    makeCurrent();
    m_body->picture.stop();
    doneCurrent();
  });
  if (const auto started = m_body->picture.start(); !started) {
    emit hint(QString::fromStdString(started.error().message));
  }
}

void Viewport::paintGL() {
  m_body->paint();
}

Viewport::Tool Viewport::tool() const {
  return m_body->tool;
}

void Viewport::setTool(Tool tool) {
  if (m_body->tool == tool) return;
  m_body->setTool(tool);
  emit toolChanged();
  update();
}

void Viewport::pickPointsFor(const Addable& addable, const QString& label,
                             const std::optional<QPointF>& first) {
  m_body->pickPointsFor(addable, label, first);
  setFocus();
}

Vec3 Viewport::placeUnder(const QPointF& place) const {
  return m_body->placeUnder(place);
}

std::string Viewport::partUnder(const QPointF& place) const {
  return m_body->partUnder(place);
}

void Viewport::showPlaceUnder(const std::optional<QPointF>& place) {
  m_body->dropPlace = place;
  update();
}

void Viewport::draw(const Addable& drawable, const QString& label) {
  m_body->draw(drawable, label);
  setFocus();
}

void Viewport::setNavigation(Navigation navigation) {
  m_body->navigator.setStyle(navigation);
  QSettings().setValue(kNavigation, navigation == Navigation::Blender ? "blender" : "maya");
}

Viewport::Navigation Viewport::navigation() const {
  return m_body->navigator.style();
}

void Viewport::setEffort(DetailPacer::Effort effort) {
  m_body->picture.setEffort(effort);
  QSettings().setValue(kEffort, effort == DetailPacer::Effort::Sparing ? "sparing" : "best");
  update();
}

DetailPacer::Effort Viewport::effort() const {
  return m_body->picture.effort();
}

void Viewport::setAxes(Axes axes) {
  m_body->axes = axes;
  update();
}

Viewport::Axes Viewport::axes() const {
  return m_body->axes;
}

void Viewport::setSnap(Snap snap) {
  m_body->snap = snap;
}

Viewport::Snap Viewport::snap() const {
  return m_body->snap;
}

void Viewport::setSelectsThrough(bool through) {
  m_body->selectsThrough = through;
}

bool Viewport::selectsThrough() const {
  return m_body->selectsThrough;
}

void Viewport::setOverlay(Overlay overlay, bool shown) {
  m_body->shown[static_cast<std::size_t>(overlay)] = shown;
  if (overlay == Overlay::SafeFrame) m_body->labels.safeFrame().setVisible(shown);
  update();
}

bool Viewport::overlay(Overlay overlay) const {
  return m_body->shown[static_cast<std::size_t>(overlay)];
}

void Viewport::setDark(bool dark) {
  m_body->dark = dark;
  update();
}

void Viewport::lookFrom(View view) {
  m_body->leaveCamera();
  m_body->eye.free().lookFrom(directionOf(view));
  m_body->moved();
  emit looked();
}

bool Viewport::looksAlongAnAxis() const {
  const CameraLook look = m_body->eye.free().look();
  return (look.target - look.eye).normalized().cwiseAbs().maxCoeff() > 1 - 1e-6;
}

const CameraLook& Viewport::eye() const {
  return m_body->film;
}

void Viewport::setFilmSize(const QSize& pixels) {
  m_body->labels.safeFrame().setAspect(static_cast<double>(pixels.width()) / pixels.height());
  update();
}

void Viewport::setOrthographic(bool orthographic) {
  m_body->leaveCamera();
  m_body->eye.free().setOrthographic(orthographic);
  m_body->moved();
}

bool Viewport::orthographic() const {
  return m_body->eye.free().orthographic();
}

void Viewport::lookThrough(const std::string& camera) {
  m_body->camera = camera;
  m_body->moved();
}

void Viewport::frameSelected() {
  m_body->frame(m_body->focusOfParts(m_body->document.selection().items()));
}

void Viewport::frameAll() {
  m_body->frame(m_body->focusOfParts({}));
}

QVariantMap Viewport::keptView() const {
  const CameraLook look = m_body->eye.free().look();
  QVariantMap kept{{"camera", QString::fromStdString(m_body->camera)},
                   {"field", look.fieldOfView},
                   {"height", look.orthographicHeight}};
  for (const auto& [name, place] : {std::pair("eye", look.eye), std::pair("target", look.target)})
    kept[name] = QVariantList{place.x(), place.y(), place.z()};
  return kept;
}

void Viewport::restoreView(const QVariantMap& kept) {
  const auto place = [&](const char* name) {
    const QVariantList numbers = kept.value(name).toList();
    return numbers.size() == 3
               ? Vec3(numbers[0].toDouble(), numbers[1].toDouble(), numbers[2].toDouble())
               : Vec3(Vec3::Constant(std::numeric_limits<double>::quiet_NaN()));
  };
  CameraLook look;
  look.eye = place("eye");
  look.target = place("target");
  look.fieldOfView = kept.value("field").toDouble();
  look.orthographicHeight = kept.value("height").toDouble();
  const double away = (look.eye - look.target).norm();
  if (!(away > 0) || !std::isfinite(away) || !(look.fieldOfView > 0)) return frameAll();
  m_body->leaveCamera();
  m_body->eye.free() = OrbitCamera::from(look);
  const std::string camera = kept.value("camera").toString().toStdString();
  if (m_body->document.scene().find(Section::Cameras, camera) != nullptr) m_body->camera = camera;
  m_body->moved();
}

const QString& Viewport::said() const {
  return m_body->said();
}

double Viewport::shownPerSecond() const {
  return m_body->shownPerSecond;
}

bool Viewport::event(QEvent* event) {
  if (event->type() == QEvent::NativeGesture) {
    m_body->leaveCamera();
    if (m_body->navigator.gesture(static_cast<QNativeGestureEvent&>(*event))) {
      m_body->moved();
      return true;
    }
  }
  // While something is drawn, Backspace is the tool's, and no command of the window; while
  // something is dragged, every key is.
  const auto key = [&] { return static_cast<QKeyEvent&>(*event).key(); };
  if (event->type() == QEvent::ShortcutOverride &&
      (m_body->dragging() || (tool() == Tool::Draw && key() == Qt::Key_Backspace))) {
    event->accept();
    return true;
  }
  return QOpenGLWidget::event(event);
}

void Viewport::mousePressEvent(QMouseEvent* event) {
  m_body->press(*event);
}

void Viewport::mouseMoveEvent(QMouseEvent* event) {
  m_body->drag(*event);
}

void Viewport::mouseReleaseEvent(QMouseEvent* event) {
  m_body->release(*event);
}

void Viewport::wheelEvent(QWheelEvent* event) {
  if (m_body->wheel(*event)) return;
  m_body->leaveCamera();
  if (m_body->navigator.wheel(*event)) m_body->moved();
}

void Viewport::keyPressEvent(QKeyEvent* event) {
  const bool opposite = (event->modifiers() & Qt::ControlModifier) != 0;
  const bool pad = (event->modifiers() & Qt::KeypadModifier) != 0;
  const int key = event->key();
  if (key == Qt::Key_Escape && (m_body->cancel() || m_body->leave())) return;
  if (m_body->dragging()) return m_body->key(*event);
  if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_body->finish()) return;
  if (key == Qt::Key_Backspace && m_body->takeBack()) return;
  if (pad && key == Qt::Key_1) return lookFrom(opposite ? View::Back : View::Front);
  if (pad && key == Qt::Key_3) return lookFrom(opposite ? View::Left : View::Right);
  if (pad && key == Qt::Key_7) return lookFrom(opposite ? View::Bottom : View::Top);
  if (pad && key == Qt::Key_5) return setOrthographic(!orthographic());
  QOpenGLWidget::keyPressEvent(event);
}

void Viewport::leaveEvent(QEvent*) {
  m_body->hover(QPointF(-1, -1));
}

void Viewport::resizeEvent(QResizeEvent* event) {
  m_body->drawNext();  // what there was is gone
  QOpenGLWidget::resizeEvent(event);
  m_body->labels.arrange();
}

void Viewport::focusOutEvent(QFocusEvent* event) {
  // A window that opens in the middle of a drag takes the release with it.
  if (event->reason() == Qt::ActiveWindowFocusReason) (void)m_body->cancel();
  QOpenGLWidget::focusOutEvent(event);
}

}  // namespace sinew::ui
