#pragma once
#include <array>
#include <string>
#include <vector>

namespace sinew {

/// How a curve runs from one key to the next.
enum class Interpolation { Step, Linear, Smooth };

/// A keyed value of 1 to 3 components. Before the first key and after the last it holds.
/// Smooth is a cubic Hermite whose slopes are Catmull–Rom, zero at extrema (no overshoot);
/// Step jumps at the key (at the key's time the new value holds) and is an event for the step.
struct Curve {
  struct Key {
    double time = 0;                ///< [s]
    std::array<double, 3> value{};  ///< unit of the parameter; first `components` used
    Interpolation toNext = Interpolation::Smooth;
    bool operator==(const Key&) const = default;
  };
  /// Value with first and second time derivative.
  struct Sample {
    std::array<double, 3> value{}, rate{}, acceleration{};
  };

  int components = 1;
  std::vector<Key> keys;  ///< strictly increasing times, at least one

  Sample at(double time) const;
  /// Times at which value or a derivative jumps inside (from, to]; the step ends on them.
  void eventTimes(double from, double to, std::vector<double>& out) const;

  bool operator==(const Curve&) const = default;
};

}  // namespace sinew
