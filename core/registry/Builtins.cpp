// The only file that names concrete kinds: one include and one line each.
#include "core/constraints/AxisConstraint.h"
#include "core/constraints/DistanceConstraint.h"
#include "core/constraints/FusionConstraint.h"
#include "core/constraints/KeyholeConstraint.h"
#include "core/constraints/NockConstraint.h"
#include "core/constraints/OrientationConstraint.h"
#include "core/constraints/PlaneConstraint.h"
#include "core/constraints/PointToPointConstraint.h"
#include "core/constraints/PositionConstraint.h"
#include "core/constraints/TrajectoryConstraint.h"
#include "core/forces/Air.h"
#include "core/forces/PointForce.h"
#include "core/forces/Pressure.h"
#include "core/integrators/Bdf2Integrator.h"
#include "core/integrators/EulerIntegrator.h"
#include "core/integrators/FehlbergIntegrator.h"
#include "core/integrators/ImplicitEulerIntegrator.h"
#include "core/integrators/QuasiStaticIntegrator.h"
#include "core/parts/body/BodyKind.h"
#include "core/parts/locator/LocatorKind.h"
#include "core/parts/obstacle/BoxObstacle.h"
#include "core/parts/obstacle/CapsuleObstacle.h"
#include "core/parts/obstacle/MeshObstacle.h"
#include "core/parts/obstacle/PlaneObstacle.h"
#include "core/parts/obstacle/SphereObstacle.h"
#include "core/parts/particle/ParticleKind.h"
#include "core/parts/rail/RailKind.h"
#include "core/parts/rope/RopeKind.h"
#include "core/parts/superquadric/SuperquadricKind.h"
#include "core/registry/Registry.h"

namespace sinew {

void registerBuiltins(Registry& registry) {
  // Parts
  registry.add(particleKind());
  registry.add(bodyKind());
  registry.add(boxKind());
  registry.add(capsuleKind());
  registry.add(meshKind());
  registry.add(planeKind());
  registry.add(sphereKind());
  registry.add(locatorKind());
  registry.add(railKind());
  registry.add(ropeKind());
  registry.add(superquadricKind());

  // Constraints
  registry.add(pointToPointKind());
  registry.add(positionKind());
  registry.add(distanceKind());
  registry.add(orientationKind());
  registry.add(planeConstraintKind());
  registry.add(axisKind());
  registry.add(fusionKind());
  registry.add(keyholeKind());
  registry.add(orientedKeyholeKind());
  registry.add(pearlKind());
  registry.add(nockKind());
  registry.add(trajectoryKind());

  // Forces
  registry.add(pointForceKind());
  registry.add(airKind());
  registry.add(pressureKind());

  // Integrators
  registry.add(eulerKind());
  registry.add(fehlbergKind());
  registry.add(implicitEulerKind());
  registry.add(bdf2Kind());
  registry.add(quasiStaticKind());
}

}  // namespace sinew
