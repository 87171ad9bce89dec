#include "core/parts/obstacle/SolidObstacle.h"

#include <fmt/format.h>

#include <cmath>

#include "core/parts/MirrorAxis.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

struct SolidScratch final : PartScratch {
  MovingFrame frame;
};

const MovingFrame& frameOf(const PartScratch& scratch) {
  return static_cast<const SolidScratch&>(scratch).frame;
}

Vec3 pointOf(const ResolvedPoint& u) {
  return {u.at[0], u.at[1], u.at[2]};
}

}  // namespace

SolidObstacle::SolidObstacle(KeyedPose pose, const ContactMaterial& contact, SolidShape shape)
    : Obstacle(contact), m_pose(std::move(pose)), m_shape(std::move(shape)) {
  for (const Vec3& corner : m_shape.corners) m_reach = std::max(m_reach, corner.norm());
}

std::unique_ptr<PartScratch> SolidObstacle::makeScratch() const {
  return std::make_unique<SolidScratch>();
}

void SolidObstacle::update(const PartState& state, PartScratch& scratch) const {
  static_cast<SolidScratch&>(scratch).frame.update(m_pose, state.time);
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
    u.at[i] = m_shape.unit[static_cast<int>(i)] * at[i];
  }
  return u;
}

void SolidObstacle::point(const PartScratch& scratch, const ResolvedPoint& u,
                          PointKinematics& out) const {
  setPrescribed(frameOf(scratch).point(pointOf(u)), out);
}

void SolidObstacle::locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                           Vec3& velocity) const {
  const VectorJet moves = frameOf(scratch).point(pointOf(u));
  position = moves.value;
  velocity = moves.rate;
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
  centre = frameOf(scratch).origin.value;
  radius = m_reach;
}

bool SolidObstacle::probe(const PartScratch& scratch, const Vec3& x, SurfaceProbe& out) const {
  const MovingFrame& s = frameOf(scratch);
  const Vec3 arm = x - s.origin.value;
  Vec3 normal;
  out.gap = gapAt(s.R.transpose() * arm, normal);
  out.normal = s.R * normal;
  out.velocity = s.origin.rate + s.omega.cross(arm);
  return true;
}

void SolidObstacle::eventTimes(double from, double to, std::vector<double>& out) const {
  m_pose.eventTimes(from, to, out);
}

MeshTopology SolidObstacle::tessellation() const {
  return meshOf(m_shape);
}

void SolidObstacle::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  frameOf(scratch).place(m_shape.drawn, positions);
}

MirrorImage mirrorSolid(const ParamReader& params, const Part&, int axis) {
  MirrorImage image;
  image.across = mirrorAxis(params.rotation("orientation"), axis);
  image.point = [across = static_cast<std::size_t>(image.across)](std::vector<double> at) {
    if (across < at.size()) at[across] = 0 - at[across];
    return at;
  };
  return image;
}

ParamTable solidObstacleParams(ParamTable own, std::string positionDoc) {
  ParamTable table = withCommon(commonPartParams(), keyedPoseParams(std::move(positionDoc)));
  return withCommon(withCommon(std::move(table), std::move(own)), obstacleContactParams());
}

}  // namespace sinew
