#pragma once
#include <vector>

#include "core/parts/Fixture.h"
#include "core/parts/KeyedPose.h"

namespace sinew {

/// A place and a direction that constraints follow, fixed or keyed; nothing touches it. Its
/// direction is its y axis. Material point: [], the place.
class Locator final : public Fixture {
 public:
  /// `size` [m] from tip to tip of the cross it is drawn as.
  Locator(KeyedPose pose, double size);

  double size() const override { return m_size; }
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
  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const override;
  void eventTimes(double from, double to, std::vector<double>& out) const override;

  MeshTopology tessellation() const override;
  void tessellate(const PartScratch& scratch, std::span<float> positions) const override;

  static constexpr int kVertices = 18;
  static constexpr double kLongReach = 0.5;  ///< of the tip of y, as share of the size

 private:
  KeyedPose m_pose;
  double m_size;
  std::vector<Vec3> m_drawn;
};

}  // namespace sinew
