#include "core/solvers/BlockPattern.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <numeric>

namespace sinew {
namespace {

using Edges = std::vector<std::pair<std::int32_t, std::int32_t>>;

std::vector<std::int32_t> minimumDegreeOrder(int blocks, const Edges& edges) {
  std::vector<Eigen::Triplet<double>> triplets;
  triplets.reserve(2 * edges.size() + blocks);
  for (int i = 0; i < blocks; ++i) triplets.emplace_back(i, i, 1.0);
  for (const auto& [a, b] : edges) {
    triplets.emplace_back(a, b, 1.0);
    triplets.emplace_back(b, a, 1.0);
  }
  Eigen::SparseMatrix<double> graph(blocks, blocks);
  graph.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(graph, permutation);
  const auto& order = permutation.indices();
  return {order.data(), order.data() + order.size()};
}

/// Rows below the diagonal of every factor column: those of the matrix plus, for each column, what
/// its elimination-tree children hand up.
std::vector<std::vector<std::int32_t>> fillIn(int blocks, const Edges& edges,
                                              const std::vector<std::int32_t>& position) {
  std::vector<std::vector<std::int32_t>> below(blocks);
  for (const auto& [a, b] : edges) {
    if (a == b) continue;
    const auto [low, high] = std::minmax(position[a], position[b]);
    below[low].push_back(high);
  }
  for (int k = 0; k < blocks; ++k) {
    auto& rows = below[k];
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (rows.empty()) continue;
    auto& parent = below[rows.front()];
    parent.insert(parent.end(), rows.begin() + 1, rows.end());
  }
  return below;
}

}  // namespace

std::size_t BlockPattern::factorNonZeros() const {
  std::size_t count = 0;
  for (int k = 0; k < blocks; ++k) {
    count += static_cast<std::size_t>(size[k]) * (size[k] + 1) / 2;
    for (int e = columnStart[k]; e < columnStart[k + 1]; ++e) {
      count += static_cast<std::size_t>(size[k]) * size[entries[e].row];
    }
  }
  return count;
}

std::int32_t BlockPattern::find(int a, int b, bool& transposed) const {
  const int pa = position[a], pb = position[b];
  transposed = pa < pb;
  if (pa == pb) return diagonal[pa];
  const auto [column, row] = std::minmax(pa, pb);
  const auto first = entries.begin() + columnStart[column];
  const auto last = entries.begin() + columnStart[column + 1];
  const auto it =
      std::lower_bound(first, last, row, [](const Entry& e, int r) { return e.row < r; });
  return it != last && it->row == row ? it->offset : -1;
}

BlockPattern makeBlockPattern(const std::vector<std::int32_t>& sizes, const Edges& edges) {
  BlockPattern p;
  p.blocks = static_cast<int>(sizes.size());
  p.order = minimumDegreeOrder(p.blocks, edges);
  p.position.resize(sizes.size());
  for (int k = 0; k < p.blocks; ++k) p.position[p.order[k]] = k;

  p.uniformSize = sizes.empty() ? 0 : sizes.front();
  std::int32_t offset = 0;
  for (int k = 0; k < p.blocks; ++k) {
    const std::int32_t n = sizes[p.order[k]];
    if (n != p.uniformSize) p.uniformSize = 0;
    p.size.push_back(n);
    p.firstRow.push_back(p.rows);
    p.diagonal.push_back(offset);
    p.rows += n;
    offset += n * n;
  }

  const auto below = fillIn(p.blocks, edges, p.position);
  p.columnStart.push_back(0);
  for (int k = 0; k < p.blocks; ++k) {
    for (const std::int32_t row : below[k]) {
      p.entries.push_back({row, offset});
      offset += p.size[row] * p.size[k];
    }
    p.columnStart.push_back(static_cast<std::int32_t>(p.entries.size()));
  }
  p.storage = static_cast<std::size_t>(offset);

  p.updateStart.push_back(0);
  for (int k = 0; k < p.blocks; ++k) {
    for (int j = p.columnStart[k]; j < p.columnStart[k + 1]; ++j) {
      for (int i = j; i < p.columnStart[k + 1]; ++i) {
        bool transposed = false;
        const auto target =
            p.find(p.order[p.entries[i].row], p.order[p.entries[j].row], transposed);
        p.updates.push_back({i, j, target});
      }
    }
    p.updateStart.push_back(static_cast<std::int32_t>(p.updates.size()));
  }
  return p;
}

}  // namespace sinew
