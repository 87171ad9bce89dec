#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "core/simulation/SceneDynamics.h"

namespace sinew {

/// Constraints on the same moving parts, far more of them than those parts have freedoms: rows that
/// span what all of them ask for are few, and each further row is a sum of these.
///
/// Gram–Schmidt in the metric of the mass, ⟨a, b⟩ = a M⁻¹ bᵀ, takes the rows one by one; once the
/// freedoms are used up, a row costs the square of these and no more, however many there are.
class ConstraintCrowds {
 public:
  explicit ConstraintCrowds(std::shared_ptr<const World> world);

  bool none() const { return m_crowds.empty(); }
  /// Marks all of their constraints.
  std::vector<char> members() const;
  /// Unmarks of `loose` as many as span what all those ask for that are active at `time` [s], at
  /// the pose that was evaluated last.
  void keepSpanning(const SceneDynamics& pose, double time, std::vector<char>& loose);
  /// Unmarks of every crowd as many as its parts have freedoms: those with the widest gaps among
  /// `open`. False if there was none to unmark.
  bool keepWidest(const std::vector<int>& open, const std::vector<double>& gaps,
                  std::vector<char>& loose) const;
  /// Each loose constraint that is active and repeats others that are not loose, with these.
  std::vector<std::vector<int>> repeats(const SceneDynamics& pose, double time,
                                        const std::vector<char>& loose);
  /// Products of two rows so far.
  std::uint64_t products() const { return m_products; }

 private:
  struct Crowd {
    std::vector<int> parts, constraints;
    int freedoms = 0;
  };
  class Span;

  std::shared_ptr<const World> m_world;
  std::vector<Crowd> m_crowds;
  std::uint64_t m_products = 0;
};

}  // namespace sinew
