#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "core/math/Lanes.h"

namespace sinew {

/// A symmetric positive definite band matrix of 4 × 4 blocks, half-bandwidth three blocks, factored
/// as L Lᵀ: mass and stiffness of a rope together. A column of a block is four lanes. In a ring the
/// last rows reach round to the first ones; these, the rim, are kept in full. Otherwise it is
/// eliminated from both ends towards the middle: two chains of pivots that do not wait for each
/// other, and what begins near an end fills no more than its half.
class BlockBand {
 public:
  static constexpr int kReach = 3;
  using Block = std::array<Lanes, 4>;

  enum class Shape { Open, Ring };
  explicit BlockBand(int size, Shape shape = Shape::Open)
      : m_size(size),
        m_bandEnd(shape == Shape::Ring ? std::max(size - kReach, 0) : size),
        m_middle(shape == Shape::Open && size >= kLong ? (size - kReach) / 2 : m_bandEnd),
        m_beyond(m_middle < m_bandEnd ? m_middle + kReach : m_bandEnd),
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
  /// x ← L⁻¹ x, likewise; blocks before `from` come to count.
  void solveHalf(Lanes* x, int from) const;

 private:
  static constexpr int kLong = 10;  // blocks, from which on there are two ends to begin at

  template <int Count>
  void forwardUp(Lanes* x, int i, int from) const;
  template <int Count>
  void forwardDown(Lanes* x, int i, int to) const;
  template <int Count>
  void forwardMiddle(Lanes* x, int from, int to) const;
  template <int Count>
  void forwardRim(Lanes* x, int from) const;
  template <int Count>
  void forward(Lanes* x, int from) const;
  template <int Count>
  void backUp(Lanes* x, int i) const;
  template <int Count>
  void backDown(Lanes* x, int i) const;
  template <int Count>
  void backRim(Lanes* x) const;
  template <int Count>
  void solveTogether(Lanes* x, int from) const;

  Block& rim(int i, int j) { return m_rim[(i - m_bandEnd) * m_size + j]; }
  const Block& rim(int i, int j) const { return m_rim[(i - m_bandEnd) * m_size + j]; }
  void eliminateUp(int i);
  bool factoriseDown(const BlockBand& matrix, int i);
  bool factoriseMiddle(const BlockBand& matrix);
  bool factoriseRim();
  Block& ahead(int i, int by) { return m_ahead[i - m_middle][by - 1]; }
  const Block& ahead(int i, int by) const { return m_ahead[i - m_middle][by - 1]; }

  int m_size, m_bandEnd;
  int m_middle, m_beyond;  // blocks that are eliminated last; behind them from the far end down
  std::vector<std::array<Block, kReach + 1>> m_rows;
  std::array<std::array<Block, kReach>, kReach> m_ahead{};  // L(i, i + 1 …) of those in the middle
  std::vector<Block> m_rim;                                 // row by row, the last kReach of a ring
};

}  // namespace sinew
