#pragma once
#include "core/contact/Box.h"

namespace sinew {

/// A box [m] that goes straight from one to another over a step, and changes its size on the way.
/// Boxes of two things that go the same way do not overlap, however far they go: those round all
/// of their ways would.
struct MovingBox {
  Box start, end;

  MovingBox() = default;
  MovingBox(const Box& start, const Box& end) : start(start), end(end) {}
  explicit MovingBox(const Box& still) : start(still), end(still) {}

  void add(const MovingBox& box) {
    start.add(box.start);
    end.add(box.end);
  }
  /// Round all of the way.
  Box swept() const {
    Box box = start;
    box.add(end);
    return box;
  }
  bool contains(const MovingBox& box) const {
    return start.contains(box.start) && end.contains(box.end);
  }
  MovingBox grown(double margin) const { return {start.grown(margin), end.grown(margin)}; }
  double volume() const { return swept().volume(); }

  /// Where it is at the share u of the step.
  Box at(double u) const {
    Box box;
    box.low = (1 - u) * start.low + u * end.low;
    box.high = (1 - u) * start.high + u * end.high;
    return box;
  }
  /// Whether they may at any time. Where one is before the other along an axis at the start and at
  /// the end, it is so in between. What is no number at both ends overlaps nothing.
  bool overlaps(const MovingBox& box) const {
    const auto reaches = [](const MovingBox& a, const MovingBox& b) {
      return (a.start.high.array() >= b.start.low.array() ||
              a.end.high.array() >= b.end.low.array())
          .all();
    };
    return reaches(*this, box) && reaches(box, *this);
  }
};

}  // namespace sinew
