#pragma once
#include "core/params/ParamValues.h"

namespace sinew::test {

/// Gives values what stood for them in scenes of version 2: explicit steps of a millisecond, and
/// parts soft enough for them. Closed forms and tolerances of most tests are about these.
inline void giveFormerDefaults(const ParamTable& table, ParamValues& values) {
  constexpr int kVersion = 2;
  for (const ParamSpec& spec : table) {
    const Value* before = formerDefault(spec, kVersion);
    if (before != nullptr) values.set(spec, *before);
  }
}

}  // namespace sinew::test
