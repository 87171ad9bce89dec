#include "ui/viewport/ViewTool.h"

#include <algorithm>
#include <cmath>

#include "core/params/ParamValues.h"
#include "core/scene/Groups.h"
#include "core/scene/SceneTables.h"
#include "render/OverlayShapes.h"
#include "ui/document/Addition.h"

namespace sinew::ui {
namespace {
constexpr double kGlyphReach = 10;                  // [logical pixels]
constexpr double kSurfaceReach = 6;                 // likewise
constexpr double kVertexReach = 24;                 // likewise
constexpr double kEndReach = 12;                    // likewise
constexpr double kGridReach = 12;                   // likewise: lines nearer are one
constexpr double kLineWidth = 2, kDotRadius = 4.5;  // likewise
constexpr OverlayInk kLine{0.93f, 0.93f, 0.93f, 0.95f}, kShade{0, 0, 0, 0.45f};
}  // namespace

void ViewTool::markLine(OverlayLook& look, const Vec3& from, const Vec3& to) {
  OverlayPen(look.above, kShade).line(from, to, (kLineWidth + 2) * look.pixel);
  OverlayPen(look.above, kLine).line(from, to, kLineWidth * look.pixel);
}

void ViewTool::markDot(OverlayLook& look, const Vec3& at) {
  OverlayPen(look.above, kShade).disc(at, (kDotRadius + 1) * look.pixel);
  OverlayPen(look.above, kLine).disc(at, kDotRadius * look.pixel);
}

std::vector<bool> ViewWork::shownParts() const {
  std::vector<bool> shown;
  const auto snapshot = live.snapshot();
  if (!snapshot || !snapshot->topology) return shown;
  const ParamTable table = commonPartParams();
  const std::set<std::string> hidden = hiddenWithGroups(document.scene(), snapshot->time);
  const std::vector<Entity>& entities = document.scene().parts();
  for (const auto& part : snapshot->topology->parts) {
    // In the scene's order, but for what has changed since the picture was taken.
    const std::size_t i = shown.size();
    const Entity* entity = i < entities.size() && entities[i].name == part.part
                               ? &entities[i]
                               : document.scene().find(Section::Parts, part.part);
    const bool visible =
        entity != nullptr && !hidden.contains(part.part) &&
        ParamReader(table, entity->values).curve("visible").at(snapshot->time).value[0] >= 0.5;
    shown.push_back(visible);
  }
  return shown;
}

std::optional<SurfaceHit> ViewWork::surfaceAt(const QPointF& place) const {
  const auto snapshot = live.snapshot();
  if (!snapshot) return std::nullopt;
  return pickSurface(*snapshot, shownParts(), eye.rayAt(place));
}

std::optional<SurfaceHit> ViewWork::surfaceNear(const QPointF& place) const {
  if (auto hit = surfaceAt(place)) return hit;
  const auto snapshot = live.snapshot();
  if (!snapshot) return std::nullopt;
  const Ray ray = eye.rayAt(place);
  const auto reachAt = [&](double length) {
    return kSurfaceReach * eye.metresPerPixel(ray.origin + length * ray.direction);
  };
  const double spread = reachAt(2) - reachAt(1);
  return pickBeside(*snapshot, shownParts(), ray, {reachAt(1) - spread, spread});
}

std::optional<SurfaceHit> ViewWork::holdNear(const QPointF& place) const {
  auto hit = surfaceNear(place);
  if (!hit) return hit;
  const auto from = [this](const SurfaceHit& end, const QPointF& to) {
    const auto at = eye.placeOf(end.position);
    return at ? std::hypot(at->x() - to.x(), at->y() - to.y()) : kEndReach;
  };
  const std::vector<SurfaceHit> ends = endsOf(*live.snapshot(), hit->part);
  if (ends.empty()) return outlineNear(*hit, place).value_or(*hit);
  double reach = kEndReach;
  if (ends.size() == 2) {  // between the two there must be something left to take hold of
    const auto other = eye.placeOf(ends[1].position);
    if (other) reach = std::min(reach, from(ends[0], *other) / 4);
  }
  for (const SurfaceHit& end : ends)
    if (from(end, place) < reach) hit = end;
  return hit;
}

// A few pixels below the top of a ball its side has turned far towards the eye.
std::optional<SurfaceHit> ViewWork::outlineNear(const SurfaceHit& hit, const QPointF& place) const {
  constexpr double kOutlineReach = 12, kEdgeOn = 0.8;  // [px]; sine from the line of sight
  constexpr int kHalvings = 10;
  const auto snapshot = live.snapshot();
  const Vec3 normal = normalOf(*snapshot, hit), sight = eye.rayAt(place).direction.normalized();
  const Vec3 out = normal - normal.dot(sight) * sight;
  if (out.norm() < kEdgeOn) return std::nullopt;
  const auto from = eye.placeOf(hit.position);
  const auto to = eye.placeOf(hit.position + eye.metresPerPixel(hit.position) * out.normalized());
  if (!from || !to) return std::nullopt;
  const QPointF way = (*to - *from) / std::hypot(to->x() - from->x(), to->y() - from->y());
  const std::vector<bool> shown = shownParts();
  const auto hitAt = [&](double by) {
    auto there = pickSurface(*snapshot, shown, eye.rayAt(place + by * way));
    return there && there->part == hit.part ? there : std::nullopt;
  };
  double inside = 0, outside = kOutlineReach;
  if (hitAt(outside)) return std::nullopt;
  std::optional<SurfaceHit> last;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (inside + outside);
    const auto there = hitAt(middle);
    if (there) last = there;
    (there ? inside : outside) = middle;
  }
  return last;
}

