#include "core/parts/rope/RopeKind.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/parts/PathPoints.h"
#include "core/parts/TubeMesh.h"
#include "core/parts/rope/Rope.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

ParamTable drawnParams() {
  ParamTable table = {
      Param::choice("shape", {"path", "circle", "helix"})
          .effect(Effect::Rebuild)
          .doc("How it is drawn at the start: from its origin along a path, round its z axis as a "
               "circle, or as a helix along z."),
      Param::real("length", "m", 1)
          .over(0)
          .range(0, 1e5)
          .onlyFor("shape", {"path"})
          .onlyWithout("points")
          .doc("Length of a straight path. Paths through points, circles and helices have their "
               "own."),
      Param::real("shape_radius", "m", 0.2)
          .over(0)
          .range(0, 1e5)
          .onlyFor("shape", {"circle", "helix"})
          .doc("Of a circle or helix."),
      Param::real("turns", "", 3)
          .over(0)
          .range(0, 1e4)
          .onlyFor("shape", {"helix"})
          .doc("Turns of a helix."),
      Param::real("pitch", "m", 0.1)
          .range(-1e4, 1e4)
          .onlyFor("shape", {"helix"})
          .doc("Rise of a helix per turn."),
      Param::integer("control_points", 12)
          .range(4, 10000)
          .doc("Points that shape the curve: more follow tighter bends and cost more."),
  };
  const ParamTable ofPaths = onlyFor("shape", {"path"}, {pathPointsParam()});
  table.insert(table.begin() + 1, ofPaths.begin(), ofPaths.end());
  table.insert(table.begin() + 2, endsParam());
  return table;
}

ParamTable restParams() {
  return {
      Param::choice("rest", {"straight", "as_drawn"})
          .doc("The shape without forces: straight, or curved as drawn, like a telephone cord."),
      Param::real("rest_length", "m", 1)
          .over(0)
          .range(0, 1e5)
          .optional()
          .doc("Length without forces. When not given, the length it is drawn with."),
      Param::real("natural_curvature", "1/m", 0)
          .range(-1e4, 1e4)
          .doc("Curvature without forces, besides that of rest: a rope with it coils."),
      Param::real("natural_twist", "1/m", 0)
          .range(-1e4, 1e4)
          .doc("Twist per length without forces [rad/m]."),
  };
}

/// Hemp unless something else is said: fibres that hold what is pulled, and slip when it is bent.
ParamTable materialParams() {
  return {
      Param::real("radius", "m", 0.01).range(1e-6, 100).doc("Of the round section."),
      Param::real("density", "kg/m³", 900)
          .range(1e-6, 1e9)  // as of solids, and of lines that benchmarks take for weightless
          .formerly(2, 1100.0)
          .doc("Of the material."),
      Param::real("youngs_modulus", "Pa", 5e7)
          .over(0)
          .range(0, 1e15)  // a line of 1 mm that is taken for unstretchable: EA = 1e9 N
          .formerly(2, 2e6)
          .doc("Stiffness E of the material against stretch and bend."),
      Param::real("poissons_ratio", "", 0.3)
          .range(-0.99, 0.5)
          .doc("Of the material; sets the stiffness against twist, G = E/(2 + 2ν)."),
      Param::real("bend_scale", "", 0.02)
          .range(0, 1e6)
          .formerly(2, 1.0)
          .doc("Factor on the stiffness against bend that the section has: braided ropes have far "
               "less than 1."),
      Param::real("twist_scale", "", 1)
          .over(0)
          .range(0, 1e6)
          .doc("Factor on the stiffness against twist that the section has."),
      Param::real("damping", "1/s", 0)
          .range(0, 1e6)
          .doc("Drag against the world in proportion to mass."),
      Param::real("internal_damping", "s", 0.003)
          .range(0, 100)
          .formerly(2, 0.0)
          .doc("Viscosity of the material: time over which stress answers strain rate as it "
               "answers strain."),
  };
}

using Drawn = std::function<Vec3(double)>;

Drawn straightOrThrough(std::vector<Vec3> points, double& length) {
  std::vector<double> reached = {0};
  for (std::size_t i = 1; i < points.size(); ++i) {
    reached.push_back(reached.back() + (points[i] - points[i - 1]).norm());
  }
  length = reached.back();
  return [points = std::move(points), reached](double fraction) -> Vec3 {
    const double at = fraction * reached.back();
    const auto next = std::upper_bound(reached.begin() + 1, reached.end() - 1, at);
    const auto i = static_cast<std::size_t>(next - reached.begin());
    const double share = (at - reached[i - 1]) / (reached[i] - reached[i - 1]);
    return points[i - 1] + share * (points[i] - points[i - 1]);
  };
}

