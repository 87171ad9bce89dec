#include "core/parts/superquadric/RigidSuperquadric.h"

#include <Eigen/LU>
#include <algorithm>

#include "core/math/Rotation.h"

namespace sinew {
namespace {

using ConstVec3Map = Eigen::Map<const Vec3>;
using Vec3Map = Eigen::Map<Vec3>;

struct RigidScratch final : PartScratch {
  Vec3 c = Vec3::Zero(), velocity = Vec3::Zero(), omega = Vec3::Zero();
  Vec3 momentum = Vec3::Zero(), angularMomentum = Vec3::Zero();
  Vec3 freeSpin = Vec3::Zero();  ///< ω̇ [rad/s²] while no torque acts
  Mat3 R = Mat3::Identity();
  Mat3 inverseInertia = Mat3::Zero();  ///< in world axes
  Quat rotation = Quat::Identity();
};

const RigidScratch& of(const PartScratch& scratch) {
  return static_cast<const RigidScratch&>(scratch);
}

Vec3 bodyPosition(const ResolvedPoint& u) {
  return {u.weight[0], u.weight[1], u.weight[2]};
}

}  // namespace

RigidSuperquadric::RigidSuperquadric(SuperquadricSpec given, const SolidMoments& moments)
    : SuperquadricPart(std::move(given)),
      m_mass(massOf(spec(), moments.volume)),
      m_inverseMass(1 / m_mass),
      m_centre(moments.centroid),
      m_inertia(moments.inertia * (m_mass / moments.volume)),
      m_inverseInertia(m_inertia.inverse()) {
  m_drawn.resize(render().points.slots(), 3);
  shape().place(render().points, nullptr, m_drawn);
  m_drawn.rowwise() -= m_centre.transpose();
  useContactGrid(SurfaceGrid(shape(), kContactRings, kContactAround));
  for (const ResolvedPoint& u : contactPoints()) {
    m_contactReach = std::max(m_contactReach, bodyPosition(u).norm());
  }
}

std::vector<StateField> RigidSuperquadric::configurationFields() const {
  return {{"centre", 3}, {"rotation", 4}};
}

std::vector<StateField> RigidSuperquadric::velocityFields() const {
  return {{"momentum", 3}, {"angular_momentum", 3}};
}

void RigidSuperquadric::initialState(double* q, double* v) const {
  const Mat3 R = spec().orientation.toRotationMatrix();
  const Vec3 arm = R * m_centre, spin = spec().angularVelocity;
  Vec3Map{q} = spec().position + arm;
  storeQuat(spec().orientation, q + 3);
  Vec3Map{v} = m_mass * (spec().velocity + spin.cross(arm));
  Vec3Map{v + 3} = R * (m_inertia * (R.transpose() * spin));
}

std::unique_ptr<PartScratch> RigidSuperquadric::makeScratch() const {
  return std::make_unique<RigidScratch>();
}

void RigidSuperquadric::update(const PartState& state, PartScratch& scratch) const {
  auto& s = static_cast<RigidScratch&>(scratch);
  s.c = ConstVec3Map(state.q);
  s.rotation = loadQuat(state.q + 3);
  s.R = s.rotation.toRotationMatrix();
  s.momentum = ConstVec3Map(state.v);
  s.angularMomentum = ConstVec3Map(state.v + 3);
  const Mat3 half = s.R * m_inverseInertia;
  s.inverseInertia.noalias() = half * s.R.transpose();
  s.velocity = m_inverseMass * s.momentum;
  s.omega = s.inverseInertia * s.angularMomentum;
  // Euler: I ω̇ + ω × L = 0.
  s.freeSpin = -(s.inverseInertia * s.omega.cross(s.angularMomentum));
}

Result<ResolvedPoint> RigidSuperquadric::resolve(std::span<const double> at) const {
  const auto point = surfacePoint(at);
  if (!point) return Unexpected{point.error()};
  ResolvedPoint u;
  u.at = {at[0], at[1], 0};
  u.cell = 0;
  Eigen::Map<Vec3>(u.weight.data()) = shape().place(*point, nullptr) - m_centre;
  return u;
}

void RigidSuperquadric::point(const PartScratch& scratch, const ResolvedPoint& u,
                              PointKinematics& out) const {
  const RigidScratch& s = of(scratch);
  const Vec3 arm = s.R * bodyPosition(u);
  const Vec3 swing = s.omega.cross(arm);
  out.position = s.c + arm;
  out.velocity = s.velocity + swing;
  out.curvature = s.omega.cross(swing);
  out.bias = s.freeSpin.cross(arm) + out.curvature;
  out.blockCount = 1;
  out.blocks[0] = {0, 6};
  out.columns = 6;
  Eigen::Map<Mat3>(out.L).setIdentity();
  Eigen::Map<Mat3>(out.L + 9) = skew(-arm);
}

void RigidSuperquadric::locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                               Vec3& velocity) const {
  const RigidScratch& s = of(scratch);
  const Vec3 arm = s.R * bodyPosition(u);
  position = s.c + arm;
  velocity = s.velocity + s.omega.cross(arm);
}

