#pragma once
// The bodies of RigidMotion.h.
#include <algorithm>
#include <array>

#include "core/motion/RigidMotion.h"

namespace sinew {
namespace rigid {

using ConstVec3Map = Eigen::Map<const Vec3>;
using Vec3Map = Eigen::Map<Vec3>;

inline Columns3 rotationColumns(const Quat& q) {
  const double w = q.w(), x = q.x(), y = q.y(), z = q.z();
  return {Lanes{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0},
          Lanes{2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0},
          Lanes{2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0}};
}

/// R A Rᵀ for symmetric A.
inline Columns3 turnedTensor(const Columns3& R, const Columns3& A) {
  const Columns3 half(R.times(A.c0), R.times(A.c1), R.times(A.c2));
  return {half.times(R.c0[0], R.c1[0], R.c2[0]), half.times(R.c0[1], R.c1[1], R.c2[1]),
          half.times(R.c0[2], R.c1[2], R.c2[2])};
}

/// R I Rᵀ ω [kg m²/s].
inline Lanes momentumOf(const RigidScratch& s, Lanes spin) {
  const Columns3 inertia(s.body.inertia.data());
  return s.R.times(inertia.times(dot3(s.R.c0, spin), dot3(s.R.c1, spin), dot3(s.R.c2, spin)));
}

}  // namespace rigid

inline Mat3 RigidScratch::axes() const {
  Mat3 out;
  out << vectorOf(R.c0), vectorOf(R.c1), vectorOf(R.c2);
  return out;
}

template <class Base>
void RigidMotion<Base>::update(const PartState& state, PartScratch& scratch) const {
  auto& s = static_cast<RigidScratch&>(scratch);
  s.c = load3Padded(state.q);
  s.rotation = loadQuat(state.q + 3);
  s.momentum = load3Padded(state.v);
  s.angularMomentum = load3(state.v + 3);
  s.R = rigid::rotationColumns(s.rotation);
  s.inverseInertia = rigid::turnedTensor(s.R, Columns3(s.body.inverseInertia.data()));
  s.velocity = s.body.inverseMass * s.momentum;
  s.omega = s.inverseInertia.times(s.angularMomentum);
  // Euler: I ω̇ + ω × L = 0.
  s.freeSpin = -s.inverseInertia.times(cross(s.omega, s.angularMomentum));
}

template <class Base>
void RigidMotion<Base>::point(const PartScratch& scratch, const ResolvedPoint& u,
                              PointKinematics& out) const {
  const RigidScratch& s = rigidOf(scratch);
  const Lanes arm = s.arm(u);
  const Lanes swing = cross(s.omega, arm);
  const Lanes curvature = cross(s.omega, swing) + cross(s.freeSpin, arm);
  store3(out.position.data(), s.c + arm);
  store3(out.velocity.data(), s.velocity + swing);
  store3(out.curvature.data(), curvature);
  store3(out.bias.data(), curvature);
  out.blockCount = 1;
  out.blocks[0] = {0, 6};
  out.columns = 6;
  // L = [I, −skew(arm)]
  constexpr std::array<double, 9> kIdentity = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::copy(kIdentity.begin(), kIdentity.end(), out.L);
  const double x = arm[0], y = arm[1], z = arm[2];
  store4(out.L + 9, Lanes{0, -z, y, z});
  store4(out.L + 13, Lanes{0, -x, -y, x});
  out.L[17] = 0;
}

template <class Base>
void RigidMotion<Base>::locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                               Vec3& velocity) const {
  const RigidScratch& s = rigidOf(scratch);
  const Lanes arm = s.arm(u);
  position = vectorOf(s.c + arm);
  velocity = vectorOf(s.velocity + cross(s.omega, arm));
}

template <class Base>
void RigidMotion<Base>::addPointForce(const PartScratch& scratch, const ResolvedPoint& u,
                                      const Vec3& force, double* Q) const {
  rigid::Vec3Map{Q} += force;
  rigid::Vec3Map{Q + 3} += vectorOf(rigidOf(scratch).arm(u)).cross(force);
}

template <class Base>
double RigidMotion<Base>::addForces(const Surroundings& around, const PartScratch& scratch,
                                    double* Q) const {
  const RigidScratch& s = rigidOf(scratch);
  rigid::Vec3Map{Q} += s.body.mass * around.gravity;
  const double drag = s.body.drag;
  if (drag == 0) return 0;
  store3(Q, load3(Q) - drag * s.momentum);
  store3(Q + 3, load3(Q + 3) - drag * s.angularMomentum);
  return drag * (dot3(s.momentum, s.velocity) + dot3(s.angularMomentum, s.omega));
}

template <class Base>
void RigidMotion<Base>::applyInverseMass(const PartScratch& scratch, const double* rhs, double* out,
                                         int columns) const {
  const RigidScratch& s = rigidOf(scratch);
  const Columns3 inverseInertia = s.inverseInertia;
  for (int i = 0; i < columns; ++i, rhs += 6, out += 6) {
    const Lanes force = s.body.inverseMass * load3Padded(rhs);
    const Lanes torque = inverseInertia.times(rhs[3], rhs[4], rhs[5]);
    store3(out, force);
    store3(out + 3, torque);
  }
}

