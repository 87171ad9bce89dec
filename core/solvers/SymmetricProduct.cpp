// N x for the blocks of a BlockPattern.
#include <algorithm>

#include "core/math/Lanes.h"
#include "core/model/BlockChain.h"
#include "core/solvers/BlockPattern.h"

namespace sinew {
namespace {

void multiplyBlock(const BlockPattern& p, const double* block, int row, int column, const double* x,
                   double* out) {
  for (int c = 0; c < p.size[column]; ++c) {
    for (int r = 0; r < p.size[row]; ++r) {
      const double value = block[c * p.size[row] + r];
      out[p.firstRow[row] + r] += value * x[p.firstRow[column] + c];
      if (row != column) out[p.firstRow[column] + c] += value * x[p.firstRow[row] + r];
    }
  }
}

static_assert(BlockChain::kBlock != 3, "blocks of three rows are taken for constraints'");

/// A column of blocks that is three wide: what it gives to the rows below it, and they to it.
/// Blocks of three rows, as nets are full of, stay in registers.
void multiplyColumn3(const BlockPattern& p, const double* values, int k, const double* x,
                     double* out) {
  const double* own = x + p.firstRow[k];
  Lanes c0{}, c1{}, c2{};  // sums of what each of its rows gets
  for (int e = p.columnStart[k]; e < p.columnStart[k + 1]; ++e) {
    const auto [below, offset] = p.entries[e];
    const double* block = values + offset;
    if (p.size[below] != 3) {
      if (p.order[below] < p.firstUnknown) multiplyBlock(p, block, below, k, x, out);
      continue;
    }
    const int row = p.firstRow[below];
    const Lanes a = load3Padded(block), b = load3Padded(block + 3), c = load3Padded(block + 6);
    const Lanes other = load3(x + row);
    store3(out + row, load3(out + row) + a * own[0] + b * own[1] + c * own[2]);
    c0 += a * other;
    c1 += b * other;
    c2 += c * other;
  }
  const auto sum = [](Lanes lanes) { return lanes[0] + lanes[1] + lanes[2]; };
  const double* d = values + p.diagonal[k];
  double* to = out + p.firstRow[k];
  for (int i = 0; i < 3; ++i) to[i] += d[i] * own[0] + d[3 + i] * own[1] + d[6 + i] * own[2];
  to[0] += sum(c0);
  to[1] += sum(c1);
  to[2] += sum(c2);
}

}  // namespace

void multiplySymmetric(const BlockPattern& p, const double* values, const double* x, double* out) {
  std::fill(out, out + p.rows, 0.0);
  const auto isUnknown = [&](int k) { return p.order[k] >= p.firstUnknown; };
  for (int k = 0; k < p.blocks; ++k) {
    if (isUnknown(k)) continue;
    if (p.size[k] == 3) {
      multiplyColumn3(p, values, k, x, out);
      continue;
    }
    multiplyBlock(p, values + p.diagonal[k], k, k, x, out);
    for (int e = p.columnStart[k]; e < p.columnStart[k + 1]; ++e) {
      if (isUnknown(p.entries[e].row)) continue;
      multiplyBlock(p, values + p.entries[e].offset, p.entries[e].row, k, x, out);
    }
  }
}

}  // namespace sinew
