#include "core/parts/superquadric/SuperquadricPart.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "core/math/Rotation.h"

namespace sinew {
namespace {

/// [rad] Coordinates may leave the range by this much: single-precision π/2 is above π/2.
constexpr double kAngleSlack = 1e-6;
constexpr int kPose = 7;  // numbers of q before the shape: centre and rotation

}  // namespace

SuperquadricPart::SuperquadricPart(SuperquadricSpec spec)
    : m_spec(std::move(spec)),
      m_shape(m_spec.shape),
      m_render(renderGrid(m_shape, m_spec.renderU, m_spec.renderV)) {}

double SuperquadricPart::size() const {
  const auto& rest = m_spec.shape.rest;
  return 2 * m_spec.shape.scale *
         std::max({rest[Global::Radius1], rest[Global::Radius2], rest[Global::Radius3]});
}

double SuperquadricPart::thickness() const {
  const auto& rest = m_spec.shape.rest;
  return 2 * m_spec.shape.scale *
         std::min({rest[Global::Radius1], rest[Global::Radius2], rest[Global::Radius3]});
}

void SuperquadricPart::unloadedConfiguration(double* q) const {
  Part::unloadedConfiguration(q);
  const int rest = kPose + m_shape.moving(), count = dims().q;
  if (count <= kPose) return;  // it is rigid
  m_shape.restValues(q + kPose);
  std::fill(q + rest, q + count, 0.0);
}

Result<ShapePoint> SuperquadricPart::surfacePoint(std::span<const double> at) const {
  if (at.size() != 2) {
    return fail(ErrorCode::Invalid,
                fmt::format("material point with {} numbers; a superquadric takes [u, v] in rad",
                            at.size()));
  }
  constexpr double kHalfPi = std::numbers::pi / 2;
  if (!std::isfinite(at[0]) || !std::isfinite(at[1]) || std::abs(at[0]) > kHalfPi + kAngleSlack) {
    return fail(ErrorCode::Invalid, fmt::format("material point [{}, {}]; legal are u in "
                                                "[−π/2, π/2] and any finite v, in rad",
                                                at[0], at[1]));
  }
  const double u = std::clamp(at[0], -kHalfPi, kHalfPi);
  return m_shape.surfacePoint(u, std::remainder(at[1], 2 * std::numbers::pi));
}

void SuperquadricPart::initialShape(double* qs, int nodes) const {
  const Reals& start = m_spec.startShape;
  const auto dents = static_cast<std::size_t>(3 * nodes);
  double* const displacements = qs + m_shape.moving();
  m_shape.restValues(qs);
  std::fill_n(displacements, dents, 0.0);
  const bool dented = start.size() == Global::kCount + dents;
  if (!dented && start.size() != Global::kCount) return;
  for (std::size_t i = 0; i < m_spec.shape.moving.size(); ++i)
    qs[i] += start[m_spec.shape.moving[i]];
  if (!m_spec.impossible(qs).empty()) return m_shape.restValues(qs);  // radii changed since
  if (dented) std::copy(start.begin() + Global::kCount, start.end(), displacements);
}

// Across the surface a little to all sides; at the poles, where going round stays in place, away
// from the centre.
Vec3 SuperquadricPart::restNormal(double u, double v) const {
  constexpr double kAside = 1e-3;  // [rad]
  constexpr double kHalfPi = std::numbers::pi / 2;
  std::array<double, Global::kCount> rest{};
  m_shape.restValues(rest.data());
  const auto at = [&](double du, double dv) {
    const double across = std::clamp(u + du, -kHalfPi, kHalfPi);
    return m_shape.place(m_shape.surfacePoint(across, v + dv), rest.data());
  };
  const Vec3 normal = (at(0, kAside) - at(0, -kAside)).cross(at(kAside, 0) - at(-kAside, 0));
  const Vec3 outwards = at(0, 0);
  const double size = normal.norm(), scale = kAside * outwards.norm();
  if (size < 1e-3 * scale * scale) return outwards.normalized();
  return normal.dot(outwards) < 0 ? Vec3(-normal / size) : Vec3(normal / size);
}

void SuperquadricPart::direction(const PartScratch& scratch, const ResolvedPoint& u,
                                 PointKinematics& out) const {
  turnDirection(turning(scratch), restNormal(u.at[0], u.at[1]), out);
  turningJacobian(scratch, out.position, out);
}

void SuperquadricPart::turningJacobian(const PartScratch&, const Vec3& direction,
                                       PointKinematics& out) const {
  turnJacobian(direction, out);
}

void SuperquadricPart::useContactGrid(const SurfaceGrid& grid) {
  for (const auto& at : grid.material()) m_contact.push_back(*resolve(at));
}

ContactSurface SuperquadricPart::contactSurface() const {
  const SurfaceGrid* nodes = nodeGrid();
  const SurfaceGrid grid = nodes ? *nodes : SurfaceGrid(m_shape, kSkinRings, kSkinAround);
  ContactSurface skin;
  for (const auto& at : grid.material()) skin.vertices.push_back(*resolve(at));
  for (const auto& triangle : gridTriangles(grid.rings(), grid.around())) {
    const std::array<int, 3> face = {static_cast<int>(triangle[0]), static_cast<int>(triangle[1]),
                                     static_cast<int>(triangle[2])};
    skin.faces.push_back(face);
    for (int i = 0; i < 3; ++i) {  // the two faces of an edge run along it opposite ways
      const int from = face[i], to = face[(i + 1) % 3];
      if (from < to) skin.edges.push_back({from, to});
    }
  }
  return skin;
}

void SuperquadricPart::writeVertices(const Pose& pose, const MaterialPoints& points, const Field& p,
                                     std::span<float> positions) {
  for (int i = 0; i < points.count(); ++i) {
    const Vec3 x = pose.c + pose.R * p.row(points.slot(i)).transpose();
    Eigen::Map<Eigen::Vector3f>(positions.data() + 3 * i) = x.cast<float>();
  }
}

void packShapePoint(const ShapePoint& p, ResolvedPoint& out) {
  const std::array<double, kGridWeights> values = {p.f,       p.g,       p.zeta,   p.logCosU,
                                                   p.logSinU, p.logCosV, p.logSinV};
  std::copy(values.begin(), values.end(), out.weight.begin());
}

ShapePoint unpackShapePoint(const ResolvedPoint& u) {
  const auto& w = u.weight;
  return {w[0], w[1], w[2], w[3], w[4], w[5], w[6]};
}

double massOf(const SuperquadricSpec& spec, double volume) {
  return spec.mass > 0 ? spec.mass : spec.density * volume;
}

}  // namespace sinew
