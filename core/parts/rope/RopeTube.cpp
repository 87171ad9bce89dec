// How a rope is drawn: a tube of rings, one at every section and one at each end, closed by fans.
#include <cmath>
#include <numbers>

#include "core/parts/rope/Rope.h"
#include "core/parts/rope/RopeKind.h"
#include "core/parts/rope/RopeScratch.h"

namespace sinew {
namespace {

constexpr std::uint32_t kSides = kRopeSides;

void put(Lanes x, float*& out) {
  for (int axis = 0; axis < 3; ++axis) *out++ = static_cast<float>(x[axis]);
}

}  // namespace

MeshTopology Rope::tessellation() const {
  MeshTopology mesh;
  mesh.coordinates = 1;
  const auto rings = static_cast<std::uint32_t>(m_mesh.sections.size()) + 2;
  const auto spans = static_cast<float>(m_mesh.spline.spans());
  for (std::uint32_t ring = 0; ring < rings; ++ring) {
    const bool first = ring == 0, last = ring == rings - 1;
    const float s = first  ? 0.0F
                    : last ? 1.0F
                           : static_cast<float>(m_mesh.sections[ring - 1].u) / spans;
    for (std::uint32_t side = 0; side < kSides; ++side) {
      mesh.material.push_back({s, 0, 0});
      if (last) continue;
      const std::uint32_t a = ring * kSides + side, b = ring * kSides + (side + 1) % kSides;
      mesh.triangles.push_back({a, b, b + kSides});
      mesh.triangles.push_back({a, b + kSides, a + kSides});
    }
  }
  const std::uint32_t start = rings * kSides, end = start + 1, rim = start - kSides;
  mesh.material.push_back({0, 0, 0});
  mesh.material.push_back({1, 0, 0});
  if (isRing()) return mesh;
  for (std::uint32_t side = 0; side < kSides; ++side) {
    const std::uint32_t next = (side + 1) % kSides;
    mesh.triangles.push_back({start, next, side});
    mesh.triangles.push_back({end, rim + side, rim + next});
  }
  return mesh;
}

// Round m₁ towards m₂, so that what is painted along the rope shows its twist. At the ends the
// directors of the nearest section are turned on by its twist.
void Rope::tessellate(const PartScratch& scratch, std::span<float> positions) const {
  const RopeScratch& s = ropeScratch(scratch);
  float* out = positions.data();
  const double spans = m_mesh.spline.spans();
  const auto ring = [&](double u, const RopeSection& nearest, const SectionState& now) {
    const CubicSpline::Basis basis = m_mesh.spline.at(u);
    const Lanes* x = s.x.data() + basis.span;
    const Lanes centre = sumOf(basis.value, x), first = sumOf(basis.first, x);
    const Lanes t = first / std::sqrt(dot3(first, first));
    Lanes m1 = now.m1 - dot3(now.m1, t) / (1 + dot3(now.t, t)) * (now.t + t);
    Lanes m2 = cross(t, m1);
    const double start = now.tau * (u - nearest.u);
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const double angle = start + 2 * std::numbers::pi * side / kSides;
      put(centre + m_spec.radius * (std::cos(angle) * m1 + std::sin(angle) * m2), out);
    }
  };
  ring(0, m_mesh.sections.front(), s.sections.front());
  for (std::size_t g = 0; g < s.sections.size(); ++g) {
    ring(m_mesh.sections[g].u, m_mesh.sections[g], s.sections[g]);
  }
  ring(spans, m_mesh.sections.back(), s.sections.back());
  for (const double end : {0.0, spans}) {
    const CubicSpline::Basis basis = m_mesh.spline.at(end);
    put(sumOf(basis.value, s.x.data() + basis.span), out);
  }
}

}  // namespace sinew
