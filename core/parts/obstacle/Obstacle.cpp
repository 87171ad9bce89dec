#include "core/parts/obstacle/Obstacle.h"

namespace sinew {

void sample(const Curve& curve, double time, Vec3 out[3]) {
  const Curve::Sample s = curve.at(time);
  out[0] = Vec3(s.value[0], s.value[1], s.value[2]);
  out[1] = Vec3(s.rate[0], s.rate[1], s.rate[2]);
  out[2] = Vec3(s.acceleration[0], s.acceleration[1], s.acceleration[2]);
}

ParamTable obstacleContactParams() {
  return {
      Param::real("stiffness", "N/m", 2000)
          .range(0, 1e9)
          .doc("Push per metre that a contact point has sunk in."),
      Param::real("contact_damping", "N s/m", 3)
          .range(0, 1e9)
          .doc("What makes blows soft: force per speed of a point going in."),
      Param::real("friction", "", 0.5)
          .range(0, 10)
          .doc("Coulomb coefficient: sideways force over push."),
  };
}

ContactMaterial readContact(const ParamReader& params) {
  return {params.real("stiffness"), params.real("contact_damping"), params.real("friction")};
}

}  // namespace sinew
