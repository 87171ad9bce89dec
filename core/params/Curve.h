#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sinew {

/// How a curve runs from one key to the next.
enum class Interpolation { Step, Linear, Smooth };

/// A keyed value of 1 to 3 components. Before the first key and after the last it holds.
/// Smooth is a cubic Hermite (a Bézier whose handles reach a third of the way) with slopes set by
/// hand or else Catmull–Rom, zero at extrema (no overshoot); Step jumps at the key (at the key's
/// time the new value holds) and is an event for the step.
struct Curve {
  /// What the smooth segments before and after a key have there [unit/s].
  struct Slopes {
    std::array<double, 3> before{}, after{};
    bool operator==(const Slopes&) const = default;
  };
  struct Key {
    double time = 0;                ///< [s]
    std::array<double, 3> value{};  ///< unit of the parameter; first `components` used
    Interpolation toNext = Interpolation::Smooth;
    std::optional<Slopes> slopes = std::nullopt;  ///< set by hand; none: found from the keys
    bool operator==(const Key&) const = default;
  };
  /// Value with first and second time derivative.
  struct Sample {
    std::array<double, 3> value{}, rate{}, acceleration{};
  };

  int components = 1;
  std::vector<Key> keys;  ///< strictly increasing times, at least one

  Sample at(double time) const;
  /// Slopes at the key with this index, whether set by hand or found.
  Slopes slopesAt(std::size_t key) const;
  /// Least and greatest of a component from this key to the next.
  std::pair<double, double> rangeFrom(std::size_t key, std::size_t component) const;
  /// Times at which value or a derivative jumps inside (from, to]; the step ends on them.
  void eventTimes(double from, double to, std::vector<double>& out) const;

  bool operator==(const Curve&) const = default;
};

}  // namespace sinew
