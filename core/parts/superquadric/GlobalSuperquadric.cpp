#include "core/parts/superquadric/GlobalSuperquadric.h"

#include <algorithm>

#include "core/math/Rotation.h"
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
  FrameVector qs, momenta, rates;  ///< q_s, p̂, ν̂
  FrameVector freeMomenta;  ///< ṗ̂ without Q, in the sense of ṗ = R p̂̇ (world rate, hatted)
  FrameVector freeRates;    ///< ν̇ without Q, hatted likewise
  ShapeField field;
  FrameMass mass;
  Field w, force, work;
  FrameDynamics dynamics;  ///< M + h C + h² K, as last linearised
};

GlobalScratch& of(PartScratch& scratch) {
  return static_cast<GlobalScratch&>(scratch);
}
const GlobalScratch& of(const PartScratch& scratch) {
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

/// ṗ̂ = Ȧᵀ M_n w and ν̇̂ = −M̂⁻¹ Aᵀ M_n Ȧ ν. Reads rates, w (velocities of the points) and field.
void computeFreeMotion(const SuperquadricShape& shape, const MassPoints& solid, GlobalScratch& s) {
  const Vec3 velocity = s.rates.head<3>(), omega = s.rates.segment<3>(3);
  // Rotation: Σ m (d/dt R s) × w = −ċ × P. Shape: Σ m (ω × R J + R J̇)ᵀ w.
  weigh(solid.mass, s.w, s.force);
  s.freeMomenta.setZero(s.rates.size());
  s.freeMomenta.segment<3>(3) = -velocity.cross(Vec3(s.momenta.head<3>()));
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
}

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
  return {{"momentum", 3}, {"angular_momentum", 3}, {"shape_momentum", shape().moving()}};
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
  toWorld(R, s.mass.matrix() * toPart(R, v, dims().v), v);
}

std::unique_ptr<PartScratch> GlobalSuperquadric::makeScratch() const {
  auto scratch = std::make_unique<GlobalScratch>();
  const int slots = m_solid.points.slots();
  scratch->field = shape().makeField(m_solid.points);
  for (Field* f : {&scratch->w, &scratch->force, &scratch->work}) f->setZero(slots, 3);
  return scratch;
}

void GlobalSuperquadric::update(const PartState& state, PartScratch& scratch) const {
  GlobalScratch& s = of(scratch);
  s.c = ConstVec3Map(state.q);
  s.rotation = loadQuat(state.q + 3);
  s.R = s.rotation.toRotationMatrix();
  s.qs = Eigen::Map<const Eigen::VectorXd>(state.q + 7, shape().moving());
  shape().sample(m_solid.points, s.qs.data(), s.field);
  s.mass.assemble(m_solid.mass, s.field.s, s.field.J);
  s.momenta = toPart(s.R, state.v, dims().v);
  s.rates = s.mass.solve(s.momenta);
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
  const GlobalScratch& s = of(scratch);
  const auto moving = shape().moving();
  ShapeJet jet;
  shape().differentiate(unpackShapePoint(u), s.qs.data(), s.rates.data() + 6, jet);
  const Vec3 velocity = s.rates.head<3>(), omega = s.rates.segment<3>(3);
  const Vec3 flow = jet.J * s.rates.tail(moving), swing = omega.cross(jet.s);
  const Vec3 curvature = omega.cross(swing + 2 * flow) + jet.curve;
  const Vec3 bias = curvature + s.freeRates.head<3>() +
                    Vec3(s.freeRates.segment<3>(3)).cross(jet.s) + jet.J * s.freeRates.tail(moving);
  const Vec3 arm = s.R * jet.s;
  out.position = s.c + arm;
  out.velocity = s.R * (velocity + swing + flow);
  out.curvature = s.R * curvature;
  out.bias = s.R * bias;
  out.blockCount = 1;
  out.columns = 6 + moving;
  out.blocks[0] = {0, out.columns};
  Eigen::Map<Mat3>(out.L).setIdentity();
  Eigen::Map<Mat3>(out.L + 9) = skew(-arm);
  Eigen::Map<Eigen::Matrix3Xd>(out.L + 18, 3, moving).noalias() = s.R * jet.J;
}

SuperquadricPart::Turning GlobalSuperquadric::turning(const PartScratch& scratch) const {
  const GlobalScratch& s = of(scratch);
  return {s.R, s.R * s.rates.segment<3>(3), s.R * s.freeRates.segment<3>(3)};
}

void GlobalSuperquadric::locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                                Vec3& velocity) const {
  const GlobalScratch& s = of(scratch);
  ShapeJet jet;
  shape().differentiate(unpackShapePoint(u), s.qs.data(), s.rates.data() + 6, jet);
  position = s.c + s.R * jet.s;
  velocity = s.R * (s.rates.head<3>() + Vec3(s.rates.segment<3>(3)).cross(jet.s) +
                    jet.J * s.rates.tail(shape().moving()));
}

