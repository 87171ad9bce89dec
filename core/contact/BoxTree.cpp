#include "core/contact/BoxTree.h"

#include <algorithm>
#include <numeric>

namespace sinew {

BoxTree::BoxTree(std::span<const MovingBox> rest) {
  if (rest.empty()) return;
  std::vector<std::int32_t> members(rest.size());
  std::iota(members.begin(), members.end(), 0);
  m_nodes.reserve(2 * rest.size());
  build(rest, members);
  refit(rest);
}

// Halves the members along the longest side of the box round their middles.
void BoxTree::build(std::span<const MovingBox> rest, std::span<std::int32_t> members) {
  const std::size_t node = m_nodes.size();
  m_nodes.emplace_back();
  if (members.size() == 1) {
    m_nodes[node].leaf = members[0];
    return;
  }
  const auto middle = [rest](std::int32_t i) -> Vec3 {
    return rest[i].start.low + rest[i].start.high;
  };
  Box middles;
  for (const std::int32_t i : members) middles.add(middle(i));
  int axis = 0;
  (middles.high - middles.low).maxCoeff(&axis);
  const std::size_t half = members.size() / 2;
  std::nth_element(members.begin(), members.begin() + half, members.end(),
                   [&](std::int32_t a, std::int32_t b) {
                     const double atA = middle(a)[axis], atB = middle(b)[axis];
                     return atA != atB ? atA < atB : a < b;
                   });
  build(rest, members.first(half));
  m_nodes[node].second = static_cast<std::int32_t>(m_nodes.size());
  build(rest, members.subspan(half));
}

void BoxTree::refit(std::span<const MovingBox> boxes) {
  for (std::size_t i = m_nodes.size(); i-- > 0;) {
    Node& node = m_nodes[i];
    if (node.leaf >= 0) {
      node.box = boxes[node.leaf];
    } else {
      node.box = m_nodes[i + 1].box;
      node.box.add(m_nodes[node.second].box);
    }
  }
}

}  // namespace sinew
