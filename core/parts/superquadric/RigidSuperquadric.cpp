#include "core/parts/superquadric/RigidSuperquadric.h"

#include <algorithm>

namespace sinew {
namespace {

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

RigidBodyConstants rigidBodyOf(const SuperquadricSpec& spec, const SolidMoments& moments) {
  const double mass = massOf(spec, moments.volume);
  RigidBodyConstants body =
      rigidBody(mass, moments.inertia * (mass / moments.volume), spec.damping);
  body.ball = ballRadiusOf(spec.shape) > 0;
  return body;
}

}  // namespace

RigidSuperquadric::RigidSuperquadric(SuperquadricSpec given, const SolidMoments& moments)
    : RigidMotion(rigidBodyOf(given, moments), std::move(given)),
      m_centre(moments.centroid),
      m_ballRadius(ballRadiusOf(spec().shape)) {
  m_drawn.resize(render().points.slots(), 3);
  shape().place(render().points, nullptr, m_drawn);
  m_drawn.rowwise() -= m_centre.transpose();
  useContactGrid(SurfaceGrid(shape(), kContactRings, kContactAround));
  for (const ResolvedPoint& u : contactPoints()) {
    m_contactReach = std::max(m_contactReach, Eigen::Map<const Vec3>(u.weight.data()).norm());
  }
}

void RigidSuperquadric::initialState(double* q, double* v) const {
  writeState(spec().position, spec().orientation, spec().velocity, spec().angularVelocity, m_centre,
             q, v);
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

Turning RigidSuperquadric::turning(const PartScratch& scratch) const {
  const RigidScratch& s = rigidOf(scratch);
  const Vec3 wander = vectorOf(s.freeSpin);
  return {s.rotation.toRotationMatrix(), vectorOf(s.omega), wander, wander};
}

void RigidSuperquadric::boundingSphere(const PartScratch& scratch, Vec3& centre,
                                       double& radius) const {
  centre = vectorOf(rigidOf(scratch).c);
  radius = m_contactReach;
}

void RigidSuperquadric::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  writeVertices({vectorOf(rigidOf(scratch).c), rigidOf(scratch).axes()}, render().points, m_drawn,
                positions);
}

}  // namespace sinew