Drawn helix(double radius, double turns, double pitch, double& length) {
  const double angle = 2 * std::numbers::pi * turns, rise = turns * pitch;
  length = std::hypot(angle * radius, rise);
  return [=](double fraction) -> Vec3 {
    const double a = fraction * angle;
    return {radius * (std::cos(a) - 1), radius * std::sin(a), fraction * rise};
  };
}

/// The drawn curve in the part's axes, from its origin on, and its length [m].
Result<Drawn> drawnCurve(const ParamReader& values, double& length) {
  const std::string& shape = values.text("shape");
  const double radius = values.real("shape_radius");
  if (shape == "circle") return helix(radius, 1, 0, length);
  const bool ring = endsJoined(values);
  if (shape == "helix" && ring) {
    return fail(ErrorCode::Invalid, "a helix does not come back to its start, to be joined there",
                "ends");
  }
  if (shape == "helix") return helix(radius, values.real("turns"), values.real("pitch"), length);
  Result<std::vector<Vec3>> points = readPathPoints(values, values.real("length"));
  if (!points) return Unexpected{points.error()};
  if (ring) {
    if (const auto fault = faultOfRing(*points)) return Unexpected{*fault};
    points->push_back(points->front());
  }
  return straightOrThrough(std::move(*points), length);
}

Result<std::unique_ptr<Part>> createRope(const ParamReader& values) {
  RopeSpec spec;
  auto curve = drawnCurve(values, spec.drawnLength);
  if (!curve) return Unexpected{curve.error()};
  spec.origin = values.vec3("position");
  spec.drawn = [curve = *curve, origin = spec.origin, turn = values.rotation("orientation")](
                   double fraction) -> Vec3 { return origin + turn * curve(fraction); };
  spec.velocity = values.vec3("velocity");
  spec.angularVelocity = values.vec3("angular_velocity");
  spec.controlPoints = static_cast<int>(values.integer("control_points"));
  spec.ring = endsJoined(values);
  spec.restLength = values.given("rest_length") ? values.real("rest_length") : spec.drawnLength;
  spec.restsAsDrawn = values.text("rest") == "as_drawn";
  spec.naturalCurvature = values.real("natural_curvature");
  spec.naturalTwist = values.real("natural_twist");
  spec.radius = values.real("radius");
  const double area = std::numbers::pi * spec.radius * spec.radius;
  const double bend = area * spec.radius * spec.radius / 4;  // I; J is twice that
  const double modulus = values.real("youngs_modulus");
  spec.massPerLength = values.real("density") * area;
  spec.stretchStiffness = modulus * area;
  spec.bendStiffness = values.real("bend_scale") * modulus * bend;
  spec.twistStiffness =
      values.real("twist_scale") * modulus / (1 + values.real("poissons_ratio")) * bend;
  spec.drag = values.real("damping");
  spec.viscosity = values.real("internal_damping");
  return std::unique_ptr<Part>(std::make_unique<Rope>(spec));
}

// As a path through places along it, at its own length without forces. Where that shape is the one
// it is drawn in, another would not be the same rope.
Fitted startOfRope(const ParamReader& values, const Part& rope, const double* q) {
  constexpr int kPerSpan = 3;
  if (values.text("rest") == "as_drawn") return {};
  const auto scratch = rope.makeScratch();
  const Reals still(static_cast<std::size_t>(rope.dims().v), 0.0);
  rope.updatePoints({q, still.data(), 0}, *scratch);
  const Track track = rope.track();
  const auto at = [&](int i) {
    Vec3 position, velocity;
    rope.locate(*scratch, rope.trackPoint(static_cast<double>(i) / kPerSpan), position, velocity);
    return position;
  };
  const Vec3 origin = at(0);
  const Quat back = values.rotation("orientation").conjugate();
  const int pieces = kPerSpan * static_cast<int>(track.places);
  ValueList points;
  for (int i = 1; i <= pieces - (track.closed ? 1 : 0); ++i) {
    points.emplace_back(Vec3(back * (at(i) - origin)));
  }
  return {{"shape", "path"},
          {"position", origin},
          {"points", std::move(points)},
          {"rest_length", track.length}};
}

// Directors lean towards an axis of the world where the rope starts, and it coils towards them. If
// that axis is the one along which the world is turned over, they lean the other way.
MirrorImage mirrorRope(const ParamReader& values, const Part& rope, int axis) {
  MirrorImage image;
  const bool path = values.text("shape") == "path";
  if (path) image.across = mirrorAxisOfPath(values.rotation("orientation"), axis);
  image.values = {{"points", pointsTurnedOver(values, image.across)},
                  {"pitch", -values.real("pitch")},
                  {"natural_twist", -values.real("natural_twist")}};
  if (static_cast<const Rope&>(rope).firstDirectorLeansTo() == axis)
    image.values.emplace_back("natural_curvature", -values.real("natural_curvature"));
  return image;
}

