#include "core/parts/superquadric/SurfaceGrid.h"

#include <algorithm>
#include <numbers>

namespace sinew {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kNodeSnap = 1e-9;  ///< of a cell: closer to a node counts as the node

/// The angle w whose superellipse point (C_w^ε, S_w^ε) has the polar angle `polar`.
double angleOfPolar(double polar, double exponent) {
  const double c = std::cos(polar), s = std::sin(polar);
  return std::atan2(std::copysign(std::pow(std::abs(s), 1 / exponent), s),
                    std::copysign(std::pow(std::abs(c), 1 / exponent), c));
}

/// Polar angle in [0, π/2] at which ¾ of the polar angle and ¼ of the normal's angle make `mean`.
/// The normal is the dual form with exponent 2 − ε.
double gradedPolar(double mean, double exponent) {
  const double e = std::clamp(exponent, 0.2, 1.6), k = (2 - e) / e;
  double low = 0, high = kPi / 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    const double normal = std::atan(std::pow(std::tan(middle), k));
    (0.75 * middle + 0.25 * normal < mean ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// Graded angle for an even parameter in [−π, π], the same in every quadrant.
double gradedAngle(double even, double exponent) {
  const double quadrant = std::floor(even / (kPi / 2) + 1e-9);
  const double inside = even - quadrant * kPi / 2;
  if (inside < 1e-9) return even;
  const bool odd = static_cast<int>(quadrant) % 2 != 0;  // odd quadrants run the other way
  const double folded = odd ? kPi / 2 - inside : inside;
  const double angle = angleOfPolar(gradedPolar(folded, exponent), exponent);
  return quadrant * kPi / 2 + (odd ? kPi / 2 - angle : angle);
}

}  // namespace

SurfaceGrid::SurfaceGrid(const SuperquadricShape& shape, int rings, int around)
    : m_rings(rings),
      m_around(around),
      m_exponent1(shape.spec().rest[Global::Exponent1]),
      m_exponent2(shape.spec().rest[Global::Exponent2]) {
  std::vector<ShapePoint> row;
  for (int i = 0; i <= rings + 1; ++i) {
    const bool pole = i == 0 || i == rings + 1;
    const double u = angleOfPolar(-kPi / 2 + i * kPi / (rings + 1), m_exponent1);
    row.clear();
    for (int j = 0; j < (pole ? 1 : around); ++j) {
      const double v = pole ? 0 : angleOfPolar(-kPi + j * 2 * kPi / around, m_exponent2);
      row.push_back(shape.surfacePoint(u, v));
      m_material.push_back({u, v});
    }
    m_points.addRow(row);
  }
}

std::array<int, 4> SurfaceGrid::corners(int cell) const {
  const int row = cell / m_around, column = cell % m_around, next = (column + 1) % m_around;
  const int upper = count() - 1;
  const auto node = [&](int ring, int j) {  // ring −1 is the lower pole
    return ring < 0 ? 0 : ring >= m_rings ? upper : 1 + ring * m_around + j;
  };
  return {node(row - 1, column), node(row - 1, next), node(row, next), node(row, column)};
}

GridPlace SurfaceGrid::locate(const ShapePoint& p) const {
  const bool pole = p.f == 0 && p.g == 0;
  const double ring = pole ? 0.0 : std::exp(m_exponent1 * p.logCosU);
  const double polarU = std::atan2(p.zeta, ring), polarV = std::atan2(p.g, p.f);
  const auto split = [](double at, int cells, int& cell) {
    cell = std::clamp(static_cast<int>(std::floor(at)), 0, cells - 1);
    const double inside = at - cell;
    return inside < kNodeSnap ? 0.0 : inside > 1 - kNodeSnap ? 1.0 : inside;
  };
  int row = 0, column = 0;
  const double t = split((polarU + kPi / 2) / kPi * (m_rings + 1), m_rings + 1, row);
  const double s = split((polarV + kPi) / (2 * kPi) * m_around, m_around, column);
  return {row * m_around + column, {(1 - s) * (1 - t), s * (1 - t), s * t, (1 - s) * t}};
}

std::vector<std::array<std::uint32_t, 3>> gridTriangles(int rings, int around) {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  const auto n = static_cast<std::uint32_t>(around);
  const auto last = static_cast<std::uint32_t>(rings);
  const std::uint32_t upper = 1 + last * n;
  for (std::uint32_t j = 0; j < n; ++j) {
    const std::uint32_t next = (j + 1) % n;
    triangles.push_back({0, 1 + next, 1 + j});
    for (std::uint32_t i = 0; i + 1 < last; ++i) {
      const std::uint32_t low = 1 + i * n, high = low + n;
      triangles.push_back({low + j, low + next, high + next});
      triangles.push_back({low + j, high + next, high + j});
    }
    const std::uint32_t top = 1 + (last - 1) * n;
    triangles.push_back({top + j, top + next, upper});
  }
  return triangles;
}

RenderGrid renderGrid(const SuperquadricShape& shape, int segmentsU, int segmentsV) {
  RenderGrid grid;
  const double e1 = shape.spec().rest[Global::Exponent1];
  const double e2 = shape.spec().rest[Global::Exponent2];
  std::vector<float> around;  // the same in every row, and dear
  for (int j = 0; j < segmentsV; ++j) {
    around.push_back(static_cast<float>(gradedAngle(-kPi + j * 2 * kPi / segmentsV, e2)));
  }
  for (int i = 0; i <= segmentsU; ++i) {
    const bool pole = i == 0 || i == segmentsU;
    const auto u = static_cast<float>(gradedAngle(-kPi / 2 + i * kPi / segmentsU, e1));
    const auto first = grid.vertices.size();
    for (int j = 0; j < (pole ? 1 : segmentsV); ++j) {
      const float v = pole ? 0.0F : around[static_cast<std::size_t>(j)];
      grid.mesh.material.push_back({u, v, 0.0F});
      // The vertex is put where the rounded coordinates say, so that picking finds it again.
      grid.vertices.push_back(shape.surfacePoint(u, v));
    }
    grid.points.addRow(std::span(grid.vertices).subspan(first));
  }
  grid.mesh.triangles = gridTriangles(segmentsU - 1, segmentsV);
  grid.mesh.coordinates = 2;
  grid.mesh.period[1] = static_cast<float>(2 * kPi);
  return grid;
}

}  // namespace sinew
