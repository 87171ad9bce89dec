#pragma once
#include "core/parts/KeyedPose.h"
#include "core/parts/SolidShape.h"
#include "core/parts/obstacle/Obstacle.h"
#include "core/registry/Registry.h"

namespace sinew {

/// An obstacle of a fixed solid shape. Material point: [x, y, z] in the part's axes, anywhere,
/// in metres or the shape's `unit`.
class SolidObstacle : public Obstacle {
 public:
  SolidObstacle(KeyedPose pose, const ContactMaterial& contact, SolidShape shape);

  double size() const final { return m_shape.size; }
  std::unique_ptr<PartScratch> makeScratch() const final;
  void update(const PartState& state, PartScratch& scratch) const final;

  Result<ResolvedPoint> resolve(std::span<const double> at) const final;
  void point(const PartScratch& scratch, const ResolvedPoint& u, PointKinematics& out) const final;
  void locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
              Vec3& velocity) const final;

  ContactSurface contactSurface() const final;
  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const final;
  bool probe(const PartScratch& scratch, const Vec3& x, SurfaceProbe& out) const final;
  void eventTimes(double from, double to, std::vector<double>& out) const final;

  MeshTopology tessellation() const final;
  void tessellate(const PartScratch& scratch, std::span<float> positions) const final;

 protected:
  /// Gap [m] from the surface to p, negative inside, and the outward unit normal there.
  virtual double gapAt(const Vec3& p, Vec3& normal) const = 0;

 private:
  KeyedPose m_pose;
  SolidShape m_shape;
  double m_reach = 0;  // [m] of the contact surface from the origin
};

/// commonPartParams(), position, with this to say of it, orientation, turn, then `own`, then the
/// contact parameters.
ParamTable solidObstacleParams(ParamTable own, std::string positionDoc = "Where its middle is.");
/// Of solids that are their own images across each of their axes.
MirrorImage mirrorSolid(const ParamReader& params, const Part& part, int axis);

}  // namespace sinew
