#pragma once
// The geometry of what slides along a track: an eyelet on a rope, a pearl on a string.
#include "core/constraints/Directions.h"

namespace sinew {

/// The place s on a track x(s) that is nearest to a target a, and how it moves:
///   φ = x′·w = 0 with w = a − x,   D = x′·x′ − x″·w
///   ṡ = (x′·(ȧ − ẋ) + ẋ′·w)/D,     s̈ likewise from φ̈ = 0,
/// where ẋ, ẋ′ are those of the material at s. Being nearest takes the place of the paper's own
/// unknown u: DEPARTURE from [MICADO08] §6, which solves for Δu with the rest. No force acts along
/// the track but friction; the multipliers are two instead of three and there is one unknown less.
/// Slips avoided: (30) mixes u with arc length, (31) counts the tangential force twice.
class Slide {
 public:
  /// `target` as it moves by itself, not accelerated where it is a material point.
  Slide(const PointSample& onTrack, const VectorJet& target);

  const Jet& place() const { return m_place; }
  /// Of the place as it slides: x, x′ and w.
  const VectorJet& position() const { return m_position; }
  const VectorJet& tangent() const { return m_tangent; }
  const VectorJet& away() const { return m_away; }

  /// Adds to row `row` what a function with ∂/∂s = slope depends on by s: k by the target, −k by
  /// the material at s, l by its direction.
  Vec3 byTarget(double slope) const { return slope / m_flatness * m_tangent.value; }
  Vec3 byDirection(double slope) const { return slope / m_flatness * m_away.value; }

 private:
  double m_flatness = 1;  ///< D [m²]
  Jet m_place;
  VectorJet m_position, m_tangent, m_away;
};

}  // namespace sinew
