#include "core/parts/obstacle/SphereObstacle.h"

#include "core/parts/obstacle/SolidObstacle.h"

namespace sinew {
namespace {

class SphereObstacle final : public SolidObstacle {
 public:
  SphereObstacle(KeyedPose pose, const ContactMaterial& contact, double radius)
      : SolidObstacle(std::move(pose), contact, ballShape(radius)), m_radius(radius) {}

 private:
  double gapAt(const Vec3& p, Vec3& normal) const override {
    const double distance = p.norm();
    normal = distance > 0 ? Vec3(p / distance) : Vec3::UnitY();
    return distance - m_radius;
  }

  double m_radius;  // [m]
};

Result<std::unique_ptr<Part>> createSphere(const ParamReader& params) {
  return std::unique_ptr<Part>(std::make_unique<SphereObstacle>(
      readKeyedPose(params), readContact(params), params.real("radius")));
}

}  // namespace

PartKind sphereKind() {
  PartKind kind;
  kind.name = "sphere";
  kind.label = "Sphere";
  kind.doc = "A ball that parts cannot enter, fixed or keyed.";
  kind.table = solidObstacleParams({
      Param::real("radius", "m", 0.5).over(0).range(0, 1e4).doc("From the middle to the surface."),
  });
  kind.coordinates = solidCoordinates();
  kind.create = createSphere;
  kind.mirror = mirrorSolid;
  kind.size = [](const ParamReader&) { return PartSize{kBallVertices, 0}; };
  kind.handles = [](const ParamReader& params) -> std::vector<PartHandle> {
    return {{"radius", placeAtStart(params, params.real("radius") * Vec3::UnitX()), {}, {}}};
  };
  return kind;
}

}  // namespace sinew
