#include "core/parts/superquadric/SuperquadricTable.h"

#include <algorithm>

#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

ParamTable shapeParams() {
  return {
      Param::vec3("radii", "m", Vec3::Constant(0.25))
          .range(1e-4, 1e4)
          .doc("Half extents along the part's x, y and z, before deformation; z is the long axis."),
      Param::real("scale", "", 1).range(1e-3, 1e3).doc("Common factor on the radii; never moves."),
      Param::real("exponent_u", "", 1)
          .range(0.1, 2)
          .doc("Roundness from pole to pole: 1 is round, towards 0 boxy, 2 a double cone."),
      Param::real("exponent_v", "", 1)
          .range(0.1, 2)
          .doc("Roundness round the long axis: 1 is round, towards 0 square, 2 a diamond."),
      Param::real("taper_x", "", 0)
          .range(-1, 1)
          .doc("Growth of x towards the upper pole, per half length; −1 ends in an edge."),
      Param::real("taper_y", "", 0)
          .range(-1, 1)
          .doc("Growth of y towards the upper pole, per half length; −1 ends in an edge."),
      Param::real("twist", "rad", 0)
          .range(-20, 20)
          .doc("Turn of the upper pole against the lower one about the long axis."),
      Param::real("shear_x", "", 0).range(-5, 5).doc("Shift along x per height."),
      Param::real("shear_y", "", 0).range(-5, 5).doc("Shift along y per height."),
      Param::real("bend", "rad", 0)
          .range(-6, 6)
          .doc("Angle between the two ends of the long axis; positive bends towards +x."),
      Param::real("bend_centre", "", 0)
          .range(-1, 1)
          .doc("Where along the axis the bend sits, from −1 (lower pole) to 1; never moves."),
      Param::real("bend_extent", "", 0.5)
          .range(0.05, 2)
          .doc("The bend reaches this far to both sides, in half lengths; never moves."),
  };
}

ParamTable motionParams() {
  return {
      Param::choice("motion", {"rigid", "global", "local"})
          .doc("What may move besides the whole part: nothing (rigid), the global parameters "
               "(global), or these and the surface's own displacement (local)."),
      Param::choice("mass_model", {"consistent", "lumped"})
          .onlyFor("motion", {"global", "local"})
          .doc("Inertia of parts that are not rigid. Consistent keeps momentum; lumped is the "
               "shortcut of Metaxas93, which counts inertia once per kind of motion."),
      Param::real("mass", "kg", 1)
          .range(0, 1e9)
          .zeroMeans("from density")
          .doc("Mass of the part. 0: density times the volume at rest."),
      Param::real("density", "kg/m³", 1000).range(1e-6, 1e9).doc("Used where mass is 0."),
      Param::real("nodal_mass", "kg", 0)
          .range(0, 1e9)
          .onlyFor("motion", {"local"})
          .zeroMeans("shared out")
          .doc("Mass of each node of a part with local motion, as in Metaxas93. 0: the mass is "
               "shared out by surface area."),
      Param::real("damping", "1/s", 0)
          .range(0, 1e6)
          .doc("Drag against the world in proportion to mass."),
      Param::real("internal_damping", "1/s", 0)
          .range(0, 1e6)
          .onlyFor("motion", {"global", "local"})
          .doc("Drag of deformation against the part's own rigid motion; free flight is not "
               "braked."),
  };
}

ParamTable elasticParams() {
  return onlyFor("motion", {"global", "local"},
                 {
                     Param::boolean("moves_size", true).doc("Whether the three radii may move."),
                     Param::boolean("moves_exponents", false)
                         .doc("Whether the two exponents may move. Slow, and rarely wanted."),
                     Param::boolean("moves_taper", true).doc("Whether the two tapers may move."),
                     Param::boolean("moves_twist", true).doc("Whether the twist may move."),
                     Param::boolean("moves_shear", false).doc("Whether the two shears may move."),
                     Param::boolean("moves_bend", true).doc("Whether the bend's angle may move."),
                     Param::real("size_stiffness", "N/m", 2000)
                         .range(0, 1e12)
                         .doc("Spring on each half extent: energy ½ k (change of length)²."),
                     Param::real("exponent_stiffness", "J", 20)
                         .range(0, 1e12)
                         .doc("Spring on each exponent: energy ½ k (change)²."),
                     Param::real("taper_stiffness", "J", 20)
                         .range(0, 1e12)
                         .doc("Spring on each taper: energy ½ k (change)²."),
                     Param::real("twist_stiffness", "N m/rad", 20)
                         .range(0, 1e12)
                         .doc("Spring on the twist: energy ½ k (change of angle)²."),
                     Param::real("shear_stiffness", "J", 20)
                         .range(0, 1e12)
                         .doc("Spring on each shear: energy ½ k (change)²."),
                     Param::real("bend_stiffness", "N m/rad", 20)
                         .range(0, 1e12)
                         .doc("Spring on the bend: energy ½ k (change of angle)²."),
                 });
}

