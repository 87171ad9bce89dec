#include "core/parts/rope/CubicSpline.h"

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>

namespace sinew {

CubicSpline::CubicSpline(int controlPoints, Ends ends) : m_controls(controlPoints), m_ends(ends) {
  for (int span = 0; span < spans(); ++span) {
    const Basis before = at(span + 0.25), after = at(span + 0.75);  // the second is linear
    std::array<double, 4>& third = m_third.emplace_back();
    for (int k = 0; k < 4; ++k) third[k] = 2 * (after.second[k] - before.second[k]);
  }
}

double CubicSpline::knot(int i) const {
  return isRing() ? i - 3 : std::clamp(i - 3, 0, spans());
}

double CubicSpline::within(double u) const {
  return isRing() ? u - spans() * std::floor(u / spans()) : u;
}

// Cox and de Boor's recursion, degree by degree; derivatives are differences of the degree below.
CubicSpline::Basis CubicSpline::at(double place) const {
  const double u = within(place);
  Basis out;
  out.span = std::clamp(static_cast<int>(std::floor(u)), 0, spans() - 1);
  const int m = out.span + 3;  // u lies between knots m and m + 1
  std::array<double, 2> linear = {knot(m + 1) - u, u - knot(m)};
  std::array<double, 3> quadratic{}, slope{};
  for (int j = 0; j < 2; ++j) {
    const double share = linear[j] / (knot(m + j + 1) - knot(m + j - 1));
    quadratic[j] += share * (knot(m + j + 1) - u);
    quadratic[j + 1] += share * (u - knot(m + j - 1));
    slope[j] -= 2 * share;
    slope[j + 1] += 2 * share;
  }
  for (int j = 0; j < 3; ++j) {
    const double width = knot(m + j + 1) - knot(m + j - 2);
    const double share = quadratic[j] / width, tilt = slope[j] / width;
    out.value[j] += share * (knot(m + j + 1) - u);
    out.value[j + 1] += share * (u - knot(m + j - 2));
    out.first[j] -= 3 * share;
    out.first[j + 1] += 3 * share;
    out.second[j] -= 3 * tilt;
    out.second[j + 1] += 3 * tilt;
  }
  return out;
}

double CubicSpline::abscissa(int i) const {
  return (knot(i + 1) + knot(i + 2) + knot(i + 3)) / 3;
}

std::vector<Vec3> CubicSpline::through(const std::vector<Vec3>& points) const {
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::MatrixX3d wanted(m_controls, 3);
  for (int i = 0; i < m_controls; ++i) {
    const Basis basis = at(abscissa(i));
    for (int k = 0; k < 4; ++k) entries.emplace_back(i, control(basis.span, k), basis.value[k]);
    wanted.row(i) = points[i].transpose();
  }
  Eigen::SparseMatrix<double> matrix(m_controls, m_controls);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const Eigen::MatrixX3d found = Eigen::SparseLU<Eigen::SparseMatrix<double>>(matrix).solve(wanted);
  std::vector<Vec3> controls;
  for (int i = 0; i < m_controls; ++i) controls.emplace_back(found.row(i));
  return controls;
}

}  // namespace sinew
