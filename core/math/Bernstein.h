#pragma once
#include <algorithm>
#include <array>
#include <optional>

namespace sinew {

/// A polynomial of a step's course, u from 0 at its start to 1 at its end, by its Bernstein
/// coefficients: g(u) = Σ c_k B_k(u), a convex combination of them, so that they bound it.
/// [LS97] §6.2.
template <int Degree>
struct Bernstein {
  std::array<double, Degree + 1> c{};

  double lowest() const { return *std::min_element(c.begin(), c.end()); }
  double highest() const { return *std::max_element(c.begin(), c.end()); }

  double at(double u) const {
    std::array<double, Degree + 1> b = c;
    for (int level = Degree; level > 0; --level) {
      for (int k = 0; k < level; ++k) b[k] += u * (b[k + 1] - b[k]);
    }
    return b[0];
  }

  /// De Casteljau: what is before u and what is after it, each as a course of its own.
  void split(double u, Bernstein& before, Bernstein& after) const {
    std::array<double, Degree + 1> b = c;
    before.c[0] = b[0];
    after.c[Degree] = b[Degree];
    for (int level = Degree; level > 0; --level) {
      for (int k = 0; k < level; ++k) b[k] += u * (b[k + 1] - b[k]);
      before.c[Degree - level + 1] = b[0];
      after.c[level - 1] = b[level - 1];
    }
  }

  Bernstein above(double value) const {
    Bernstein lowered = *this;
    for (double& x : lowered.c) x -= value;
    return lowered;
  }
};

/// The cubic with these values and rates at a step's ends, h [s] apart. [LS97] (21)
/// DEPARTURE: (20) as printed lacks the factors 3 of the Bernstein basis on P₂ and P₃.
inline Bernstein<3> hermite(double start, double startRate, double end, double endRate, double h) {
  return {{start, start + h / 3 * startRate, end - h / 3 * endRate, end}};
}

template <int A, int B>
Bernstein<A + B> operator*(const Bernstein<A>& a, const Bernstein<B>& b) {
  // C(A,i) C(B,j) / C(A+B,i+j), the binomials built up along the loops.
  Bernstein<A + B> product;
  std::array<double, A + B + 1> total{1};
  for (int k = 1; k <= A + B; ++k) total[k] = total[k - 1] * (A + B - k + 1) / k;
  double ofA = 1;
  for (int i = 0; i <= A; ++i) {
    double ofB = 1;
    for (int j = 0; j <= B; ++j) {
      product.c[i + j] += ofA * ofB / total[i + j] * a.c[i] * b.c[j];
      ofB *= static_cast<double>(B - j) / (j + 1);
    }
    ofA *= static_cast<double>(A - i) / (i + 1);
  }
  return product;
}

/// Where a condition g > 0 is lost.
struct Crossing {
  double before = 0;  ///< g > 0 on all of [0, before)
  double after = 0;   ///< at most the resolution later: g may be ≤ 0 before it
};

/// The earliest loss of g > 0, by bisection with de Casteljau's algorithm: pieces whose
/// coefficients are all positive are done, others are halved down to the resolution. [LS97] §6.2
/// Never later than the true one; nothing if g > 0 throughout.
/// A touch (double root) counts, and so does what comes nearer to 0 than rounding tells.
template <int Degree>
std::optional<Crossing> firstCrossing(const Bernstein<Degree>& g, double resolution = 0x1p-44) {
  constexpr int kDeepest = 64;
  if (!(g.c[0] > 0)) return Crossing{0, 0};
  if (g.lowest() > 0) return std::nullopt;
  struct Piece {
    Bernstein<Degree> g;
    double first, last;
  };
  std::array<Piece, kDeepest> later;  // those still to be looked at, the earliest on top
  int count = 0;
  later[count++] = {g, 0, 1};
  while (count > 0) {
    const Piece piece = later[--count];
    if (piece.g.lowest() > 0) continue;
    const double middle = 0.5 * (piece.first + piece.last);
    if (!(piece.g.c[0] > 0)) return Crossing{piece.first, piece.first};
    if (piece.last - piece.first <= resolution || count + 2 > kDeepest) {
      return Crossing{piece.first, piece.last};
    }
    Piece &after = later[count], &before = later[count + 1];
    piece.g.split(0.5, before.g, after.g);
    after.first = before.last = middle;
    before.first = piece.first;
    after.last = piece.last;
    count += 2;
  }
  return std::nullopt;
}

}  // namespace sinew
