// The only file that names concrete kinds: one include and one line each.
#include "core/integrators/EulerIntegrator.h"
#include "core/integrators/FehlbergIntegrator.h"
#include "core/parts/particle/ParticleKind.h"
#include "core/registry/Registry.h"

namespace sinew {

void registerBuiltins(Registry& registry) {
  // Parts
  registry.add(particleKind());

  // Constraints

  // Forces

  // Integrators
  registry.add(eulerKind());
  registry.add(fehlbergKind());
}

}  // namespace sinew
