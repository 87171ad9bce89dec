#include "core/parts/superquadric/SuperquadricKind.h"

#include <fmt/format.h>

#include <numbers>

#include "core/parts/MirrorAxis.h"
#include "core/parts/superquadric/FrameMap.h"
#include "core/parts/superquadric/GlobalSuperquadric.h"
#include "core/parts/superquadric/LocalSuperquadric.h"
#include "core/parts/superquadric/LumpedSuperquadric.h"
#include "core/parts/superquadric/RigidSuperquadric.h"
#include "core/parts/superquadric/SuperquadricHandles.h"
#include "core/parts/superquadric/SuperquadricTable.h"

namespace sinew {
namespace {

using PartResult = Result<std::unique_ptr<Part>>;

constexpr double kLeastMass = 1e-9;  // [kg]

/// Below this the mass matrix of frame and shape would be solved with few digits left.
constexpr double kLeastConditioning = 1e-9;

/// Whether the shape's parameters are told apart by the masses that carry them.
bool isDetermined(const SuperquadricSpec& spec, const SuperquadricShape& shape, bool local) {
  if (local) {
    const SurfaceGrid grid(shape, spec.nodesU, spec.nodesV);
    const Membrane membrane(shape, grid, spec.membrane);
    Reals mass(static_cast<std::size_t>(grid.points().slots()));
    for (int i = 0; i < grid.count(); ++i) {
      mass[static_cast<std::size_t>(grid.points().slot(i))] =
          membrane.areas()[static_cast<std::size_t>(i)];
    }
    return restConditioning(shape, grid.points(), mass) > kLeastConditioning;
  }
  const MassPoints solid = solidMassPoints(shape, 1, kMassStations);
  return restConditioning(shape, solid.points, solid.mass) > kLeastConditioning;
}

PartResult createSuperquadric(const ParamReader& values) {
  for (const char* key : {"mass", "nodal_mass"}) {
    const double mass = values.real(key);
    if (mass > 0 && mass < kLeastMass)
      return fail(ErrorCode::Invalid, fmt::format("0 or at least {:g} kg", kLeastMass), key);
  }
  SuperquadricSpec spec = readSuperquadric(values);
  const SuperquadricShape shape(spec.shape);
  const SolidMoments moments = solidMoments(shape);
  if (moments.foldsOver) {
    return fail(ErrorCode::Invalid,
                "bend, bend_extent and radii fold the shape through itself; a smaller bend, a "
                "larger bend_extent or a thinner part does not",
                "bend");
  }
  const std::string& motion = values.text("motion");
  if (motion == "rigid") {
    return PartResult(std::make_unique<RigidSuperquadric>(std::move(spec), moments));
  }
  const bool local = motion == "local";
  if (!isDetermined(spec, shape, local)) {
    return fail(ErrorCode::Invalid,
                "the moving shape parameters cannot be told apart at this shape; let fewer of "
                "moves_size, moves_exponents, moves_taper, moves_twist, moves_shear and "
                "moves_bend move, or give a local part more nodes_u and nodes_v",
                "motion");
  }
  if (values.text("mass_model") == "lumped") {
    return PartResult(std::make_unique<LumpedSuperquadric>(std::move(spec), moments.volume, local));
  }
  if (local) {
    return PartResult(std::make_unique<LocalSuperquadric>(std::move(spec), moments.volume));
  }
  return PartResult(std::make_unique<GlobalSuperquadric>(std::move(spec), moments.volume));
}

PartSize sizeOfSuperquadric(const ParamReader& values) {
  const std::int64_t vertices = (values.integer("render_u") - 1) * values.integer("render_v") + 2;
  const std::int64_t nodes = values.integer("nodes_u") * values.integer("nodes_v") + 2;
  const std::string& motion = values.text("motion");
  const std::int64_t shape = motion == "rigid" ? 0 : Global::kCount;
  return {vertices, 6 + shape + (motion == "local" ? 3 * nodes : 0), 0, "render_u and render_v"};
}

// What a state is told by is the origin of a soft part, but the centre of mass of a rigid one.
Fitted startOfSuperquadric(const ParamReader& values, const Part& part, const double* q) {
  constexpr int kFrame = 7;
  const SuperquadricSpec spec = readSuperquadric(values);
  Reals q0(static_cast<std::size_t>(part.dims().q)), v0(static_cast<std::size_t>(part.dims().v));
  part.initialState(q0.data(), v0.data());
  const Vec3 arm = spec.orientation.conjugate() * (Vec3(q0.data()) - spec.position);
  const Quat turned = Quat(q[3], q[4], q[5], q[6]).normalized();
  Fitted start = {{"position", Vec3(Vec3(q) - turned * arm)}, {"orientation", turned}};
  if (part.dims().q == kFrame) return start;
  const std::vector<Global::Param>& moving = spec.shape.moving;
  ValueList shape(Global::kCount, Value(0.0));
  for (std::size_t i = 0; i < moving.size(); ++i) {
    shape[moving[i]] = q[kFrame + i] - spec.shape.rest[moving[i]];
  }
  const std::span<const double> displacements(q + kFrame + moving.size(), q + part.dims().q);
  shape.insert(shape.end(), displacements.begin(), displacements.end());
  start.emplace_back("start_shape", std::move(shape));
  return start;
}

// What of the start's shape is turned over; its dents are left behind.
ValueList mirroredStart(const ValueList& start, const std::vector<const char*>& turnedOver) {
  if (start.size() < Global::kCount) return {};
  ValueList mirrored(start.begin(), start.begin() + Global::kCount);
  const std::pair<const char*, Global::Param> numbers[] = {
      {"twist", Global::Twist},    {"shear_x", Global::Shear1}, {"shear_y", Global::Shear2},
      {"taper_x", Global::Taper1}, {"taper_y", Global::Taper2}, {"bend", Global::Bend}};
  for (const auto& [key, p] : numbers) {
    const auto is = [key = key](std::string_view other) { return other == key; };
    if (std::ranges::any_of(turnedOver, is)) mirrored[p] = -std::get<double>(mirrored[p].content);
  }
  return mirrored;
}

// Across y, v runs the other way; across x, it does so from the other side; across z, u does. Only
// an even number of nodes round the part lies across x as it did.
MirrorImage mirrorSuperquadric(const ParamReader& values, const Part&, int axis) {
  MirrorImage image;
  image.across = mirrorAxis(values.rotation("orientation"), axis);
  const bool even = values.integer("nodes_v") % 2 == 0 && values.integer("render_v") % 2 == 0;
  if (image.across == 0 && !even) image.across = 1;
  const std::vector<const char*> turnedOver[] = {
      {"twist", "shear_x", "bend"},
      {"twist", "shear_y"},
      {"twist", "shear_x", "shear_y", "taper_x", "taper_y", "bend_centre"}};
  for (const char* key : turnedOver[image.across]) {
    image.values.emplace_back(key, -values.real(key));
  }
  if (values.given("start_shape")) {
    image.values.emplace_back("start_shape",
                              mirroredStart(values.list("start_shape"), turnedOver[image.across]));
  }
  image.point = [across = image.across](std::vector<double> at) {
    if (at.size() != 2) return at;
    if (across == 2) return std::vector{0 - at[0], at[1]};
    return std::vector{at[0], across == 0 ? std::numbers::pi - at[1] : 0 - at[1]};
  };
  return image;
}

}  // namespace

PartKind superquadricKind() {
  PartKind kind;
  kind.name = "superquadric";
  kind.label = "Superquadric";
  kind.doc =
      "Ellipsoids, boxes, cylinders and all between, which taper, twist, shear, bend and "
      "dent (Metaxas93).";
  kind.table = superquadricTable();
  constexpr double kHalfPi = std::numbers::pi / 2;
  kind.coordinates = {
      Param::real("u", "rad", 0)
          .range(-kHalfPi, kHalfPi)
          .doc("Height on the long axis: −90° at its lower pole, 90° at the upper."),
      Param::real("v", "rad", 0).doc("Round the long axis, from the part's x towards its y."),
  };
  kind.create = createSuperquadric;
  kind.size = sizeOfSuperquadric;
  kind.small = {{"nodes_u", 5}, {"nodes_v", 8}, {"render_u", 16}, {"render_v", 32}};
  kind.startAt = startOfSuperquadric;
  kind.handles = handlesOfSuperquadric;
  kind.scaled = scaledSuperquadric;
  kind.mirror = mirrorSuperquadric;
  return kind;
}

}  // namespace sinew
