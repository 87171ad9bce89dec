#pragma once
#include <array>
#include <cstddef>

namespace sinew {

/// By whom energy comes into a scene: grabs; what moves by key (parts, targets, lengths); forces
/// that come from outside (keyed ones, wind, pressure); gravity that changes; closing laws; contact
/// that sets in where parts overlap, or with springs born stretched. And what damping, friction and
/// inelastic impacts take.
enum class EnergyFlow { Dissipated, Grabs, Drives, Forces, Gravity, Assembly, Contact };
inline constexpr std::size_t kEnergyFlows = 7;

/// Of each a power [W], or an energy [J].
struct EnergyFlows {
  std::array<double, kEnergyFlows> of{};
  double& operator[](EnergyFlow flow) { return of[static_cast<std::size_t>(flow)]; }
  double operator[](EnergyFlow flow) const { return of[static_cast<std::size_t>(flow)]; }
  /// What all that bring some bring together.
  double work() const {
    double sum = 0;
    for (std::size_t i = 1; i < kEnergyFlows; ++i) sum += of[i];
    return sum;
  }
  /// sums += h · these, where `sums` are laid out likewise.
  void addTo(double* sums, double h = 1) const {
    for (std::size_t i = 0; i < kEnergyFlows; ++i) sums[i] += h * of[i];
  }
};

}  // namespace sinew
