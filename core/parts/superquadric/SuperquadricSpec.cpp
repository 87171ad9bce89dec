#include "core/parts/superquadric/SuperquadricSpec.h"

namespace sinew {

double SuperquadricSpec::shapeEnergy(const double* qs) const {
  double energy = 0;
  for (const Global::Param p : shape.moving) {
    const double away = *qs++ - shape.rest[p];
    energy += 0.5 * stiffness[p] * away * away;
  }
  return energy;
}

void SuperquadricSpec::addShapeForce(const double* qs, double* force) const {
  for (const Global::Param p : shape.moving) *force++ -= stiffness[p] * (*qs++ - shape.rest[p]);
}

}  // namespace sinew
