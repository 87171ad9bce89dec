#include "core/parts/superquadric/LocalSuperquadric.h"

#include <algorithm>
#include <cmath>

#include "core/math/Rotation.h"
#include "core/parts/superquadric/LocalScratch.h"

namespace sinew {
namespace {

using ConstVec3Map = Eigen::Map<const Vec3>;
using Vec3Map = Eigen::Map<Vec3>;

constexpr double kSmallTurn = 1e-5, kLargeTurn = 0.02;  // [rad] in a step

/// ν̇_g without forces: M̂ ν̇ = Ȧᵀ M_n (w − A ν_g) − Aᵀ M_n Ȧ ν_g. Where the frame is put to where the
/// nodes have gone in the mean, as advance() does, − Aᵀ M_n ω × q̇_d is in place of the first.
void computeFreeRates(const SuperquadricShape& shape, const SurfaceNodes& nodes, LocalScratch& s) {
  const Reals& mass = nodes.mass();
  const Vec3 velocity = s.rates.head<3>(), omega = s.rates.segment<3>(3);
  const FrameMap map(s.p, s.field.J);
  // Ȧ ν_g = ω × (ω × p + ṗ + J q̇_s) + J̇ q̇_s, with ω × p + ṗ = w − ċ and J q̇_s = ṗ − q̇_d.
  crossRows(-omega, s.p, s.work);
  s.work += 2 * s.w - s.local;
  s.work.rowwise() -= 2 * velocity.transpose();
  crossRows(omega, s.work, s.force);
  s.force += s.field.curve;
  weigh(mass, s.force, s.work);
  FrameVector rhs(s.rates.size());
  rhs.head<3>() = -s.work.colwise().sum().transpose();
  rhs.segment<3>(3) = -sumOfCrosses(s.p, s.work);
  rhs.tail(rhs.size() - 6).setZero();
  // Ȧᵀ M_n r, r = q̇_d hatted: rotation Σ (w − ċ) × m r, shape (ω × J + J̇)ᵀ m r.
  weigh(mass, s.local, s.force);
  const Vec3 total = s.force.colwise().sum();
  rhs.segment<3>(3) += sumOfCrosses(s.w, s.force) - velocity.cross(total);
  shape.addRateTransposed(nodes.points(), s.field, s.force, rhs.data() + 6);
  addCrossRows(omega, s.force, s.work);
  s.work = -s.work;
  map.gatherShape(s.work, rhs);
  s.freeRates = s.mass.solve(rhs);
  s.wander = s.mass.solve(map.gather(s.work));
}

}  // namespace

LocalSuperquadric::LocalSuperquadric(SuperquadricSpec given, double volume)
    : SuperquadricPart(std::move(given)), m_nodes(shape(), spec(), render(), volume) {
  m_mass = m_nodes.totalMass();
  for (int i = 0; i < m_nodes.count(); ++i) m_inverseMass.push_back(1 / m_nodes.mass(i));
  useContactGrid(m_nodes.grid());
}

PartDims LocalSuperquadric::dims() const {
  const int n = 3 * m_nodes.count();
  return {7 + shape().moving() + n, n, n, n};
}

std::vector<StateField> LocalSuperquadric::configurationFields() const {
  return {{"origin", 3},
          {"rotation", 4},
          {"shape", shape().moving()},
          {"displacements", 3 * m_nodes.count()}};
}

std::vector<StateField> LocalSuperquadric::velocityFields() const {
  return {{"node_velocities", 3 * m_nodes.count()}};
}

void LocalSuperquadric::initialState(double* q, double* v) const {
  Vec3Map{q} = spec().position;
  storeQuat(spec().orientation, q + 3);
  initialShape(q + 7, m_nodes.count());
  const double* d = q + 7 + shape().moving();
  Field s(m_nodes.points().slots(), 3);
  shape().place(m_nodes.points(), q + 7, s);
  const Mat3 R = spec().orientation.toRotationMatrix();
  for (int i = 0; i < m_nodes.count(); ++i) {
    const Vec3 p = s.row(m_nodes.points().slot(i)).transpose();
    const Vec3 arm = R * (p + ConstVec3Map(d + 3 * i));
    Vec3Map{v + 3 * i} = spec().velocity + spec().angularVelocity.cross(arm);
  }
}

std::unique_ptr<PartScratch> LocalSuperquadric::makeScratch() const {
  auto scratch = std::make_unique<LocalScratch>();
  LocalScratch& s = *scratch;
  const int slots = m_nodes.points().slots();
  s.field = shape().makeField(m_nodes.points());
  for (Field* f : {&s.d, &s.p, &s.w, &s.local, &s.force, &s.work, &s.start, &s.before}) {
    f->setZero(slots, 3);
  }
  s.velocities.resize(static_cast<std::size_t>(dims().v));
  for (FrameVector* x : {&s.freeRates, &s.wander}) x->setZero(6 + shape().moving());
  return scratch;
}

void LocalSuperquadric::updatePoints(const PartState& state, PartScratch& scratch) const {
  LocalScratch& s = localScratch(scratch);
  const int moving = shape().moving();
  s.c = ConstVec3Map(state.q);
  s.rotation = loadQuat(state.q + 3);
  s.R = s.rotation.toRotationMatrix();
  s.qs = Eigen::Map<const Eigen::VectorXd>(state.q + 7, moving);
  std::copy_n(state.v, s.velocities.size(), s.velocities.begin());
  m_nodes.load(state.q + 7 + moving, Mat3::Identity(), s.d);
  m_nodes.load(state.v, s.R, s.w);
  shape().sample(m_nodes.points(), s.qs.data(), s.field);
  s.p = s.field.s + s.d;
  s.mass.assemble(m_nodes.mass(), s.p, s.field.J);
  const FrameMap map(s.p, s.field.J);
  weigh(m_nodes.mass(), s.w, s.work);
  s.momenta = map.gather(s.work);
  s.rates = s.mass.solve(s.momenta);
}

void LocalSuperquadric::update(const PartState& state, PartScratch& scratch) const {
  updatePoints(state, scratch);
  LocalScratch& s = localScratch(scratch);
  FrameMap(s.p, s.field.J).spread(s.rates, s.local);
  s.local = s.w - s.local;
  shape().sampleRates(m_nodes.points(), s.qs.data(), s.rates.data() + 6, s.field);
  computeFreeRates(shape(), m_nodes, s);
}

double LocalSuperquadric::addForces(const Surroundings& around, const PartScratch& scratch,
                                    double* Q) const {
  const LocalScratch& s = localScratch(scratch);
  const FrameMap map(s.p, s.field.J);
  m_nodes.membrane().apply(s.d, s.force);  // −F_d
  FrameVector pull = map.gather(s.force);
  spec().addShapeForce(s.qs.data(), pull.data() + 6);
  FrameVector y = s.mass.solve(pull);
  // Weight and drag are M_n times a velocity-like field, and so join the frame's share: weight and
  // the rigid part of internal drag are fields Â y, drag is −(γ + γ_i) w.
  const double total = spec().damping + spec().internalDamping;
  double power = 0;
  y.head<3>() += s.R.transpose() * around.gravity;
  if (total > 0) {
    weigh(m_nodes.mass(), s.w, s.work);
    const double twiceKinetic = s.work.cwiseProduct(s.w).sum();
    power = total * twiceKinetic;
    if (spec().internalDamping > 0) {
      const Eigen::Matrix<double, 6, 1> carried = s.momenta.head<6>();
      const Eigen::Matrix<double, 6, 1> rigid = s.mass.solveRigid(carried);
      y.head<6>() += spec().internalDamping * rigid;
      power -= spec().internalDamping * rigid.dot(carried);
    }
  }
  map.spread(y, s.work);
  if (total > 0) s.work -= total * s.w;
  const Field& pulled = s.force;
  for (int axis = 0; axis < 3; ++axis) {
    const Eigen::Map<const Eigen::VectorXd, Eigen::Aligned32> m(m_nodes.mass().data(),
                                                                s.work.rows());
    s.work.col(axis) = m.cwiseProduct(s.work.col(axis)) - pulled.col(axis);
  }
  m_nodes.addTo(s.work, s.R, Q);
  return power;
}

void LocalSuperquadric::applyInverseMass(const PartScratch&, const double* rhs, double* out,
                                         int columns) const {
  const int n = m_nodes.count();
  for (int c = 0; c < columns; ++c) {
    for (int i = 0; i < n; ++i, rhs += 3, out += 3) {
      const double inverse = m_inverseMass[static_cast<std::size_t>(i)];
      for (int k = 0; k < 3; ++k) out[k] = inverse * rhs[k];
    }
  }
}

void LocalSuperquadric::linearise(PartScratch& scratch, const ImplicitStep& step, double* Q) const {
  LocalScratch& s = localScratch(scratch);
  s.dynamics.assemble(m_nodes, spec(),
                      {s.p, s.field.J, s.mass, s.R, s.qs.data(), step, Q == nullptr});
  if (!Q) return;
  // −d h K w as addForces would have it: the membrane by q̇_d, the springs by q̇_s.
  const FrameMap map(s.p, s.field.J);
  m_nodes.membrane().apply(s.local, s.force);
  FrameVector pull = map.gather(s.force);
  pull *= step.damping * step.h;
  spec().addShapeResistance(s.qs.data(), s.rates.data() + 6, step, pull.data() + 6);
  map.spread(s.mass.solve(pull), s.work);
  weigh(m_nodes.mass(), s.work, s.work);
  s.work -= step.damping * step.h * s.force;
  m_nodes.addTo(s.work, s.R, Q);
}

void LocalSuperquadric::applyInverseDynamics(const PartScratch& scratch, const double* rhs,
                                             double* out, int columns) const {
  const LocalDynamics& dynamics = localScratch(scratch).dynamics;
  const int n = 3 * m_nodes.count();
  for (int c = 0; c < columns; ++c, rhs += n, out += n) {
    dynamics.solve(rhs, 1, LocalDynamics::Target::Overwrite, out);
  }
}

void LocalSuperquadric::addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                                        double* v) const {
  localScratch(scratch).dynamics.solve(Q, h, LocalDynamics::Target::Add, v);
}

