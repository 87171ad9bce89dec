#pragma once
#include <optional>
#include <span>

#include "core/contact/Closest.h"

namespace sinew {

/// A place at which two elements feel each other, and the share of their barrier that acts there.
struct TouchPlace {
  Closest near;
  double share = 1;
  double perCrossing = 0;  ///< by which the share changes with how much the elements cross
};

/// Where two elements feel each other: at most kMost places, whose shares add up to 1.
///
/// That is where they are nearest. But edges that lie along each other have no such place: it jumps
/// from one end of what they share to the other, and a step that held one end would let the other
/// fall through. They feel each other at both ends of what they share, half each; and in between,
/// the more they cross, the more where they are nearest.
class TouchPlaces {
 public:
  static constexpr int kMost = 3;

  /// Of two edges x₀ x₁ | x₂ x₃ [m], whose nearest points are known; with the shares of other ones
  /// that cross as much as that, where it is given.
  static TouchPlaces ofEdges(const std::array<Vec3, 4>& x, const Closest& nearest,
                             std::optional<double> crossing = std::nullopt);
  /// Where the two are nearest, and nowhere else.
  static TouchPlaces at(const Closest& nearest);

  std::span<const TouchPlace> all() const { return std::span(m_places).first(m_count); }
  /// How much the elements cross, from 0 where they lie along each other; 1 of a single place.
  double crossing() const { return m_crossing; }
  /// ∂crossing/∂xᵢ [1/m] of two edges that have some extent, where it is below 1.
  static std::array<Vec3, 4> crossingGradient(const std::array<Vec3, 4>& x);

 private:
  void add(const TouchPlace& place) { m_places[m_count++] = place; }

  std::array<TouchPlace, kMost> m_places;
  std::size_t m_count = 0;
  double m_crossing = 1;
};

}  // namespace sinew
