#pragma once
#include <array>
#include <vector>

#include "core/math/Lanes.h"

namespace sinew {

/// A symmetric positive definite band matrix of 4 × 4 blocks, half-bandwidth three blocks, factored
/// as L Lᵀ: mass and stiffness of a rope together. A column of a block is four lanes.
class BlockBand {
 public:
  static constexpr int kReach = 3;
  using Block = std::array<Lanes, 4>;

  explicit BlockBand(int size) : m_rows(size) {}
  int size() const { return static_cast<int>(m_rows.size()); }
  /// Block (i, i − back), back from 0 to 3; of the diagonal ones the lower triangle counts.
  Block& at(int i, int back) { return m_rows[i][back]; }
  void clear();

  /// False when a pivot is not positive: then the matrix was not positive definite.
  bool factorise();
  /// x ← A⁻¹ x.
  void solve(Lanes* x) const { solveTogether<1>(x, 0); }
  /// The same for kTogether right-hand sides, block i of the k-th at x[i · kTogether + k], that are
  /// 0 before block `from`: one waits for the other less.
  static constexpr int kTogether = 4;
  void solveSeveral(Lanes* x, int from) const { solveTogether<kTogether>(x, from); }
  /// x ← L⁻¹ x, likewise.
  void solveHalf(Lanes* x, int from) const;

 private:
  template <int Count>
  void forward(Lanes* x, int from) const;
  template <int Count>
  void solveTogether(Lanes* x, int from) const;

  std::vector<std::array<Block, kReach + 1>> m_rows;
};

}  // namespace sinew
