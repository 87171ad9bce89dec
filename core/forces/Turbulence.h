#pragma once
#include <cstdint>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// Gusts: a wind that blows as strongly everywhere but each time and place another way. A sum of
/// waves across which it blows, so that no air is made or lost, with the share of energy that
/// eddies of each size have in real air, E(k) ~ k^(−5/3) (Kolmogorov 1941), each turning in its own
/// time; J. C. H. Fung et al., J. Fluid Mech. 236 (1992), call it kinematic simulation.
class Turbulence {
 public:
  struct Spec {
    double speed = 0;   ///< [m/s] root mean square of the whole gust
    double eddies = 1;  ///< [m] size of the largest; the smallest are an eighth of it
    std::uint64_t seed = 0;
  };
  explicit Turbulence(const Spec& spec);

  /// Gust [m/s] at a place [m] in air that is still on average, at time t [s].
  Vec3 at(const Vec3& place, double time) const;
  bool still() const { return m_waves.empty(); }

 private:
  struct Wave {
    Vec3 number = Vec3::Zero();                       // k [rad/m]
    Vec3 cosine = Vec3::Zero(), sine = Vec3::Zero();  // [m/s] both across k
    double frequency = 0;                             // [rad/s]
  };
  std::vector<Wave> m_waves;
};

}  // namespace sinew
