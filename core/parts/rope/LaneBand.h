#pragma once
#include <array>
#include <vector>

#include "core/math/Lanes.h"
#include "core/parts/rope/BlockBand.h"

namespace sinew {

/// Four symmetric band matrices of half-bandwidth 3 side by side, one per lane, factored as LDLᵀ:
/// the mass of a rope, where x, y, z and spin do not mix. A ring has a rim, as in BlockBand.
class LaneBand {
 public:
  static constexpr int kReach = 3;

  using Shape = BlockBand::Shape;

  explicit LaneBand(int size, Shape shape = Shape::Open)
      : m_size(size),
        m_bandEnd(shape == Shape::Ring ? std::max(size - kReach, 0) : size),
        m_rows(m_bandEnd),
        m_rim(static_cast<std::size_t>(size - m_bandEnd) * size) {}
  int size() const { return m_size; }
  /// Entry (i, j), j ≤ i, j ≥ i − 3 unless in the rim.
  Lanes& at(int i, int j) { return i < m_bandEnd ? m_rows[i][i - j] : rim(i, j); }
  Lanes at(int i, int j) const { return i < m_bandEnd ? m_rows[i][i - j] : rim(i, j); }
  /// The first column that row i holds.
  int firstOf(int i) const { return i < m_bandEnd ? std::max(0, i - kReach) : 0; }

  void factorise();
  /// x ← A⁻¹ x, after factorise().
  void solve(Lanes* x) const;
  /// out = A x, before factorise().
  void multiply(const Lanes* x, Lanes* out) const;

 private:
  Lanes& rim(int i, int j) { return m_rim[(i - m_bandEnd) * m_size + j]; }
  Lanes rim(int i, int j) const { return m_rim[(i - m_bandEnd) * m_size + j]; }
  void factoriseRim();

  int m_size, m_bandEnd;
  std::vector<std::array<Lanes, kReach + 1>> m_rows;
  std::vector<Lanes> m_rim;  // row by row
};

}  // namespace sinew