ParamSpec startShapeParam() {
  return Param::list("start_shape", Param::real("number", "", 0).range(-1e4, 1e4))
      .effect(Effect::Start)
      .onlyFor("motion", {"global", "local"})
      .doc(
          "How far from rest it starts, as Make this the start and Settle write it: what to add to "
          "its radii, exponents, tapers, twist, shears and bend, then the displacements [m] of "
          "its nodes in the part's axes. Empty: at rest. Where it is of other nodes than the part "
          "has, or impossible, the part starts at rest.");
}

ParamTable surfaceParams() {
  return onlyFor(
      "motion", {"local"},
      {
          Param::real("w0", "N/m³", 2000)
              .range(0, 1e12)
              .doc("Local stiffness against displacement: energy ½ ∫ w0 |d|² dA."),
          Param::real("w1", "N/m", 200)
              .range(0, 1e12)
              .doc("Local stiffness against uneven displacement: energy ½ ∫ w1 |∇d|² dA."),
          Param::choice("membrane_measure", {"surface", "parametric"})
              .doc("Lengths and areas in the local energy: those of the rest surface, or those of "
                   "the (u, v) rectangle as in Metaxas93, which makes w0 N/m as well."),
          Param::integer("nodes_u", 7)
              .range(3, 64)
              .doc("Rings of nodes between the poles, for local motion."),
          Param::integer("nodes_v", 12)
              .range(4, 128)
              .doc("Nodes round each ring, for local motion; multiples of 8 catch edges."),
      });
}

ParamTable drawingParams() {
  return {
      Param::integer("render_u", 48)
          .range(4, 512)
          .effect(Effect::Look)
          .doc("Drawn cells from pole to pole; multiples of 4 catch edges."),
      Param::integer("render_v", 96)
          .range(4, 1024)
          .effect(Effect::Look)
          .doc("Drawn cells round the long axis; multiples of 8 catch edges."),
  };
}

void readShape(const ParamReader& values, ShapeSpec& shape) {
  const Vec3 radii = values.vec3("radii");
  shape.rest = {radii.x(),
                radii.y(),
                radii.z(),
                values.real("exponent_u"),
                values.real("exponent_v"),
                values.real("taper_x"),
                values.real("taper_y"),
                values.real("twist"),
                values.real("shear_x"),
                values.real("shear_y"),
                values.real("bend")};
  shape.scale = values.real("scale");
  shape.bendCentre = values.real("bend_centre");
  shape.bendExtent = values.real("bend_extent");
}

/// A group of global parameters that move together and share a stiffness.
struct Group {
  const char* moves;
  const char* stiffness;
  std::vector<Global::Param> members;
};

void readElasticity(const ParamReader& values, SuperquadricSpec& spec) {
  const std::vector<Group> groups = {
      {"moves_size", "size_stiffness", {Global::Radius1, Global::Radius2, Global::Radius3}},
      {"moves_exponents", "exponent_stiffness", {Global::Exponent1, Global::Exponent2}},
      {"moves_taper", "taper_stiffness", {Global::Taper1, Global::Taper2}},
      {"moves_twist", "twist_stiffness", {Global::Twist}},
      {"moves_shear", "shear_stiffness", {Global::Shear1, Global::Shear2}},
      {"moves_bend", "bend_stiffness", {Global::Bend}},
  };
  for (const Group& group : groups) {
    for (const Global::Param p : group.members) {
      // A radius counts with the length it stands for, a·aᵢ.
      const bool length = p <= Global::Radius3;
      spec.stiffness[p] =
          values.real(group.stiffness) * (length ? spec.shape.scale * spec.shape.scale : 1.0);
      if (values.boolean(group.moves)) spec.shape.moving.push_back(p);
    }
  }
  std::sort(spec.shape.moving.begin(), spec.shape.moving.end());
}

}  // namespace

ParamTable superquadricTable() {
  ParamTable own = shapeParams();
  for (const ParamTable& more : {motionParams(), elasticParams(), surfaceParams(),
                                 ParamTable{startShapeParam()}, drawingParams()}) {
    own.insert(own.end(), more.begin(), more.end());
  }
  return withCommon(commonPosedPartParams(), std::move(own));
}

SuperquadricSpec readSuperquadric(const ParamReader& values) {
  SuperquadricSpec spec;
  readShape(values, spec.shape);
  if (values.text("motion") != "rigid") readElasticity(values, spec);
  spec.mass = values.real("mass");
  spec.density = values.real("density");
  spec.nodalMass = values.real("nodal_mass");
  spec.position = values.vec3("position");
  spec.orientation = values.rotation("orientation");
  spec.velocity = values.vec3("velocity");
  spec.angularVelocity = values.vec3("angular_velocity");
  for (const Value& number : values.list("start_shape")) {
    spec.startShape.push_back(std::get<double>(number.content));
  }
  spec.damping = values.real("damping");
  spec.internalDamping = values.real("internal_damping");
  spec.membrane = {values.real("w0"), values.real("w1"),
                   values.text("membrane_measure") == "surface" ? MembraneMeasure::Surface
                                                                : MembraneMeasure::Parametric};
  spec.nodesU = static_cast<int>(values.integer("nodes_u"));
  spec.nodesV = static_cast<int>(values.integer("nodes_v"));
  spec.renderU = static_cast<int>(values.integer("render_u"));
  spec.renderV = static_cast<int>(values.integer("render_v"));
  return spec;
}

}  // namespace sinew
