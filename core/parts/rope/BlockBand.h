#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "core/math/Lanes.h"

namespace sinew {

/// A symmetric positive definite band matrix of 4 × 4 blocks, half-bandwidth three blocks, factored
/// as L Lᵀ: mass and stiffness of a rope together. A column of a block is four lanes. In a ring the
/// last rows reach round to the first ones; these, the rim, are kept in full.
class BlockBand {
 public:
  static constexpr int kReach = 3;
  using Block = std::array<Lanes, 4>;

  enum class Shape { Open, Ring };
  explicit BlockBand(int size, Shape shape = Shape::Open)
      : m_size(size),
        m_bandEnd(shape == Shape::Ring ? std::max(size - kReach, 0) : size),
        m_rows(m_bandEnd),
        m_rim(static_cast<std::size_t>(size - m_bandEnd) * size) {}
  int size() const { return m_size; }
  /// Block (i, j), j ≤ i, j ≥ i − 3 unless in the rim; of the diagonal ones the lower triangle
  /// counts.
  Block& at(int i, int j) { return i < m_bandEnd ? m_rows[i][i - j] : rim(i, j); }
  const Block& at(int i, int j) const { return i < m_bandEnd ? m_rows[i][i - j] : rim(i, j); }
  void clear();

  /// Becomes the factor of a matrix of the same shape, and with that what solves. False when a
  /// pivot is not positive: then the matrix was not positive definite.
  bool factorise(const BlockBand& matrix);
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

  Block& rim(int i, int j) { return m_rim[(i - m_bandEnd) * m_size + j]; }
  const Block& rim(int i, int j) const { return m_rim[(i - m_bandEnd) * m_size + j]; }
  bool factoriseRim();

  int m_size, m_bandEnd;
  std::vector<std::array<Block, kReach + 1>> m_rows;
  std::vector<Block> m_rim;  // row by row, the last kReach of a ring
};

}  // namespace sinew
