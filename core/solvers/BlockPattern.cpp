#include "core/solvers/BlockPattern.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <numeric>

namespace sinew {
namespace {

using Edges = std::vector<std::pair<std::int32_t, std::int32_t>>;

std::vector<std::vector<std::int32_t>> neighbours(int blocks, const Edges& edges) {
  std::vector<std::vector<std::int32_t>> result(blocks);
  for (const auto& [a, b] : edges) {
    if (a == b) continue;
    result[a].push_back(b);
    result[b].push_back(a);
  }
  for (auto& list : result) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return result;
}

/// Eliminates blocks with at most one neighbour left, round after round from all ends at once.
/// That adds no fill and keeps the elimination tree low: in a chain the two halves do not wait for
/// each other. Returns how many blocks went into `order`.
int peelLeaves(const std::vector<std::vector<std::int32_t>>& graph, std::vector<char>& gone,
               std::vector<std::int32_t>& order) {
  std::vector<std::int32_t> degree;
  for (const auto& list : graph) degree.push_back(static_cast<std::int32_t>(list.size()));
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (degree[i] > 1) continue;
    gone[i] = 1;
    order.push_back(static_cast<std::int32_t>(i));
  }
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (const std::int32_t other : graph[order[next]]) {
      if (gone[other] || --degree[other] > 1) continue;
      gone[other] = 1;
      order.push_back(other);
    }
  }
  return static_cast<int>(order.size());
}

/// Leaves first; what is left (loops) in approximate-minimum-degree order.
std::vector<std::int32_t> eliminationOrder(int blocks, const Edges& edges) {
  const auto graph = neighbours(blocks, edges);
  std::vector<char> gone(graph.size(), 0);
  std::vector<std::int32_t> order;
  order.reserve(graph.size());
  const int peeled = peelLeaves(graph, gone, order);
  if (peeled == blocks) return order;

  std::vector<std::int32_t> left, index(graph.size(), -1);
  for (int i = 0; i < blocks; ++i) {
    if (gone[i]) continue;
    index[i] = static_cast<std::int32_t>(left.size());
    left.push_back(i);
  }
  std::vector<Eigen::Triplet<double>> triplets;
  for (const std::int32_t i : left) {
    triplets.emplace_back(index[i], index[i], 1.0);
    for (const std::int32_t j : graph[i]) {
      if (!gone[j]) triplets.emplace_back(index[i], index[j], 1.0);
    }
  }
  const int count = static_cast<int>(left.size());
  Eigen::SparseMatrix<double> matrix(count, count);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(matrix, permutation);
  for (int k = 0; k < count; ++k) order.push_back(left[permutation.indices()[k]]);
  return order;
}

