#include "core/parts/superquadric/RigidSuperquadric.h"

#include <Eigen/LU>
#include <algorithm>

#include "core/math/Lanes.h"
#include "core/math/Rotation.h"

namespace sinew {
namespace {

using ConstVec3Map = Eigen::Map<const Vec3>;
using Vec3Map = Eigen::Map<Vec3>;

struct RigidScratch final : PartScratch {
  explicit RigidScratch(const RigidBodyConstants& constants) : body(constants) {}

  RigidBodyConstants body;  ///< here beside what changes, because every step reads both
  Lanes c{}, velocity{}, omega{};
  Lanes momentum{}, angularMomentum{};
  Lanes freeSpin{};  ///< ω̇ [rad/s²] while no torque acts
  Columns3 R;
  Columns3 inverseInertia;  ///< in world axes
  Quat rotation = Quat::Identity();
  double braked = 1;  ///< 1/(1 + h γ), as last linearised
};

const RigidScratch& rigidOf(const PartScratch& scratch) {
  return static_cast<const RigidScratch&>(scratch);
}

/// Where a material point is from the centre of mass, in world axes.
Lanes armOf(const RigidScratch& s, const ResolvedPoint& u) {
  return s.R.times(u.weight[0], u.weight[1], u.weight[2]);
}

Columns3 rotationColumns(const Quat& q) {
  const double w = q.w(), x = q.x(), y = q.y(), z = q.z();
  return {Lanes{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0},
          Lanes{2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0},
          Lanes{2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0}};
}

/// R A Rᵀ for symmetric A.
Columns3 turnedTensor(const Columns3& R, const Columns3& A) {
  const Columns3 half(R.times(A.c0), R.times(A.c1), R.times(A.c2));
  return {half.times(R.c0[0], R.c1[0], R.c2[0]), half.times(R.c0[1], R.c1[1], R.c2[1]),
          half.times(R.c0[2], R.c1[2], R.c2[2])};
}

/// R I Rᵀ ω [kg m²/s].
Lanes momentumOf(const RigidScratch& s, Lanes spin) {
  const Columns3 inertia(s.body.inertia.data());
  return s.R.times(inertia.times(dot3(s.R.c0, spin), dot3(s.R.c1, spin), dot3(s.R.c2, spin)));
}

/// [m] 0 for what is not a ball.
double ballRadiusOf(const ShapeSpec& shape) {
  const GlobalValues<double>& q = shape.rest;
  const double a = q[Global::Radius1];
  const bool round = q[Global::Radius2] == a && q[Global::Radius3] == a &&
                     q[Global::Exponent1] == 1 && q[Global::Exponent2] == 1;
  const bool straight =
      std::all_of(q.begin() + Global::Taper1, q.end(), [](double x) { return x == 0; });
  return round && straight ? shape.scale * a : 0;
}

Mat3 matrixOf(const Columns3& m) {
  Mat3 out;
  out << vectorOf(m.c0), vectorOf(m.c1), vectorOf(m.c2);
  return out;
}

}  // namespace

RigidSuperquadric::RigidSuperquadric(SuperquadricSpec given, const SolidMoments& moments)
    : SuperquadricPart(std::move(given)), m_centre(moments.centroid) {
  m_body.mass = massOf(spec(), moments.volume);
  m_body.inverseMass = 1 / m_body.mass;
  m_body.drag = spec().damping;
  m_body.inertia = moments.inertia * (m_body.mass / moments.volume);
  m_body.inverseInertia = m_body.inertia.inverse();
  m_ballRadius = ballRadiusOf(spec().shape);
  m_drawn.resize(render().points.slots(), 3);
  shape().place(render().points, nullptr, m_drawn);
  m_drawn.rowwise() -= m_centre.transpose();
  useContactGrid(SurfaceGrid(shape(), kContactRings, kContactAround));
  for (const ResolvedPoint& u : contactPoints()) {
    m_contactReach = std::max(m_contactReach, ConstVec3Map(u.weight.data()).norm());
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
  Vec3Map{v} = m_body.mass * (spec().velocity + spin.cross(arm));
  Vec3Map{v + 3} = R * (m_body.inertia * (R.transpose() * spin));
}

std::unique_ptr<PartScratch> RigidSuperquadric::makeScratch() const {
  return std::make_unique<RigidScratch>(m_body);
}

void RigidSuperquadric::update(const PartState& state, PartScratch& scratch) const {
  auto& s = static_cast<RigidScratch&>(scratch);
  s.c = load3Padded(state.q);
  s.rotation = loadQuat(state.q + 3);
  s.momentum = load3Padded(state.v);
  s.angularMomentum = load3(state.v + 3);
  s.R = rotationColumns(s.rotation);
  s.inverseInertia = turnedTensor(s.R, Columns3(s.body.inverseInertia.data()));
  s.velocity = s.body.inverseMass * s.momentum;
  s.omega = s.inverseInertia.times(s.angularMomentum);
  // Euler: I ω̇ + ω × L = 0.
  s.freeSpin = -s.inverseInertia.times(cross(s.omega, s.angularMomentum));
}

ResolvedPoint RigidSuperquadric::ballPoint(const PartScratch& scratch, const Vec3& arm) const {
  const RigidScratch& s = rigidOf(scratch);
  ResolvedPoint u;
  u.cell = 0;
  Eigen::Map<Vec3>(u.weight.data()) = s.rotation.conjugate() * arm;
  return u;
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
  const RigidScratch& s = rigidOf(scratch);
  const Lanes arm = armOf(s, u);
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

SuperquadricPart::Turning RigidSuperquadric::turning(const PartScratch& scratch) const {
  const RigidScratch& s = rigidOf(scratch);
  const Vec3 wander = vectorOf(s.freeSpin);
  return {s.rotation.toRotationMatrix(), vectorOf(s.omega), wander, wander};
}

void RigidSuperquadric::locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                               Vec3& velocity) const {
  const RigidScratch& s = rigidOf(scratch);
  const Lanes arm = armOf(s, u);
  position = vectorOf(s.c + arm);
  velocity = vectorOf(s.velocity + cross(s.omega, arm));
}

void RigidSuperquadric::addPointForce(const PartScratch& scratch, const ResolvedPoint& u,
                                      const Vec3& force, double* Q) const {
  Vec3Map{Q} += force;
  Vec3Map{Q + 3} += vectorOf(armOf(rigidOf(scratch), u)).cross(force);
}

double RigidSuperquadric::addForces(const Surroundings& around, const PartScratch& scratch,
                                    double* Q) const {
  const RigidScratch& s = rigidOf(scratch);
  Vec3Map{Q} += s.body.mass * around.gravity;
  const double drag = s.body.drag;
  if (drag == 0) return 0;
  store3(Q, load3(Q) - drag * s.momentum);
  store3(Q + 3, load3(Q + 3) - drag * s.angularMomentum);
  return drag * (dot3(s.momentum, s.velocity) + dot3(s.angularMomentum, s.omega));
}

void RigidSuperquadric::applyInverseMass(const PartScratch& scratch, const double* rhs, double* out,
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
void RigidSuperquadric::linearise(PartScratch& scratch, double h, double* /*Q*/) const {
  static_cast<RigidScratch&>(scratch).braked = 1 / (1 + h * m_body.drag);
}

void RigidSuperquadric::applyInverseDynamics(const PartScratch& scratch, const double* rhs,
                                             double* out, int columns) const {
  applyInverseMass(scratch, rhs, out, columns);
  for (int i = 0; i < 6 * columns; ++i) out[i] *= rigidOf(scratch).braked;
}

void RigidSuperquadric::addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                                        double* v) const {
  addForceRate(scratch, Q, h * rigidOf(scratch).braked, v);
}

void RigidSuperquadric::addInverseRate(const PartScratch&, const double* dv, double scale,
                                       double* Q) const {
  for (int i = 0; i < dims().v; ++i) Q[i] += scale * dv[i];
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
  const RigidScratch& s = rigidOf(scratch);
  store3(out, s.velocity);
  quatRate(s.rotation, vectorOf(s.omega), out + 3);
}

void RigidSuperquadric::advance(const PartScratch&, const double* nu, double h, double* q) const {
  Vec3Map{q} += h * ConstVec3Map(nu);
  storeQuat(turned(loadQuat(q + 3), h * ConstVec3Map(nu + 3)), q + 3);
}

FreeTurn::Body RigidSuperquadric::freeBody(const Mat3& R, const double* nu) const {
  FreeTurn::Body body;
  body.spin = R.transpose() * ConstVec3Map(nu + 3);
  body.momentum = m_body.inertia * body.spin;
  body.perMomentum = m_body.inverseInertia;
  return body;
}

void RigidSuperquadric::coast(const PartScratch& scratch, const double* nu, double h,
                              double* q) const {
  const RigidScratch& s = rigidOf(scratch);
  store3(q, load3(q) + h * load3Padded(nu));
  Lanes spin = load3(nu + 3);
  if (m_ballRadius > 0 || settleSlowSpin(Lanes{}, s.inverseInertia, momentumOf(s, spin), h, spin)) {
    storeQuat(turned(loadQuat(q + 3), vectorOf(h * spin)), q + 3);
  } else {
    storeQuat(FreeTurn(freeBody(matrixOf(s.R), nu), h).from(loadQuat(q + 3)), q + 3);
  }
}

Mat3 RigidSuperquadric::coastResponse(const PartScratch& scratch, const double* nu,
                                      double h) const {
  if (m_ballRadius > 0) return turnedFurther(h * ConstVec3Map(nu + 3));
  const Mat3 R = matrixOf(rigidOf(scratch).R);
  FreeTurn turn(freeBody(R, nu), h);
  return R * turn.response(Mat3::Zero(), m_body.inertia) * R.transpose();
}

void RigidSuperquadric::normalise(double* q) const {
  storeQuat(loadQuat(q + 3).normalized(), q + 3);
}

PartEnergy RigidSuperquadric::energy(const Surroundings& around, const PartScratch& scratch) const {
  const RigidScratch& s = rigidOf(scratch);
  PartEnergy e;
  e.kinetic = 0.5 * (dot3(s.momentum, s.velocity) + dot3(s.angularMomentum, s.omega));
  e.gravity = -s.body.mass * dot3(lanesOf(around.gravity), s.c);
  e.momentum = vectorOf(s.momentum);
  e.angularMomentum = vectorOf(cross(s.c, s.momentum) + s.angularMomentum);
  return e;
}

void RigidSuperquadric::boundingSphere(const PartScratch& scratch, Vec3& centre,
                                       double& radius) const {
  centre = vectorOf(rigidOf(scratch).c);
  radius = m_contactReach;
}

void RigidSuperquadric::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  writeVertices({vectorOf(rigidOf(scratch).c), matrixOf(rigidOf(scratch).R)}, render().points,
                m_drawn, positions);
}

}  // namespace sinew
