#include "core/parts/obstacle/CapsuleObstacle.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/parts/obstacle/SolidObstacle.h"

namespace sinew {
namespace {

constexpr int kAround = 48, kBands = 12;  // of each half ball
constexpr int kRings = 2 * kBands;
constexpr int kCapsuleVertices = kRings * kAround + 2;

/// Rings from the lower to the upper end, the equator once for each half; then the two ends.
SolidShape rod(double radius, double half) {
  SolidShape shape;
  for (int ring = 0; ring < kRings; ++ring) {
    const bool upper = ring >= kBands;
    const int band = upper ? ring - kBands : ring + 1 - kBands;  // from the equator
    const double height = 0.5 * std::numbers::pi * band / kBands;
    const double y = radius * std::sin(height) + (upper ? half : -half);
    for (int side = 0; side < kAround; ++side) {
      const double angle = 2 * std::numbers::pi * side / kAround;
      shape.drawn.emplace_back(radius * std::cos(height) * std::cos(angle), y,
                               -radius * std::cos(height) * std::sin(angle));
    }
  }
  shape.drawn.emplace_back(0, -half - radius, 0);
  shape.drawn.emplace_back(0, half + radius, 0);
  constexpr std::uint32_t kSides = kAround, kTop = (kRings - 1) * kAround;
  constexpr std::uint32_t kLowerEnd = kRings * kAround, kUpperEnd = kLowerEnd + 1;
  for (std::uint32_t side = 0; side < kSides; ++side) {
    const std::uint32_t next = (side + 1) % kSides;
    for (std::uint32_t low = 0; low < kTop; low += kSides) {
      const std::uint32_t high = low + kSides;
      shape.triangles.push_back({low + side, low + next, high + next});
      shape.triangles.push_back({low + side, high + next, high + side});
    }
    shape.triangles.push_back({kLowerEnd, next, side});
    shape.triangles.push_back({kTop + side, kTop + next, kUpperEnd});
  }
  shape.corners = {Vec3(0, -half, 0), Vec3(0, half, 0)};
  shape.surface.edges = {{0, 1}};
  shape.surface.thickness = radius;
  shape.size = 2 * (half + radius);
  return shape;
}

class CapsuleObstacle final : public SolidObstacle {
 public:
  CapsuleObstacle(KeyedPose pose, const ContactMaterial& contact, double radius, double half)
      : SolidObstacle(std::move(pose), contact, rod(radius, half)),
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
