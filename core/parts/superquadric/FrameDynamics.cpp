#include "core/parts/superquadric/FrameDynamics.h"

#include <cmath>

namespace sinew {

void FrameDynamics::assemble(const FrameMass& mass, const SuperquadricSpec& spec, const double* qs,
                             const ImplicitStep& step) {
  const double acts = step.acts;
  FrameMatrix A = (1 + acts * spec.damping) * mass.matrix();
  const Eigen::Index moving = A.rows() - 6;
  if (spec.internalDamping > 0 && moving > 0) {
    // Rigid rates feel nothing of it: only the block of the global parameters is left.
    const FrameMatrix& M = mass.matrix();
    const Eigen::LLT<Eigen::Matrix<double, 6, 6>> rigid(M.topLeftCorner<6, 6>());
    FrameMatrix carried = M.topRightCorner(6, moving);
    rigid.matrixL().solveInPlace(carried);
    A.bottomRightCorner(moving, moving) +=
        acts * spec.internalDamping *
        (M.bottomRightCorner(moving, moving) - carried.transpose().lazyProduct(carried));
  }
  GlobalValues<double> slopes{};
  spec.shapeStiffness(qs, slopes.data());
  for (Eigen::Index k = 0; k < moving; ++k) {
    A(6 + k, 6 + k) += step.stiffness() * slopes[static_cast<std::size_t>(k)];
  }
  m_factor.compute(A);
}

double roundedStep(double h) {
  int exponent = 0;
  const double mantissa = std::frexp(h, &exponent);
  return std::ldexp(std::round(std::ldexp(mantissa, 32)), exponent - 32);
}

}  // namespace sinew
