#include "core/parts/obstacle/BoxObstacle.h"

#include <algorithm>

#include "core/parts/obstacle/SolidObstacle.h"

namespace sinew {
namespace {

class BoxObstacle final : public SolidObstacle {
 public:
  BoxObstacle(KeyedPose pose, const ContactMaterial& contact, const Vec3& half)
      : SolidObstacle(std::move(pose), contact, boxShape(half)), m_half(half) {}

 private:
  double gapAt(const Vec3& p, Vec3& normal) const override {
    const Vec3 beyond = p.cwiseAbs() - m_half, outside = beyond.cwiseMax(0);
    const double distance = outside.norm();
    int nearest = 0;
    if (distance > 0) {
      normal = outside.cwiseProduct(p.cwiseSign()) / distance;
      return distance;
    }
    const double depth = beyond.maxCoeff(&nearest);
    normal.setZero();
    normal[nearest] = p[nearest] < 0 ? -1 : 1;
    return depth;
  }

  Vec3 m_half;  // [m]
};

Result<std::unique_ptr<Part>> createBox(const ParamReader& params) {
  const Vec3 size = params.vec3("size");
  if (!(size.minCoeff() > 0)) {
    return fail(ErrorCode::Invalid, "above 0 m along every axis", "size");
  }
  return std::unique_ptr<Part>(
      std::make_unique<BoxObstacle>(readKeyedPose(params), readContact(params), size / 2));
}

// At the middles of three faces.
std::vector<PartHandle> handlesOfBox(const ParamReader& params) {
  const Vec3 size = params.vec3("size");
  std::vector<PartHandle> handles;
  for (int axis = 0; axis < 3; ++axis) {
    handles.push_back(
        {"size", placeAtStart(params, 0.5 * size[axis] * Vec3::Unit(axis)), {}, axis});
  }
  return handles;
}

Fitted scaledBox(const ParamReader& params, const Vec3& factors) {
  return {{"size", Vec3(factors.cwiseProduct(params.vec3("size")))}};
}

}  // namespace

PartKind boxKind() {
  PartKind kind;
  kind.name = "box";
  kind.label = "Box";
  kind.doc = "A block that parts cannot enter, fixed or keyed.";
  kind.table = solidObstacleParams({
      Param::vec3("size", "m", Vec3(1, 1, 1)).range(0, 1e4).doc("Lengths along its axes."),
  });
  kind.coordinates = solidCoordinates();
  kind.create = createBox;
  kind.mirror = mirrorSolid;
  kind.size = [](const ParamReader&) { return PartSize{kBoxVertices, 0}; };
  kind.handles = handlesOfBox;
  kind.scaled = scaledBox;
  return kind;
}

}  // namespace sinew