void GlobalSuperquadric::addPointForce(const PartScratch& scratch, const ResolvedPoint& u,
                                       const Vec3& force, double* Q) const {
  const GlobalScratch& s = of(scratch);
  ShapeJet jet;
  shape().differentiate(unpackShapePoint(u), s.qs.data(), s.rates.data() + 6, jet);
  const Vec3 hatted = s.R.transpose() * force;
  Vec3Map{Q} += force;
  Vec3Map{Q + 3} += s.R * jet.s.cross(hatted);
  Eigen::Map<Eigen::VectorXd>(Q + 6, shape().moving()) += jet.J.transpose() * hatted;
}

double GlobalSuperquadric::addForces(const Surroundings& around, const PartScratch& scratch,
                                     double* Q) const {
  const GlobalScratch& s = of(scratch);
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
  const GlobalScratch& s = of(scratch);
  const int n = dims().v;
  for (int i = 0; i < columns; ++i) {
    toWorld(s.R, s.mass.solve(toPart(s.R, rhs + i * n, n)), out + i * n);
  }
}

void GlobalSuperquadric::linearise(PartScratch& scratch, double h, double* Q) const {
  GlobalScratch& s = of(scratch);
  s.dynamics.assemble(s.mass, spec(), s.qs.data(), h);
  if (!Q) return;
  GlobalValues<double> slopes{};
  spec().shapeStiffness(s.qs.data(), slopes.data());
  for (int k = 0; k < shape().moving(); ++k) {
    Q[6 + k] -= h * slopes[static_cast<std::size_t>(k)] * s.rates[6 + k];
  }
}

void GlobalSuperquadric::applyInverseDynamics(const PartScratch& scratch, const double* rhs,
                                              double* out, int columns) const {
  const GlobalScratch& s = of(scratch);
  const int n = dims().v;
  for (int i = 0; i < columns; ++i) {
    toWorld(s.R, s.dynamics.solve(toPart(s.R, rhs + i * n, n)), out + i * n);
  }
}

void GlobalSuperquadric::addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                                         double* v) const {
  const GlobalScratch& s = of(scratch);
  const FrameVector rates = s.dynamics.solve(toPart(s.R, Q, dims().v));
  FrameVector momenta(rates.size());
  toWorld(s.R, s.mass.matrix().lazyProduct(rates), momenta.data());
  for (int i = 0; i < dims().v; ++i) v[i] += h * momenta[i];
}

void GlobalSuperquadric::addInverseRate(const PartScratch&, const double* dv, double scale,
                                        double* Q) const {
  for (int i = 0; i < dims().v; ++i) Q[i] += scale * dv[i];
}

void GlobalSuperquadric::freeRate(const PartScratch& scratch, double* out) const {
  toWorld(of(scratch).R, of(scratch).freeMomenta, out);
}

void GlobalSuperquadric::addForceRate(const PartScratch&, const double* Q, double scale,
                                      double* v) const {
  for (int i = 0; i < dims().v; ++i) v[i] += scale * Q[i];
}

void GlobalSuperquadric::velocityFromState(const PartScratch& scratch, const double* v,
                                           double* nu) const {
  applyInverseMass(scratch, v, nu, 1);
}

void GlobalSuperquadric::configurationRate(const PartScratch& scratch, double* out) const {
  const GlobalScratch& s = of(scratch);
  Vec3Map{out} = s.R * s.rates.head<3>();
  quatRate(s.rotation, s.R * s.rates.segment<3>(3), out + 3);
  std::copy(s.rates.data() + 6, s.rates.data() + s.rates.size(), out + 7);
}

void GlobalSuperquadric::advance(const PartScratch&, const double* nu, double h, double* q) const {
  Vec3Map{q} += h * ConstVec3Map(nu);
  storeQuat(turned(loadQuat(q + 3), h * ConstVec3Map(nu + 3)), q + 3);
  for (int i = 0; i < shape().moving(); ++i) q[7 + i] += h * nu[6 + i];
}

void GlobalSuperquadric::normalise(double* q) const {
  storeQuat(loadQuat(q + 3).normalized(), q + 3);
}

PartEnergy GlobalSuperquadric::energy(const Surroundings& around,
                                      const PartScratch& scratch) const {
  const GlobalScratch& s = of(scratch);
  PartEnergy e;
  e.kinetic = 0.5 * s.momenta.dot(s.rates);
  e.elastic = spec().shapeEnergy(s.qs.data());
  // M's rotation–translation block is [Σ m s]×.
  const Vec3 first(s.mass.matrix()(5, 1), s.mass.matrix()(3, 2), s.mass.matrix()(4, 0));
  e.gravity = -around.gravity.dot(m_mass * s.c + s.R * first);
  e.momentum = s.R * s.momenta.head<3>();
  e.angularMomentum = s.c.cross(e.momentum) + s.R * s.momenta.segment<3>(3);
  return e;
}

void GlobalSuperquadric::boundingSphere(const PartScratch& scratch, Vec3& centre,
                                        double& radius) const {
  centre = of(scratch).c;
  radius = shape().reach(of(scratch).qs.data());
}

void GlobalSuperquadric::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  const GlobalScratch& s = of(scratch);
  Field drawn(render().points.slots(), 3);
  shape().place(render().points, s.qs.data(), drawn);
  writeVertices({s.c, s.R}, render().points, drawn, positions);
}

}  // namespace sinew
