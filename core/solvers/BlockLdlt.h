#pragma once
#include <vector>

#include "core/math/Lanes.h"
#include "core/math/Types.h"
#include "core/solvers/BlockPattern.h"
#include "core/solvers/PanelLdlt.h"

namespace sinew {

/// Factor of a symmetric positive (semi-)definite block matrix over a BlockPattern: N = L D Lᵀ.
/// Where the pattern holds unknowns of parts, of K = [N₀ −J; −Jᵀ −A] with A positive definite:
/// what is left of it for the other blocks once these are eliminated is N₀ + J A⁻¹ Jᵀ.
///
/// Fill values() with the lower triangle (blocks where the pattern puts them, fill-in blocks 0),
/// then factorise() and solve(). Works without allocating. Chains of joints, blocks of three rows
/// with hardly any below, stay in registers; all else is worked on in panels.
class BlockLdlt {
 public:
  /// A pivot smaller than this part of the diagonal entry it began as counts as zero; where a
  /// shift was added, one smaller than a hundredth of that.
  static constexpr double kSingular = 1e-7;

  void setPattern(const BlockPattern* pattern);
  double* values() { return m_values.data(); }
  void clear();

  /// Adds shift · (the largest diagonal entry of its block) to every pivot, then factorises: the
  /// same for all rows of a block, so that turning the axes they are written in changes nothing.
  /// Returns false when a pivot vanished: it is then replaced by its diagonal entry, so that the
  /// factor exists, and listed in weakBlocks(). NaN counts as vanished.
  bool factorise(double shift = 0);
  /// Original indices of the blocks that had a vanishing pivot, in elimination order.
  const std::vector<int>& weakBlocks() const { return m_weak; }
  /// What the pivots of row r, in elimination order, are compared with: the diagonal of N, in the
  /// last factorisation, and what eliminated unknowns of parts added to it.
  double diagonal(int r) const { return m_diagonal[r]; }

  /// x ← N⁻¹ x for x laid out in elimination order (pattern.firstRow).
  void solve(double* x) const;

 private:
  void factoriseJoints(double shift);
  void solveJoints(double* x) const;

  const BlockPattern* m_pattern = nullptr;
  Reals m_values;    // of joints, once factorised: the blocks of L (as A D⁻¹) and of D⁻¹
  Reals m_diagonal;  // by row, what pivots are compared with
  std::vector<int> m_weak;
  std::vector<Columns3> m_column, m_quotient;  // of joints: a column of blocks before and after D⁻¹
  PanelLdlt m_panels;                          // where the pattern is in panels
};

}  // namespace sinew
