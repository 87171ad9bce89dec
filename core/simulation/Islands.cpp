#include "core/simulation/Islands.h"

#include <numeric>

namespace sinew {

void Islands::begin(std::size_t parts) {
  m_with.resize(parts);
  std::iota(m_with.begin(), m_with.end(), 0);
}

int Islands::root(int part) {
  while (m_with[part] != part) part = m_with[part] = m_with[m_with[part]];
  return part;
}

void Islands::number(std::span<const int> parts) {
  m_island.assign(m_with.size(), -1);
  m_count = 0;
  for (const int part : parts) {
    int& island = m_island[root(part)];
    if (island < 0) island = m_count++;
  }
  for (std::size_t part = 0; part < m_island.size(); ++part) {
    m_island[part] = m_island[root(static_cast<int>(part))];
  }
}

}  // namespace sinew
