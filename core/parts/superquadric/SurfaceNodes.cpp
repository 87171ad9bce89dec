#include "core/parts/superquadric/SurfaceNodes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sinew {
namespace {

/// Of M_n⁻¹K, by the widest of Gershgorin's discs.
double fastestOf(const Membrane& membrane, const Reals& mass) {
  Reals reach(mass.size(), 0);
  membrane.eachEntry([&](int row, int, double value) {
    reach[static_cast<std::size_t>(row)] += std::abs(value) / mass[static_cast<std::size_t>(row)];
  });
  return std::sqrt(*std::max_element(reach.begin(), reach.end()));
}

}  // namespace

SurfaceNodes::SurfaceNodes(const SuperquadricShape& shape, const SuperquadricSpec& spec,
                           const RenderGrid& render, double volume)
    : m_grid(shape, spec.nodesU, spec.nodesV),
      m_membrane(shape, m_grid, spec.membrane),
      m_mass(static_cast<std::size_t>(points().slots())) {
  const std::vector<double>& areas = m_membrane.areas();
  const double area = std::accumulate(areas.begin(), areas.end(), 0.0);
  for (int i = 0; i < count(); ++i) {
    const double part = areas[static_cast<std::size_t>(i)] / area * massOf(spec, volume);
    const double mass = spec.nodalMass > 0 ? spec.nodalMass : part;
    m_mass[static_cast<std::size_t>(points().slot(i))] = mass;
    m_totalMass += mass;
  }
  m_fastest = fastestOf(m_membrane, m_mass);
  for (const ShapePoint& vertex : render.vertices) {
    const GridPlace place = m_grid.locate(vertex);
    const std::array<int, 4> corners = m_grid.corners(place.cell);
    std::array<int, 4> slots{};
    std::transform(corners.begin(), corners.end(), slots.begin(),
                   [&](int node) { return points().slot(node); });
    m_vertexSlots.push_back(slots);
    m_vertexWeights.push_back(place.weight);
  }
}

void SurfaceNodes::resolve(const ShapePoint& point, ResolvedPoint& out) const {
  packShapePoint(point, out);
  const GridPlace place = m_grid.locate(point);
  out.cell = place.cell;
  std::copy(place.weight.begin(), place.weight.end(), out.weight.begin() + kGridWeights);
}

NodeShare SurfaceNodes::share(const ResolvedPoint& u) const {
  const std::array<int, 4> corners = m_grid.corners(u.cell);
  NodeShare out;
  for (std::size_t i = 0; i < 4; ++i) {
    const double weight = u.weight[kGridWeights + i];
    if (weight == 0) continue;
    const auto end = out.node.begin() + out.count;
    const auto same = std::find(out.node.begin(), end, corners[i]);
    const auto at = static_cast<std::size_t>(same - out.node.begin());
    if (same == end) out.node[static_cast<std::size_t>(out.count++)] = corners[i];
    out.weight[at] += weight;
  }
  return out;
}

Vec3 SurfaceNodes::interpolate(const NodeShare& share, const Field& field) const {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < share.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    sum += share.weight[k] * field.row(points().slot(share.node[k])).transpose();
  }
  return sum;
}

void SurfaceNodes::load(const double* nodes, const Mat3& R, Field& out) const {
  for (int i = 0; i < count(); ++i, nodes += 3) {
    const int slot = points().slot(i);
    for (int k = 0; k < 3; ++k) {
      out(slot, k) = R(0, k) * nodes[0] + R(1, k) * nodes[1] + R(2, k) * nodes[2];
    }
  }
}

void SurfaceNodes::addTo(const Field& field, const Mat3& R, double* nodes) const {
  for (int i = 0; i < count(); ++i, nodes += 3) {
    const int slot = points().slot(i);
    const double x = field(slot, 0), y = field(slot, 1), z = field(slot, 2);
    for (int k = 0; k < 3; ++k) nodes[k] += R(k, 0) * x + R(k, 1) * y + R(k, 2) * z;
  }
}

void SurfaceNodes::addDisplacement(const RenderGrid& render, const Field& d, Field& p) const {
  for (std::size_t i = 0; i < m_vertexSlots.size(); ++i) {
    const auto& slots = m_vertexSlots[i];
    const auto& weights = m_vertexWeights[i];
    const int to = render.points.slot(static_cast<int>(i));
    for (int axis = 0; axis < 3; ++axis) {
      p(to, axis) += weights[0] * d(slots[0], axis) + weights[1] * d(slots[1], axis) +
                     weights[2] * d(slots[2], axis) + weights[3] * d(slots[3], axis);
    }
  }
}

}  // namespace sinew
