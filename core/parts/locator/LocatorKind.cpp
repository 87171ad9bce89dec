#include "core/parts/locator/LocatorKind.h"

#include <cmath>

#include "core/parts/locator/Locator.h"
#include "core/scene/SceneTables.h"

namespace sinew {

PartKind locatorKind() {
  PartKind kind;
  kind.name = "locator";
  kind.label = "Locator";
  kind.doc =
      "A place that constraints follow: key its position and turn, and what is tied to it is led "
      "along.";
  kind.table =
      withCommon(withCommon(commonPartParams(InFilms::No), keyedPoseParams("Where it is.")),
                 {
                     Param::real("size", "m", 0.2)
                         .over(0)
                         .range(0, 1e3)
                         .doc("Of the cross it is drawn as; nothing touches it."),
                 });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Part>> {
    return std::unique_ptr<Part>(
        std::make_unique<Locator>(readKeyedPose(params), params.real("size")));
  };
  kind.size = [](const ParamReader&) { return PartSize{Locator::kVertices, 0}; };
  kind.handles = [](const ParamReader& params) -> std::vector<PartHandle> {
    const Vec3 tip = Locator::kLongReach * params.real("size") * Vec3::UnitY();
    return {{"size", placeAtStart(params, tip), {}, {}}};
  };
  // Its y axis, its direction, is not turned over.
  kind.mirror = [](const ParamReader& params, const Part&, int axis) {
    const Vec3 along = params.rotation("orientation").conjugate() * Vec3::Unit(axis);
    MirrorImage image;
    image.across = std::abs(along.x()) > std::abs(along.z()) ? 0 : 2;
    return image;
  };
  return kind;
}

}  // namespace sinew
