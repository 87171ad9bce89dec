#include "core/parts/body/BodyKind.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/math/Rotation.h"
#include "core/parts/MirrorAxis.h"
#include "core/parts/body/Body.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

using Form = BodyShape::Form;

constexpr double kLeastMass = 1e-9;  // [kg]

ParamTable bodyTable() {
  ParamTable own = withCommon(
      bodyShapeParams(),
      {
          Param::real("mass", "kg", 0)
              .range(0, 1e9)
              .zeroMeans("from density")
              .doc("Mass of the body. 0: density times its volume."),
          Param::real("density", "kg/m³", 650).range(1e-6, 1e9).doc("Used where mass is 0."),
          Param::real("damping", "1/s", 0)
              .range(0, 1e6)
              .doc("Drag against the world in proportion to mass."),
      });
  return withCommon(commonPosedPartParams(), std::move(own));
}

BodySpec readBody(const ParamReader& values) {
  BodySpec spec;
  spec.shape = readBodyShape(values);
  spec.mass = values.real("mass");
  spec.density = values.real("density");
  spec.damping = values.real("damping");
  spec.position = values.vec3("position");
  spec.orientation = values.rotation("orientation");
  spec.velocity = values.vec3("velocity");
  spec.angularVelocity = values.vec3("angular_velocity");
  return spec;
}

Result<std::unique_ptr<Part>> createBody(const ParamReader& values) {
  const BodySpec spec = readBody(values);
  if (spec.mass > 0 && spec.mass < kLeastMass)
    return fail(ErrorCode::Invalid, fmt::format("0 or at least {:g} kg", kLeastMass), "mass");
  return std::unique_ptr<Part>(std::make_unique<Body>(spec));
}

PartSize sizeOfBody(const ParamReader& values) {
  constexpr std::array kVertices = {kBoxVertices, kBallVertices, kCapsuleVertices,
                                    kCylinderVertices, kWedgeVertices};  // as Form
  return {kVertices[static_cast<std::size_t>(readBodyShape(values).form)], 6};
}

Fitted startOfBody(const ParamReader& values, const Part&, const double* q) {
  const Quat turned = loadQuat(q + 3).normalized();
  const Vec3 centre = momentsOf(readBodyShape(values)).centroid;
  return {{"position", Vec3(Vec3(q) - turned * centre)}, {"orientation", turned}};
}

// In the middles of its sides, and where it ends.
std::vector<PartHandle> handlesOfBody(const ParamReader& values) {
  const BodyShape shape = readBodyShape(values);
  const auto at = [&](const Vec3& place) -> Vec3 {
    return values.vec3("position") + values.rotation("orientation") * place;
  };
  std::vector<PartHandle> handles;
  if (shape.form == Form::Box || shape.form == Form::Wedge) {
    for (int axis = 0; axis < 3; ++axis) {
      // Of a wedge, its lower side: above, the middle is air.
      const double side = shape.form == Form::Wedge && axis == 1 ? -1 : 1;
      handles.push_back({"size", at(side * shape.half[axis] * Vec3::Unit(axis)), {}, axis});
    }
    return handles;
  }
  handles.push_back({"radius", at(shape.radius * Vec3::UnitX()), {}, {}});
  if (shape.form == Form::Ball) return handles;
  const double round = shape.form == Form::Capsule ? shape.radius : 0;
  handles.push_back({"length", at((shape.halfLength + round) * Vec3::UnitY()), {}, {}});
  return handles;
}

// Round it stays: across its axis it grows by what keeps the area of its section right.
Fitted scaledBody(const ParamReader& values, const Vec3& factors) {
  const bool ball = readBodyShape(values).form == Form::Ball;
  const double across = ball ? std::cbrt(factors.prod()) : std::sqrt(factors.x() * factors.z());
  return {{"size", Vec3(factors.cwiseProduct(values.vec3("size")))},
          {"radius", across * values.real("radius")},
          {"length", factors.y() * values.real("length")}};
}

// A wedge is its own image across one of its axes only.
MirrorImage mirrorBody(const ParamReader& values, const Part&, int axis) {
  MirrorImage image;
  const bool wedge = readBodyShape(values).form == Form::Wedge;
  image.across = wedge ? 2 : mirrorAxis(values.rotation("orientation"), axis);
  image.point = [across = static_cast<std::size_t>(image.across)](std::vector<double> at) {
    if (across < at.size()) at[across] = 0 - at[across];
    return at;
  };
  return image;
}

}  // namespace

PartKind bodyKind() {
  PartKind kind;
  kind.name = "body";
  kind.label = "Body";
  kind.doc = "A rigid box, ball, capsule, cylinder or wedge: bricks, marbles, dominoes, cards.";
  kind.table = bodyTable();
  kind.coordinates = solidCoordinates();
  kind.create = createBody;
  kind.size = sizeOfBody;
  kind.startAt = startOfBody;
  kind.handles = handlesOfBody;
  kind.scaled = scaledBody;
  kind.mirror = mirrorBody;
  return kind;
}

}  // namespace sinew
