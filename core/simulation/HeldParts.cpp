#include "core/simulation/HeldParts.h"

#include <algorithm>

namespace sinew {

void HeldParts::take(const World& world, const ConstraintSystem& system) {
  const std::size_t parts = world.parts().size();
  m_rows = system.rows();
  m_ends.clear();
  m_groups.begin(parts);
  for (int c = 0; c < system.constraintCount(); ++c) {
    if (!system.active(c)) continue;
    int before = -1;
    for (int e = 0; e < system.endCount(c); ++e) {
      const int part = system.partOf(c, e);
      if (world.parts()[part].dims.v == 0) continue;
      m_ends.emplace_back(part, c);
      if (before >= 0) m_groups.join(before, part);
      before = part;
    }
  }
  std::ranges::sort(m_ends);
  m_ends.erase(std::unique(m_ends.begin(), m_ends.end()), m_ends.end());
  m_held.clear();
  for (const auto& [part, constraint] : m_ends) {
    if (m_held.empty() || m_held.back() != part) m_held.push_back(part);
  }
  m_groups.number(m_held);
  const auto addRows = [&](int constraint, Lists& lists) {
    const int first = system.firstRow(constraint);
    for (int i = 0; i < system.rowsOf(constraint); ++i) lists.items.push_back(first + i);
  };
  m_constraintsOn.begin();
  m_rowsOn.begin();
  auto next = m_ends.begin();
  for (int part = 0; part < static_cast<int>(parts); ++part) {
    for (; next != m_ends.end() && next->first == part; ++next) {
      m_constraintsOn.items.push_back(next->second);
      addRows(next->second, m_rowsOn);
    }
    m_constraintsOn.end();
    m_rowsOn.end();
  }
  m_grouped.clear();
  for (const auto& [part, constraint] : m_ends) m_grouped.emplace_back(group(part), constraint);
  std::ranges::sort(m_grouped);
  m_grouped.erase(std::unique(m_grouped.begin(), m_grouped.end()), m_grouped.end());
  m_rowsOf.begin();
  auto of = m_grouped.begin();
  for (int group = 0; group < m_groups.count(); ++group) {
    for (; of != m_grouped.end() && of->first == group; ++of) addRows(of->second, m_rowsOf);
    m_rowsOf.end();
  }
}

}  // namespace sinew
