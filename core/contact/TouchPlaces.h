#pragma once
#include <span>

#include "core/contact/Closest.h"

namespace sinew {

/// A place at which two elements feel each other, and the share of their barrier that acts there.
struct TouchPlace {
  Closest near;
  double share = 1;
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

  /// Of two edges x₀ x₁ | x₂ x₃ [m], whose nearest points are known.
  static TouchPlaces ofEdges(const std::array<Vec3, 4>& x, const Closest& nearest);
  /// Where the two are nearest, and nowhere else.
  static TouchPlaces at(const Closest& nearest);

  std::span<const TouchPlace> all() const { return std::span(m_places).first(m_count); }

 private:
  void add(const Closest& near, double share) { m_places[m_count++] = {near, share}; }

  std::array<TouchPlace, kMost> m_places;
  std::size_t m_count = 0;
};

}  // namespace sinew
