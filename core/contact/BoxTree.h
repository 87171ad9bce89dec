#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/contact/MovingBox.h"

namespace sinew {

/// Moving boxes in a binary tree of boxes round them. What is together in the tree is chosen once,
/// from where things are at rest; afterwards the boxes only change their sizes, in linear time.
class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(std::span<const MovingBox> rest);

  /// Boxes in the order in which they were given first.
  void refit(std::span<const MovingBox> boxes);
  bool empty() const { return m_nodes.empty(); }
  const MovingBox& bounds() const { return m_nodes.front().box; }

  /// Calls found(i, j) for boxes i of a and j of b that overlap when grown by `margin` [m].
  /// Returns how many pairs of boxes were compared.
  template <class Found>
  static std::size_t forOverlaps(const BoxTree& a, const BoxTree& b, double margin, Found found);
  /// Calls found(i) for boxes that pass `test`, which must pass every box round one that it passes.
  template <class Test, class Found>
  std::size_t forPassing(Test test, Found found) const;

 private:
  struct Node {
    MovingBox box;
    std::int32_t leaf = -1;  // the box it is; −1: children are the next node and `second`
    std::int32_t second = -1;
  };
  void build(std::span<const MovingBox> rest, std::span<std::int32_t> members);

  std::vector<Node> m_nodes;  // children stand behind their parents
};

template <class Found>
std::size_t BoxTree::forOverlaps(const BoxTree& a, const BoxTree& b, double margin, Found found) {
  if (a.empty() || b.empty()) return 0;
  std::size_t compared = 0;
  std::array<std::array<std::int32_t, 2>, 256> open;  // trees are balanced: 2 × 64 levels at most
  int count = 0;
  open[count++] = {0, 0};
  while (count > 0) {
    const auto [i, j] = open[--count];
    const Node &m = a.m_nodes[i], &n = b.m_nodes[j];
    ++compared;
    if (!m.box.grown(margin).overlaps(n.box)) continue;
    if (m.leaf >= 0 && n.leaf >= 0) {
      found(m.leaf, n.leaf);
    } else if (n.leaf >= 0 || (m.leaf < 0 && m.box.volume() >= n.box.volume())) {
      open[count++] = {m.second, j};
      open[count++] = {i + 1, j};
    } else {
      open[count++] = {i, n.second};
      open[count++] = {i, j + 1};
    }
  }
  return compared;
}

template <class Test, class Found>
std::size_t BoxTree::forPassing(Test test, Found found) const {
  if (empty()) return 0;
  std::size_t tested = 0;
  std::array<std::int32_t, 128> open;
  int count = 0;
  open[count++] = 0;
  while (count > 0) {
    const std::int32_t i = open[--count];
    const Node& node = m_nodes[i];
    ++tested;
    if (!test(node.box)) continue;
    if (node.leaf >= 0) {
      found(node.leaf);
    } else {
      open[count++] = node.second;
      open[count++] = i + 1;
    }
  }
  return tested;
}

}  // namespace sinew
