#include "ui/viewport/HandleTool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/simulation/RestFrame.h"
#include "render/OverlayShapes.h"
#include "ui/document/Keys.h"
#include "ui/fields/Field.h"
#include "ui/fields/Quantity.h"

namespace sinew::ui {
namespace {

constexpr double kGripReach = 8;                // [logical pixels] from which one is taken hold of
constexpr double kApart = 11;                   // likewise: nearer ones would hide each other
constexpr double kLeastShown = 36;              // likewise: of a part that has room for handles
constexpr double kKnobRadius = 5, kHalo = 1.5;  // likewise
constexpr double kTurnStep = std::numbers::pi / 12;  // [rad] with Ctrl
constexpr double kFine = 0.1;                        // with Shift
constexpr double kDeformed = 0.05;  // of its size, by which the shape shown may differ on average
constexpr std::size_t kMostLooked = 300;  // vertices that tell where a part is
constexpr OverlayInk kKnobInk{0.93f, 0.93f, 0.93f, 1}, kHeldInk{0.89f, 0.37f, 0.04f, 1};
constexpr OverlayInk kShade{0, 0, 0, 0.55f};

double distance(const QPointF& a, const QPointF& b) {
  return std::hypot(a.x() - b.x(), a.y() - b.y());
}

void markDiamond(OverlayMesh& mesh, const Vec3& at, double radius, const OverlayInk& ink) {
  const std::array<OverlayPen::Point, 4> corners = {
      OverlayPen::Point(0, -radius), OverlayPen::Point(radius, 0), OverlayPen::Point(0, radius),
      OverlayPen::Point(-radius, 0)};
  OverlayPen(mesh, ink).fill(at, corners);
}

/// Some of a part's vertices, as columns [m].
Eigen::Matrix3Xd verticesOf(const RenderTopology::PartMesh& mesh,
                            const std::vector<float>& positions) {
  const std::size_t stride = mesh.vertexCount / kMostLooked + 1;
  Eigen::Matrix3Xd vertices(3, static_cast<Eigen::Index>((mesh.vertexCount - 1) / stride + 1));
  for (Eigen::Index i = 0; i < vertices.cols(); ++i) {
    const float* x = &positions[3 * (mesh.firstVertex + stride * static_cast<std::size_t>(i))];
    vertices.col(i) = Vec3(x[0], x[1], x[2]);
  }
  return vertices;
}

double sizeOf(const Eigen::Matrix3Xd& vertices) {
  return (vertices.rowwise().maxCoeff() - vertices.rowwise().minCoeff()).norm();
}

/// A tenth of a number's own power of ten; of what may be 0, such as a taper, a tenth.
double stepFor(const ParamSpec& spec, double number) {
  if (spec.unit == "rad") return kTurnStep;
  if (spec.unit.empty() || number == 0) return 0.1;
  return 0.1 * std::pow(10, std::floor(std::log10(std::abs(number))));
}

}  // namespace

// — what can be taken hold of —

std::optional<PartHandles> HandleTool::handles() const {
  const auto& selected = m_work.document.selection().items();
  if (selected.size() != 1 || selected.front().section != Section::Parts) return std::nullopt;
  const Entity* part = m_work.document.scene().find(Section::Parts, selected.front().name);
  const bool known = part != nullptr && m_work.document.registry().part(part->kind) != nullptr;
  if (!known || m_work.document.isLocked(selected.front())) return std::nullopt;
  return PartHandles(m_work.document.registry(), *part);
}

std::optional<HandleTool::Motion> HandleTool::shownAt(const std::string& name) const {
  const auto snapshot = m_work.live.snapshot();
  if (!snapshot || !snapshot->topology || m_work.live.showsTake()) return std::nullopt;
  const auto& meshes = snapshot->topology->parts;
  const auto mesh = std::ranges::find_if(meshes, [&](const auto& m) { return m.part == name; });
  if (mesh == meshes.end() || mesh->vertexCount == 0) return std::nullopt;
  if (!m_work.shownParts()[static_cast<std::size_t>(mesh - meshes.begin())]) return std::nullopt;
  const Eigen::Matrix3Xd now = verticesOf(*mesh, snapshot->positions);
  const double size = sizeOf(now);
  if (size < kLeastShown * m_work.eye.metresPerPixel(now.rowwise().mean())) return std::nullopt;
  const LiveStatus& status = m_work.live.status();
  if (status.time <= 0 && !status.startStale) return Motion::Identity();
  if (snapshot->topology->rest.empty()) return std::nullopt;
  const Eigen::Matrix3Xd begun = begunOf(name, *mesh, *snapshot->topology);
  const Motion motion(Eigen::umeyama(begun, now, false));
  const Eigen::Matrix3Xd turned = motion.linear() * begun;
  const Eigen::Matrix3Xd off = now - (turned.colwise() + Vec3(motion.translation()));
  const bool deformed = off.colwise().norm().mean() > kDeformed * size;
  return deformed ? std::nullopt : std::optional(motion);
}

// Where its vertices begin in space: shapes at rest are known in their own axes.
Eigen::Matrix3Xd HandleTool::begunOf(const std::string& name, const RenderTopology::PartMesh& mesh,
                                     const RenderTopology& topology) const {
  const Entity& part = *m_work.document.scene().find(Section::Parts, name);
  const PartKind& kind = *m_work.document.registry().part(part.kind);
  const RestFrame frame = restFrameOf(kind.table, part.values);
  const Mat3 turn = frame.orientation.toRotationMatrix();
  return (turn * verticesOf(mesh, topology.rest)).colwise() + frame.origin;
}

// Of those that would hide each other only the first.
std::vector<HandleTool::Spot> HandleTool::spots() const {
  std::vector<Spot> found;
  const auto part = handles();
  const auto motion = !part    ? std::nullopt
                      : m_held ? std::optional(m_held->shown)
                               : shownAt(part->part().name);
  if (!motion) return found;
  const Places covered = m_covered();
  for (const PartHandle& handle : part->all()) {
    const Vec3 at = *motion * handle.at;
    const auto place = m_work.eye.placeOf(at);
    const bool held = m_held && m_held->handle.sets(handle);
    if (!place || (!held && covered(*place))) continue;
    const auto hides = [&](const Spot& spot) { return distance(spot.place, *place) < kApart; };
    if (!held && std::ranges::any_of(found, hides)) continue;
    found.push_back({handle, at, *place});
  }
  return found;
}

std::optional<HandleTool::Spot> HandleTool::spotAt(const QPointF& place) const {
  const std::vector<Spot> all = spots();
  const auto nearest = std::ranges::min_element(
      all, {}, [&](const Spot& spot) { return distance(spot.place, place); });
  if (nearest == all.end() || distance(nearest->place, place) > kGripReach) return std::nullopt;
  return *nearest;
}

// — hands —

bool HandleTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton || event.modifiers() != Qt::NoModifier) return false;
  const auto spot = spotAt(event.position());
  const auto part = handles();
  if (!spot || !part) return false;
  const auto motion = shownAt(part->part().name);
  if (!motion) return false;
  const Value now = part->valueAt(spot->handle);
  const auto* number = std::get_if<double>(&now.content);
  m_held =
      Held{spot->handle,     *motion,
           spot->at,         spot->place,
           event.position(), number == nullptr ? 0 : stepFor(part->spec(spot->handle), *number)};
  m_work.document.beginGesture(
      Viewport::tr("Change %1 of %2")
          .arg(labelOf(spot->handle.key).toLower(), QString::fromStdString(part->part().name)));
  m_work.say(words(*part, spot->handle));
  return true;
}

