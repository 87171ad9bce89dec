#include "core/parts/superquadric/LumpedSuperquadric.h"

#include <Eigen/LU>
#include <algorithm>

#include "core/math/Rotation.h"
#include "core/parts/superquadric/LumpedScratch.h"

namespace sinew {
namespace {

using ConstVec3Map = Eigen::Map<const Vec3>;
using Vec3Map = Eigen::Map<Vec3>;

/// A surface point: p = s + d, its flow J q̇_s + ḋ and the shape's derivatives.
struct LumpedPoint {
  NodeShare share;
  ShapeJet jet;
  Vec3 p, flow;
};

LumpedPoint pointOf(const LumpedScratch& s, const SuperquadricShape& shape,
                    const SurfaceNodes* nodes, const ResolvedPoint& u) {
  LumpedPoint out;
  shape.differentiate(unpackShapePoint(u), s.qs.data(), s.hatted.data() + 6, out.jet);
  out.p = out.jet.s;
  out.flow = out.jet.J * s.hatted.tail(shape.moving());
  if (nodes) {
    out.share = nodes->share(u);
    out.p += nodes->interpolate(out.share, s.d);
    out.flow += nodes->interpolate(out.share, s.localRate);
  }
  return out;
}

}  // namespace

LumpedSuperquadric::LumpedSuperquadric(SuperquadricSpec given, double volume, bool local)
    : SuperquadricPart(std::move(given)), m_mass(massOf(spec(), volume)) {
  if (local) {
    m_nodes.emplace(shape(), spec(), render(), volume);
    m_mass = m_nodes->totalMass();
    useContactGrid(m_nodes->grid());
  } else {
    m_solid = solidMassPoints(shape(), m_mass, kMassStations);
    useContactGrid(SurfaceGrid(shape(), kContactRings, kContactAround));
  }
}

PartDims LumpedSuperquadric::dims() const {
  const int v = nodeStart() + 3 * nodeCount();
  return {v + 1, v, nodeStart() + (m_nodes ? 12 : 0), 3, 0, 3};
}

std::vector<StateField> LumpedSuperquadric::configurationFields() const {
  std::vector<StateField> fields = {{"origin", 3}, {"rotation", 4}, {"shape", shape().moving()}};
  if (m_nodes) fields.push_back({"displacements", 3 * nodeCount()});
  return fields;
}

std::vector<StateField> LumpedSuperquadric::velocityFields() const {
  std::vector<StateField> fields = {
      {"velocity", 3}, {"angular_velocity", 3}, {"shape_rate", shape().moving()}};
  if (m_nodes) fields.push_back({"displacement_rates", 3 * nodeCount()});
  return fields;
}

void LumpedSuperquadric::initialState(double* q, double* v) const {
  std::fill_n(v, dims().v, 0.0);
  Vec3Map{q} = spec().position;
  storeQuat(spec().orientation, q + 3);
  initialShape(q + 7, m_nodes ? nodeCount() : 0);
  Vec3Map{v} = spec().velocity;
  Vec3Map{v + 3} = spec().angularVelocity;
}

std::unique_ptr<PartScratch> LumpedSuperquadric::makeScratch() const {
  auto scratch = std::make_unique<LumpedScratch>();
  LumpedScratch& s = *scratch;
  const int slots = points().slots();
  s.field = shape().makeField(points());
  for (Field* f : {&s.d, &s.p, &s.localRate, &s.force, &s.work}) f->setZero(slots, 3);
  s.velocity.resize(static_cast<std::size_t>(dims().v));
  s.change.resize(s.velocity.size());
  return scratch;
}

void LumpedSuperquadric::update(const PartState& state, PartScratch& scratch) const {
  LumpedScratch& s = lumpedScratch(scratch);
  const int moving = shape().moving();
  s.c = ConstVec3Map(state.q);
  s.rotation = loadQuat(state.q + 3);
  s.R = s.rotation.toRotationMatrix();
  s.qs = Eigen::Map<const Eigen::VectorXd>(state.q + 7, moving);
  std::copy_n(state.v, s.velocity.size(), s.velocity.begin());
  s.hatted = Eigen::Map<const Eigen::VectorXd>(state.v, nodeStart());
  s.hatted.head<3>() = s.R.transpose() * ConstVec3Map(state.v);
  s.hatted.segment<3>(3) = s.R.transpose() * ConstVec3Map(state.v + 3);
  if (m_nodes) {
    m_nodes->load(state.q + 7 + moving, Mat3::Identity(), s.d);
    m_nodes->load(state.v + nodeStart(), Mat3::Identity(), s.localRate);
  }
  shape().sample(points(), s.qs.data(), s.field);
  s.p = s.field.s + s.d;
  weigh(pointMass(), s.p, s.work);
  const Mat3 second = s.work.transpose().lazyProduct(s.p);
  s.inertia = s.R * (second.trace() * Mat3::Identity() - second) * s.R.transpose();
  s.inverseInertia = s.inertia.inverse();
  s.shapeMass.resize(moving);
  for (int k = 0; k < moving; ++k) {
    const auto column = s.field.J.middleCols<3>(3 * k);
    weigh(pointMass(), column, s.work);
    s.shapeMass[k] = s.work.cwiseProduct(column).sum();
  }
}

Result<ResolvedPoint> LumpedSuperquadric::resolve(std::span<const double> at) const {
  const auto point = surfacePoint(at);
  if (!point) return Unexpected{point.error()};
  ResolvedPoint u;
  u.at = {at[0], at[1], 0};
  u.cell = 0;
  packShapePoint(*point, u);
  if (m_nodes) m_nodes->resolve(*point, u);
  return u;
}

void LumpedSuperquadric::point(const PartScratch& scratch, const ResolvedPoint& u,
                               PointKinematics& out) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  const int moving = shape().moving();
  const LumpedPoint at = pointOf(s, shape(), m_nodes ? &*m_nodes : nullptr, u);
  const Vec3 omega = s.hatted.segment<3>(3), swing = omega.cross(at.p);
  const Vec3 arm = s.R * at.p;
  out.position = s.c + arm;
  out.velocity = s.R * (s.hatted.head<3>() + swing + at.flow);
  out.curvature = s.R * (omega.cross(swing + 2 * at.flow) + at.jet.curve);
  out.bias = out.curvature;  // no inertial forces: ν̇ = 0 while no force acts
  out.columns = nodeStart();
  out.blockCount = 1;
  out.blocks[0] = {0, nodeStart()};
  Eigen::Map<Mat3>(out.L).setIdentity();
  Eigen::Map<Mat3>(out.L + 9) = skew(-arm);
  Eigen::Map<Eigen::Matrix3Xd>(out.L + 18, 3, moving).noalias() = s.R * at.jet.J;
  for (int i = 0; i < at.share.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    Eigen::Map<Mat3>(out.L + 3 * out.columns) = at.share.weight[k] * s.R;
    out.blocks[static_cast<std::size_t>(out.blockCount++)] = {nodeStart() + 3 * at.share.node[k],
                                                              3};
    out.columns += 3;
  }
}

