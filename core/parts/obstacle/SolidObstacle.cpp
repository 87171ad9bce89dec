#include "core/parts/obstacle/SolidObstacle.h"

#include <fmt/format.h>

#include <cmath>

#include "core/params/KeyedVector.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

struct SolidScratch final : PartScratch {
  VectorJet origin;           // [m]
  Mat3 R = Mat3::Identity();  // part to world
  Vec3 omega, alpha;          // [rad/s, rad/s²] in world axes
};

const SolidScratch& of(const PartScratch& scratch) {
  return static_cast<const SolidScratch&>(scratch);
}

Mat3 about(int axis, double angle) {
  return Eigen::AngleAxisd(angle, Vec3::Unit(axis)).toRotationMatrix();
}

/// Each of the three turns goes on with the frame that the later ones have turned.
void turnBy(const VectorJet& angles, SolidScratch& s) {
  s.omega.setZero();
  s.alpha.setZero();
  Mat3 outer = Mat3::Identity();
  for (int axis = 2; axis >= 0; --axis) {
    const Vec3 spindle = outer.col(axis);
    const Vec3 spin = angles.rate[axis] * spindle;
    s.alpha += angles.acceleration[axis] * spindle + s.omega.cross(spin);
    s.omega += spin;
    outer = outer * about(axis, angles.value[axis]);
  }
  s.R = outer;
}

Vec3 pointOf(const ResolvedPoint& u) {
  return {u.at[0], u.at[1], u.at[2]};
}

}  // namespace

SolidObstacle::SolidObstacle(ObstaclePose pose, const ContactMaterial& contact, SolidShape shape)
    : Obstacle(contact), m_pose(std::move(pose)), m_shape(std::move(shape)) {
  for (const Vec3& corner : m_shape.corners) m_reach = std::max(m_reach, corner.norm());
}

std::unique_ptr<PartScratch> SolidObstacle::makeScratch() const {
  return std::make_unique<SolidScratch>();
}

void SolidObstacle::update(const PartState& state, PartScratch& scratch) const {
  auto& s = static_cast<SolidScratch&>(scratch);
  s.origin = jetAt(m_pose.position, state.time);
  turnBy(jetAt(m_pose.turn, state.time), s);
  s.R = s.R * m_pose.orientation.toRotationMatrix();
}

Result<ResolvedPoint> SolidObstacle::resolve(std::span<const double> at) const {
  if (at.size() != 3) {
    return fail(ErrorCode::Invalid, fmt::format("material point with {} numbers; an obstacle's "
                                                "is [x, y, z], three lengths in metres",
                                                at.size()));
  }
  ResolvedPoint u;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!std::isfinite(at[i])) {
      return fail(ErrorCode::Invalid, "a material point of an obstacle must be finite");
    }
    u.at[i] = at[i];
  }
  return u;
}

void SolidObstacle::point(const PartScratch& scratch, const ResolvedPoint& u,
                          PointKinematics& out) const {
  const SolidScratch& s = of(scratch);
  const Vec3 arm = s.R * pointOf(u), swing = s.omega.cross(arm);
  out.position = s.origin.value + arm;
  out.velocity = s.origin.rate + swing;
  out.bias = s.origin.acceleration + s.alpha.cross(arm) + s.omega.cross(swing);
  out.curvature = out.bias;
  out.blockCount = 0;
  out.columns = 0;
}

void SolidObstacle::locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                           Vec3& velocity) const {
  const SolidScratch& s = of(scratch);
  const Vec3 arm = s.R * pointOf(u);
  position = s.origin.value + arm;
  velocity = s.origin.rate + s.omega.cross(arm);
}

ContactSurface SolidObstacle::contactSurface() const {
  ContactSurface surface = m_shape.surface;
  for (const Vec3& corner : m_shape.corners) {
    ResolvedPoint u;
    u.at = {corner.x(), corner.y(), corner.z()};
    surface.vertices.push_back(u);
  }
  return surface;
}

void SolidObstacle::boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const {
  centre = of(scratch).origin.value;
  radius = m_reach;
}

bool SolidObstacle::probe(const PartScratch& scratch, const Vec3& x, SurfaceProbe& out) const {
  const SolidScratch& s = of(scratch);
  const Vec3 arm = x - s.origin.value;
  Vec3 normal;
  out.gap = gapAt(s.R.transpose() * arm, normal);
  out.normal = s.R * normal;
  out.velocity = s.origin.rate + s.omega.cross(arm);
  return true;
}

void SolidObstacle::eventTimes(double from, double to, std::vector<double>& out) const {
  m_pose.position.eventTimes(from, to, out);
  m_pose.turn.eventTimes(from, to, out);
}

MeshTopology SolidObstacle::tessellation() const {
  MeshTopology mesh;
  mesh.coordinates = 3;
  mesh.triangles = m_shape.triangles;
  for (const Vec3& x : m_shape.drawn) {
    const Eigen::Vector3f at = x.cast<float>();
    mesh.material.push_back({at.x(), at.y(), at.z()});
  }
  return mesh;
}

void SolidObstacle::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  const SolidScratch& s = of(scratch);
  for (std::size_t i = 0; i < m_shape.drawn.size(); ++i) {
    const Vec3 x = s.origin.value + s.R * m_shape.drawn[i];
    Eigen::Map<Eigen::Vector3f>(positions.data() + 3 * i) = x.cast<float>();
  }
}

ParamTable solidObstacleParams(ParamTable own) {
  ParamTable table = withCommon(
      commonPartParams(),
      {
          Param::vec3("position", "m", Vec3::Zero())
              .range(-1e6, 1e6)
              .keyable()
              .doc("Where its middle is."),
          Param::rotation("orientation").doc("How it is turned, from its axes to the world's."),
          Param::vec3("turn", "rad", Vec3::Zero())
              .range(-1e6, 1e6)
              .keyable()
              .doc("Turns about the world's x, then y, then z axis, after its orientation."),
      });
  return withCommon(withCommon(std::move(table), std::move(own)), obstacleContactParams());
}

ObstaclePose readPose(const ParamReader& params) {
  return {params.curve("position"), params.curve("turn"), params.rotation("orientation")};
}

}  // namespace sinew
