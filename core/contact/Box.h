#pragma once
#include <limits>

#include "core/math/Types.h"

namespace sinew {

/// A box along the world's axes [m]. Empty until something is added.
struct Box {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 high = Vec3::Constant(-std::numeric_limits<double>::infinity());

  Box() = default;
  explicit Box(const Vec3& x) : low(x), high(x) {}

  void add(const Vec3& x) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  void add(const Box& box) {
    low = low.cwiseMin(box.low);
    high = high.cwiseMax(box.high);
  }
  /// Boxes that merely touch overlap.
  bool overlaps(const Box& box) const {
    return (low.array() <= box.high.array()).all() && (box.low.array() <= high.array()).all();
  }
  bool contains(const Box& box) const {
    return (low.array() <= box.low.array()).all() && (box.high.array() <= high.array()).all();
  }
  double volume() const { return (high - low).prod(); }
  Box grown(double margin) const {
    Box box;
    box.low = low.array() - margin;
    box.high = high.array() + margin;
    return box;
  }
};

}  // namespace sinew
