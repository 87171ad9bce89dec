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
  return {tubeVertices(kRailRings * pieces + 1), 0, 0, "the number of points"};
}

std::vector<PartHandle> handlesOfRail(const ParamReader& params) {
  const auto inSpace = [&](const Vec3& p) { return placeAtStart(params, p); };
  std::vector<PartHandle> handles = pathHandles(params, inSpace);
  Result<std::vector<Vec3>> points = readPathPoints(params, params.real("length"));
  const bool ring = endsJoined(params);
  if (!points || !PathCurve::faultOf(*points, ring).empty()) return handles;
  const Vec3 across = PathCurve(std::move(*points), ring).at(0).tangent.unitOrthogonal();
  handles.push_back({"radius", inSpace(params.real("radius") * across), {}, {}});
  return handles;
}

Fitted scaledRail(const ParamReader& params, const Vec3& factors) {
  Fitted scaled = scaledPath(params, factors).values;
  scaled.emplace_back("radius", scaledThickness(factors) * params.real("radius"));
  return scaled;
}

MirrorImage mirrorRail(const ParamReader& params, const Part&, int axis) {
  MirrorImage image;
  image.across = mirrorAxisOfPath(params.rotation("orientation"), axis);
  image.values = {{"points", pointsTurnedOver(params, image.across)}};
  return image;
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
              .onlyWithout("points")
              .doc("Length of a straight path; those through points have their own."),
          endsParam(),
          Param::real("radius", "m", 0.01)
              .over(0)
              .range(0, 1e3)
              .doc("Of the rod it is drawn as, and touched as in contact between any two parts."),
      });
  kind.coordinates = {
      Param::real("along", "", 0).range(0, 1).doc("From its beginning (0) to its end (1)."),
  };
  kind.create = createRail;
  kind.size = sizeOfRail;
  kind.handles = handlesOfRail;
  kind.scaled = scaledRail;
  kind.mirror = mirrorRail;
  return kind;
}

}  // namespace sinew
