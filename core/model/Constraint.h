#pragma once
#include <array>
#include <string>
#include <vector>

#include "core/math/Types.h"
#include "core/params/Value.h"

namespace sinew {

/// How a constraint is drawn: a shape each, never colour alone.
enum class GlyphShape {
  Ring,
  Diamond,
  Bar,
  Plane,
  Axis,
  Sphere,
  Path,
  Fusion,
  Eyelet,
  Bead,
  Arrow
};

/// One end of a constraint as the constraint sees it: where and how fast, nothing of the part.
struct PointSample {
  Vec3 position = Vec3::Zero();  ///< [m]
  Vec3 velocity = Vec3::Zero();  ///< [m/s]
};

/// One constraint's equations at an instant, up to kMaxRows of them.
///
///   g(x_A, x_B, t) = 0,  ġ = G_A ẋ_A + G_B ẋ_B + g_t,  g̈ = G_A ẍ_A + G_B ẍ_B + γ
///
/// Symbols
///   g  [m]     violation, per row                  G_k  [–]  ∂g/∂x_k, rows × 3
///   ġ  [m/s]   its rate                            γ  [m/s²] what is left of g̈ when ẍ = 0
struct ConstraintRows {
  static constexpr int kMaxRows = 6;
  static constexpr int kMaxPoints = 2;
  int rows = 0;
  double length = 0;  ///< [m] over which its directions turn, where that is not the parts' own size
  std::array<double, kMaxRows> g{}, rate{}, gamma{};
  std::array<Eigen::Matrix<double, kMaxRows, 3>, kMaxPoints> gradient;
};

/// A holonomic condition between material points, or between one and space. Knows points, never
/// part kinds. Immutable once compiled; what changes lives in State.
class Constraint {
 public:
  virtual ~Constraint() = default;

  virtual int rows() const = 0;                            ///< the same at every instant
  virtual std::vector<MaterialPoint> anchors() const = 0;  ///< one or two
  /// Fills out at time t [s] for the points in the order of anchors().
  virtual void evaluate(const PointSample* points, double time, ConstraintRows& out) const = 0;
  /// Where the far end is when it is not a material point (a pin's target).
  virtual Vec3 spaceEnd(const PointSample& point, double /*time*/) const { return point.position; }
  virtual void eventTimes(double /*from*/, double /*to*/, std::vector<double>&) const {}
  virtual GlyphShape glyph() const = 0;
};

}  // namespace sinew
