#include "core/parts/particle/Particle.h"

#include <fmt/format.h>

#include "core/math/Icosphere.h"

namespace sinew {
namespace {

constexpr double kPointSize = 0.01;  ///< [m] typical length of a particle without a radius

using ConstVec3Map = Eigen::Map<const Vec3>;
using Vec3Map = Eigen::Map<Vec3>;

struct ParticleScratch final : PartScratch {
  Vec3 position = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  double braked = 1;  ///< 1/(1 + h γ), as last linearised
};

const ParticleScratch& of(const PartScratch& scratch) {
  return static_cast<const ParticleScratch&>(scratch);
}

}  // namespace

Particle::Particle(const ParticleSpec& spec) : m_spec(spec) {
  m_contact[0].cell = 0;
  for (const Vec3& normal : icosphere(kSphereSubdivisions).vertices) {
    m_sphere.push_back(spec.radius * normal);
  }
}

void Particle::initialState(double* q, double* v) const {
  Vec3Map{q} = m_spec.position;
  Vec3Map{v} = m_spec.velocity;
}

double Particle::size() const {
  return m_spec.radius > 0 ? 2 * m_spec.radius : kPointSize;
}

std::unique_ptr<PartScratch> Particle::makeScratch() const {
  return std::make_unique<ParticleScratch>();
}

void Particle::update(const PartState& state, PartScratch& scratch) const {
  auto& s = static_cast<ParticleScratch&>(scratch);
  s.position = ConstVec3Map(state.q);
  s.velocity = ConstVec3Map(state.v);
}

Result<ResolvedPoint> Particle::resolve(std::span<const double> at) const {
  if (at.empty()) return m_contact[0];
  return fail(
      ErrorCode::Invalid,
      fmt::format("material point with {} numbers; a particle has only the point []", at.size()));
}

void Particle::point(const PartScratch& scratch, const ResolvedPoint& u,
                     PointKinematics& out) const {
  locate(scratch, u, out.position, out.velocity);
  out.bias.setZero();
  out.curvature.setZero();
  out.blockCount = 1;
  out.blocks[0] = {0, 3};
  out.columns = 3;
  Eigen::Map<Mat3>(out.L).setIdentity();
}

void Particle::locate(const PartScratch& scratch, const ResolvedPoint&, Vec3& position,
                      Vec3& velocity) const {
  position = of(scratch).position;
  velocity = of(scratch).velocity;
}

void Particle::addPointForce(const PartScratch&, const ResolvedPoint&, const Vec3& force,
                             double* Q) const {
  Vec3Map{Q} += force;
}

double Particle::addForces(const Surroundings& around, const PartScratch& scratch,
                           double* Q) const {
  const Vec3& velocity = of(scratch).velocity;
  const double drag = m_spec.damping * m_spec.mass;  // [kg/s]
  Vec3Map{Q} += m_spec.mass * around.gravity - drag * velocity;
  return drag * velocity.squaredNorm();
}

void Particle::applyInverseMass(const PartScratch&, const double* rhs, double* out,
                                int columns) const {
  for (int i = 0; i < 3 * columns; ++i) out[i] = rhs[i] / m_spec.mass;
}

// Drag is all there is to take at the step's end: A = (1 + h γ) m.
void Particle::linearise(PartScratch& scratch, const ImplicitStep& step, double* /*Q*/) const {
  static_cast<ParticleScratch&>(scratch).braked = 1 / (1 + step.acts * m_spec.damping);
}

void Particle::applyInverseDynamics(const PartScratch& scratch, const double* rhs, double* out,
                                    int columns) const {
  const double factor = of(scratch).braked / m_spec.mass;
  for (int i = 0; i < 3 * columns; ++i) out[i] = rhs[i] * factor;
}

void Particle::addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                               double* v) const {
  addForceRate(scratch, Q, h * of(scratch).braked, v);
}

void Particle::addInverseRate(const PartScratch&, const double* dv, double scale, double* Q) const {
  Vec3Map{Q} += scale * m_spec.mass * ConstVec3Map(dv);
}

void Particle::freeRate(const PartScratch&, double* out) const {
  Vec3Map{out}.setZero();
}

void Particle::addForceRate(const PartScratch&, const double* Q, double scale, double* v) const {
  Vec3Map{v} += (scale / m_spec.mass) * ConstVec3Map(Q);
}

void Particle::velocityFromState(const PartScratch&, const double* v, double* nu) const {
  Vec3Map{nu} = ConstVec3Map(v);
}

void Particle::configurationRate(const PartScratch& scratch, double* out) const {
  Vec3Map{out} = of(scratch).velocity;
}

void Particle::advance(const PartScratch&, const double* nu, double h, double* q) const {
  Vec3Map{q} += h * ConstVec3Map(nu);
}

PartEnergy Particle::energy(const Surroundings& around, const PartScratch& scratch) const {
  const ParticleScratch& s = of(scratch);
  PartEnergy e;
  e.kinetic = 0.5 * m_spec.mass * s.velocity.squaredNorm();
  e.gravity = -m_spec.mass * around.gravity.dot(s.position);
  e.momentum = m_spec.mass * s.velocity;
  e.angularMomentum = s.position.cross(e.momentum);
  return e;
}

void Particle::boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const {
  centre = of(scratch).position;
  radius = 0;
}

ContactSurface Particle::contactSurface() const {
  ContactSurface ball;
  ball.vertices.assign(m_contact.begin(), m_contact.end());
  ball.thickness = m_spec.radius;
  return ball;
}

MeshTopology Particle::tessellation() const {
  MeshTopology mesh;
  mesh.triangles = icosphere(kSphereSubdivisions).triangles;
  mesh.material.resize(m_sphere.size());  // the one material point has no coordinates
  return mesh;
}

void Particle::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  const Vec3& centre = of(scratch).position;
  for (std::size_t i = 0; i < m_sphere.size(); ++i) {
    Eigen::Map<Eigen::Vector3f>(positions.data() + 3 * i) = (centre + m_sphere[i]).cast<float>();
  }
}

}  // namespace sinew
