#pragma once
#include "core/parts/superquadric/MaterialPoints.h"
#include "core/parts/superquadric/SectionMap.h"

namespace sinew {

/// ∂s/∂q_s of one point, 3 × moving parameters.
using ShapeJacobian = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, Global::kCount>;

/// The reference shape at one material point, in the part's axes.
struct ShapeJet {
  Vec3 s = Vec3::Zero();      ///< [m]
  ShapeJacobian J;            ///< ∂s/∂q_s
  Vec3 curve = Vec3::Zero();  ///< J̇ q̇_s [m/s²]
};

/// s₀, s₁, s₂ of a section, or a derivative of them, as plain numbers.
using SectionNumbers = std::array<std::array<double, 3>, 3>;

/// The same at every slot of a MaterialPoints. Columns 3k, 3k+1, 3k+2 of J are the x, y, z of the
/// k-th moving parameter, so its memory is also that of a (3 slots) × moving matrix. J̇ is kept by
/// sections, as it is needed in products only; slot by slot while exponents move.
struct ShapeField {
  Field s;
  Eigen::MatrixXd J;
  Field curve;
  std::vector<SectionNumbers> rowRates;  ///< section by section, all moving parameters of each
  Eigen::MatrixXd Jdot;                  ///< like J
};

/// The global shape s(u; q_s) = T(e(u; a₁, …); b₁, …) of Metaxas93 eqs. (4)–(6), with its exact
/// Jacobian J and the rate J̇ of that Jacobian. Immutable; q_s holds the moving parameters only.
class SuperquadricShape {
 public:
  explicit SuperquadricShape(ShapeSpec spec);

  const ShapeSpec& spec() const { return m_spec; }
  int moving() const { return static_cast<int>(m_spec.moving.size()); }
  void restValues(double* qs) const;
  const SectionFixed& fixed() const { return m_fixed; }

  /// The surface point of material coordinates u ∈ [−π/2, π/2], v [rad]. Angles closer than
  /// 1e-7 to a multiple of π/2 count as that multiple: single precision can hold no better, and
  /// small exponents would blow the difference up.
  ShapePoint surfacePoint(double u, double v) const;

  /// [m] A radius about the origin that holds the whole shape; up to about twice too large.
  double reach(const double* qs) const;

  Vec3 place(const ShapePoint& point, const double* qs) const;
  void differentiate(const ShapePoint& point, const double* qs, const double* rates,
                     ShapeJet& out) const;

  /// A field of zeros for these points.
  ShapeField makeField(const MaterialPoints& points) const;
  void place(const MaterialPoints& points, const double* qs, Field& s) const;
  /// Fills out.s and out.J.
  void sample(const MaterialPoints& points, const double* qs, ShapeField& out) const;
  /// Fills J̇ and out.curve for q̇_s = rates.
  void sampleRates(const MaterialPoints& points, const double* qs, const double* rates,
                   ShapeField& out) const;
  /// out += J̇ᵀ F for the rates last sampled; `out` has a number for each moving parameter.
  void addRateTransposed(const MaterialPoints& points, const ShapeField& field, const Field& F,
                         double* out) const;

 private:
  template <class T>
  T heightOf(const MaterialPoints::Row& row, const GlobalValues<T>& now) const;
  void sampleRatesSlotwise(const MaterialPoints& points, const GlobalValues<Dual>& now,
                           const double* rates, ShapeField& out) const;
  GlobalValues<double> values(const double* qs) const;
  GlobalValues<Dual> values(const double* qs, const double* rates) const;

  ShapeSpec m_spec;
  SectionFixed m_fixed;
  bool m_exponentsMove = false;
};

}  // namespace sinew