Turning LumpedSuperquadric::turning(const PartScratch& scratch) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  return {s.R, s.R * s.hatted.segment<3>(3), Vec3::Zero()};
}

void LumpedSuperquadric::locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                                Vec3& velocity) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  const LumpedPoint at = pointOf(s, shape(), m_nodes ? &*m_nodes : nullptr, u);
  position = s.c + s.R * at.p;
  velocity = s.R * (s.hatted.head<3>() + Vec3(s.hatted.segment<3>(3)).cross(at.p) + at.flow);
}

void LumpedSuperquadric::addPointForce(const PartScratch& scratch, const ResolvedPoint& u,
                                       const Vec3& force, double* Q) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  const LumpedPoint at = pointOf(s, shape(), m_nodes ? &*m_nodes : nullptr, u);
  const Vec3 hatted = s.R.transpose() * force;
  Vec3Map{Q} += force;
  Vec3Map{Q + 3} += s.R * at.p.cross(hatted);
  Eigen::Map<Eigen::VectorXd>(Q + 6, shape().moving()) += at.jet.J.transpose() * hatted;
  for (int i = 0; i < at.share.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    Vec3Map{Q + nodeStart() + 3 * at.share.node[k]} += at.share.weight[k] * hatted;
  }
}

double LumpedSuperquadric::addForces(const Surroundings& around, const PartScratch& scratch,
                                     double* Q) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  const int moving = shape().moving();
  // Weight acts on every kind of motion that can express a fall, eq. (12): f_q = Σ Lᵀ m g.
  const Vec3 g = s.R.transpose() * around.gravity;
  for (int axis = 0; axis < 3; ++axis) s.work.col(axis).setConstant(g[axis]);
  weigh(pointMass(), s.work, s.force);
  FrameVector weight = FrameMap(s.p, s.field.J).gather(s.force);
  spec().addShapeForce(s.qs.data(), weight.data() + 6);
  const double drag = spec().damping, inner = drag + spec().internalDamping;
  const ConstVec3Map velocity(s.velocity.data()), omega(s.velocity.data() + 3);
  const Vec3 spin = s.inertia * omega;
  Vec3Map{Q} += s.R * weight.head<3>() - drag * m_mass * velocity;
  Vec3Map{Q + 3} += s.R * weight.segment<3>(3) - drag * spin;
  double power = drag * (m_mass * velocity.squaredNorm() + spin.dot(omega));
  for (int k = 0; k < moving; ++k) {
    const double rate = s.velocity[static_cast<std::size_t>(6 + k)];
    Q[6 + k] += weight[6 + k] - inner * s.shapeMass[k] * rate;
    power += inner * s.shapeMass[k] * rate * rate;
  }
  if (!m_nodes) return power;
  m_nodes->membrane().apply(s.d, s.work);
  s.force -= s.work;
  weigh(pointMass(), s.localRate, s.work);
  power += inner * s.work.cwiseProduct(s.localRate).sum();
  s.force -= inner * s.work;
  m_nodes->addTo(s.force, Mat3::Identity(), Q + nodeStart());
  return power;
}

