#include "core/scene/StartAt.h"

#include <algorithm>

#include "core/scene/LeftOut.h"
#include "core/scene/MakePart.h"

namespace sinew {
namespace {

void addStart(const Entity& entity, const PartKind& kind, const Part& part, const double* q,
              NewStart& start) {
  const ParamReader values(kind.table, entity.values);
  const Fitted fitted = kind.startAt ? kind.startAt(values, part, q) : Fitted{};
  if (fitted.empty()) {
    start.kept.push_back(entity.name);
    return;
  }
  for (const auto& [key, value] : fitted) {
    start.edits.emplace_back(SetParam{"parts/" + entity.name, key, value});
  }
}

}  // namespace

Result<NewStart> startAt(const Scene& scene, const Registry& registry,
                         std::span<const double> configuration,
                         const std::vector<std::string>& names) {
  NewStart start;
  std::size_t first = 0;
  const Scene simulated = simulatedScene(scene, registry);
  for (const Entity& entity : simulated.parts()) {
    const PartKind* kind = registry.part(entity.kind);
    const auto part = makePart(registry, entity);
    const std::size_t count = part ? static_cast<std::size_t>(part->dims().q) : 0;
    if (kind == nullptr || !part || first + count > configuration.size()) {
      return fail(ErrorCode::Invalid, "what is shown is another scene");
    }
    const bool wanted =
        names.empty() || std::find(names.begin(), names.end(), entity.name) != names.end();
    if (wanted && part->dims().v > 0) {
      addStart(entity, *kind, *part, configuration.data() + first, start);
    }
    first += count;
  }
  if (first != configuration.size()) {
    return fail(ErrorCode::Invalid, "what is shown is another scene");
  }
  return start;
}

}  // namespace sinew
