#include "core/parts/PathPoints.h"

namespace sinew {

ParamSpec pathPointsParam() {
  return Param::list("points", Param::vec3("point", "m", Vec3::Zero()).range(-1e6, 1e6))
      .doc(
          "Points that a path runs through after the origin, in the part's axes. None: straight "
          "along x.");
}

Result<std::vector<Vec3>> readPathPoints(const ParamReader& params, double length) {
  std::vector<Vec3> points = {Vec3::Zero()};
  for (const Value& point : params.list("points")) points.push_back(std::get<Vec3>(point.content));
  if (points.size() == 1) points.emplace_back(length, 0, 0);
  for (std::size_t i = 1; i < points.size(); ++i) {
    if ((points[i] - points[i - 1]).norm() > 1e-9) continue;
    return fail(
        ErrorCode::Invalid,
        i == 1 ? "the first of points is the part's origin" : "two points of its path are the same",
        "points");
  }
  return points;
}

ParamSpec endsParam() {
  return Param::choice("ends", {"apart", "joined"})
      .doc("Whether it has two ends or goes on from its last point to its origin, all round.");
}

std::optional<Error> faultOfRing(const std::vector<Vec3>& points) {
  if (points.size() < 3) {
    return Error{ErrorCode::Invalid, "a ring needs two points besides its origin", "points"};
  }
  if ((points.back() - points.front()).norm() > 1e-9) return std::nullopt;
  return Error{ErrorCode::Invalid, "a ring comes back to its origin by itself", "points"};
}

bool endsJoined(const ParamReader& params) {
  return params.text("ends") == "joined";
}

}  // namespace sinew
