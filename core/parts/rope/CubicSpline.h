#pragma once
#include <array>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// A clamped uniform cubic B-spline: n control points, n − 3 spans, parameter u from 0 to n − 3.
class CubicSpline {
 public:
  /// What acts at one u: the four control points from `span` on, and their basis functions with
  /// derivatives by u.
  struct Basis {
    int span = 0;
    std::array<double, 4> value{}, first{}, second{};
  };

  explicit CubicSpline(int controlPoints) : m_controls(controlPoints) {}

  int controls() const { return m_controls; }
  int spans() const { return m_controls - 3; }
  Basis at(double u) const;
  /// Third derivatives of the basis functions, which are the same all over a span.
  std::array<double, 4> third(int span) const;
  /// Where control point i sits: equally spaced control points along a straight line have u run
  /// evenly along it when each stands at its own u (Greville's abscissae).
  double abscissa(int i) const;
  /// Control points of the curve that passes through points[i] at abscissa(i).
  std::vector<Vec3> through(const std::vector<Vec3>& points) const;

 private:
  double knot(int i) const;

  int m_controls;
};

}  // namespace sinew
