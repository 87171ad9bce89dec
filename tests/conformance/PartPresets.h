#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/registry/Registry.h"

namespace sinew::conformance {

/// One part kind with values for its parameters, found through the registry alone.
struct PartPreset {
  std::string name;  ///< letters, digits and _ only
  std::string kind;
  ParamValues values;
  bool dissipates = false;  ///< some rate constant of damping (unit 1/s) is not zero
};

/// For every kind, as small as it says that its parts may be: every combination of its Enum values,
/// each with defaults (of version 2 of the format, which explicit steps can take), with seeded
/// random values without damping, and with damping. Combinations a kind refuses are left out,
/// except that its defaults must be accepted.
std::vector<PartPreset> partPresets(const Registry& registry);

std::unique_ptr<Part> makePart(const Registry& registry, const PartPreset& preset);

}  // namespace sinew::conformance