void LocalSuperquadric::addInverseRate(const PartScratch&, const double* dv, double scale,
                                       double* Q) const {
  for (int i = 0; i < m_nodes.count(); ++i, Q += 3, dv += 3) {
    for (int k = 0; k < 3; ++k) Q[k] += scale * m_nodes.mass(i) * dv[k];
  }
}

void LocalSuperquadric::freeRate(const PartScratch&, double* out) const {
  std::fill_n(out, dims().v, 0.0);
}

void LocalSuperquadric::addForceRate(const PartScratch&, const double* Q, double scale,
                                     double* v) const {
  for (int i = 0; i < m_nodes.count(); ++i, Q += 3, v += 3) {
    const double factor = scale * m_inverseMass[static_cast<std::size_t>(i)];
    for (int k = 0; k < 3; ++k) v[k] += factor * Q[k];
  }
}

void LocalSuperquadric::velocityFromState(const PartScratch&, const double* v, double* nu) const {
  std::copy_n(v, dims().v, nu);
}

void LocalSuperquadric::configurationRate(const PartScratch& scratch, double* out) const {
  const LocalScratch& s = localScratch(scratch);
  const int moving = shape().moving();
  Vec3Map{out} = s.R * s.rates.head<3>();
  quatRate(s.rotation, s.R * s.rates.segment<3>(3), out + 3);
  std::copy_n(s.rates.data() + 6, moving, out + 7);
  double* nodes = out + 7 + moving;
  for (int i = 0; i < m_nodes.count(); ++i) {
    Vec3Map{nodes + 3 * i} = s.local.row(m_nodes.points().slot(i)).transpose();
  }
}

