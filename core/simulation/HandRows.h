#pragma once
#include <memory>
#include <span>
#include <vector>

#include "core/simulation/Grips.h"
#include "core/solvers/ConstraintSystem.h"

namespace sinew {

/// Hands in a step that takes their springs at its end: three rows each in the system of all
/// constraints, with compliance. A hand that resists the velocity ẋ′ of its point by r = d + h k
/// [N s/m], and else pulls with f₀ = k (x* − x) [N], has the multiplier
///   f = f₀ − r ẋ′,  so that  (J A⁻¹ Jᵀ + 1/(h r)) f = (f₀/r − J ν)/h.
/// So whatever holds the point, or runs into it, feels the hand as well.
class HandRows {
 public:
  using Scratches = std::span<const std::unique_ptr<PartScratch>>;

  /// Adds an item for each hand, behind all others, that holds one of these parts.
  void compile(std::span<const int> parts, ConstraintSystem::Structure& structure);
  std::span<const int> parts() const { return m_parts; }

  /// No hand counts, until rows are set.
  void clear(ConstraintSystem& system) const;
  /// Their rows for a step of h seconds, where hands pull as at this instant.
  void set(const Grips& grips, Scratches scratch, double h, ConstraintSystem& system);
  /// Right-hand sides, for parts that would end with ν; `moved`, if any, has moved them already.
  void aim(const Grips& grips, const ConstraintSystem& system, const Reals& nu, const double* moved,
           double h, Reals& rhs) const;
  /// [N] That a hand pulls with by these multipliers.
  Vec3 force(int hand, const ConstraintSystem& system, const Reals& lambda) const;

 private:
  int item(std::size_t hand) const { return m_firstItem + static_cast<int>(hand); }

  std::vector<int> m_parts;  // per hand
  int m_firstItem = 0;
  Reals m_L;  // room for one point
};

}  // namespace sinew
