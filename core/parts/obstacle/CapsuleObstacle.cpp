#include "core/parts/obstacle/CapsuleObstacle.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/parts/obstacle/SolidObstacle.h"

namespace sinew {
namespace {

class CapsuleObstacle final : public SolidObstacle {
 public:
  CapsuleObstacle(KeyedPose pose, const ContactMaterial& contact, double radius, double half)
      : SolidObstacle(std::move(pose), contact, capsuleShape(radius, half)),
        m_radius(radius),
        m_half(half) {}

 private:
  double gapAt(const Vec3& p, Vec3& normal) const override {
    const Vec3 away = p - Vec3(0, std::clamp(p.y(), -m_half, m_half), 0);
    const double distance = away.norm();
    normal = distance > 0 ? Vec3(away / distance) : Vec3::UnitX();
    return distance - m_radius;
  }

  double m_radius, m_half;  // [m]
};

Result<std::unique_ptr<Part>> createCapsule(const ParamReader& params) {
  return std::unique_ptr<Part>(
      std::make_unique<CapsuleObstacle>(readKeyedPose(params), readContact(params),
                                        params.real("radius"), params.real("length") / 2));
}

std::vector<PartHandle> handlesOfCapsule(const ParamReader& params) {
  const double radius = params.real("radius"), length = params.real("length");
  return {{"radius", placeAtStart(params, radius * Vec3::UnitX()), {}, {}},
          {"length", placeAtStart(params, (length / 2 + radius) * Vec3::UnitY()), {}, {}}};
}

// Round it stays: across its axis it grows by what keeps the area of its section right.
Fitted scaledCapsule(const ParamReader& params, const Vec3& factors) {
  return {{"radius", std::sqrt(factors.x() * factors.z()) * params.real("radius")},
          {"length", factors.y() * params.real("length")}};
}

}  // namespace

PartKind capsuleKind() {
  PartKind kind;
  kind.name = "capsule";
  kind.label = "Capsule";
  kind.doc = "A rod with round ends that parts cannot enter, fixed or keyed.";
  kind.table = solidObstacleParams({
      Param::real("radius", "m", 0.2).over(0).range(0, 1e4).doc("Thickness from its axis out."),
      Param::real("length", "m", 1)
          .over(0)
          .range(0, 1e4)
          .doc("Along its y axis, between the middles of its round ends."),
  });
  kind.coordinates = solidCoordinates();
  kind.create = createCapsule;
  kind.mirror = mirrorSolid;
  kind.size = [](const ParamReader&) { return PartSize{kCapsuleVertices, 0}; };
  kind.handles = handlesOfCapsule;
  kind.scaled = scaledCapsule;
  return kind;
}

}  // namespace sinew
