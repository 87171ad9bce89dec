#pragma once
#include <vector>

#include "core/math/Lanes.h"
#include "core/math/Types.h"
#include "core/solvers/BlockPattern.h"

namespace sinew {

/// Factor of a symmetric positive (semi-)definite block matrix over a BlockPattern: N = L D Lᵀ.
///
/// Fill values() with the lower triangle (blocks where the pattern puts them, fill-in blocks 0),
/// then factorise() in place and solve(). Works without allocating. Blocks of 1, 2, 3 and 6 rows
/// have fixed-size code; all others a general one.
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

  /// x ← N⁻¹ x for x laid out in elimination order (pattern.firstRow).
  void solve(double* x) const;

 private:
  template <int Size>
  void factoriseBlocks(double shift);
  void factoriseBlocks3(double shift);
  template <int Size>
  void solveBlocks(double* x) const;

  const BlockPattern* m_pattern = nullptr;
  Reals m_values;   // the blocks of L (as A D⁻¹ once factorised) and of D⁻¹
  Reals m_scratch;  // one column of blocks before the division by D
  std::vector<Columns3> m_column3, m_quotient3;  // a column of 3 × 3 blocks before and after it
  Reals m_diagonal;  // scalar diagonal of the matrix, what pivots are compared with
  std::vector<int> m_weak;
};

}  // namespace sinew