PartSize sizeOfRope(const ParamReader& values) {
  const std::int64_t controls = values.integer("control_points");
  const std::int64_t spans = endsJoined(values) ? controls : controls - 3;
  return {tubeVertices(3 * spans + 2), 4 * controls, 0, "control_points"};
}

// A circle's and a helix's radius on the far side of the first turn, a helix's pitch at its end.
std::vector<PartHandle> handlesOfRope(const ParamReader& values) {
  const auto inSpace = [origin = values.vec3("position"), turn = values.rotation("orientation")](
                           const Vec3& p) -> Vec3 { return origin + turn * p; };
  const double radius = values.real("radius");
  if (values.text("shape") == "path") {
    std::vector<PartHandle> handles = pathHandles(values, inSpace);
    const auto points = readPathPoints(values, values.real("length"));
    if (!points) return handles;
    const Vec3 across = (*points)[1].normalized().unitOrthogonal();
    handles.push_back({"radius", inSpace(radius * across), {}, {}});
    return handles;
  }
  double length = 0;
  const Result<Drawn> curve = drawnCurve(values, length);
  if (!curve) return {};
  const bool rises = values.text("shape") == "helix";
  const double turns = rises ? values.real("turns") : 1;
  std::vector<PartHandle> handles = {
      {"shape_radius", inSpace((*curve)(std::min(0.5 / turns, 1.0))), {}, {}},
      {"radius", inSpace(radius * Vec3::UnitX()), {}, {}}};
  if (rises) handles.push_back({"pitch", inSpace((*curve)(1)), {}, {}});
  return handles;
}

// What it is like without forces grows with it, so that it does not pull or curl more than before.
Fitted scaledRope(const ParamReader& values, const Vec3& factors) {
  Fitted scaled = {{"radius", scaledThickness(factors) * values.real("radius")}};
  double longer = 1;
  if (values.text("shape") == "path") {
    ScaledPath path = scaledPath(values, factors);
    longer = path.length;
    scaled.insert(scaled.end(), path.values.begin(), path.values.end());
  } else {
    const bool rises = values.text("shape") == "helix";
    const double wider = std::sqrt(factors.x() * factors.y()), higher = factors.z();
    const double radius = values.real("shape_radius"), pitch = rises ? values.real("pitch") : 0;
    const double turns = rises ? values.real("turns") : 1;
    double before = 0, after = 0;
    helix(radius, turns, pitch, before);
    helix(wider * radius, turns, higher * pitch, after);
    longer = after / before;
    scaled.emplace_back("shape_radius", wider * radius);
    if (rises) scaled.emplace_back("pitch", higher * pitch);
  }
  if (values.given("rest_length"))
    scaled.emplace_back("rest_length", longer * values.real("rest_length"));
  for (const char* key : {"natural_curvature", "natural_twist"})
    scaled.emplace_back(key, values.real(key) / longer);
  return scaled;
}

KindMaterial hemp() {
  return {"hemp",
          {{"colour", Vec3(0.62, 0.42, 0.2)},
           {"roughness", 0.9},
           {"texture", "textures/rope.png"},
           {"texture_size", 0.06}}};
}

ParamSpec restitutionOfRope() {
  return Param::real("restitution", "", 0)
      .range(0, 1)
      .optional()
      .doc(
          "Share of the speed that a blow gives back in barrier contact: 0 thuds, 1 bounces. Of "
          "two parts the larger counts. When not given it is 0, whatever the scene's.");
}

}  // namespace

PartKind ropeKind() {
  PartKind kind;
  kind.name = "rope";
  kind.label = "Rope";
  kind.doc = "Ropes, cables, cords and thin rods that stretch, bend and twist (MICADO08).";
  kind.table = commonPosedPartParams();
  for (ParamTable params : {drawnParams(), restParams(), materialParams()}) {
    kind.table = withCommon(std::move(kind.table), std::move(params));
  }
  *std::ranges::find(kind.table, "restitution", &ParamSpec::key) = restitutionOfRope();
  // What bounces about a rope are its own waves. Where its skin gave speed back besides, every span
  // that lands would be a blow of its own.
  kind.restitution = 0;
  kind.coordinates = {
      Param::real("along", "", 0).range(0, 1).doc("From its beginning (0) to its end (1)."),
  };
  kind.create = createRope;
  kind.size = sizeOfRope;
  kind.startAt = startOfRope;
  kind.handles = handlesOfRope;
  kind.scaled = scaledRope;
  kind.mirror = mirrorRope;
  kind.material = hemp();
  return kind;
}

}  // namespace sinew