std::optional<Vec3> ViewWork::vertexNear(const QPointF& place,
                                         const std::vector<bool>& parts) const {
  const auto snapshot = live.snapshot();
  std::optional<Vec3> found;
  double nearest = kVertexReach;
  for (std::size_t i = 0; snapshot && i < parts.size(); ++i) {
    if (!parts[i]) continue;
    const auto& part = snapshot->topology->parts[i];
    for (std::uint32_t v = 0; v < part.vertexCount; ++v) {
      const float* x = &snapshot->positions[3 * static_cast<std::size_t>(part.firstVertex + v)];
      const Vec3 vertex(x[0], x[1], x[2]);
      const auto at = eye.placeOf(vertex);
      const double away = at ? std::hypot(at->x() - place.x(), at->y() - place.y()) : nearest;
      if (away >= nearest) continue;
      nearest = away;
      found = vertex;
    }
  }
  return found;
}

std::optional<Vec3> ViewWork::snapTarget(const QPointF& place,
                                         const std::vector<bool>& parts) const {
  const auto snapshot = live.snapshot();
  if (!snapshot || widget.snap() == Viewport::Snap::Grid) return std::nullopt;
  if (widget.snap() == Viewport::Snap::Points) return vertexNear(place, parts);
  const auto hit = pickSurface(*snapshot, parts, eye.rayAt(place));
  return hit ? std::optional(hit->position) : std::nullopt;
}

Vec3 ViewWork::snapped(const Vec3& to, const QPointF& pointer,
                       const std::vector<bool>& parts) const {
  if (widget.snap() != Viewport::Snap::Grid) return snapTarget(pointer, parts).value_or(to);
  const double step = gridStepAt(to);
  return step * (to / step).array().round().matrix();
}

std::vector<bool> ViewWork::shownBut(const std::function<bool(const std::string&)>& leftOut) const {
  std::vector<bool> shown = shownParts();
  const auto snapshot = live.snapshot();
  for (std::size_t i = 0; i < shown.size(); ++i)
    shown[i] = shown[i] && !leftOut(snapshot->topology->parts[i].part);
  return shown;
}

double ViewWork::gridStepAt(const Vec3& place) const {
  const double told = kGridReach * eye.metresPerPixel(place);
  return std::clamp(std::pow(10, std::ceil(std::log10(told))), 0.001, 1.0);
}

std::optional<MaterialPoint> ViewWork::materialAt(const SurfaceHit& hit) const {
  const RenderTopology& topology = *live.snapshot()->topology;
  const MaterialPoint exact{topology.parts[hit.part].part, materialPointAt(topology, hit)};
  MaterialPoint point = exact;
  for (double& coordinate : point.at) coordinate = std::round(1e4 * coordinate) / 1e4;
  if (hasPoint(document.scene(), document.registry(), point)) return point;
  const auto there = hasPoint(document.scene(), document.registry(), exact);  // at a pole or rim
  if (there) return exact;
  say(Viewport::tr("Nothing can be tied to %1: %2")
          .arg(QString::fromStdString(exact.part), QString::fromStdString(there.error().message)));
  return std::nullopt;
}

std::optional<ObjectId> ViewWork::objectAt(const QPointF& place) const {
  const auto snapshot = live.snapshot();
  if (!snapshot || !snapshot->topology) return std::nullopt;
  double nearest = widget.overlay(Viewport::Overlay::Glyphs) ? kGlyphReach : 0;
  std::optional<ObjectId> found;
  for (const ConstraintGlyph& glyph : snapshot->glyphs) {
    if (glyph.constraint >= snapshot->topology->constraints.size()) continue;
    for (const Vec3& end : {glyph.from, glyph.to}) {
      const auto at = eye.placeOf(end);
      const double away = at ? std::hypot(at->x() - place.x(), at->y() - place.y()) : nearest;
      if (away >= nearest) continue;
      nearest = away;
      found = ObjectId{Section::Constraints,
                       snapshot->topology->constraints[glyph.constraint].constraint};
    }
  }
  if (found) return found;
  const auto hit = surfaceAt(place);
  if (!hit) return std::nullopt;
  return ObjectId{Section::Parts, snapshot->topology->parts[hit->part].part};
}

}  // namespace sinew::ui
