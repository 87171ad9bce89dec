#include "core/contact/PassThrough.h"

#include <algorithm>

namespace sinew {
namespace {

std::array<int, 2> ordered(int a, int b) {
  return a < b ? std::array<int, 2>{a, b} : std::array<int, 2>{b, a};
}

}  // namespace

void PassThrough::add(int a, int b) {
  m_pairs.push_back(ordered(a, b));
}

void PassThrough::join(int part, int group) {
  if (part >= static_cast<int>(m_groups.size())) m_groups.resize(part + 1, -1);
  m_groups[part] = group;
}

void PassThrough::settle() {
  std::sort(m_pairs.begin(), m_pairs.end());
  m_pairs.erase(std::unique(m_pairs.begin(), m_pairs.end()), m_pairs.end());
}

int PassThrough::groupOf(int part) const {
  return part < static_cast<int>(m_groups.size()) ? m_groups[part] : -1;
}

bool PassThrough::pass(int a, int b) const {
  const int group = groupOf(a);
  if (group >= 0 && group == groupOf(b)) return true;
  return std::binary_search(m_pairs.begin(), m_pairs.end(), ordered(a, b));
}

}  // namespace sinew
