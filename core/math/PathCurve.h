#pragma once
#include <string_view>
#include <vector>

#include "core/math/Jet.h"

namespace sinew {

/// A smooth curve through given points: the cubic spline over chord lengths, natural at its ends or
/// closed, by its arc length s [m]. Position, tangent and curvature are continuous, beyond the ends
/// as well, where it goes on straight.
class PathCurve {
 public:
  /// At one place, with the derivatives by s.
  struct Sample {
    Vec3 position, tangent, bend, third;  ///< [m], –, [1/m], [1/m²]
  };

  /// What is wrong with points for one, or "": too few, one the same as the next, or a way that
  /// turns back on itself, where its tangent would jump.
  static std::string_view faultOf(const std::vector<Vec3>& points, bool closed);

  PathCurve() = default;
  /// Through points without a fault.
  PathCurve(std::vector<Vec3> points, bool closed);

  double length() const { return m_lengths.empty() ? 0 : m_lengths.back(); }
  bool closed() const { return m_closed; }
  /// Pieces from point to point.
  int pieces() const { return static_cast<int>(m_pieces.size()); }
  /// At s; any number where it is closed.
  Sample at(double s) const;
  /// What moves along it, s being a jet.
  VectorJet along(const Jet& s) const;

 private:
  /// p(u) = Σ c_k uᵏ for u from 0 to `chord`.
  struct Piece {
    double chord = 1;  // [m]
    std::array<Vec3, 4> c;
    Vec3 slope(double u) const { return c[1] + u * (2 * c[2] + 3 * u * c[3]); }
    double arc(double from, double to) const;
  };

  void measure();
  double chordAt(const Piece& piece, double from, double to, double arc) const;

  bool m_closed = false;
  std::vector<Piece> m_pieces;
  std::vector<double> m_lengths;  // [m] up to the end of each stretch, kStretches per piece
};

}  // namespace sinew