void LumpedSuperquadric::applyInverseMass(const PartScratch& scratch, const double* rhs,
                                          double* out, int columns) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  const int n = dims().v;
  for (int c = 0; c < columns; ++c, rhs += n, out += n) {
    Vec3Map{out} = ConstVec3Map(rhs) / m_mass;
    Vec3Map{out + 3} = s.inverseInertia * ConstVec3Map(rhs + 3);
    for (int k = 0; k < shape().moving(); ++k) out[6 + k] = rhs[6 + k] / s.shapeMass[k];
    for (int i = 0; i < nodeCount(); ++i) {
      const int at = nodeStart() + 3 * i;
      Vec3Map{out + at} = ConstVec3Map(rhs + at) / m_nodes->mass(i);
    }
  }
}

void LumpedSuperquadric::freeRate(const PartScratch&, double* out) const {
  std::fill_n(out, dims().v, 0.0);
}

void LumpedSuperquadric::addForceRate(const PartScratch& scratch, const double* Q, double scale,
                                      double* v) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  Vec3Map{v} += (scale / m_mass) * ConstVec3Map(Q);
  Vec3Map{v + 3} += scale * (s.inverseInertia * ConstVec3Map(Q + 3));
  for (int k = 0; k < shape().moving(); ++k) v[6 + k] += scale * Q[6 + k] / s.shapeMass[k];
  for (int i = 0; i < nodeCount(); ++i) {
    const int at = nodeStart() + 3 * i;
    Vec3Map{v + at} += (scale / m_nodes->mass(i)) * ConstVec3Map(Q + at);
  }
}

void LumpedSuperquadric::velocityFromState(const PartScratch&, const double* v, double* nu) const {
  std::copy_n(v, dims().v, nu);
}

void LumpedSuperquadric::configurationRate(const PartScratch& scratch, double* out) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  Vec3Map{out} = ConstVec3Map(s.velocity.data());
  quatRate(s.rotation, ConstVec3Map(s.velocity.data() + 3), out + 3);
  std::copy(s.velocity.begin() + 6, s.velocity.end(), out + 7);
}

void LumpedSuperquadric::advance(const PartScratch&, const double* nu, double h, double* q) const {
  Vec3Map{q} += h * ConstVec3Map(nu);
  storeQuat(turned(loadQuat(q + 3), h * ConstVec3Map(nu + 3)), q + 3);
  for (int i = 6; i < dims().v; ++i) q[i + 1] += h * nu[i];
}

void LumpedSuperquadric::normalise(double* q) const {
  storeQuat(loadQuat(q + 3).normalized(), q + 3);
}

PartEnergy LumpedSuperquadric::energy(const Surroundings& around,
                                      const PartScratch& scratch) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  PartEnergy e;
  const ConstVec3Map velocity(s.velocity.data()), omega(s.velocity.data() + 3);
  const auto rates = s.hatted.tail(shape().moving());
  weigh(pointMass(), s.localRate, s.work);
  e.kinetic = 0.5 * (m_mass * velocity.squaredNorm() + omega.dot(s.inertia * omega) +
                     rates.cwiseAbs2().dot(s.shapeMass) + s.work.cwiseProduct(s.localRate).sum());
  e.elastic = spec().shapeEnergy(s.qs.data());
  if (m_nodes) {
    m_nodes->membrane().apply(s.d, s.force);
    e.elastic += 0.5 * s.force.cwiseProduct(s.d).sum();
  }
  // The momenta that the points really have.
  FrameMap(s.p, s.field.J).spread(s.hatted, s.work);
  s.work += s.localRate;
  weigh(pointMass(), s.work, s.force);
  const Vec3 linear = s.force.colwise().sum();
  e.momentum = s.R * linear;
  e.angularMomentum = s.c.cross(e.momentum) + s.R * sumOfCrosses(s.p, s.force);
  weigh(pointMass(), s.p, s.work);
  const Vec3 first = s.work.colwise().sum();
  e.gravity = -around.gravity.dot(m_mass * s.c + s.R * first);
  return e;
}

void LumpedSuperquadric::boundingSphere(const PartScratch& scratch, Vec3& centre,
                                        double& radius) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  centre = s.c;
  radius = m_nodes ? std::sqrt(s.p.rowwise().squaredNorm().maxCoeff()) : shape().reach(s.qs.data());
}

void LumpedSuperquadric::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  Field drawn(render().points.slots(), 3);
  shape().place(render().points, s.qs.data(), drawn);
  if (m_nodes) m_nodes->addDisplacement(render(), s.d, drawn);
  writeVertices({s.c, s.R}, render().points, drawn, positions);
}

}  // namespace sinew
