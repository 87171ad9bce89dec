#pragma once
#include "core/parts/superquadric/FrameDynamics.h"
#include "core/parts/superquadric/NodeFactor.h"

namespace sinew {

/// A = M + h C + k K of a part with local motion, inverted. Written out, with symbols as in
/// LocalSuperquadric and everything in the part's axes,
///
///   A = a M_n + k (PᵀK P + B K_s Bᵀ) − h γ_i (…),   P = I − Â G Âᵀ M_n,   G = (ÂᵀM_nÂ)⁻¹
///
/// falls apart: with w = Â y + r, Âᵀ M_n r = 0, the frame rates y feel only A_f (FrameDynamics) and
/// the local rest r only D = a M_n + k K (NodeFactor), which does not change from step to step:
///
///   y = A_f⁻¹ Âᵀ f,   r = D⁻¹ (f − U μ),   U = M_n Â,   UᵀD⁻¹U μ = UᵀD⁻¹ f
///
/// a = 1 + h (γ + γ_i), k = ImplicitStep::stiffness(). Every column of U is made of 4 + 3 · moving
/// basis columns: M_n times 1, times the x, y, z of p, and times those of every ∂s/∂q_s. Time is
/// linear in the nodes but for the fill of the factor of D.
///
/// OPTIMIZATION: in steps so short that the membrane's fastest motion turns by θ = h ω ≤ 1, D is
/// a M_n, and nothing has to be solved for. With forces at x + d h w (Part::linearise), the
/// amplitude shrinks by √(1 − d θ²). Where d < 1 that is so for θ ≤ 0.2 only, for the energy that
/// such steps keep wavers by ½ (1 + d) θ².
class LocalDynamics {
 public:
  /// Positions p and shape derivatives J of the nodes, their frame mass, and the step [s].
  struct Instant {
    const Field& p;
    const Eigen::MatrixXd& J;
    const FrameMass& mass;
    const Mat3& R;
    const double* qs;
    const ImplicitStep& step;
    bool exact;  ///< K in short steps too, as Newton's method wants it
  };
  void assemble(const SurfaceNodes& nodes, const SuperquadricSpec& spec, const Instant& now);
  /// out = scale · A⁻¹ rhs, nodes' xyz in world axes one after the other; added if asked.
  enum class Target { Overwrite, Add };
  void solve(const double* rhs, double scale, Target target, double* out) const;

 private:
  /// How much of U's columns: of those of ċ and ω by the four basis columns that they are made of,
  /// component by component, and of the others, with zeros up to a multiple of four.
  struct Weights {
    std::array<Lanes, 4> rigid{};
    std::array<double, (Global::kCount + 3) / 4 * 4> shape{};
  };
  /// A column of U: which basis column and sign stand in each of its components.
  struct Column {
    std::array<int, 3> basis{};
    std::array<double, 3> sign{};
  };
  void fillBasis(const SurfaceNodes& nodes, const Instant& now);
  void fillGram();
  FrameVector solveRest(const FrameVector& carried) const;
  void loadInParts(const double* rhs) const;
  const double* at(const std::vector<Lanes>& columns, int row) const {
    return reinterpret_cast<const double*>(columns.data() +
                                           static_cast<std::ptrdiff_t>(row) * m_lanes);
  }
  FrameVector gather(const std::vector<Lanes>& columns, const std::vector<Lanes>& nodal) const;
  static Weights weigh(const FrameVector& rates);
  Lanes spread(const std::vector<Lanes>& columns, int row, const Weights& weights) const;

  bool m_short = false;
  double m_braked = 1;                // 1/a
  int m_lanes = 0, m_basisCount = 0;  // of U's basis, four columns to a lane
  int m_shapes = 0;                   // global parameters that move
  NodeFactor m_nodes;
  FrameDynamics m_frame;
  Mat3 m_R = Mat3::Identity();
  std::vector<Column> m_columns;
  std::vector<Lanes> m_basis, m_solved;  // M_n (1, p, J), and D⁻¹ of it, row by row
  std::vector<double> m_inverseMass;     // [1/kg] by rows
  std::vector<int> m_row;                // of each node
  Eigen::LLT<FrameMatrix> m_gram;        // UᵀD⁻¹U; when short, ÂᵀM_nÂ
  mutable std::vector<Lanes> m_force, m_local;
  mutable std::vector<int> m_loaded;  // rows where something is in them
};

}  // namespace sinew