void HandleTool::drag(const QMouseEvent& event) {
  const auto part = handles();
  if (!m_held || !part) return;
  const double pace = (event.modifiers() & Qt::ShiftModifier) != 0 ? kFine : 1;
  m_held->tip += pace * (event.position() - std::exchange(m_held->last, event.position()));
  set(*part, valueTowards(*part, (event.modifiers() & Qt::ControlModifier) != 0));
}

Value HandleTool::valueTowards(const PartHandles& handles, bool snap) const {
  const auto snapped = [&](double x) { return m_held->step * std::round(x / m_held->step); };
  const Motion back = m_held->shown.inverse();
  if (handles.isFree(m_held->handle)) {
    Vec3 to = m_work.eye.uprightAt(m_held->depth, m_held->tip);
    const auto own = [&](const std::string& part) { return part == handles.part().name; };
    if (snap) to = m_work.snapped(to, m_held->tip, m_work.shownBut(own));
    return Value(handles.vectorFor(m_held->handle, back * to));
  }
  const Ray ray = m_work.eye.rayAt(m_held->tip);
  const double number =
      handles.numberNear(m_held->handle, back * ray.origin, back.linear() * ray.direction);
  const NumberRange range = handles.range(m_held->handle);
  return Value(snap ? std::clamp(snapped(number), range.least, range.most) : number);
}

