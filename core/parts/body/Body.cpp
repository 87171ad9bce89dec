#include "core/parts/body/Body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

RigidBodyConstants constantsOf(const BodySpec& spec) {
  const BodyMoments moments = momentsOf(spec.shape);
  const double mass = spec.mass > 0 ? spec.mass : spec.density * moments.volume;
  RigidBodyConstants body =
      rigidBody(mass, moments.inertia * (mass / moments.volume), spec.damping);
  body.ball = spec.shape.form == BodyShape::Form::Ball;
  return body;
}

Vec3 armOf(const ResolvedPoint& u) {
  return {u.weight[0], u.weight[1], u.weight[2]};
}

}  // namespace

Body::Body(const BodySpec& spec)
    : RigidMotion(constantsOf(spec)),
      m_spec(spec),
      m_surface(spec.shape.surface()),
      m_centre(momentsOf(spec.shape).centroid) {
  for (const Vec3& corner : m_surface.corners) {
    m_contact.push_back(pointAt(corner));
    m_reach = std::max(m_reach, (corner - m_centre).norm());
  }
}

ResolvedPoint Body::pointAt(const Vec3& place) const {
  ResolvedPoint u;
  u.cell = 0;
  u.at = {place.x(), place.y(), place.z()};
  Eigen::Map<Vec3>(u.weight.data()) = place - m_centre;
  return u;
}

// ω × r = −[r]× I⁻¹ L, whichever way the body is turned. A quaternion that changes by δ turns by 2
// δ.
SurfaceScales Body::scales() const {
  SurfaceScales scales = Part::scales();
  const double reach = m_reach + contactRadius();
  std::fill_n(scales.q.begin() + 3, 4, 2 * reach);
  std::fill_n(scales.nu.begin() + 3, 3, reach);
  std::fill_n(scales.v.begin(), 3, body().inverseMass);
  double most = 0;
  for (const ResolvedPoint& u : m_contact) {
    most = std::max(most, (skew(armOf(u)) * body().inverseInertia).norm());
  }
  most += contactRadius() * body().inverseInertia.norm();
  std::fill_n(scales.v.begin() + 3, 3, most);
  return scales;
}

void Body::initialState(double* q, double* v) const {
  writeState(m_spec.position, m_spec.orientation, m_spec.velocity, m_spec.angularVelocity, m_centre,
             q, v);
}

Result<ResolvedPoint> Body::resolve(std::span<const double> at) const {
  if (at.size() != 3) {
    return fail(ErrorCode::Invalid, fmt::format("material point with {} numbers; a body's is "
                                                "[x, y, z], three lengths in metres",
                                                at.size()));
  }
  if (!std::ranges::all_of(at, [](double x) { return std::isfinite(x); })) {
    return fail(ErrorCode::Invalid, "a material point of a body must be finite");
  }
  return pointAt({at[0], at[1], at[2]});
}

void Body::direction(const PartScratch& scratch, const ResolvedPoint& u,
                     PointKinematics& out) const {
  const RigidScratch& s = rigidOf(scratch);
  const Vec3 wander = vectorOf(s.freeSpin);
  const Turning now{s.axes(), vectorOf(s.omega), wander, wander};
  turnDirection(now, m_spec.shape.outwards(armOf(u) + m_centre), out);
  turnJacobian(out.position, out);
}

ContactSurface Body::contactSurface() const {
  ContactSurface surface = m_surface.surface;
  surface.vertices = m_contact;
  return surface;
}

double Body::ballRadius() const {
  return body().ball ? m_spec.shape.radius : 0;
}

ResolvedPoint Body::ballPoint(const PartScratch& scratch, const Vec3& arm) const {
  return pointAt(rigidOf(scratch).rotation.conjugate() * arm);
}

void Body::boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const {
  centre = vectorOf(rigidOf(scratch).c);
  radius = m_reach;
}

void Body::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  const RigidScratch& s = rigidOf(scratch);
  const Mat3 R = s.axes();
  const Vec3 origin = vectorOf(s.c) - R * m_centre;
  for (std::size_t i = 0; i < m_surface.drawn.size(); ++i) {
    const Vec3 x = origin + R * m_surface.drawn[i];
    Eigen::Map<Eigen::Vector3f>(positions.data() + 3 * i) = x.cast<float>();
  }
}

}  // namespace sinew
