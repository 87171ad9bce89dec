// How a rope is drawn: a tube of rings, one at every section and one at each end, closed by fans.
#include <cmath>
#include <numbers>

#include "core/parts/TubeMesh.h"
#include "core/parts/rope/Rope.h"
#include "core/parts/rope/RopeScratch.h"

namespace sinew {
namespace {

void put(Lanes x, float*& out) {
  for (int axis = 0; axis < 3; ++axis) *out++ = static_cast<float>(x[axis]);
}

}  // namespace

MeshTopology Rope::tessellation() const {
  std::vector<double> rings = {0};
  for (const RopeSection& at : m_mesh.sections) rings.push_back(at.u / m_mesh.spline.spans());
  rings.push_back(1);
  return tubeMesh(rings, isRing());
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
    for (std::uint32_t side = 0; side < kTubeSides; ++side) {
      const double angle = start + 2 * std::numbers::pi * side / kTubeSides;
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
