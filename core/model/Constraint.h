#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/math/Types.h"
#include "core/model/Point.h"
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
  Tube,
  Bead,
  Arrow,
  Notch
};

/// One end of a constraint as the constraint sees it: where and how fast, nothing of the part.
struct PointSample {
  Vec3 position = Vec3::Zero();  ///< [m]
  Vec3 velocity = Vec3::Zero();  ///< [m/s]
  // Only at ends that are directed:
  Vec3 direction = Vec3::UnitZ();  ///< at the point, of any length
  Vec3 turning = Vec3::Zero();     ///< [1/s] its rate
  // Only at the end that slides:
  Track track;
  double place = 0;  ///< on the track
  TrackBend bend;
};

/// One constraint's equations at an instant, up to kMaxRows of them.
///
///   g(x_A, x_B, t) = 0,  ġ = G_A ẋ_A + G_B ẋ_B + g_t,  g̈ = G_A ẍ_A + G_B ẍ_B + γ
///
/// and, where directions d_A, d_B at the points count as well, the same with D_k ḋ_k added.
///
/// Symbols
///   g  [m]     violation, per row                  G_k  [–]  ∂g/∂x_k, rows × 3
///   ġ  [m/s]   its rate                            D_k  [m]  ∂g/∂d_k, rows × 3
///   γ  [m/s²]  what is left of g̈ when ẍ = 0 and d̈ = 0
/// Rows that measure an angle have rad in place of m.
struct ConstraintRows {
  static constexpr int kMaxRows = 6;
  static constexpr int kMaxPoints = 2;
  int rows = 0;
  double length = 0;  ///< [m] over which its directions turn, where that is not the parts' own size
  std::array<double, kMaxRows> g{}, rate{}, gamma{};
  using Gradient = Eigen::Matrix<double, kMaxRows, 3>;
  std::array<Gradient, kMaxPoints> gradient;
  /// [1/m] Of its first row: ∂²g/∂x² across the gradient, where it counts places of two points or
  /// of one only by how far they are from each other.
  double curvature = 0;
  std::array<Gradient, kMaxPoints> turning;  ///< D of ends that are directed
  bool apart = false;                        ///< what it held together has come apart for good
};

/// A holonomic condition between material points, or between one and space. Knows points, never
/// part kinds. Immutable once compiled; what changes lives in State.
class Constraint {
 public:
  virtual ~Constraint() = default;

  virtual int rows() const = 0;                            ///< the same at every instant
  virtual std::vector<MaterialPoint> anchors() const = 0;  ///< one or two
  /// Whether the direction at one of them counts.
  virtual bool directed(int /*end*/) const { return false; }
  /// Its violations are sines of angles and not metres.
  virtual bool measuresAngles() const { return false; }
  /// Rows, one bit each, whose violations are, where others are metres.
  virtual std::uint32_t angularRows() const { return measuresAngles() ? (1U << rows()) - 1 : 0; }
  /// The end, if any, that slides along its part's track to where it is nearest to slideTarget().
  /// It is directed, and its anchor only says where to look first.
  virtual int slidingEnd() const { return -1; }
  virtual Vec3 slideTarget(const PointSample* /*points*/, double /*time*/) const {
    return Vec3::Zero();
  }
  /// Where it is on its track instead, if it is led along it.
  virtual std::optional<double> ledTo(double /*time*/, const Track& /*track*/) const {
    return std::nullopt;
  }
  /// Rows, one bit each, that want g ≤ 0 in place of g = 0: their multipliers are never above 0.
  virtual std::uint32_t limitedRows() const { return 0; }
  /// Friction where things slide: along `row`, whose g stays 0 and whose rate is the slip [m/s],
  /// as hard as the rows of `pressing`, one bit each, press.
  struct Drag {
    int row = -1;  ///< −1: none
    std::uint32_t pressing = 0;
    double friction = 0;  ///< Coulomb's μ
  };
  virtual Drag drag() const { return {}; }
  /// Fills out at time t [s] for the points in the order of anchors().
  virtual void evaluate(const PointSample* points, double time, ConstraintRows& out) const = 0;
  /// Where the far end is when it is not a material point (a pin's target).
  virtual Vec3 spaceEnd(const PointSample& point, double /*time*/) const { return point.position; }
  virtual void eventTimes(double /*from*/, double /*to*/, std::vector<double>&) const {}
  virtual GlyphShape glyph() const = 0;
  /// [m] For what keeps its points at a distance: the least that this brings them to at any time,
  /// infinite if it lets them be farther apart than any.
  virtual std::optional<double> leastApart() const { return std::nullopt; }
};

}  // namespace sinew
