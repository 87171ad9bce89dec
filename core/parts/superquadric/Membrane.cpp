#include "core/parts/superquadric/Membrane.h"

#include <Eigen/LU>
#include <cmath>
#include <map>
#include <numbers>

namespace sinew {
namespace {

using Corners = std::array<Vec3, 4>;
using Entries = std::map<std::pair<int, int>, double>;

/// Bilinear basis and its slopes at (s, t) in [0, 1]², corners as in GridPlace.
struct Basis {
  std::array<double, 4> n, ds, dt;
  Basis(double s, double t)
      : n{(1 - s) * (1 - t), s * (1 - t), s * t, (1 - s) * t},
        ds{t - 1, 1 - t, t, -t},
        dt{s - 1, -s, s, 1 - s} {}
};

/// One Gauss point: inverse metric of the cell's geometry and the area it stands for.
struct MetricSample {
  Eigen::Matrix2d inverse;
  double area = 0;
};

MetricSample metricAt(const Corners& x, const Basis& b, double weight) {
  Vec3 alongS = Vec3::Zero(), alongT = Vec3::Zero();
  for (std::size_t i = 0; i < 4; ++i) {
    alongS += b.ds[i] * x[i];
    alongT += b.dt[i] * x[i];
  }
  Eigen::Matrix2d metric;
  metric << alongS.squaredNorm(), alongS.dot(alongT), alongS.dot(alongT), alongT.squaredNorm();
  return {metric.inverse(), weight * std::sqrt(metric.determinant())};
}

template <class Visit>
void eachGaussPoint(Visit visit) {
  const double offset = 0.5 / std::sqrt(3.0);
  for (double s : {0.5 - offset, 0.5 + offset}) {
    for (double t : {0.5 - offset, 0.5 + offset}) visit(Basis(s, t));
  }
}

void addCell(const std::array<int, 4>& node, const Corners& geometry, const MembraneSpec& spec,
             Entries& entries) {
  eachGaussPoint([&](const Basis& b) {
    const MetricSample m = metricAt(geometry, b, 0.25);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        const Eigen::Vector2d gi(b.ds[i], b.dt[i]), gj(b.ds[j], b.dt[j]);
        entries[{node[i], node[j]}] +=
            m.area * (spec.w1 * gi.dot(m.inverse * gj) + spec.w0 * b.n[i] * b.n[j]);
      }
    }
  });
}

void addAreas(const std::array<int, 4>& node, const Corners& geometry, std::vector<double>& areas) {
  eachGaussPoint([&](const Basis& b) {
    const double area = metricAt(geometry, b, 0.25).area;
    for (std::size_t i = 0; i < 4; ++i) areas[static_cast<std::size_t>(node[i])] += area * b.n[i];
  });
}

/// The cell as a rectangle of the (u, v) plane. Rings are even in ũ, but u is what the paper means.
Corners parametricCorners(const SurfaceGrid& grid, int cell) {
  const int row = cell / grid.around(), column = cell % grid.around();
  const auto& material = grid.material();
  const auto uOf = [&](int ring) {
    const int node = ring < 0               ? 0
                     : ring >= grid.rings() ? grid.count() - 1
                                            : 1 + ring * grid.around();
    return material[static_cast<std::size_t>(node)][0];
  };
  const auto vOf = [&](int j) {
    const double turn = j == grid.around() ? 2 * std::numbers::pi : 0;
    return material[static_cast<std::size_t>(1 + j % grid.around())][1] + turn;
  };
  // v of column 0 may read as +π or −π; it starts the round.
  double left = vOf(column), right = vOf(column + 1);
  if (left > right)
    (column == 0 ? left : right) += column == 0 ? -2 * std::numbers::pi : 2 * std::numbers::pi;
  if (right - left > std::numbers::pi) right -= 2 * std::numbers::pi;
  return {Vec3(left, uOf(row - 1), 0), Vec3(right, uOf(row - 1), 0), Vec3(right, uOf(row), 0),
          Vec3(left, uOf(row), 0)};
}

}  // namespace

Membrane::Membrane(const SuperquadricShape& shape, const SurfaceGrid& grid,
                   const MembraneSpec& spec)
    : m_areas(static_cast<std::size_t>(grid.count())) {
  Field rest(grid.points().slots(), 3);
  std::array<double, Global::kCount> qs{};
  shape.restValues(qs.data());
  shape.place(grid.points(), qs.data(), rest);
  Entries entries;
  for (int cell = 0; cell < grid.cells(); ++cell) {
    const std::array<int, 4> node = grid.corners(cell);
    Corners surface;
    for (std::size_t i = 0; i < 4; ++i) surface[i] = rest.row(grid.points().slot(node[i]));
    addAreas(node, surface, m_areas);
    const bool parametric = spec.measure == MembraneMeasure::Parametric;
    addCell(node, parametric ? parametricCorners(grid, cell) : surface, spec, entries);
  }
  int row = -1;
  for (const auto& [at, value] : entries) {
    if (at.first != row) {
      row = at.first;
      m_rowSlot.push_back(grid.points().slot(row));
      m_rowStart.push_back(static_cast<int>(m_column.size()));
    }
    m_column.push_back(grid.points().slot(at.second));
    m_value.push_back(value);
  }
  m_rowStart.push_back(static_cast<int>(m_column.size()));
}

void Membrane::apply(const Field& d, Field& out) const {
  const double* x = d.col(0).data();
  const double* y = d.col(1).data();
  const double* z = d.col(2).data();
  for (std::size_t r = 0; r < m_rowSlot.size(); ++r) {
    double sx = 0, sy = 0, sz = 0;
    const auto end = static_cast<std::size_t>(m_rowStart[r + 1]);
    for (auto k = static_cast<std::size_t>(m_rowStart[r]); k < end; ++k) {
      const int c = m_column[k];
      const double value = m_value[k];
      sx += value * x[c];
      sy += value * y[c];
      sz += value * z[c];
    }
    const int slot = m_rowSlot[r];
    out(slot, 0) = sx;
    out(slot, 1) = sy;
    out(slot, 2) = sz;
  }
}

}  // namespace sinew
