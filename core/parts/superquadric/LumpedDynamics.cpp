// Steps of a lumped part that take its internal forces at their end. Its masses are independent of
// each other, and so are its springs and drags, but for the membrane between the nodes.
#include "core/math/Rotation.h"
#include "core/parts/superquadric/FrameDynamics.h"
#include "core/parts/superquadric/LumpedScratch.h"
#include "core/parts/superquadric/LumpedSuperquadric.h"

namespace sinew {
namespace {

using ConstVec3Map = Eigen::Map<const Vec3>;
using Vec3Map = Eigen::Map<Vec3>;

}  // namespace

void LumpedSuperquadric::linearise(PartScratch& scratch, const ImplicitStep& asked,
                                   double* Q) const {
  const double h = asked.h;
  LumpedScratch& s = lumpedScratch(scratch);
  const double step = roundedStep(h), acts = roundedStep(asked.acts), drag = spec().damping,
               inner = drag + spec().internalDamping;
  s.braked = 1 / (1 + acts * drag);
  GlobalValues<double> slopes{};
  spec().shapeStiffness(s.qs.data(), slopes.data());
  s.shapeDynamics.resize(shape().moving());
  for (int k = 0; k < shape().moving(); ++k) {
    const double slope = slopes[static_cast<std::size_t>(k)];
    s.shapeDynamics[k] = (1 + acts * inner) * s.shapeMass[k] + step * acts * slope;
    if (Q) Q[6 + k] -= h * slope * s.velocity[static_cast<std::size_t>(6 + k)];
  }
  if (!m_nodes) return;
  s.nodes.factorise(*m_nodes, 1 + acts * inner, step * acts);
  s.rows.resize(static_cast<std::size_t>(nodeCount()));
  if (!Q) return;
  m_nodes->membrane().apply(s.localRate, s.force);
  s.force *= -h;
  m_nodes->addTo(s.force, Mat3::Identity(), Q + nodeStart());
}

void LumpedSuperquadric::applyInverseDynamics(const PartScratch& scratch, const double* rhs,
                                              double* out, int columns) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  const int n = dims().v;
  for (int c = 0; c < columns; ++c, rhs += n, out += n) {
    Vec3Map{out} = s.braked / m_mass * ConstVec3Map(rhs);
    Vec3Map{out + 3} = s.braked * (s.inverseInertia * ConstVec3Map(rhs + 3));
    for (int k = 0; k < shape().moving(); ++k) out[6 + k] = rhs[6 + k] / s.shapeDynamics[k];
    if (!m_nodes) continue;
    const double* force = rhs + nodeStart();
    double* rate = out + nodeStart();
    for (int i = 0; i < nodeCount(); ++i) s.rows[s.nodes.row(i)] = load3(force + 3 * i);
    s.nodes.solve(s.rows.data(), 1);
    for (int i = 0; i < nodeCount(); ++i) store3(rate + 3 * i, s.rows[s.nodes.row(i)]);
  }
}

void LumpedSuperquadric::addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                                         double* v) const {
  Reals& change = lumpedScratch(scratch).change;
  applyInverseDynamics(scratch, Q, change.data(), 1);
  for (int i = 0; i < dims().v; ++i) v[i] += h * change[static_cast<std::size_t>(i)];
}

void LumpedSuperquadric::addInverseRate(const PartScratch& scratch, const double* dv, double scale,
                                        double* Q) const {
  const LumpedScratch& s = lumpedScratch(scratch);
  Vec3Map{Q} += scale * m_mass * ConstVec3Map(dv);
  Vec3Map{Q + 3} += scale * (s.inertia * ConstVec3Map(dv + 3));
  for (int k = 0; k < shape().moving(); ++k) Q[6 + k] += scale * s.shapeMass[k] * dv[6 + k];
  for (int i = 0; i < nodeCount(); ++i) {
    const int at = nodeStart() + 3 * i;
    Vec3Map{Q + at} += scale * m_nodes->mass(i) * ConstVec3Map(dv + at);
  }
}

}  // namespace sinew
