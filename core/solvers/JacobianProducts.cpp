// Products with the Jacobians of ConstraintSystem.
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
  for (int b = 0; b < end.blockCount; ++b) {
    const auto& block = blocks[b];
    withShape(rows, block.columns, [&](auto r, auto c) {
      FixedMap<r(), 1>(out, rows, 1) +=
          ConstFixedMap<r(), c()>(J, rows, block.columns)
              .lazyProduct(ConstFixedMap<c(), 1>(x + block.first, block.columns, 1));
    });
    J += rows * block.columns;
  }
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
  for (int b = 0; b < end.blockCount; ++b) {
    const auto& block = blocks[b];
    withShape(rows, block.columns, [&](auto r, auto c) {
      FixedMap<c(), 1>(Q + block.first, block.columns, 1) +=
          ConstFixedMap<r(), c()>(J, rows, block.columns)
              .transpose()
              .lazyProduct(ConstFixedMap<r(), 1>(lambda, rows, 1));
    });
    J += rows * block.columns;
  }
}

void ConstraintSystem::addJacobianTimes(int constraint, const double* x, double* out) const {
  const Item& item = m_items[constraint];
  if (!item.active) return;
  for (int e = item.firstEnd; e < item.firstEnd + item.endCount; ++e) {
    addEndTimes(e, item.rows, x + m_ends[e].firstVelocity, out);
  }
}

void ConstraintSystem::addTransposeTimes(int constraint, const double* lambda, double* Q) const {
  const Item& item = m_items[constraint];
  if (!item.active) return;
  for (int e = item.firstEnd; e < item.firstEnd + item.endCount; ++e) {
    addEndTransposeTimes(e, item.rows, lambda, Q + m_ends[e].firstVelocity);
  }
}

}  // namespace sinew
