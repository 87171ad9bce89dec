#pragma once
#include <span>
#include <vector>

namespace sinew {

/// A sample of an integral over [from, to]. The distances to both ends are exact even where the
/// subtraction would cancel, for integrands that are singular there.
struct QuadratureSample {
  double x = 0, weight = 0;
  double fromStart = 0, toEnd = 0;
};

/// Double-exponential (tanh–sinh) samples: about 100, near machine precision for integrands that
/// are analytic inside and have algebraic or logarithmic singularities at the ends.
std::vector<QuadratureSample> tanhSinh(double from, double to);

/// Node and weight of a Gauss rule.
struct GaussNode {
  double x = 0, weight = 0;
};

/// The n-point Gauss rule of the positive discrete measure Σ weightsⱼ δ(x − xⱼ), by Stieltjes'
/// recurrence and the eigenvalues of the Jacobi matrix. Exact for polynomials up to degree 2n − 1.
std::vector<GaussNode> gaussRule(std::span<const double> x, std::span<const double> weights, int n);

}  // namespace sinew
