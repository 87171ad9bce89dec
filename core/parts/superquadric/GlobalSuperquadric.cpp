#include "core/parts/superquadric/GlobalSuperquadric.h"

#include <algorithm>

#include "core/math/Rotation.h"
#include "core/motion/FreeTurn.h"
#include "core/parts/superquadric/FrameDynamics.h"

namespace sinew {
namespace {

using ConstVec3Map = Eigen::Map<const Vec3>;
using Vec3Map = Eigen::Map<Vec3>;

/// Hatted quantities are in the part's axes.
struct GlobalScratch final : PartScratch {
  Vec3 c = Vec3::Zero();
  Quat rotation = Quat::Identity();
  Mat3 R = Mat3::Identity();
  FrameVector qs, momenta, rates;  ///< q_s, p̂ = M̂ ν̂, ν̂
  FrameVector freeMomenta;         ///< v̇ without Q, hatted likewise: of the shape's momenta alone
  FrameVector freeRates;           ///< ν̇ without Q, hatted likewise
  Vec3 wander = Vec3::Zero();  ///< [rad/s²] of ω̇ what turning alone makes of the momenta, hatted
  Vec3 centre = Vec3::Zero();    ///< [m] s̄, hatted
  Vec3 velocity = Vec3::Zero();  ///< [m/s] V of the centre of mass, hatted
  ShapeField field;
  FrameMass mass;
  Field w, force, work;
  FrameDynamics dynamics;  ///< M + h C + h² K, as last linearised
};

GlobalScratch& globalOf(PartScratch& scratch) {
  return static_cast<GlobalScratch&>(scratch);
}
const GlobalScratch& globalOf(const PartScratch& scratch) {
  return static_cast<const GlobalScratch&>(scratch);
}

/// World → part axes for frame rates and momenta, and back.
FrameVector toPart(const Mat3& R, const double* x, int size) {
  FrameVector out = Eigen::Map<const Eigen::VectorXd>(x, size);
  out.head<3>() = R.transpose() * ConstVec3Map(x);
  out.segment<3>(3) = R.transpose() * ConstVec3Map(x + 3);
  return out;
}

void toWorld(const Mat3& R, const FrameVector& x, double* out) {
  Vec3Map{out} = R * x.head<3>();
  Vec3Map{out + 3} = R * x.segment<3>(3);
  std::copy(x.data() + 6, x.data() + x.size(), out + 6);
}

/// Momenta about the centre of mass from those about the origin (−1), or back (1): of the latter
/// M̂'s first columns say what the linear one carries.
FrameVector carried(const GlobalScratch& s, const FrameVector& momenta, double sign) {
  const FrameMatrix& M = s.mass.matrix();
  const auto others = momenta.size() - 3;
  FrameVector out = momenta;
  out.tail(others) +=
      (sign / M(0, 0)) * M.bottomLeftCorner(others, 3).lazyProduct(momenta.head<3>());
  return out;
}
FrameVector aboutMass(const GlobalScratch& s, const FrameVector& momenta) {
  return carried(s, momenta, -1);
}
FrameVector aboutOrigin(const GlobalScratch& s, const FrameVector& momenta) {
  return carried(s, momenta, 1);
}

/// What changes without Q: of momenta the shape's, by Ȧᵀ M_n (w − V); and ν̇̂ = −M̂⁻¹ Aᵀ M_n Ȧ ν.
/// Reads rates, w (velocities of the points) and field.
void computeFreeMotion(const SuperquadricShape& shape, const MassPoints& solid, GlobalScratch& s) {
  const Vec3 velocity = s.rates.head<3>(), omega = s.rates.segment<3>(3);
  // Shape: Σ m (ω × R J + R J̇)ᵀ (w − V).
  s.work = s.w;
  s.work.rowwise() -= s.velocity.transpose();
  weigh(solid.mass, s.work, s.force);
  s.freeMomenta.setZero(s.rates.size());
  crossRows(-omega, s.force, s.work);
  FrameMap(s.field.s, s.field.J).gatherShape(s.work, s.freeMomenta);
  shape.addRateTransposed(solid.points, s.field, s.force, s.freeMomenta.data() + 6);
  // Ȧ ν = ω × (w − ċ + J q̇_s) + J̇ q̇_s with J q̇_s = w − ċ − ω × s.
  crossRows(-omega, s.field.s, s.work);
  s.work += 2 * s.w;
  s.work.rowwise() -= 2 * velocity.transpose();
  crossRows(omega, s.work, s.force);
  s.force += s.field.curve;
  weigh(solid.mass, s.force, s.work);
  s.freeRates = -s.mass.solve(FrameMap(s.field.s, s.field.J).gather(s.work));
  FrameVector turning = FrameVector::Zero(s.rates.size());
  turning.segment<3>(3) = -omega.cross(Vec3(aboutMass(s, s.momenta).segment<3>(3)));
  s.wander = s.mass.solve(turning).segment<3>(3);
}

/// A body whose shape stands still, moving with ν.
struct FreeBody {
  FreeTurn::Body body;
  Vec3 velocity, flow;  ///< [m/s] V, and how the centre of mass moves in the body; hatted