// Drag is all there is to take at the step's end: A = (1 + h γ) M.
template <class Base>
void RigidMotion<Base>::linearise(PartScratch& scratch, const ImplicitStep& step,
                                  double* /*Q*/) const {
  static_cast<RigidScratch&>(scratch).braked = 1 / (1 + step.acts * m_body.drag);
}

template <class Base>
void RigidMotion<Base>::applyInverseDynamics(const PartScratch& scratch, const double* rhs,
                                             double* out, int columns) const {
  applyInverseMass(scratch, rhs, out, columns);
  for (int i = 0; i < 6 * columns; ++i) out[i] *= rigidOf(scratch).braked;
}

template <class Base>
void RigidMotion<Base>::addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                                        double* v) const {
  addForceRate(scratch, Q, h * rigidOf(scratch).braked, v);
}

template <class Base>
void RigidMotion<Base>::addInverseRate(const PartScratch&, const double* dv, double scale,
                                       double* Q) const {
  for (int i = 0; i < 6; ++i) Q[i] += scale * dv[i];
}

template <class Base>
void RigidMotion<Base>::freeRate(const PartScratch&, double* out) const {
  std::fill_n(out, 6, 0.0);
}

template <class Base>
void RigidMotion<Base>::addForceRate(const PartScratch&, const double* Q, double scale,
                                     double* v) const {
  for (int i = 0; i < 6; ++i) v[i] += scale * Q[i];
}

template <class Base>
void RigidMotion<Base>::velocityFromState(const PartScratch& scratch, const double* v,
                                          double* nu) const {
  applyInverseMass(scratch, v, nu, 1);
}

template <class Base>
void RigidMotion<Base>::configurationRate(const PartScratch& scratch, double* out) const {
  const RigidScratch& s = rigidOf(scratch);
  store3(out, s.velocity);
  quatRate(s.rotation, vectorOf(s.omega), out + 3);
}

template <class Base>
void RigidMotion<Base>::advance(const PartScratch&, const double* nu, double h, double* q) const {
  rigid::Vec3Map{q} += h * rigid::ConstVec3Map(nu);
  storeQuat(turned(loadQuat(q + 3), h * rigid::ConstVec3Map(nu + 3)), q + 3);
}

template <class Base>
FreeTurn::Body RigidMotion<Base>::freeBody(const Mat3& R, const double* nu) const {
  FreeTurn::Body body;
  body.spin = R.transpose() * rigid::ConstVec3Map(nu + 3);
  body.momentum = m_body.inertia * body.spin;
  body.perMomentum = m_body.inverseInertia;
  return body;
}

template <class Base>
void RigidMotion<Base>::coast(const PartScratch& scratch, const double* nu, double h,
                              double* q) const {
  const RigidScratch& s = rigidOf(scratch);
  store3(q, load3(q) + h * load3Padded(nu));
  Lanes spin = load3(nu + 3);
  if (m_body.ball ||
      settleSlowSpin(Lanes{}, s.inverseInertia, rigid::momentumOf(s, spin), h, spin)) {
    storeQuat(turned(loadQuat(q + 3), vectorOf(h * spin)), q + 3);
  } else {
    storeQuat(FreeTurn(freeBody(s.axes(), nu), h).from(loadQuat(q + 3)), q + 3);
  }
}

template <class Base>
Mat3 RigidMotion<Base>::coastResponse(const PartScratch& scratch, const double* nu,
                                      double h) const {
  if (m_body.ball) return turnedFurther(h * rigid::ConstVec3Map(nu + 3));
  const Mat3 R = rigidOf(scratch).axes();
  FreeTurn turn(freeBody(R, nu), h);
  return R * turn.response(Mat3::Zero(), m_body.inertia) * R.transpose();
}

template <class Base>
void RigidMotion<Base>::normalise(double* q) const {
  storeQuat(loadQuat(q + 3).normalized(), q + 3);
}

template <class Base>
PartEnergy RigidMotion<Base>::energy(const Surroundings& around, const PartScratch& scratch) const {
  const RigidScratch& s = rigidOf(scratch);
  PartEnergy e;
  e.kinetic = 0.5 * (dot3(s.momentum, s.velocity) + dot3(s.angularMomentum, s.omega));
  e.gravity = -s.body.mass * dot3(lanesOf(around.gravity), s.c);
  e.momentum = vectorOf(s.momentum);
  e.angularMomentum = vectorOf(cross(s.c, s.momentum) + s.angularMomentum);
  return e;
}

template <class Base>
void RigidMotion<Base>::writeState(const Vec3& position, const Quat& orientation,
                                   const Vec3& velocity, const Vec3& spin, const Vec3& centre,
                                   double* q, double* v) const {
  const Mat3 R = orientation.toRotationMatrix();
  const Vec3 arm = R * centre;
  rigid::Vec3Map{q} = position + arm;
  storeQuat(orientation, q + 3);
  rigid::Vec3Map{v} = m_body.mass * (velocity + spin.cross(arm));
  rigid::Vec3Map{v + 3} = R * (m_body.inertia * (R.transpose() * spin));
}

}  // namespace sinew
