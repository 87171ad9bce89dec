#pragma once
#include "core/forces/Turbulence.h"
#include "core/params/Curve.h"

namespace sinew {

/// A keyed wind that is the same everywhere, and gusts that it carries along.
class Wind {
 public:
  Wind(Curve mean, const Turbulence::Spec& gusts);

  /// The wind at one instant.
  class Instant {
   public:
    Vec3 at(const Vec3& place) const;  ///< [m/s]

   private:
    friend class Wind;
    const Turbulence* m_gusts = nullptr;
    double m_time = 0;
    Vec3 m_mean = Vec3::Zero(), m_drift = Vec3::Zero();
  };
  Instant at(double time) const;
  void eventTimes(double from, double to, std::vector<double>& out) const;

 private:
  Vec3 drift(double time) const;

  Curve m_mean;               // [m/s]
  std::vector<Vec3> m_drift;  // [m] up to each key
  Turbulence m_gusts;
};

}  // namespace sinew
