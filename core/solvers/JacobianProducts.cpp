// Products with the Jacobians of ConstraintSystem.
#include <array>

#include "core/solvers/Columns3.h"
#include "core/solvers/ConstraintSystem.h"
#include "core/solvers/SmallProducts.h"

namespace sinew {

// out += J x for one end, x of its part.
void ConstraintSystem::addEndTimes(std::size_t index, int rows, const double* x,
                                   double* out) const {
  const End& end = m_ends[index];
  const double* J = m_jacobians.data() + end.J;
  if (rows == 3 && end.whole) {
    store3(out, load3(out) + columnsTimes3(J, x, end.columns));
    return;
  }
  const Blocks& blocks = m_blocks[index];
  std::array<double, ConstraintRows::kMaxRows> sum{};
  withRows(rows, [&](auto count) {
    for (int b = 0; b < end.blockCount; ++b) {
      const double* along = x + blocks[b].first;
      for (int c = 0; c < blocks[b].columns; ++c, J += count) {
        for (int r = 0; r < count; ++r) sum[r] += J[r] * along[c];
      }
    }
  });
  for (int r = 0; r < rows; ++r) out[r] += sum[r];
}

// Q += Jᵀ λ likewise.
void ConstraintSystem::addEndTransposeTimes(std::size_t index, int rows, const double* lambda,
                                            double* Q) const {
  const End& end = m_ends[index];
  const double* J = m_jacobians.data() + end.J;
  if (rows == 3 && end.whole) {
    for (int c = 0; c < end.columns; ++c, J += 3) {
      Q[c] += J[0] * lambda[0] + J[1] * lambda[1] + J[2] * lambda[2];
    }
    return;
  }
  const Blocks& blocks = m_blocks[index];
  withRows(rows, [&](auto count) {
    for (int b = 0; b < end.blockCount; ++b) {
      double* along = Q + blocks[b].first;
      for (int c = 0; c < blocks[b].columns; ++c, J += count) {
        double sum = 0;
        for (int r = 0; r < count; ++r) sum += J[r] * lambda[r];
        along[c] += sum;
      }
    }
  });
}

void ConstraintSystem::addJacobianTimes(int constraint, const double* x, double* out) const {
  const Item& item = m_items[constraint];
  if (!item.active) return;
  for (int e = item.firstEnd; e < item.firstEnd + item.endCount; ++e) {
    addEndTimes(e, item.rows, x + m_ends[e].firstVelocity, out);
  }
}

void ConstraintSystem::addJacobianTimes(int constraint, int part, const double* x,
                                        double* out) const {
  const Item& item = m_items[constraint];
  if (!item.active) return;
  for (int e = item.firstEnd; e < item.firstEnd + item.endCount; ++e) {
    if (m_ends[e].part == part) addEndTimes(e, item.rows, x, out);
  }
}

void ConstraintSystem::addTransposeTimes(int constraint, const double* lambda, double* Q) const {
  if (m_items[constraint].active) addGradientTimes(constraint, lambda, Q);
}

void ConstraintSystem::addGradientTimes(int constraint, const double* lambda, double* Q) const {
  const Item& item = m_items[constraint];
  for (int e = item.firstEnd; e < item.firstEnd + item.endCount; ++e) {
    addEndTransposeTimes(e, item.rows, lambda, Q + m_ends[e].firstVelocity);
  }
}

}  // namespace sinew
