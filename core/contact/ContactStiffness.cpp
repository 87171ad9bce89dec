#include "core/contact/ContactStiffness.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr double kOfPeriod = 0.4;  // longest step, of 1/ω
constexpr double kLightAtRim = 4;  // share of a part's mass that a push at its rim meets, inverse

}  // namespace

ContactStiffness::ContactStiffness(const SurfaceSet& surfaces)
    : m_surfaces(&surfaces), m_whole(surfaces.size()), m_vertex(surfaces.vertexCount()) {}

void ContactStiffness::clear() {
  std::fill(m_whole.begin(), m_whole.end(), 0.0);
  std::fill(m_vertex.begin(), m_vertex.end(), 0.0);
}

// ω² [1/s²] of a surface on the springs that push it, from above: as if all pushed its lightest
// vertex, or the whole of the part and, where vertices give way one by one, its most pushed vertex
// by itself.
double ContactStiffness::squaredFrequency(int surface, Swing swing) const {
  const SurfaceSet::Surface& pushed = (*m_surfaces)[surface];
  const double whole = m_whole[surface], all = whole * pushed.inverseMass;
  if (!(pushed.mass > 0)) return all;
  double most = 0;
  const int first = m_surfaces->firstVertex(surface);
  const std::size_t vertices = swing == Swing::Vertices ? pushed.shape.vertices.size() : 0;
  for (std::size_t i = 0; i < vertices; ++i) most = std::max(most, m_vertex[first + i]);
  return std::min(all, most * pushed.inverseMass + kLightAtRim * whole / pushed.mass);
}

double ContactStiffness::longestStep(double step, Swing swing) const {
  for (std::size_t i = 0; i < m_whole.size(); ++i) {
    if (!(m_whole[i] > 0)) continue;
    step = std::min(step, kOfPeriod / std::sqrt(squaredFrequency(static_cast<int>(i), swing)));
  }
  return step;
}

}  // namespace sinew
