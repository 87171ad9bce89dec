#include "core/simulation/ContactRange.h"

#include <algorithm>

#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

constexpr double kOfRope = 0.05, kOfOthers = 0.01;  // of the thickness
constexpr double kWidest = 0.01;                    // [m]

double rangeOf(const Part& part) {
  const ContactSurface surface = part.contactSurface();
  const bool rope = surface.faces.empty() && !surface.edges.empty();
  return (rope ? kOfRope : kOfOthers) * part.thickness();
}

}  // namespace

double contactRangeOf(const World& world) {
  const ParamReader settings(settingsTable(), world.scene().settings);
  if (settings.given("contact_range")) return settings.real("contact_range");
  double range = kWidest;
  for (const CompiledPart& part : world.parts()) {
    if (part.dims.v > 0) range = std::min(range, rangeOf(*part.part));
  }
  return range;
}

}  // namespace sinew
