#include "core/parts/rail/Rail.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/parts/TubeMesh.h"
#include "core/parts/rail/RailKind.h"

namespace sinew {
namespace {

struct RailScratch final : PartScratch {
  MovingFrame frame;
};

const MovingFrame& railFrame(const PartScratch& scratch) {
  return static_cast<const RailScratch&>(scratch).frame;
}

/// What trackPoint() stores: position, then three derivatives by the place.
Vec3 stored(const ResolvedPoint& u, std::size_t which) {
  return {u.weight[3 * which], u.weight[3 * which + 1], u.weight[3 * which + 2]};
}

}  // namespace

Rail::Rail(RailSpec spec) : m_spec(std::move(spec)) {
  draw();
}

std::unique_ptr<PartScratch> Rail::makeScratch() const {
  return std::make_unique<RailScratch>();
}

void Rail::update(const PartState& state, PartScratch& scratch) const {
  static_cast<RailScratch&>(scratch).frame.update(m_spec.pose, state.time);
}

// — points —

Result<ResolvedPoint> Rail::resolve(std::span<const double> at) const {
  if (at.size() == 1 && at[0] >= 0 && at[0] <= 1) return trackPoint(at[0] * track().places);
  return fail(ErrorCode::Invalid, "a point of a rail is one number, from [0] to [1]");
}

void Rail::point(const PartScratch& scratch, const ResolvedPoint& u, PointKinematics& out) const {
  setPrescribed(railFrame(scratch).point(stored(u, 0)), out);
}

void Rail::locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
                  Vec3& velocity) const {
  const VectorJet moves = railFrame(scratch).point(stored(u, 0));
  position = moves.value;
  velocity = moves.rate;
}

void Rail::direction(const PartScratch& scratch, const ResolvedPoint& u,
                     PointKinematics& out) const {
  setPrescribed(railFrame(scratch).direction(stored(u, 1)), out);
}

// — track —

Track Rail::track() const {
  return {static_cast<double>(m_spec.path.pieces()), m_spec.path.length(), m_spec.path.closed()};
}

double Rail::placeLength() const {
  return m_spec.path.length() / m_spec.path.pieces();
}

ResolvedPoint Rail::trackPoint(double place) const {
  const double k = placeLength();
  const PathCurve::Sample on = m_spec.path.at(k * place);
  const std::array<Vec3, 4> store = {on.position, k * on.tangent, k * k * on.bend,
                                     k * k * k * on.third};
  ResolvedPoint u;
  u.cell = 0;
  u.at = {place / track().places, 0, 0};
  for (std::size_t i = 0; i < store.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      u.weight[3 * i + static_cast<std::size_t>(axis)] = store[i][axis];
    }
  }
  return u;
}

double Rail::placeOf(const ResolvedPoint& u) const {
  return u.at[0] * track().places;
}

void Rail::bend(const PartScratch& scratch, const ResolvedPoint& u, TrackBend& out) const {
  const MovingFrame& frame = railFrame(scratch);
  const VectorJet bend = frame.direction(stored(u, 2));
  out = {bend.value, bend.rate, frame.R * stored(u, 3)};
}

ContactSurface Rail::contactSurface() const {
  const bool ring = m_spec.path.closed();
  const int edges = kRailRings * m_spec.path.pieces(), vertices = ring ? edges : edges + 1;
  ContactSurface chain;
  for (int i = 0; i < vertices; ++i) {
    chain.vertices.push_back(trackPoint(track().places * i / edges));
  }
  for (int i = 0; i < edges; ++i) chain.edges.push_back({i, (i + 1) % vertices});
  chain.thickness = m_spec.radius;
  return chain;
}

void Rail::boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const {
  const MovingFrame& frame = railFrame(scratch);
  centre = frame.point(m_middle).value;
  radius = m_reach;
}

void Rail::eventTimes(double from, double to, std::vector<double>& out) const {
  m_spec.pose.eventTimes(from, to, out);
}

// — drawing —

// Rings across directors that do not spin about the curve.
void Rail::draw() {
  const int rings = kRailRings * m_spec.path.pieces() + 1;
  const auto sampleAt = [&](int ring) {
    const double share = static_cast<double>(ring) / (rings - 1);
    return m_spec.path.at(share * m_spec.path.length());
  };
  Vec3 t = sampleAt(0).tangent;
  Vec3 m = t.cross(std::abs(t.y()) > 0.9 ? Vec3::UnitX() : Vec3::UnitY()).normalized();
  for (int ring = 0; ring < rings; ++ring) {
    const PathCurve::Sample on = sampleAt(ring);
    m -= m.dot(on.tangent) / std::max(1 + t.dot(on.tangent), 1e-9) * (t + on.tangent);
    t = on.tangent;
    m = (m - t * t.dot(m)).normalized();
    const Vec3 n = t.cross(m);
    for (std::uint32_t side = 0; side < kTubeSides; ++side) {
      const double angle = 2 * std::numbers::pi * side / kTubeSides;
      m_drawn.emplace_back(on.position +
                           m_spec.radius * (std::cos(angle) * m + std::sin(angle) * n));
    }
  }
  m_drawn.push_back(sampleAt(0).position);
  m_drawn.push_back(sampleAt(rings - 1).position);
  for (const Vec3& x : m_drawn) m_middle += x / static_cast<double>(m_drawn.size());
  for (const Vec3& x : m_drawn) m_reach = std::max(m_reach, (x - m_middle).norm());
}

MeshTopology Rail::tessellation() const {
  std::vector<double> rings;
  const int last = kRailRings * m_spec.path.pieces();
  for (int ring = 0; ring <= last; ++ring) rings.push_back(static_cast<double>(ring) / last);
  return tubeMesh(rings, m_spec.path.closed());
}

void Rail::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  railFrame(scratch).place(m_drawn, positions);
}

}  // namespace sinew