// What cannot be leaves the part as it was last.
void HandleTool::set(const PartHandles& handles, const Value& value) {
  const ParamSpec& spec = handles.spec(m_held->handle);
  const Value now = handles.with(m_held->handle, value);
  const auto fits = partWith(m_work.document.registry(), handles.part(), {{spec.key, now}});
  if (!fits) return m_work.say(QString::fromStdString(fits.error().message));
  const double time = m_work.live.status().time;
  const SetParam edit{
      "parts/" + handles.part().name, spec.key,
      withEdit(givenOr(handles.part().values, spec), now, spec, time, m_work.document.autoKey())};
  if (const auto done = m_work.document.apply(edit, {}); !done)
    return m_work.say(QString::fromStdString(done.error().message));
  const auto changed = this->handles();
  QString said = changed ? words(*changed, m_held->handle) : QString();
  // What moves by itself goes on from where it is.
  if (time > 0 && handles.isFree(m_held->handle))
    said = Viewport::tr("%1 – applies at reset ↺").arg(said);
  m_work.say(said);
}

void HandleTool::release(const QMouseEvent& event) {
  if (!m_held) return;
  m_work.document.endGesture();
  m_held.reset();
  m_work.say({});
  m_hovered.reset();
  hover(event.position());  // the pointer is still on it
}

void HandleTool::cancel() {
  if (!m_held) return;
  m_work.document.cancelGesture();
  m_held.reset();
  m_work.say({});
}

// — what is shown —

void HandleTool::hover(const QPointF& place) {
  const auto spot = spotAt(place);
  const auto now = spot ? std::optional(spot->handle) : std::nullopt;
  const bool same = now && m_hovered ? now->sets(*m_hovered) : !now && !m_hovered;
  if (same) return;
  m_hovered = now;
  const auto part = handles();
  m_work.say(now && part ? words(*part, *now) : QString());
  m_work.widget.update();
}

// "Radii x  0.25 m", "Points 2  0.1  0.2  0 m".
QString HandleTool::words(const PartHandles& handles, const PartHandle& handle) const {
  const ParamSpec& spec = handles.spec(handle);
  QString name = labelOf(spec.key);
  if (handle.item) name += QStringLiteral(" %1").arg(*handle.item + 1);
  if (handle.component) name += QStringLiteral(" %1").arg(QLatin1Char("xyz"[*handle.component]));
  const std::string& unit = handle.item ? spec.item.front().unit : spec.unit;
  const Value value = handles.valueAt(handle);
  const auto brief = [](double number) { return 1e-4 * std::round(1e4 * number); };
  if (const auto* number = std::get_if<double>(&value.content))
    return QStringLiteral("%1  %2").arg(name, quantityText(*number, unit));
  const auto* vector = std::get_if<Vec3>(&value.content);
  if (vector == nullptr) return name;
  return QStringLiteral("%1  %2  %3  %4")
      .arg(name, numberText(brief(vector->x()), Digits::Short),
           numberText(brief(vector->y()), Digits::Short), quantityText(brief(vector->z()), unit));
}

// A dot goes anywhere, a diamond its own way.
void HandleTool::mark(OverlayLook& look) {
  const auto part = handles();
  if (!part) return;
  for (const Spot& spot : spots()) {
    const bool held = m_held && m_held->handle.sets(spot.handle);
    const bool lit = held || (!m_held && m_hovered && m_hovered->sets(spot.handle));
    const OverlayInk& ink = lit ? kHeldInk : kKnobInk;
    if (part->isFree(spot.handle)) {
      OverlayPen(look.above, kShade).disc(spot.at, (kKnobRadius - 1 + kHalo) * look.pixel);
      OverlayPen(look.above, ink).disc(spot.at, (kKnobRadius - 1) * look.pixel);
    } else {
      markDiamond(look.above, spot.at, (kKnobRadius + 1 + kHalo) * look.pixel, kShade);
      markDiamond(look.above, spot.at, (kKnobRadius + 1) * look.pixel, ink);
    }
  }
}

}  // namespace sinew::ui