  FreeBody(const GlobalScratch& s, const double* nu) {
    const auto size = s.rates.size();
    FrameResponse units = FrameResponse::Zero(size, 3);
    units.middleRows<3>(3).setIdentity();
    const FrameResponse spinRows = s.mass.solve(units);  // of M̂⁻¹, transposed
    const FrameVector rates = toPart(s.R, nu, static_cast<int>(size));
    const FrameVector momenta = aboutMass(s, s.mass.matrix().lazyProduct(rates));
    body.spin = rates.segment<3>(3);
    body.rest = spinRows.bottomRows(size - 6).transpose() * momenta.tail(size - 6);
    body.perMomentum = spinRows.middleRows<3>(3).transpose();
    body.momentum = momenta.segment<3>(3);
    velocity = momenta.head<3>() / s.mass.matrix()(0, 0);
    flow = velocity - rates.head<3>() - body.spin.cross(s.centre);
  }
};

}  // namespace

GlobalSuperquadric::GlobalSuperquadric(SuperquadricSpec given, double volume)
    : SuperquadricPart(std::move(given)),
      m_mass(massOf(spec(), volume)),
      m_solid(solidMassPoints(shape(), m_mass, kMassStations)) {
  useContactGrid(SurfaceGrid(shape(), kContactRings, kContactAround));
}

PartDims GlobalSuperquadric::dims() const {
  const int n = shape().moving();
  return {7 + n, 6 + n, 6 + n, 3, 0, 3};
}

std::vector<StateField> GlobalSuperquadric::configurationFields() const {
  return {{"origin", 3}, {"rotation", 4}, {"shape", shape().moving()}};
}

std::vector<StateField> GlobalSuperquadric::velocityFields() const {
  return {{"momentum", 3}, {"angular_momentum", 3}, {"shape_momenta", shape().moving()}};
}

void GlobalSuperquadric::initialState(double* q, double* v) const {
  Vec3Map{q} = spec().position;
  storeQuat(spec().orientation, q + 3);
  initialShape(q + 7, 0);
  std::fill_n(v, dims().v, 0.0);
  GlobalScratch s;
  s.field = shape().makeField(m_solid.points);
  shape().sample(m_solid.points, q + 7, s.field);
  s.mass.assemble(m_solid.mass, s.field.s, s.field.J);
  Vec3Map{v} = spec().velocity;
  Vec3Map{v + 3} = spec().angularVelocity;
  const Mat3 R = spec().orientation.toRotationMatrix();
  toWorld(R, aboutMass(s, s.mass.matrix() * toPart(R, v, dims().v)), v);
}

std::unique_ptr<PartScratch> GlobalSuperquadric::makeScratch() const {
  auto scratch = std::make_unique<GlobalScratch>();
  const int slots = m_solid.points.slots();
  scratch->field = shape().makeField(m_solid.points);
  for (Field* f : {&scratch->w, &scratch->force, &scratch->work}) f->setZero(slots, 3);
  return scratch;
}

void GlobalSuperquadric::update(const PartState& state, PartScratch& scratch) const {
  GlobalScratch& s = globalOf(scratch);
  s.c = ConstVec3Map(state.q);
  s.rotation = loadQuat(state.q + 3);
  s.R = s.rotation.toRotationMatrix();
  s.qs = Eigen::Map<const Eigen::VectorXd>(state.q + 7, shape().moving());
  shape().sample(m_solid.points, s.qs.data(), s.field);
  s.mass.assemble(m_solid.mass, s.field.s, s.field.J);
  s.momenta = aboutOrigin(s, toPart(s.R, state.v, dims().v));
  s.rates = s.mass.solve(s.momenta);
  const FrameMatrix& M = s.mass.matrix();  // the rotation–translation block is [Σ m s]×
  s.centre = Vec3(M(5, 1), M(3, 2), M(4, 0)) / M(0, 0);
  s.velocity = s.momenta.head<3>() / M(0, 0);
  shape().sampleRates(m_solid.points, s.qs.data(), s.rates.data() + 6, s.field);
  FrameMap(s.field.s, s.field.J).spread(s.rates, s.w);
  computeFreeMotion(shape(), m_solid, s);
}

Result<ResolvedPoint> GlobalSuperquadric::resolve(std::span<const double> at) const {
  const auto point = surfacePoint(at);
  if (!point) return Unexpected{point.error()};
  ResolvedPoint u;
  u.at = {at[0], at[1], 0};
  u.cell = 0;
  packShapePoint(*point, u);
  return u;
}

void GlobalSuperquadric::point(const PartScratch& scratch, const ResolvedPoint& u,
                               PointKinematics& out) const {
  const GlobalScratch& s = globalOf(scratch);
  const auto moving = shape().moving();
  ShapeJet jet;
  shape().differentiate(unpackShapePoint(u), s.qs.data(), s.rates.data() + 6, jet);
  const Vec3 velocity = s.rates.head<3>(), omega = s.rates.segment<3>(3);
  const Vec3 flow = jet.J * s.rates.tail(moving), swing = omega.cross(jet.s);
  const Vec3 carried = omega.cross(swing + 2 * flow) + jet.curve;
  const Vec3 bias = carried + s.freeRates.head<3>() + Vec3(s.freeRates.segment<3>(3)).cross(jet.s) +
                    jet.J * s.freeRates.tail(moving);
  const Vec3 arm = s.R * jet.s;
  out.position = s.c + arm;
  out.velocity = s.R * (velocity + swing + flow);
  // The centre of mass goes straight.
  const Vec3 centreSwing = omega.cross(s.centre), centreFlow = s.velocity - velocity - centreSwing;
  out.curvature = s.R * (carried - omega.cross(centreSwing + 2 * centreFlow) +
                         s.wander.cross(jet.s - s.centre));
  out.bias = s.R * bias;
  out.blockCount = 1;
  out.columns = 6 + moving;
  out.blocks[0] = {0, out.columns};
  Eigen::Map<Mat3>(out.L).setIdentity();
  Eigen::Map<Mat3>(out.L + 9) = skew(-arm);
  Eigen::Map<Eigen::Matrix3Xd>(out.L + 18, 3, moving).noalias() = s.R * jet.J;
}

Turning GlobalSuperquadric::turning(const PartScratch& scratch) const {
  const GlobalScratch& s = globalOf(scratch);
  return {s.R, s.R * s.rates.segment<3>(3), s.R * s.freeRates.segment<3>(3), s.R * s.wander};
}

void GlobalSuperquadric::locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                                Vec3& velocity) const {
  const GlobalScratch& s = globalOf(scratch);
  ShapeJet jet;
  shape().differentiate(unpackShapePoint(u), s.qs.data(), s.rates.data() + 6, jet);
  position = s.c + s.R * jet.s;
  velocity = s.R * (s.rates.head<3>() + Vec3(s.rates.segment<3>(3)).cross(jet.s) +
                    jet.J * s.rates.tail(shape().moving()));
}

