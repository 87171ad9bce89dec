#pragma once
#include "core/parts/superquadric/FrameMap.h"
#include "core/parts/superquadric/SuperquadricSpec.h"

namespace sinew {

/// Inertia of the frame rates with their damping and springs over a step of h seconds, in the
/// part's own axes:
///
///   A = (1 + a γ) M̂ + a γ_i (M̂ − M̂ E (EᵀM̂E)⁻¹ Eᵀ M̂) + k K_s
///
/// γ drag, γ_i internal damping, E the rigid rates, K_s the slopes of the springs of the global
/// parameters, which are never negative, k = ImplicitStep::stiffness(),
/// a = ImplicitStep::acts.
class FrameDynamics {
 public:
  void assemble(const FrameMass& mass, const SuperquadricSpec& spec, const double* qs,
                const ImplicitStep& step);
  FrameVector solve(const FrameVector& rhs) const { return m_factor.solve(rhs); }

 private:
  Eigen::LLT<FrameMatrix> m_factor;
};

/// A step [s] to 32 bits: what is factored with it holds for steps that differ by rounding only.
double roundedStep(double h);

}  // namespace sinew
