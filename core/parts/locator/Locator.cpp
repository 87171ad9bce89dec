#include "core/parts/locator/Locator.h"

#include <fmt/format.h>

namespace sinew {
namespace {

constexpr double kSlimness = 0.07;  // of an arm: its width at the middle over its length

struct LocatorScratch final : PartScratch {
  MovingFrame frame;
};

const MovingFrame& locatorFrame(const PartScratch& scratch) {
  return static_cast<const LocatorScratch&>(scratch).frame;
}

}  // namespace

// Three slim double pyramids along the axes; the tip of y, its direction, reaches further.
Locator::Locator(KeyedPose pose, double size) : m_pose(std::move(pose)), m_size(size) {
  constexpr double kShort = 0.35;  // reach of the tips that are not y's, as share of the size
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 along = size * Vec3::Unit(axis);
    const Vec3 right = size * kSlimness / 2 * Vec3::Unit((axis + 1) % 3);
    const Vec3 up = size * kSlimness / 2 * Vec3::Unit((axis + 2) % 3);
    const double reach = axis == 1 ? kLongReach : kShort;
    for (const Vec3& at :
         {Vec3(-kShort * along), right, up, Vec3(-right), Vec3(-up), Vec3(reach * along)}) {
      m_drawn.push_back(at);
    }
  }
}

std::unique_ptr<PartScratch> Locator::makeScratch() const {
  return std::make_unique<LocatorScratch>();
}

void Locator::update(const PartState& state, PartScratch& scratch) const {
  static_cast<LocatorScratch&>(scratch).frame.update(m_pose, state.time);
}

// — points —

Result<ResolvedPoint> Locator::resolve(std::span<const double> at) const {
  if (!at.empty()) {
    return fail(
        ErrorCode::Invalid,
        fmt::format("material point with {} numbers; a locator has only the point []", at.size()));
  }
  ResolvedPoint u;
  u.cell = 0;
  return u;
}

void Locator::point(const PartScratch& scratch, const ResolvedPoint&, PointKinematics& out) const {
  setPrescribed(locatorFrame(scratch).origin, out);
}

void Locator::locate(const PartScratch& scratch, const ResolvedPoint&, Vec3& position,
                     Vec3& velocity) const {
  position = locatorFrame(scratch).origin.value;
  velocity = locatorFrame(scratch).origin.rate;
}

void Locator::direction(const PartScratch& scratch, const ResolvedPoint&,
                        PointKinematics& out) const {
  setPrescribed(locatorFrame(scratch).direction(Vec3::UnitY()), out);
}

void Locator::boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const {
  centre = locatorFrame(scratch).origin.value;
  radius = m_size / 2;
}

void Locator::eventTimes(double from, double to, std::vector<double>& out) const {
  m_pose.eventTimes(from, to, out);
}

// — drawing —

MeshTopology Locator::tessellation() const {
  MeshTopology mesh;
  for (std::uint32_t first = 0; first < kVertices; first += 6) {
    for (std::uint32_t side = 0; side < 4; ++side) {
      const std::uint32_t a = first + 1 + side, b = first + 1 + (side + 1) % 4;
      mesh.triangles.push_back({first, b, a});
      mesh.triangles.push_back({first + 5, a, b});
    }
  }
  mesh.material.resize(kVertices);
  return mesh;
}

void Locator::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  locatorFrame(scratch).place(m_drawn, positions);
}

}  // namespace sinew