void GlobalSuperquadric::addPointForce(const PartScratch& scratch, const ResolvedPoint& u,
                                       const Vec3& force, double* Q) const {
  const GlobalScratch& s = globalOf(scratch);
  ShapeJet jet;
  shape().differentiate(unpackShapePoint(u), s.qs.data(), s.rates.data() + 6, jet);
  const Vec3 hatted = s.R.transpose() * force;
  Vec3Map{Q} += force;
  Vec3Map{Q + 3} += s.R * jet.s.cross(hatted);
  Eigen::Map<Eigen::VectorXd>(Q + 6, shape().moving()) += jet.J.transpose() * hatted;
}

double GlobalSuperquadric::addForces(const Surroundings& around, const PartScratch& scratch,
                                     double* Q) const {
  const GlobalScratch& s = globalOf(scratch);
  const FrameMatrix& M = s.mass.matrix();
  // Weight is Aᵀ M_n g, and A's first columns are identities: a combination of M's columns.
  const Vec3 g = s.R.transpose() * around.gravity;
  FrameVector force = M.leftCols<3>() * g;
  spec().addShapeForce(s.qs.data(), force.data() + 6);
  const double twiceKinetic = s.momenta.dot(s.rates);
  double power = spec().damping * twiceKinetic;
  force -= spec().damping * s.momenta;
  if (spec().internalDamping > 0) {
    const Eigen::Matrix<double, 6, 1> carried = s.momenta.head<6>();
    const Eigen::Matrix<double, 6, 1> rigid = s.mass.solveRigid(carried);
    force -= spec().internalDamping * (s.momenta - M.leftCols<6>() * rigid);
    power += spec().internalDamping * (twiceKinetic - rigid.dot(carried));
  }
  FrameVector world(force.size());
  toWorld(s.R, force, world.data());
  Eigen::Map<Eigen::VectorXd>(Q, world.size()) += world;
  return power;
}

