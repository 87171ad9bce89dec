#pragma once
#include <vector>

#include "core/math/Types.h"
#include "core/solvers/PanelPattern.h"

namespace sinew {

/// The factor N = L D Lᵀ of a BlockPattern by panels: a few dense matrices, where blocks would be
/// many small ones. What BlockLdlt says of pivots and of unknowns of parts holds here as well.
/// Works without allocating.
class PanelLdlt {
 public:
  void setPattern(const BlockPattern* pattern);

  /// Of the blocks at `values`, laid out as the pattern says. `diagonal`: by row, what pivots are
  /// compared with, to which is added what unknowns of parts add. `weak` gets the original indices
  /// of blocks whose pivot vanished.
  void factorise(const double* values, double shift, double singular, double* diagonal,
                 std::vector<int>& weak);
  /// x ← N⁻¹ x, in elimination order.
  void solve(double* x) const;

 private:
  using Panel = PanelPattern::Panel;

  void eliminate(const Panel& panel, double shift, double singular, double* diagonal,
                 std::vector<int>& weak);
  void noteGains(const Panel& panel, int column, double pivot, double* diagonal) const;
  void update(const Panel& panel, const PanelPattern::Group& group);
  bool isUnknown(int block) const { return m_blocks->order[block] >= m_blocks->firstUnknown; }
  const std::int32_t* rowsOf(const Panel& panel) const {
    return m_pattern.rows.data() + panel.rowStart;
  }

  const BlockPattern* m_blocks = nullptr;
  PanelPattern m_pattern;
  std::vector<char> m_constrains;  // by row: whether it is a constraint's, not an unknown's
  Reals m_values;                  // L by panels, with rubbish above its diagonal
  Reals m_pivots;                  // D, by row
  Reals m_packed, m_product;
  mutable Reals m_below;
};

}  // namespace sinew
