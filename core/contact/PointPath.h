#pragma once
#include <array>

#include "core/contact/MovingBox.h"
#include "core/math/Bernstein.h"

namespace sinew {

/// How points go over a step: straight, or as the cubic that has the velocities of its ends.
enum class Way { Straight, Cubic };

/// The way of a point over a step, u from 0 to 1, by its four Bernstein points [m]: they bound it
/// (their box holds it), and what is linear in several points has a Bernstein form of its own.
struct PointPath {
  std::array<Vec3, 4> control;

  /// The straight line that an implicit step goes.
  static PointPath straight(const Vec3& start, const Vec3& end) {
    const Vec3 third = (end - start) / 3;
    return {{start, start + third, end - third, end}};
  }
  /// The cubic through both ends [m] with the velocities [m/s] there, h [s] apart. [LS97] (21)
  static PointPath hermite(const Vec3& start, const Vec3& startVelocity, const Vec3& end,
                           const Vec3& endVelocity, double h) {
    return {{start, start + h / 3 * startVelocity, end - h / 3 * endVelocity, end}};
  }

  static PointPath along(Way way, const Vec3& start, const Vec3& startVelocity, const Vec3& end,
                         const Vec3& endVelocity, double h) {
    return way == Way::Straight ? straight(start, end)
                                : hermite(start, startVelocity, end, endVelocity, h);
  }

  Vec3 at(double u) const {
    const double w = 1 - u;
    return w * w * w * control[0] + 3 * u * w * w * control[1] + 3 * u * u * w * control[2] +
           u * u * u * control[3];
  }

  /// What is left of it from u on, as a path of its own.
  PointPath from(double u) const {
    std::array<Vec3, 4> b = control;
    for (int level = 3; level > 0; --level) {
      for (int k = 0; k < level; ++k) b[k] += u * (b[k + 1] - b[k]);
    }
    return {b};
  }

  /// Holds the whole way. [LS97] §6.3 Boxes of both ends that go straight, with what the control
  /// points leave the straight way by.
  MovingBox box() const {
    const Vec3 third = (control[3] - control[0]) / 3;
    MovingBox box = {Box(control[0]), Box(control[3])};
    for (const Vec3& off :
         {Vec3(control[1] - control[0] - third), Vec3(control[2] - control[3] + third)}) {
      box.start.add(control[0] + off);
      box.end.add(control[3] + off);
    }
    return box;
  }
};

/// n · (a − b) along the way of two points.
inline Bernstein<3> along(const Vec3& n, const PointPath& a, const PointPath& b) {
  Bernstein<3> g;
  for (int k = 0; k < 4; ++k) g.c[k] = n.dot(a.control[k] - b.control[k]);
  return g;
}

}  // namespace sinew
