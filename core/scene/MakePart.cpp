#include "core/scene/MakePart.h"

namespace sinew {

std::unique_ptr<Part> makePart(const Registry& registry, const Entity& entity) {
  const PartKind* kind = registry.part(entity.kind);
  if (kind == nullptr) return nullptr;
  auto part = kind->create(ParamReader(kind->table, entity.values));
  return part ? std::move(*part) : nullptr;
}

}  // namespace sinew
