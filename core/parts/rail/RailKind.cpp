#include "core/parts/rail/RailKind.h"

#include "core/parts/PathPoints.h"
#include "core/parts/TubeMesh.h"
#include "core/parts/rail/Rail.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

Result<std::unique_ptr<Part>> createRail(const ParamReader& params) {
  Result<std::vector<Vec3>> points = readPathPoints(params, params.real("length"));
  if (!points) return Unexpected{points.error()};
  const bool ring = endsJoined(params);
  if (const auto fault = PathCurve::faultOf(*points, ring); !fault.empty()) {
    return fail(ErrorCode::Invalid, std::string(fault), "points");
  }
  return std::unique_ptr<Part>(std::make_unique<Rail>(
      RailSpec{readKeyedPose(params), PathCurve(std::move(*points), ring), params.real("radius")}));
}

PartSize sizeOfRail(const ParamReader& params) {
  const auto points = static_cast<std::int64_t>(params.list("points").size());
  const std::int64_t pieces = std::max<std::int64_t>(points, 1) + (endsJoined(params) ? 1 : 0);
  return {tubeVertices(kRailRings * pieces + 1), 0};
}

}  // namespace

PartKind railKind() {
  PartKind kind;
  kind.name = "rail";
  kind.label = "Rail";
  kind.doc = "A drawn path that parts slide along as pearls, or are led along by a trajectory.";
  kind.table = withCommon(
      withCommon(commonPartParams(), keyedPoseParams("Where it starts, and what it turns about.")),
      {
          pathPointsParam(),
          Param::real("length", "m", 1)
              .over(0)
              .range(0, 1e5)
              .doc("Length of a straight path; those through points have their own."),
          endsParam(),
          Param::real("radius", "m", 0.01)
              .over(0)
              .range(0, 1e3)
              .doc("Of the rod it is drawn as, and touched as in contact between any two parts."),
      });
  kind.create = createRail;
  kind.size = sizeOfRail;
  return kind;
}

}  // namespace sinew
