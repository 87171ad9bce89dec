#include "tests/core/parts/rope/RopeBench.h"

#include <Eigen/Dense>
#include <algorithm>
#include <numbers>

namespace sinew::test {

RopeSpec slenderRope(int controlPoints, double lengthOverRadius) {
  RopeSpec spec;
  spec.drawn = [](double fraction) { return Vec3(fraction, 0, 0); };
  spec.controlPoints = controlPoints;
  spec.radius = 1 / lengthOverRadius;
  spec.massPerLength = 1;
  spec.bendStiffness = 1;
  spec.stretchStiffness = 4 / (spec.radius * spec.radius);
  spec.twistStiffness = 1 / 1.3;
  return spec;
}

RopeBench::RopeBench(const RopeSpec& spec) : m_rope(spec), m_scratch(m_rope.makeScratch()) {
  q.resize(m_rope.dims().q);
  v.resize(m_rope.dims().v);
  m_rope.initialState(q.data(), v.data());
}

const PartScratch& RopeBench::scratch() {
  m_rope.update({q.data(), v.data(), 0}, *m_scratch);
  return *m_scratch;
}

Vec3 RopeBench::position(double fraction) {
  Vec3 x, xdot;
  m_rope.locate(scratch(), *m_rope.resolve(std::array{fraction}), x, xdot);
  return x;
}

void RopeBench::hold(std::initializer_list<int> velocities) {
  m_held.insert(m_held.end(), velocities);
}

void RopeBench::clampStart() {
  holdControl(0);
  hold({4, 5, spin(0)});  // the tangent across; along it the rope may stretch
}

Eigen::VectorXd RopeBench::forces(const Vec3& gravity, const Load& load) {
  Eigen::VectorXd Q = Eigen::VectorXd::Zero(nv());
  m_rope.addForces({0, gravity}, scratch(), Q.data());
  if (load) load(Q);
  return Q;
}

// A step of h seconds from rest, held velocities kept at 0 by multipliers.
Eigen::VectorXd RopeBench::relaxed(double h, Eigen::VectorXd Q) {
  m_rope.linearise(*m_scratch, h, Q.data());
  const auto held = static_cast<Eigen::Index>(m_held.size());
  Eigen::MatrixXd rhs = Eigen::MatrixXd::Zero(nv(), held + 1), out(nv(), held + 1);
  for (Eigen::Index i = 0; i < held; ++i) rhs(m_held[static_cast<std::size_t>(i)], i) = 1;
  rhs.col(held) = h * Q;
  m_rope.applyInverseDynamics(*m_scratch, rhs.data(), out.data(), static_cast<int>(held + 1));
  if (held == 0) return out;
  const Eigen::MatrixXd W = out.leftCols(held);
  const Eigen::MatrixXd N = rhs.leftCols(held).transpose() * W;
  const Eigen::VectorXd moved = rhs.leftCols(held).transpose() * out.col(held);
  return out.col(held) - W * N.ldlt().solve(moved);
}

bool RopeBench::settle(const Vec3& gravity, const Load& load, double still) {
  // Steps are no longer than that: held only afterwards, a rope flies far in them, and rounding
  // with it.
  constexpr double kFirst = 0.02, kLast = 0.15, kGrowth = 1.1, kStillTurned = 1e-7;
  constexpr int kSteps = 20000;
  v.setZero();
  double h = kFirst;
  for (int i = 0; i < kSteps; ++i) {
    const Eigen::VectorXd Q = forces(gravity, load), nu = relaxed(h, Q);
    const double moved = h * nu.head(3 * controls()).cwiseAbs().maxCoeff();
    const double turned = h * nu.tail(controls() - 1).cwiseAbs().maxCoeff();
    const double share = std::min(1.0, 0.02 / moved);  // small turns at a time
    m_rope.advance(*m_scratch, nu.data(), share * h, q.data());
    if (moved < still && turned < kStillTurned && h >= kLast) return true;
    h = std::min(kLast, moved > 0.02 ? h / 2 : kGrowth * h);
  }
  return false;
}

Eigen::MatrixXd RopeBench::forceSlope() {
  constexpr double kNudge = 1e-6;
  const int n = nv();
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(n, n);
  Eigen::MatrixXd slope(n, n);
  const Eigen::VectorXd start = q;
  for (int i = 0; i < n; ++i) {
    const auto pushed = [&](double by) {
      q = start;
      scratch();
      m_rope.advance(*m_scratch, identity.col(i).data(), by, q.data());
      return forces(Vec3::Zero(), {});
    };
    slope.col(i) = (pushed(-kNudge) - pushed(kNudge)) / (2 * kNudge);
  }
  q = start;
  return slope;
}

Eigen::MatrixXd RopeBench::dynamicsMatrix(double h) {
  const int n = nv();
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(n, n);
  Eigen::MatrixXd inverse(n, n);
  scratch();
  m_rope.linearise(*m_scratch, h, nullptr);
  m_rope.applyInverseDynamics(*m_scratch, identity.data(), inverse.data(), n);
  return inverse.inverse();
}

Eigen::MatrixXd RopeBench::massMatrix() {
  const int n = nv();
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(n, n);
  Eigen::MatrixXd inverse(n, n);
  m_rope.applyInverseMass(scratch(), identity.data(), inverse.data(), n);
  return inverse.inverse();
}

std::vector<double> RopeBench::frequencies() {
  const int n = nv();
  const Eigen::MatrixXd stiffness = forceSlope(), mass = massMatrix();
  std::vector<int> free;
  for (int i = 0; i < n; ++i) {
    if (std::find(m_held.begin(), m_held.end(), i) == m_held.end()) free.push_back(i);
  }
  const Eigen::MatrixXd K = 0.5 * (stiffness + stiffness.transpose());
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(K(free, free),
                                                                        mass(free, free));
  std::vector<double> found;
  for (const double square : modes.eigenvalues()) found.push_back(std::sqrt(std::max(0.0, square)));
  return found;
}

}  // namespace sinew::test
