#include "core/parts/locator/LocatorKind.h"

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
  return kind;
}

}  // namespace sinew
