#pragma once
#include "core/math/PathCurve.h"
#include "core/parts/Fixture.h"
#include "core/parts/KeyedPose.h"

namespace sinew {

struct RailSpec {
  KeyedPose pose;
  PathCurve path;        ///< in the part's axes
  double radius = 0.01;  ///< [m]
};

/// A smooth curve that others slide along or are led along. Obstacles' springs do not know it;
/// contact between any two parts does. Material point: [s], the fraction of its length.
class Rail final : public Fixture {
 public:
  explicit Rail(RailSpec spec);

  double size() const override { return m_spec.path.length(); }
  double thickness() const override { return 2 * m_spec.radius; }
  std::unique_ptr<PartScratch> makeScratch() const override;
  void update(const PartState& state, PartScratch& scratch) const override;

  Result<ResolvedPoint> resolve(std::span<const double> at) const override;
  void point(const PartScratch& scratch, const ResolvedPoint& u,
             PointKinematics& out) const override;
  void locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
              Vec3& velocity) const override;
  bool hasDirections() const override { return true; }
  void direction(const PartScratch& scratch, const ResolvedPoint& u,
                 PointKinematics& out) const override;

  Track track() const override;
  ResolvedPoint trackPoint(double place) const override;
  double placeOf(const ResolvedPoint& u) const override;
  void bend(const PartScratch& scratch, const ResolvedPoint& u, TrackBend& out) const override;

  ContactSurface contactSurface() const override;
  double contactRadius() const override { return m_spec.radius; }
  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const override;
  void eventTimes(double from, double to, std::vector<double>& out) const override;

  MeshTopology tessellation() const override;
  void tessellate(const PartScratch& scratch, std::span<float> positions) const override;

 private:
  double placeLength() const;  ///< [m]
  void draw();

  RailSpec m_spec;
  std::vector<Vec3> m_drawn;     // vertices of the tube, ring by ring, then of its two ends
  Vec3 m_middle = Vec3::Zero();  // [m] of them, and how far they reach from it
  double m_reach = 0;
};

}  // namespace sinew