/// The same order, but that blocks before `firstUnknown` wait for those from there on that they are
/// coupled to.
std::vector<std::int32_t> unknownsFirst(const std::vector<std::int32_t>& order, const Edges& edges,
                                        int firstUnknown) {
  const auto graph = neighbours(static_cast<int>(order.size()), edges);
  const auto isUnknown = [&](std::int32_t block) { return block >= firstUnknown; };
  std::vector<int> awaited;
  for (int i = 0; i < firstUnknown; ++i) {
    awaited.push_back(static_cast<int>(std::count_if(graph[i].begin(), graph[i].end(), isUnknown)));
  }
  std::vector<char> reached(firstUnknown, 0);
  std::vector<std::int32_t> result;
  result.reserve(order.size());
  for (const std::int32_t block : order) {
    if (!isUnknown(block)) {
      reached[block] = 1;
      if (awaited[block] == 0) result.push_back(block);
      continue;
    }
    result.push_back(block);
    for (const std::int32_t other : graph[block]) {
      if (!isUnknown(other) && --awaited[other] == 0 && reached[other]) result.push_back(other);
    }
  }
  return result;
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

/// Whether columns are longer than in chains of joints, whose own code likes leaves first.
bool isDense(const std::vector<std::vector<std::int32_t>>& below) {
  constexpr std::size_t kLong = 6;
  std::size_t entries = 0, products = 0;
  for (const auto& rows : below) {
    entries += rows.size();
    products += rows.size() * rows.size();
  }
  return products > kLong * entries;
}

/// The same order, but that every column comes after all it waits for in the elimination tree, and
/// right before its parent if it is the largest of what that waits for.
std::vector<std::int32_t> postordered(const std::vector<std::int32_t>& order,
                                      const std::vector<std::vector<std::int32_t>>& below) {
  const int blocks = static_cast<int>(order.size());
  std::vector<std::vector<std::int32_t>> children(blocks + 1);
  for (int k = 0; k < blocks; ++k) {
    children[below[k].empty() ? blocks : below[k].front()].push_back(k);
  }
  for (auto& list : children) {
    std::stable_sort(list.begin(), list.end(), [&](std::int32_t a, std::int32_t b) {
      return below[a].size() > below[b].size();
    });
  }
  std::vector<std::int32_t> result, open = {blocks};  // parents first, then turned round
  while (!open.empty()) {
    const std::int32_t k = open.back();
    open.pop_back();
    if (k < blocks) result.push_back(order[k]);
    open.insert(open.end(), children[k].rbegin(), children[k].rend());
  }
  std::reverse(result.begin(), result.end());
  return result;
}

/// Where the blocks are stored: the diagonal first, then column by column what is below it.
void layOut(BlockPattern& p, const std::vector<std::int32_t>& sizes,
            const std::vector<std::vector<std::int32_t>>& below) {
  std::int32_t offset = 0;
  for (int k = 0; k < p.blocks; ++k) {
    const std::int32_t n = sizes[p.order[k]];
    p.size.push_back(n);
    p.firstRow.push_back(p.rows);
    p.diagonal.push_back(offset);
    p.rows += n;
    offset += n * n;
  }
  p.columnStart.push_back(0);
  for (int k = 0; k < p.blocks; ++k) {
    for (const std::int32_t row : below[k]) {
      p.entries.push_back({row, offset});
      offset += p.size[row] * p.size[k];
    }
    p.columnStart.push_back(static_cast<std::int32_t>(p.entries.size()));
  }
  p.storage = static_cast<std::size_t>(offset);
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

std::size_t BlockPattern::factorProducts() const {
  std::size_t count = 0;
  for (int k = 0; k < blocks; ++k) {
    std::size_t below = 0;  // rows from the last one up
    for (int e = columnStart[k + 1] - 1; e >= columnStart[k]; --e) {
      const std::size_t rows = size[entries[e].row];
      below += rows;
      count += size[k] * rows * below;
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
  return makeBlockPattern(sizes, edges, static_cast<int>(sizes.size()));
}

BlockPattern makeBlockPattern(const std::vector<std::int32_t>& sizes, const Edges& edges,
                              int firstUnknown) {
  BlockPattern p;
  p.blocks = static_cast<int>(sizes.size());
  p.firstUnknown = firstUnknown;
  p.order = eliminationOrder(p.blocks, edges);
  if (firstUnknown < p.blocks) p.order = unknownsFirst(p.order, edges, firstUnknown);
  p.position.resize(sizes.size());
  std::vector<std::vector<std::int32_t>> below;
  const auto takeOrder = [&] {
    for (int k = 0; k < p.blocks; ++k) p.position[p.order[k]] = k;
    below = fillIn(p.blocks, edges, p.position);
  };
  takeOrder();
  const bool joints = firstUnknown == p.blocks &&
                      std::all_of(sizes.begin(), sizes.end(), [](int n) { return n == 3; });
  p.inPanels = !joints || isDense(below);
  if (p.inPanels) {
    p.order = postordered(p.order, below);
    takeOrder();
  }

  layOut(p, sizes, below);
  if (p.inPanels) return p;
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

BlockPattern unfilledPattern(const BlockPattern& order, const Edges& edges) {
  BlockPattern p;
  p.blocks = order.blocks;
  p.firstUnknown = order.firstUnknown;
  p.order = order.order;
  p.position = order.position;
  std::vector<std::int32_t> sizes(p.blocks);
  for (int k = 0; k < p.blocks; ++k) sizes[p.order[k]] = order.size[k];
  std::vector<std::vector<std::int32_t>> below(p.blocks);
  for (const auto& [a, b] : edges) {
    if (a == b) continue;
    const auto [low, high] = std::minmax(p.position[a], p.position[b]);
    below[low].push_back(high);
  }
  for (auto& rows : below) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  }
  layOut(p, sizes, below);
  return p;
}

}  // namespace sinew
