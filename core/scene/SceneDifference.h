#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/registry/Registry.h"
#include "core/scene/Scene.h"

namespace sinew {

/// Whether two scenes compile to the same world: they differ at most in what is read anew for
/// every picture (cameras, lights, materials, environment, a part's colour) or left out.
bool sameWorld(const Scene& a, const Scene& b, const Registry& registry);

/// Whether entities that are in both scenes start otherwise (Effect::Start).
bool startDiffers(const Scene& a, const Scene& b, const Registry& registry);

/// Those values, as "parts/ball/position", and "settings/seed" if that is another: what a
/// simulation that is on its way does not look at any more.
std::vector<std::string> startDifferences(const Scene& a, const Scene& b, const Registry& registry);

/// simulationHash without what is said about the start: it changes when a simulation that is on its
/// way would go on otherwise.
std::uint64_t courseHash(const Scene& scene, const Registry& registry);

/// The instant [s] before which a simulation that is on its way goes the same in either scene, to
/// the bit: where keyed values begin to differ, infinity where nothing that it feels does. None
/// where anything else differs, such as a value that has keys in neither: that has no such instant.
std::optional<double> firstDifference(const Scene& before, const Scene& after,
                                      const Registry& registry);

}  // namespace sinew