void GlobalSuperquadric::applyInverseMass(const PartScratch& scratch, const double* rhs,
                                          double* out, int columns) const {
  const GlobalScratch& s = globalOf(scratch);
  const int n = dims().v;
  for (int i = 0; i < columns; ++i) {
    toWorld(s.R, s.mass.solve(toPart(s.R, rhs + i * n, n)), out + i * n);
  }
}

void GlobalSuperquadric::linearise(PartScratch& scratch, const ImplicitStep& step,
                                   double* Q) const {
  GlobalScratch& s = globalOf(scratch);
  s.dynamics.assemble(s.mass, spec(), s.qs.data(), step);
  if (!Q) return;
  spec().addShapeResistance(s.qs.data(), s.rates.data() + 6, step, Q + 6);
}

void GlobalSuperquadric::applyInverseDynamics(const PartScratch& scratch, const double* rhs,
                                              double* out, int columns) const {
  const GlobalScratch& s = globalOf(scratch);
  const int n = dims().v;
  for (int i = 0; i < columns; ++i) {
    toWorld(s.R, s.dynamics.solve(toPart(s.R, rhs + i * n, n)), out + i * n);
  }
}

void GlobalSuperquadric::addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                                         double* v) const {
  const GlobalScratch& s = globalOf(scratch);
  const FrameVector rates = s.dynamics.solve(toPart(s.R, Q, dims().v));
  FrameVector momenta(rates.size());
  toWorld(s.R, aboutMass(s, s.mass.matrix().lazyProduct(rates)), momenta.data());
  for (int i = 0; i < dims().v; ++i) v[i] += h * momenta[i];
}

void GlobalSuperquadric::addInverseRate(const PartScratch& scratch, const double* dv, double scale,
                                        double* Q) const {
  const GlobalScratch& s = globalOf(scratch);
  FrameVector force(dims().v);
  toWorld(s.R, aboutOrigin(s, toPart(s.R, dv, dims().v)), force.data());
  for (int i = 0; i < dims().v; ++i) Q[i] += scale * force[i];
}

void GlobalSuperquadric::freeRate(const PartScratch& scratch, double* out) const {
  toWorld(globalOf(scratch).R, globalOf(scratch).freeMomenta, out);
}

void GlobalSuperquadric::addForceRate(const PartScratch& scratch, const double* Q, double scale,
                                      double* v) const {
  const GlobalScratch& s = globalOf(scratch);
  FrameVector rate(dims().v);
  toWorld(s.R, aboutMass(s, toPart(s.R, Q, dims().v)), rate.data());
  for (int i = 0; i < dims().v; ++i) v[i] += scale * rate[i];
}

void GlobalSuperquadric::velocityFromState(const PartScratch& scratch, const double* v,
                                           double* nu) const {
  const GlobalScratch& s = globalOf(scratch);
  toWorld(s.R, s.mass.solve(aboutOrigin(s, toPart(s.R, v, dims().v))), nu);
}

