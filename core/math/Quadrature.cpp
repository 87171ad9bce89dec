#include "core/math/Quadrature.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

namespace sinew {

std::vector<QuadratureSample> tanhSinh(double from, double to) {
  constexpr int kHalf = 54;              // samples on either side of the middle
  constexpr double kSpacing = 1.0 / 16;  // in the transformed variable
  std::vector<QuadratureSample> samples;
  samples.reserve(2 * kHalf + 1);
  const double length = to - from;
  for (int i = -kHalf; i <= kHalf; ++i) {
    const double t = i * kSpacing;
    const double s = std::numbers::pi * std::sinh(t);
    // Logistic function of s and of −s: the two distances, each without cancellation.
    const double up = 1 / (1 + std::exp(-s)), down = 1 / (1 + std::exp(s));
    const double weight = kSpacing * std::numbers::pi * std::cosh(t) * up * down;
    const double x = up < 0.5 ? from + length * up : to - length * down;
    samples.push_back({x, length * weight, length * up, length * down});
  }
  return samples;
}

std::vector<GaussNode> gaussRule(std::span<const double> x, std::span<const double> weights,
                                 int n) {
  using Array = Eigen::ArrayXd;
  const auto size = static_cast<Eigen::Index>(x.size());
  const Array at = Eigen::Map<const Array>(x.data(), size);
  const Array w = Eigen::Map<const Array>(weights.data(), size);
  const double total = w.sum();
  // Orthonormal polynomials on the samples: p₋₁ = 0, p₀ = 1/√total.
  Array before = Array::Zero(size), now = Array::Constant(size, 1 / std::sqrt(total));
  Eigen::VectorXd diagonal(n), offDiagonal(n);
  double beta = 0;
  for (int k = 0; k < n; ++k) {
    diagonal[k] = (w * at * now * now).sum();
    const Array next = (at - diagonal[k]) * now - beta * before;
    beta = std::sqrt((w * next * next).sum());
    offDiagonal[k] = beta;
    before = now;
    now = next / beta;
  }
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> jacobi;
  jacobi.computeFromTridiagonal(diagonal, offDiagonal.head(n - 1));
  std::vector<GaussNode> rule;
  for (int k = 0; k < n; ++k) {
    const double first = jacobi.eigenvectors()(0, k);
    rule.push_back({jacobi.eigenvalues()[k], total * first * first});
  }
  return rule;
}

}  // namespace sinew
