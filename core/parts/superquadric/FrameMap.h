#pragma once
#include <Eigen/Cholesky>

#include "core/parts/superquadric/SuperquadricShape.h"

namespace sinew {

/// Frame rates ν̂ = (ĉ, ω̂, q̇_s) and what is dual to them, in the part's own axes:
/// 3 + 3 + moving numbers.
inline constexpr int kMaxFrame = 6 + Global::kCount;
using FrameVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxFrame, 1>;
using FrameResponse = Eigen::Matrix<double, Eigen::Dynamic, 3, 0, kMaxFrame, 3>;
using FrameMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMaxFrame, kMaxFrame>;

/// The map Â = [I  −[p]×  J] of Metaxas93 eq. (11), without its local columns, stacked over the
/// points of a field and written in the part's axes: velocities ŵ = Â ν̂.
class FrameMap {
 public:
  FrameMap(const Field& p, const Eigen::MatrixXd& J) : m_p(p), m_J(J) {}

  int size() const { return 6 + static_cast<int>(m_J.cols()) / 3; }
  /// Â y.
  void spread(const FrameVector& y, Field& out) const;
  /// Âᵀ F.
  FrameVector gather(const Field& F) const;
  /// The last rows of Âᵀ F alone, added: out += Jᵀ F.
  void gatherShape(const Field& F, FrameVector& out) const;

 private:
  const Field& m_p;
  const Eigen::MatrixXd& m_J;
};

/// a × b for every row.
void crossRows(const Vec3& a, const Field& b, Field& out);
void addCrossRows(const Vec3& a, const Field& b, Field& out);
/// Σ a × b over the rows.
Vec3 sumOfCrosses(const Field& a, const Field& b);
/// Every row of a field with masses: out = m ∘ in.
void weigh(const Reals& mass, const Eigen::Ref<const Field>& in, Field& out);

/// How well the masses at rest tell the moving rates apart: smallest pivot of the mass matrix
/// scaled to unit diagonal; 0 when some motion carries no mass of its own.
double restConditioning(const SuperquadricShape& shape, const MaterialPoints& points,
                        const Reals& mass);

/// The mass matrix M̂ = Âᵀ M_n Â of frame rates and its Cholesky factor.
class FrameMass {
 public:
  void assemble(const Reals& mass, const Field& p, const Eigen::MatrixXd& J);

  const FrameMatrix& matrix() const { return m_matrix; }
  FrameVector solve(const FrameVector& rhs) const;
  /// Three right-hand sides at once.
  FrameResponse solve(const FrameResponse& rhs) const;
  /// The rigid motion (ĉ, ω̂) that carries the momenta `rhs` when the shape is frozen.
  Eigen::Matrix<double, 6, 1> solveRigid(const Eigen::Matrix<double, 6, 1>& rhs) const;

 private:
  using Lanes = std::array<Eigen::Array4d, kMaxFrame>;
  void solveInPlace(Lanes& x) const;

  FrameMatrix m_matrix;
  Eigen::LLT<FrameMatrix> m_factor;
  FrameVector m_inversePivots;
  Field m_weighted;
};

}  // namespace sinew
