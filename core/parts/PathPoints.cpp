#include "core/parts/PathPoints.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

std::vector<PartHandle> pathHandles(const ParamReader& params, const Placing& inSpace) {
  const ValueList& points = params.list("points");
  if (points.empty()) {
    return {{"length", inSpace(Vec3(params.real("length"), 0, 0)), {}, {}}};
  }
  std::vector<PartHandle> handles;
  for (const Value& point : points) {
    handles.push_back({"points", inSpace(std::get<Vec3>(point.content)), handles.size(), {}});
  }
  return handles;
}

ScaledPath scaledPath(const ParamReader& params, const Vec3& factors) {
  const ValueList& points = params.list("points");
  if (points.empty()) {
    return {{{"length", factors.x() * params.real("length")}}, factors.x()};
  }
  ValueList scaled;
  Vec3 last = Vec3::Zero();
  double before = 0, after = 0;
  for (const Value& value : points) {
    const Vec3& point = std::get<Vec3>(value.content);
    before += (point - last).norm();
    after += factors.cwiseProduct(point - last).norm();
    scaled.emplace_back(Vec3(factors.cwiseProduct(point)));
    last = point;
  }
  return {{{"points", std::move(scaled)}}, after / before};
}

double scaledThickness(const Vec3& factors) {
  std::array<double, 3> sorted = {factors.x(), factors.y(), factors.z()};
  std::sort(sorted.begin(), sorted.end());
  return sorted[1];
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

int mirrorAxisOfPath(const Quat& orientation, int worldAxis) {
  const Vec3 along = orientation.conjugate() * Vec3::Unit(worldAxis);
  return std::abs(along.y()) > std::abs(along.z()) ? 1 : 2;
}

ValueList pointsTurnedOver(const ParamReader& params, int axis) {
  ValueList points = params.list("points");
  for (Value& point : points) {
    double& along = std::get<Vec3>(point.content)[axis];
    along = 0 - along;
  }
  return points;
}

}  // namespace sinew
