#pragma once
#include <vector>

#include "core/simulation/Islands.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {

/// The parts that fall freely at the instant last evaluated: nothing but gravity acts on them, at
/// once or by what they are tied to. How their velocities change within a step is known.
class FreeParts {
 public:
  explicit FreeParts(const SceneDynamics& dynamics);

  bool isFree(int part) const { return m_held[part] == 0; }
  /// v of all parts [v, as in y]: takes that of one to `seconds` later, or earlier if less than 0.
  void shift(int part, double seconds, double* v) const;

 private:
  bool moves(int part) const;
  void tie(const CompiledConstraint& constraint);
  void holdTouched();
  void spread();

  const SceneDynamics* m_dynamics;
  const World* m_world;
  std::vector<char> m_held;  // per part
  Islands m_islands;
};

}  // namespace sinew
