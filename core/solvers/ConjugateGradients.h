#pragma once
#include <utility>
#include <vector>

#include "core/math/Types.h"
#include "core/solvers/BlockLdlt.h"

namespace sinew {

/// Solves N λ = r for a symmetric positive definite block matrix whose factor would fill in, by
/// conjugate gradients (Hestenes and Stiefel 1952), preconditioned by the factor of the blocks on
/// its diagonal, a block being a group of constraints. Works without allocating.
class ConjugateGradients {
 public:
  /// How far the residual is brought down, as a part of what it was, in the metric of the
  /// preconditioner: it alone knows how metres compare with radians.
  static constexpr double kTolerance = 1e-11;
  /// Rounds for one factorise() before it gives up: they take as long as a factor of all of N.
  int mostRounds() const;
  /// Rounds that a solve() takes for nets of ropes, whatever their size; of tight or stiff ones two
  /// or three times as many.
  static constexpr int kUsualRounds = 70;

  /// `edges` couple blocks of these sizes; `groups`: of each block, those of one number are
  /// factored together.
  void compile(const std::vector<std::int32_t>& sizes,
               const std::vector<std::pair<std::int32_t, std::int32_t>>& edges,
               const std::vector<std::int32_t>& groups);
  /// Where the blocks of N are stored, none filled in.
  const BlockPattern& pattern() const { return m_pattern; }
  double* values() { return m_values.data(); }

  /// Of what is in values(); false where a group has a vanishing pivot.
  bool factorise();
  /// x ← N⁻¹ x, in elimination order; false, with x untouched, where that did not come about.
  bool solve(double* x);
  /// Rounds of all solves since the last factorise().
  int rounds() const { return m_rounds; }

 private:
  /// A block as N and the preconditioner store it.
  struct Copy {
    std::int32_t from = 0, to = 0, size = 0;
  };

  BlockPattern m_pattern;  // of N
  BlockPattern m_loose;    // of the preconditioner, in the same order
  std::vector<Copy> m_copies;
  Reals m_values;
  BlockLdlt m_factor;
  Reals m_solution, m_residual, m_direction, m_product, m_preconditioned;
  int m_rounds = 0;
};

}  // namespace sinew
