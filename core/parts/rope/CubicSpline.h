#pragma once
#include <array>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// A uniform cubic B-spline of n control points, clamped, with n − 3 spans, or closed to a ring of
/// n; parameter u from 0 to the number of spans.
class CubicSpline {
 public:
  enum class Ends { Apart, Joined };
  /// What acts at one u: the four control points from `span` on, round a ring, and their basis
  /// functions with derivatives by u.
  struct Basis {
    int span = 0;
    std::array<double, 4> value{}, first{}, second{};
  };

  explicit CubicSpline(int controlPoints, Ends ends = Ends::Apart);

  int controls() const { return m_controls; }
  bool isRing() const { return m_ends == Ends::Joined; }
  int spans() const { return isRing() ? m_controls : m_controls - 3; }
  /// The control point that a span's k-th one is.
  int control(int span, int k) const {
    const int i = span + k;
    return i < m_controls ? i : i - m_controls;
  }
  Basis at(double u) const;
  /// Third derivatives of the basis functions, which are the same all over a span.
  const std::array<double, 4>& third(int span) const { return m_third[span]; }
  /// Where control point i sits: equally spaced control points along a straight line have u run
  /// evenly along it when each stands at its own u (Greville's abscissae). On a ring the first one
  /// sits before 0.
  double abscissa(int i) const;
  /// Control points of the curve that passes through points[i] at abscissa(i).
  std::vector<Vec3> through(const std::vector<Vec3>& points) const;

 private:
  double knot(int i) const;
  double within(double u) const;

  int m_controls;
  Ends m_ends;
  std::vector<std::array<double, 4>> m_third;
};

}  // namespace sinew
