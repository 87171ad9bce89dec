#pragma once
// What constraints that know directions have in common: axes across a direction, and the angle
// between two.
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/base/Result.h"
#include "core/math/Jet.h"
#include "core/model/Constraint.h"
#include "core/params/ParamValues.h"

namespace sinew {

/// A sample's position or direction as a jet, not accelerated: what is left is γ.
VectorJet positionOf(const PointSample& sample);
VectorJet directionOf(const PointSample& sample);
/// g, ġ and γ of a row.
void setRow(int row, const Jet& g, ConstraintRows& out);

/// The first point of a constraint, and the second one if it is given.
std::vector<MaterialPoint> oneOrTwo(const ParamReader& params, std::string_view first,
                                    std::string_view second);

/// Whether the directions of a constraint's two points rather point against each other.
bool areOpposite(std::span<const PointSample> points);

/// A direction t and two axes e₁, e₂ across it, all unit vectors that move with it:
///   e_i = r_i − (r_i·t)/(1 + k·t) (k + t),
/// the axes r_i across a fixed k turned along by the smallest rotation from k to t.
/// Where t itself turns they spin about it, by (k × t)·ṫ/(1 + k·t): an open gap closes by its law,
/// but its direction is carried along, so that what is turned or mirrored closes by a path that is
/// a little aside of the turned or mirrored one. There is none of that where the gap is closed.
class CrossAxes {
 public:
  /// Across d of any length but 0.
  explicit CrossAxes(const VectorJet& d);

  const VectorJet& along() const { return m_t; }
  const VectorJet& across(int i) const { return m_e[static_cast<std::size_t>(i)]; }
  /// ∂(e_i·w)/∂d at the instant, w held.
  Vec3 gradient(int i, const Vec3& w) const;
  /// ∂(t·w)/∂d likewise.
  Vec3 gradientAlong(const Vec3& w) const;

 private:
  double m_length = 1;  ///< of d
  VectorJet m_t;
  std::array<VectorJet, 2> m_e;
};

/// Rows that turn direction d onto t: with θ the angle between them,
///   g_i = θ/sin θ (e_i·d/‖d‖),  i = 1, 2,   ‖g‖ = θ [rad].
/// [MICADO08] (4) fixes all of x′ and with it the stretch; DEPARTURE: only the two directions
/// across the target are held (physics.md). By the angle rather than its sine, so that the gap
/// law holds for any start, turned right round apart, which is a turning point.
struct Alignment {
  /// Fills rows `first` and `first` + 1 of out, `turned` being the gradient by d. Returns the
  /// gradient by the direction of `axes`.
  static std::array<Vec3, 2> addRows(const VectorJet& d, const CrossAxes& axes, int first,
                                     ConstraintRows& out, ConstraintRows::Gradient& turned);
};

}  // namespace sinew
