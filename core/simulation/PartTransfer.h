#pragma once
#include "core/scene/Scene.h"
#include "core/simulation/World.h"

namespace sinew {

/// A part of the world before an edit, as it was then.
struct PartBefore {
  const CompiledPart& part;
  const Entity& entity;
  PartState state;
};

/// The same part in the world after it.
struct PartAfter {
  const CompiledPart& part;
  const Entity& entity;
  const Registry& registry;
};

enum class PartChange { None, Rebuilt };

/// Fills q and v of a part that may have been rebuilt. Of the same kind and layout, it keeps its
/// configuration and its velocity; otherwise it starts undeformed, as near to where it was and
/// moving as near to how it moved as a rigid thing can be.
void carryPartOver(const PartBefore& before, const PartAfter& after, PartChange change, double* q,
                   double* v);

}  // namespace sinew
