#include "core/parts/obstacle/Obstacle.h"

#include "core/scene/SceneTables.h"

namespace sinew {

ParamTable obstacleContactParams() {
  return {
      Param::real("stiffness", "N/m", 2000)
          .range(0, 1e9)
          .doc("Push per metre that a contact point has sunk in, where contact is by springs."),
      Param::real("contact_damping", "N s/m", 3)
          .range(0, 1e9)
          .doc("What makes blows soft, where contact is by springs: force per speed of a point "
               "going "
               "in."),
      Param::real("friction", "", 0.5)
          .range(0, 10)
          .doc("Coulomb coefficient: sideways force over push. With a part that has its own, the "
               "root of both multiplied."),
      restitutionParam(),
  };
}

ContactMaterial readContact(const ParamReader& params) {
  return {params.real("stiffness"), params.real("contact_damping"), params.real("friction")};
}

}  // namespace sinew
