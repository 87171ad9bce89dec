#pragma once
#include "core/forces/Turbulence.h"
#include "core/params/Curve.h"

namespace sinew {

/// A keyed wind that is the same everywhere, and gusts, as strong as keys say, that it carries
/// along.
class Wind {
 public:
  struct Spec {
    Curve mean;         ///< [m/s]
    Curve gusts;        ///< [m/s] root mean square
    double eddies = 1;  ///< [m] size of the largest
    std::uint64_t seed = 0;
  };
  explicit Wind(Spec spec);

  /// The wind at one instant.
  class Instant {
   public:
    Vec3 at(const Vec3& place) const;  ///< [m/s]

   private:
    friend class Wind;
    const Turbulence* m_gusts = nullptr;
    double m_strength = 0, m_turned = 0;
    Vec3 m_mean = Vec3::Zero(), m_drift = Vec3::Zero();
  };
  Instant at(double time) const;
  void eventTimes(double from, double to, std::vector<double>& out) const;

 private:
  /// The integral of a curve from the start on.
  class Path {
   public:
    explicit Path(Curve rate);
    Vec3 rateAt(double time) const;
    Vec3 until(double time) const;
    const Curve& rate() const { return m_rate; }

   private:
    Curve m_rate;
    std::vector<double> m_since;  // [s] the start, then each key after it
    std::vector<Vec3> m_to;       // from the start up to each of them
  };

  Path m_mean;         // [m]
  Path m_strength;     // [m] what eddies turn with: the stronger, the faster
  Turbulence m_gusts;  // of 1 m/s
};

}  // namespace sinew
