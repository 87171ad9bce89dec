#pragma once
#include <array>
#include <vector>

#include "core/math/Lanes.h"

namespace sinew {

/// Four symmetric band matrices of half-bandwidth 3 side by side, one per lane, factored as LDLᵀ:
/// the mass of a rope, where x, y, z and spin do not mix.
class LaneBand {
 public:
  static constexpr int kReach = 3;

  explicit LaneBand(int size) : m_rows(size) {}
  int size() const { return static_cast<int>(m_rows.size()); }
  /// Entry (i, i − back), back from 0 to 3.
  Lanes& at(int i, int back) { return m_rows[i][back]; }
  Lanes at(int i, int back) const { return m_rows[i][back]; }

  void factorise();
  /// x ← A⁻¹ x, after factorise().
  void solve(Lanes* x) const;
  /// out = A x, before factorise().
  void multiply(const Lanes* x, Lanes* out) const;

 private:
  std::vector<std::array<Lanes, kReach + 1>> m_rows;
};

}  // namespace sinew
