#pragma once
#include <functional>
#include <random>

#include "core/model/Part.h"

namespace sinew::conformance {

using Numbers = Eigen::VectorXd;

/// One state of a part.
struct PartValues {
  Numbers q, v;
};

inline Surroundings weightless() {
  Surroundings around;
  around.gravity.setZero();
  return around;
}

/// A part on the test bench: states shaken by seeded random numbers, kinematics and forces as
/// plain vectors, and an accurate integrator (classical Runge–Kutta) over the Part interface.
class PartBench {
 public:
  PartBench(const Part& part, std::uint64_t seed);

  const Part& part() const { return m_part; }
  int nq() const { return m_dims.q; }
  int nv() const { return m_dims.v; }
  double size() const { return m_part.size(); }

  PartValues initial() const;
  /// A deformed, moving state: points move by about a twentieth of the size, at about `speed`
  /// sizes per second.
  PartValues shaken(double speed = 1);
  Numbers randomVelocityState(const Numbers& q, double speed);

  /// Material points all over the part: contact points and drawn vertices.
  std::vector<ResolvedPoint> points(int count) const;
  /// How many numbers a material point has; −1 if none of 0 to 3 will do.
  int coordinates() const;

  const PartScratch& at(const PartValues& state, double time = 0);
  Vec3 position(const PartValues& state, const ResolvedPoint& u);
  Vec3 velocity(const PartValues& state, const ResolvedPoint& u);
  /// Kinematics with L spread over all velocity columns.
  struct Kinematics {
    Vec3 x, xdot, b, c;
    Eigen::Matrix3Xd L;
  };
  Kinematics kinematics(const PartValues& state, const ResolvedPoint& u);
  Numbers nu(const PartValues& state);
  Numbers forces(const Surroundings& around, const PartValues& state, double* power = nullptr);
  Eigen::MatrixXd inverseMass(const PartValues& state);
  PartEnergy energy(const Surroundings& around, const PartValues& state);
  /// q moved for h with ν held.
  PartValues advanced(const PartValues& state, const Numbers& nu, double h);
  /// q moved for h by Part::coast.
  PartValues coasted(const PartValues& state, const Numbers& nu, double h);

  /// Exact motion for h seconds in `steps` Runge–Kutta steps, with the forces `around` brings, or
  /// none at all. `dissipated` collects the energy that damping took.
  PartValues flow(PartValues state, const Surroundings* around, double h, int steps,
                  double* dissipated = nullptr);

  /// [rad/s] of the stiffest mode, roughly, by power iteration on M⁻¹ ∂Q/∂q.
  double highestFrequency(const PartValues& state);

  double uniform(double from, double to);

 private:
  struct Rates {
    Numbers q, v;
    double power = 0;
  };
  Rates rates(const PartValues& state, const Surroundings* around);

  const Part& m_part;
  PartDims m_dims;
  std::unique_ptr<PartScratch> m_scratch;
  std::mt19937_64 m_random;
};

}  // namespace sinew::conformance
