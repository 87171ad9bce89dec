#include "ui/viewport/ViewTool.h"

#include <cmath>

#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"

namespace sinew::ui {
namespace {
constexpr double kGlyphReach = 10;  // [logical pixels]
}

std::vector<bool> ViewWork::shownParts() const {
  std::vector<bool> shown;
  const auto snapshot = live.snapshot();
  if (!snapshot || !snapshot->topology) return shown;
  const ParamTable table = commonPartParams();
  for (const auto& part : snapshot->topology->parts) {
    const Entity* entity = document.scene().find(Section::Parts, part.part);
    const bool visible =
        entity != nullptr &&
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
