#include "core/parts/particle/ParticleKind.h"

#include "core/parts/particle/Particle.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

ParamTable particleTable() {
  return withCommon(
      commonMovingPartParams(),
      {
          Param::real("mass", "kg", 1).range(1e-9, 1e9).doc("Mass of the point."),
          Param::real("radius", "m", 0.05)
              .range(0, 1e6)
              .doc("Radius of the sphere that is drawn and that feels obstacles."),
          Param::real("damping", "1/s", 0)
              .range(0, 1e6)
              .doc("Drag against the world: the force is −damping · mass · velocity."),
      });
}

Result<std::unique_ptr<Part>> createParticle(const ParamReader& values) {
  ParticleSpec spec;
  spec.mass = values.real("mass");
  spec.radius = values.real("radius");
  spec.position = values.vec3("position");
  spec.velocity = values.vec3("velocity");
  spec.damping = values.real("damping");
  return std::unique_ptr<Part>(std::make_unique<Particle>(spec));
}

}  // namespace

PartKind particleKind() {
  PartKind kind;
  kind.name = "particle";
  kind.label = "Particle";
  kind.doc = "A point mass with a radius: weights, beads, links of a chain.";
  kind.table = particleTable();
  kind.create = createParticle;
  kind.size = [](const ParamReader&) { return PartSize{Particle::kVertices, 3}; };
  kind.startAt = [](const ParamReader&, const Part&, const double* q) -> Fitted {
    return {{"position", Vec3(q[0], q[1], q[2])}};
  };
  kind.handles = [](const ParamReader& values) -> std::vector<PartHandle> {
    return {{"radius", values.vec3("position") + values.real("radius") * Vec3::UnitX(), {}, {}}};
  };
  kind.mirror = [](const ParamReader&, const Part&, int) { return MirrorImage(); };
  return kind;
}

}  // namespace sinew