void RigidSuperquadric::addPointForce(const PartScratch& scratch, const ResolvedPoint& u,
                                      const Vec3& force, double* Q) const {
  const Vec3 arm = of(scratch).R * bodyPosition(u);
  Vec3Map{Q} += force;
  Vec3Map{Q + 3} += arm.cross(force);
}

double RigidSuperquadric::addForces(const Surroundings& around, const PartScratch& scratch,
                                    double* Q) const {
  const RigidScratch& s = of(scratch);
  const double drag = spec().damping;
  Vec3Map{Q} += (m_mass * spec().gravityScale) * around.gravity - drag * s.momentum;
  Vec3Map{Q + 3} -= drag * s.angularMomentum;
  return drag * (s.momentum.dot(s.velocity) + s.angularMomentum.dot(s.omega));
}

void RigidSuperquadric::applyInverseMass(const PartScratch& scratch, const double* rhs, double* out,
                                         int columns) const {
  const RigidScratch& s = of(scratch);
  for (int i = 0; i < columns; ++i, rhs += 6, out += 6) {
    Vec3Map{out} = m_inverseMass * ConstVec3Map(rhs);
    Vec3Map{out + 3}.noalias() = s.inverseInertia * ConstVec3Map(rhs + 3);
  }
}

void RigidSuperquadric::freeRate(const PartScratch&, double* out) const {
  std::fill_n(out, 6, 0.0);
}

void RigidSuperquadric::addForceRate(const PartScratch&, const double* Q, double scale,
                                     double* v) const {
  for (int i = 0; i < 6; ++i) v[i] += scale * Q[i];
}

void RigidSuperquadric::velocityFromState(const PartScratch& scratch, const double* v,
                                          double* nu) const {
  applyInverseMass(scratch, v, nu, 1);
}

void RigidSuperquadric::configurationRate(const PartScratch& scratch, double* out) const {
  const RigidScratch& s = of(scratch);
  Vec3Map{out} = s.velocity;
  quatRate(s.rotation, s.omega, out + 3);
}

void RigidSuperquadric::advance(const PartScratch&, const double* nu, double h, double* q) const {
  Vec3Map{q} += h * ConstVec3Map(nu);
  storeQuat(turned(loadQuat(q + 3), h * ConstVec3Map(nu + 3)), q + 3);
}

void RigidSuperquadric::normalise(double* q) const {
  storeQuat(loadQuat(q + 3).normalized(), q + 3);
}

PartEnergy RigidSuperquadric::energy(const Surroundings& around, const PartScratch& scratch) const {
  const RigidScratch& s = of(scratch);
  PartEnergy e;
  e.kinetic = 0.5 * (s.momentum.dot(s.velocity) + s.angularMomentum.dot(s.omega));
  e.gravity = -m_mass * spec().gravityScale * around.gravity.dot(s.c);
  e.momentum = s.momentum;
  e.angularMomentum = s.c.cross(s.momentum) + s.angularMomentum;
  return e;
}

void RigidSuperquadric::boundingSphere(const PartScratch& scratch, Vec3& centre,
                                       double& radius) const {
  centre = of(scratch).c;
  radius = m_contactReach;
}

void RigidSuperquadric::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  writeVertices({of(scratch).c, of(scratch).R}, render().points, m_drawn, positions);
}

}  // namespace sinew