void GlobalSuperquadric::configurationRate(const PartScratch& scratch, double* out) const {
  const GlobalScratch& s = globalOf(scratch);
  Vec3Map{out} = s.R * s.rates.head<3>();
  quatRate(s.rotation, s.R * s.rates.segment<3>(3), out + 3);
  std::copy(s.rates.data() + 6, s.rates.data() + s.rates.size(), out + 7);
}

void GlobalSuperquadric::advance(const PartScratch&, const double* nu, double h, double* q) const {
  Vec3Map{q} += h * ConstVec3Map(nu);
  storeQuat(turned(loadQuat(q + 3), h * ConstVec3Map(nu + 3)), q + 3);
  for (int i = 0; i < shape().moving(); ++i) q[7 + i] += h * nu[6 + i];
}

void GlobalSuperquadric::coast(const PartScratch& scratch, const double* nu, double h,
                               double* q) const {
  const GlobalScratch& s = globalOf(scratch);
  const FreeBody free(s, nu);
  const Quat before = loadQuat(q + 3), after = FreeTurn(free.body, h).from(before);
  Vec3Map{q} += before * (s.centre + h * free.velocity) - after * (s.centre + h * free.flow);
  storeQuat(after, q + 3);
  for (int i = 0; i < shape().moving(); ++i) q[7 + i] += h * nu[6 + i];
}

// What ċ and q̇_s change about the turn, and the turn about where the origin goes, is left out: it
// is of second order, and small where the origin is near the centre of mass.
Mat3 GlobalSuperquadric::coastResponse(const PartScratch& scratch, const double* nu,
                                       double h) const {
  const GlobalScratch& s = globalOf(scratch);
  const FreeBody free(s, nu);
  const FrameMatrix& M = s.mass.matrix();
  const Mat3 across = M.block<3, 3>(3, 0);  // m [s̄]×
  const Mat3 inertia = M.block<3, 3>(3, 3) - across * across.transpose() / M(0, 0);
  // Of a spin alone: what its angular momentum does not say of it, the shape's momenta do.
  const Mat3 rest = Mat3::Identity() - free.body.perMomentum * inertia;
  return s.R * FreeTurn(free.body, h).response(rest, inertia) * s.R.transpose();
}

void GlobalSuperquadric::normalise(double* q) const {
  storeQuat(loadQuat(q + 3).normalized(), q + 3);
}

double GlobalSuperquadric::deformingEnergy(const PartScratch& scratch) const {
  const GlobalScratch& s = globalOf(scratch);
  const Eigen::Matrix<double, 6, 1> carried = s.momenta.head<6>();
  return 0.5 * (s.momenta.dot(s.rates) - carried.dot(s.mass.solveRigid(carried)));
}

// Of the momenta, those of the shape alone change.
void GlobalSuperquadric::slowDeforming(const PartScratch& scratch, double share, double* v) const {
  const GlobalScratch& s = globalOf(scratch);
  const Eigen::Matrix<double, 6, 1> carried = s.momenta.head<6>();
  const FrameVector whole = s.mass.matrix().leftCols<6>() * s.mass.solveRigid(carried);
  for (Eigen::Index k = 6; k < whole.size(); ++k) v[k] += (share - 1) * (s.momenta[k] - whole[k]);
}

PartEnergy GlobalSuperquadric::energy(const Surroundings& around,
                                      const PartScratch& scratch) const {
  const GlobalScratch& s = globalOf(scratch);
  PartEnergy e;
  e.kinetic = 0.5 * s.momenta.dot(s.rates);
  e.elastic = spec().shapeEnergy(s.qs.data());
  e.gravity = -m_mass * around.gravity.dot(s.c + s.R * s.centre);
  e.momentum = s.R * s.momenta.head<3>();
  e.angularMomentum = s.c.cross(e.momentum) + s.R * s.momenta.segment<3>(3);
  return e;
}

void GlobalSuperquadric::boundingSphere(const PartScratch& scratch, Vec3& centre,
                                        double& radius) const {
  centre = globalOf(scratch).c;
  radius = shape().reach(globalOf(scratch).qs.data());
}

void GlobalSuperquadric::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  const GlobalScratch& s = globalOf(scratch);
  Field drawn(render().points.slots(), 3);
  shape().place(render().points, s.qs.data(), drawn);
  writeVertices({s.c, s.R}, render().points, drawn, positions);
}

}  // namespace sinew
