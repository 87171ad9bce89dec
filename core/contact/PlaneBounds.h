#pragma once
#include <array>

#include "core/contact/Box.h"

namespace sinew {

/// Where a plane may be while the three points that span it are somewhere in their boxes.
class PlaneBounds {
 public:
  /// The points run counter-clockwise seen from in front.
  PlaneBounds(const Box& a, const Box& b, const Box& c);

  /// Whether anything of the box may be less than `distance` [m] in front of the plane, or behind.
  bool reaches(const Box& box, double distance) const;

 private:
  Box m_origin, m_normal;  // the normal is not of unit length
  double m_longest = 0;    // of it
};

}  // namespace sinew