void LocalSuperquadric::advance(const PartScratch& scratch, const double* nu, double h,
                                double* q) const {
  const LocalScratch& s = localScratch(scratch);
  const int moving = shape().moving();
  // The frame's rates for these node velocities.
  const FrameMap map(s.p, s.field.J);
  m_nodes.load(nu, s.R, s.force);
  weigh(m_nodes.mass(), s.force, s.work);
  const FrameVector rates = s.mass.solve(map.gather(s.work));
  const bool same = std::equal(s.qs.data(), s.qs.data() + moving, q + 7);
  if (!same) shape().place(m_nodes.points(), q + 7, s.start);
  const Departure from{ConstVec3Map(q), loadQuat(q + 3).toRotationMatrix(),
                       same ? s.field.s : s.start, nu, h};
  m_nodes.load(q + 7 + moving, Mat3::Identity(), s.before);
  moveFrame(h * (s.R * rates.head<3>()), h * (s.R * rates.segment<3>(3)), h * rates, q);
  seeFromFrame(s, from, q);
  // The nodes, which go straight, leave a frame that turns behind: what their mean has moved
  // besides is the frame's, or the local displacements would take up ever more of it, and store it.
  const double turn = std::abs(h) * rates.segment<3>(3).norm();
  const int corrections = turn < kSmallTurn ? 0 : turn < kLargeTurn ? 1 : 2;
  for (int k = 0; k < corrections; ++k) {
    m_nodes.load(q + 7 + moving, Mat3::Identity(), s.force);
    s.force -= s.before;
    weigh(m_nodes.mass(), s.force, s.work);
    const FrameVector rest = s.mass.solve(map.gather(s.work));
    const Mat3 R = loadQuat(q + 3).toRotationMatrix();
    moveFrame(R * rest.head<3>(), R * rest.segment<3>(3), rest, q);
    seeFromFrame(s, from, q);
  }
}

