#pragma once
#include "core/parts/rope/Rope.h"

namespace sinew::test {

/// A slender straight rope along x, 1 m long with EI = 1 N m², to be held and loaded.
RopeSpec slenderRope(int controlPoints, double lengthOverRadius);

/// A rope on the test bench: some of its velocities are held at 0, and it is let come to rest.
class RopeBench {
 public:
  explicit RopeBench(const RopeSpec& spec);

  const Rope& rope() const { return m_rope; }
  int nv() const { return m_rope.dims().v; }
  int controls() const { return (nv() + 1) / 4; }
  Vec3 control(int i) const { return Eigen::Map<const Vec3>(q.data() + 3 * i); }
  Vec3 position(double fraction);
  const PartScratch& scratch();

  void hold(std::initializer_list<int> velocities);
  void holdControl(int i) { hold({3 * i, 3 * i + 1, 3 * i + 2}); }
  /// Holds place, direction and spin of the start of a rope along x.
  void clampStart();
  int spin(int leg) const { return 3 * controls() + leg; }

  /// Forces of the rope and those of `load`, which adds to Q for the state as it is.
  using Load = std::function<void(Eigen::VectorXd& Q)>;
  Eigen::VectorXd forces(const Vec3& gravity, const Load& load);
  /// Moves to where all forces on what is not held vanish, until a step moves no control point by
  /// more than `still` [m]; returns whether it got there.
  bool settle(const Vec3& gravity, const Load& load = {}, double still = 1e-9);
  /// −∂Q/∂x of the rope's forces by central differences, about the state as it is.
  Eigen::MatrixXd forceSlope();
  /// A of a step of h seconds from the state as it is, and M, from what the rope solves with them.
  Eigen::MatrixXd dynamicsMatrix(double h);
  Eigen::MatrixXd massMatrix();
  /// [rad/s] of small vibrations about the state as it is, slowest first.
  std::vector<double> frequencies();

  Eigen::VectorXd q, v;

 private:
  Eigen::VectorXd relaxed(double h, Eigen::VectorXd Q);

  Rope m_rope;
  std::unique_ptr<PartScratch> m_scratch;
  std::vector<int> m_held;
};

}  // namespace sinew::test
