// N = YᵀY of a part whose A = H Hᵀ is factored so that Y = H⁻¹Jᵀ alone is cheap. Columns of Y stand
// side by side in groups, near ones together: products are formed only over those blocks of their
// chain where neither group is 0, which for far ones are few.
#include <algorithm>
#include <tuple>

#include "core/solvers/ConstraintSystem.h"

namespace sinew {
namespace {

constexpr int kAbreast = BlockChain::kAbreast;

/// The sums of four lanes of each.
Lanes sumsOf(Lanes a, Lanes b, Lanes c, Lanes d) {
  const Lanes ab =
      __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Lanes cd =
      __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/// The first block of a group that is not 0, and the one behind the last.
std::pair<int, int> filledBlocks(const Lanes* group, int blocks) {
  const auto isZero = [&](int i) {
    const Lanes* x = group + kAbreast * i;
    const auto any = (x[0] != 0) | (x[1] != 0) | (x[2] != 0) | (x[3] != 0);
    return (any[0] | any[1] | any[2] | any[3]) == 0;
  };
  int from = 0, end = blocks;
  while (end > from && isZero(end - 1)) --end;
  while (from < end && isZero(from)) ++from;
  return {from, end};
}

/// out (4 × 4, column-major with this stride) = aᵀ b of two groups, over these blocks, and its
/// transpose.
void multiplyGroups(const Lanes* a, const Lanes* b, int from, int end, double* out,
                    double* transpose, std::size_t stride) {
  for (int j = 0; j < kAbreast; j += 2, out += 2 * stride) {
    Lanes s0{}, s1{}, s2{}, s3{}, t0{}, t1{}, t2{}, t3{};
    for (int i = kAbreast * from; i < kAbreast * end; i += kAbreast) {
      const Lanes left = b[i + j], right = b[i + j + 1];
      s0 += a[i] * left;
      t0 += a[i] * right;
      s1 += a[i + 1] * left;
      t1 += a[i + 1] * right;
      s2 += a[i + 2] * left;
      t2 += a[i + 2] * right;
      s3 += a[i + 3] * left;
      t3 += a[i + 3] * right;
    }
    const Lanes first = sumsOf(s0, s1, s2, s3), second = sumsOf(t0, t1, t2, t3);
    store4(out, first);
    store4(out + stride, second);
    for (std::size_t k = 0; k < kAbreast; ++k) {
      transpose[k * stride + j] = first[k];
      transpose[k * stride + j + 1] = second[k];
    }
  }
}

}  // namespace

// OPTIMIZATION: as good as always they are in order already.
void ConstraintSystem::sortByPlace(const Touched& touched, const BlockChain& chain) {
  const auto first = m_order.begin() + touched.firstEnd;
  for (auto it = first; it != first + touched.endCount; ++it) {
    End& end = m_ends[*it];
    end.from = chain.blocks - 1;
    for (int b = 0; b < end.blockCount; ++b) {
      end.from = std::min(end.from, chain.place[m_blocks[*it][b].first] / BlockChain::kBlock);
    }
    for (auto at = it; at != first && m_ends[*at].from < m_ends[*(at - 1)].from; --at) {
      std::iter_swap(at, at - 1);
    }
  }
}

// Gives every row that is active at a part its column; returns how many groups that are.
int ConstraintSystem::placeColumns(const Touched& touched) {
  int columns = 0;
  for (int i = touched.firstEnd; i < touched.firstEnd + touched.endCount; ++i) {
    End& end = m_ends[m_order[i]];
    const Item& item = m_items[end.constraint];
    if (!item.active || end.columns == 0) continue;
    end.column = columns;
    for (int row = 0; row < item.rows; ++row, ++columns) {
      if (columns % kAbreast == 0) m_groupFrom[columns / kAbreast] = end.from;
    }
  }
  return (columns + kAbreast - 1) / kAbreast;
}

// m_halves ← Jᵀ of what is active at a part.
void ConstraintSystem::spreadHalves(const Touched& touched, const BlockChain& chain) {
  const auto groupSize = static_cast<std::ptrdiff_t>(chain.blocks) * kAbreast;
  for (int i = touched.firstEnd; i < touched.firstEnd + touched.endCount; ++i) {
    const End& end = m_ends[m_order[i]];
    const Item& item = m_items[end.constraint];
    if (!item.active || end.columns == 0) continue;
    for (int row = 0; row < item.rows; ++row) {
      const int column = end.column + row;
      Lanes* own = m_halves.data() + column / kAbreast * groupSize + column % kAbreast;
      const double* J = m_jacobians.data() + end.J + row;
      for (int b = 0; b < end.blockCount; ++b) {
        const std::int32_t* place = chain.place.data() + m_blocks[m_order[i]][b].first;
        for (int k = 0; k < m_blocks[m_order[i]][b].columns; ++k, J += item.rows) {
          own[place[k] / BlockChain::kBlock * kAbreast][place[k] % BlockChain::kBlock] += *J;
        }
      }
    }
  }
}

void ConstraintSystem::addHalfPairs(const Touched& touched, const Part& part,
                                    const PartScratch& scratch, double* values) {
  const BlockChain& chain = *part.chain();
  const std::ptrdiff_t groupSize = static_cast<std::ptrdiff_t>(chain.blocks) * kAbreast;
  sortByPlace(touched, chain);
  const int groups = placeColumns(touched);
  const auto group = [&](int g) { return m_halves.data() + g * groupSize; };
  std::fill(group(0), group(groups), Lanes{});
  spreadHalves(touched, chain);
  const std::size_t stride = static_cast<std::size_t>(groups) * kAbreast;
  for (int g = 0; g < groups; ++g) {
    part.applyHalfInverse(scratch, group(g), m_groupFrom[g]);
    std::tie(m_groupFrom[g], m_groupEnd[g]) = filledBlocks(group(g), chain.blocks);
    for (int f = 0; f <= g; ++f) {
      multiplyGroups(group(g), group(f), std::max(m_groupFrom[f], m_groupFrom[g]),
                     std::min(m_groupEnd[f], m_groupEnd[g]),
                     m_products.data() + (f * stride + g) * kAbreast,
                     m_products.data() + (g * stride + f) * kAbreast, stride);
    }
  }
  for (int p = touched.firstPair; p < touched.firstPair + touched.pairCount; ++p) {
    const Pair& pair = m_pairs[p];
    const End &a = m_ends[pair.a], &b = m_ends[pair.b];
    const Item &ia = m_items[a.constraint], &ib = m_items[b.constraint];
    if (!ia.active || !ib.active || a.columns == 0 || b.columns == 0) continue;
    double* target = values + pair.target;
    for (int j = 0; j < ib.rows; ++j) {
      const double* products = m_products.data() + (b.column + j) * stride + a.column;
      for (int i = 0; i < ia.rows; ++i) {
        target[i + j * ia.rows] += products[i];
        if (pair.bothWays) target[j + i * ib.rows] += products[i];
      }
    }
  }
}

}  // namespace sinew