/// Moves and turns the frame, in world axes, and adds the last numbers of `shift` to q_s.
void LocalSuperquadric::moveFrame(const Vec3& move, const Vec3& turn, const FrameVector& shift,
                                  double* q) const {
  Vec3Map{q} += move;
  storeQuat(turned(loadQuat(q + 3), turn), q + 3);
  for (int i = 0; i < shape().moving(); ++i) q[7 + i] += shift[6 + i];
}

/// q_d: nodes go straight; x + h w, seen from the frame in q, less the shape there.
void LocalSuperquadric::seeFromFrame(const LocalScratch& s, const Departure& from,
                                     double* q) const {
  shape().place(m_nodes.points(), q + 7, s.force);
  const Mat3 toPart = loadQuat(q + 3).toRotationMatrix().transpose();
  const Mat3 turn = toPart * from.R, flow = from.h * toPart;
  const Vec3 drift = toPart * (ConstVec3Map(q) - from.c);
  double* d = q + 7 + shape().moving();
  const double* nu = from.nu;
  for (int i = 0; i < m_nodes.count(); ++i, d += 3, nu += 3) {
    const int slot = m_nodes.points().slot(i);
    const Vec3 p = from.s.row(slot).transpose() + s.before.row(slot).transpose();
    Vec3Map{d} = turn * p + flow * ConstVec3Map(nu) - drift - s.force.row(slot).transpose();
  }
}

void LocalSuperquadric::normalise(double* q) const {
  storeQuat(loadQuat(q + 3).normalized(), q + 3);
}

PartEnergy LocalSuperquadric::energy(const Surroundings& around, const PartScratch& scratch) const {
  const LocalScratch& s = localScratch(scratch);
  PartEnergy e;
  weigh(m_nodes.mass(), s.w, s.work);
  e.kinetic = 0.5 * s.work.cwiseProduct(s.w).sum();
  m_nodes.membrane().apply(s.d, s.force);
  e.elastic = spec().shapeEnergy(s.qs.data()) + 0.5 * s.force.cwiseProduct(s.d).sum();
  weigh(m_nodes.mass(), s.p, s.work);
  const Vec3 first = s.work.colwise().sum();
  e.gravity = -around.gravity.dot(m_mass * s.c + s.R * first);
  e.momentum = s.R * s.momenta.head<3>();
  e.angularMomentum = s.c.cross(e.momentum) + s.R * s.momenta.segment<3>(3);
  return e;
}

double LocalSuperquadric::deformingEnergy(const PartScratch& scratch) const {
  const LocalScratch& s = localScratch(scratch);
  const Eigen::Matrix<double, 6, 1> carried = s.momenta.head<6>();
  weigh(m_nodes.mass(), s.w, s.work);
  return 0.5 * (s.work.cwiseProduct(s.w).sum() - carried.dot(s.mass.solveRigid(carried)));
}

void LocalSuperquadric::slowDeforming(const PartScratch& scratch, double share, double* v) const {
  const LocalScratch& s = localScratch(scratch);
  const Eigen::Matrix<double, 6, 1> carried = s.momenta.head<6>();
  FrameVector whole = FrameVector::Zero(s.rates.size());
  whole.head<6>() = s.mass.solveRigid(carried);
  FrameMap(s.p, s.field.J).spread(whole, s.work);
  s.work = (share - 1) * (s.w - s.work);
  m_nodes.addTo(s.work, s.R, v);
}

double LocalSuperquadric::elasticAt(const double* q, PartScratch& work) const {
  LocalScratch& s = localScratch(work);
  m_nodes.load(q + 7 + shape().moving(), Mat3::Identity(), s.before);
  m_nodes.membrane().apply(s.before, s.force);
  return spec().shapeEnergy(q + 7) + 0.5 * s.force.cwiseProduct(s.before).sum();
}

void LocalSuperquadric::boundingSphere(const PartScratch& scratch, Vec3& centre,
                                       double& radius) const {
  centre = localScratch(scratch).c;
  radius = std::sqrt(localScratch(scratch).p.rowwise().squaredNorm().maxCoeff());
}

void LocalSuperquadric::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  const LocalScratch& s = localScratch(scratch);
  Field drawn(render().points.slots(), 3);
  shape().place(render().points, s.qs.data(), drawn);
  m_nodes.addDisplacement(render(), s.d, drawn);
  writeVertices({s.c, s.R}, render().points, drawn, positions);
}

}  // namespace sinew
