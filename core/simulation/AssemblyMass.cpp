#include "core/simulation/AssemblyMass.h"

#include <numeric>

namespace sinew {
namespace {

/// Which of several things belong together.
class Groups {
 public:
  explicit Groups(std::size_t count) : m_leader(count) {
    std::iota(m_leader.begin(), m_leader.end(), 0);
  }
  std::size_t of(std::size_t i) {
    while (m_leader[i] != i) i = m_leader[i] = m_leader[m_leader[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { m_leader[of(a)] = of(b); }

 private:
  std::vector<std::size_t> m_leader;
};

}  // namespace

std::vector<double> assemblyMasses(const std::vector<CompiledPart>& parts,
                                   const std::vector<CompiledConstraint>& constraints) {
  Groups groups(parts.size());
  const auto moves = [&](int part) { return parts[part].dims.v > 0; };
  for (const CompiledConstraint& constraint : constraints) {
    if (constraint.ends.size() < 2) continue;
    const int a = constraint.ends[0].part, b = constraint.ends[1].part;
    if (moves(a) && moves(b)) groups.join(a, b);
  }
  std::vector<double> together(parts.size(), 0.0), masses(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) together[groups.of(i)] += parts[i].part->mass();
  for (std::size_t i = 0; i < parts.size(); ++i) masses[i] = together[groups.of(i)];
  return masses;
}

}  // namespace sinew
