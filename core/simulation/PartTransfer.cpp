#include "core/simulation/PartTransfer.h"

#include <algorithm>
#include <cmath>

#include "core/math/Rotation.h"

namespace sinew {
namespace {

bool sameFields(const std::vector<StateField>& a, const std::vector<StateField>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.name == y.name && x.count == y.count;
  });
}

bool sameLayout(const CompiledPart& a, const CompiledPart& b) {
  return a.kind == b.kind && a.version == b.version &&
         sameFields(a.part->configurationFields(), b.part->configurationFields()) &&
         sameFields(a.part->velocityFields(), b.part->velocityFields());
}

}  // namespace

void carryPartOver(const PartBefore& before, const PartAfter& after, PartChange change, double* q,
                   double* v) {
  static_cast<void>(change);
  if (sameLayout(before.part, after.part)) {
    std::copy_n(before.state.q, after.part.dims.q, q);
    std::copy_n(before.state.v, after.part.dims.v, v);
    return;
  }
  after.part.part->initialState(q, v);
}

}  // namespace sinew
