// Folds. A soft rope that something pulls over an edge wants to bend within less than a span. Its
// spline can, for nothing: it runs into a point and back out of it, a cusp, where x′ shrinks to 0
// and turns about, between the Gauss points where stretch is measured and along itself, where bend
// is blind. Tangent and curvature are lost there, and with them whatever slides. What tells a cusp
// from any bend that spans can show is how fast x′ changes its length, y = 2 x′·x″/(c² + l²). Where
// that is further than kFree from what it is at rest, y₀, by b, the rope resists:
//   kFirmness EA f(b)   per rest length,   f = ½ b⁴/(b² + s²), s = kSoft.
// It sets in smoothly, so that integrators that look at their error run through it, and is a spring
// soon after.
// DEPARTURE: [MICADO08] has no such term.
#include <algorithm>
#include <cmath>

#include "core/parts/rope/Rope.h"
#include "core/parts/rope/RopeScratch.h"

namespace sinew {
namespace {

constexpr double kFree = 0.2, kSoft = 0.2, kFirmness = 0.3;
/// Times the stiffness of a stretched end span that a folded one has: 6 measured, and room for what
/// folds further. Counted from a small share of kFree on: an explicit step may fold it.
constexpr double kStiffer = 16, kSoon = 0.05;

/// f, f′ and f″.
struct Spring {
  double energy, force, stiffness;
};

Spring springAt(double b) {
  constexpr double kSquare = kSoft * kSoft;
  const double sum = 1 / (b * b + kSquare), share = kSquare * kSquare * sum * sum;
  return {0.5 * (b * b - kSquare + kSquare * kSquare * sum), b * (1 - share),
          1 - share + 4 * b * b * share * sum};
}

/// What y − y₀ of a section is beyond kFree, with its sign, for x′·x″ and x′·x′ there; 0 in all but
/// folds.
double beyondFree(double product, double square, const RopeSection& at, double free = kFree) {
  const double change = 2 * product / (at.speed * at.speed + square) - at.quickening;
  return std::abs(change) <= free ? 0 : change - std::copysign(free, change);
}

double beyondFree(const SectionState& now, const RopeSection& at) {
  return beyondFree(now.p * now.l, now.l * now.l, at);
}

/// ∂y/∂x over the four control points of a span, where y − y₀ is `beyond` kFree.
std::array<Lanes, 4> gradientOf(const RopeSection& at, double beyond, const RopeScratch& s) {
  const Lanes* x = s.x.data() + at.basis.span;
  const Lanes first = sumOf(at.basis.first, x), second = sumOf(at.basis.second, x);
  const double y = at.quickening + beyond + std::copysign(kFree, beyond);
  const double scale = 2 / (at.speed * at.speed + dot3(first, first));
  const Lanes onFirst = scale * (second - y * first), onSecond = scale * first;
  std::array<Lanes, 4> gradient;
  for (int k = 0; k < 4; ++k) {
    gradient[k] = at.basis.first[k] * onFirst + at.basis.second[k] * onSecond;
    gradient[k][3] = 0;
  }
  return gradient;
}

/// found(at, beyond, scale) of every folded section; scale times f, f′ or f″ is the rope's.
template <class Found>
void forFolds(const RopeMesh& mesh, double stretchStiffness, const RopeScratch& s, Found found) {
  for (std::size_t g = 0; g < s.sections.size(); ++g) {
    const RopeSection& at = mesh.sections[g];
    const double beyond = beyondFree(s.sections[g], at);
    if (beyond != 0) found(at, beyond, kFirmness * stretchStiffness * at.weight * at.speed);
  }
}

}  // namespace

void Rope::addFoldForces(const RopeScratch& s, Lanes* force) const {
  forFolds(m_mesh, m_spec.stretchStiffness, s,
           [&](const RopeSection& at, double beyond, double scale) {
             const double pull = scale * springAt(beyond).force;
             const auto gradient = gradientOf(at, beyond, s);
             for (int k = 0; k < 4; ++k) force[at.basis.span + k] -= pull * gradient[k];
           });
}

void Rope::addFoldStiffness(RopeScratch& s, const ImplicitStep& step, Lanes* force) const {
  const double h = step.h;
  const auto add = [&](const RopeSection& at, double beyond, double scale) {
    const double stiffness = scale * springAt(beyond).stiffness;
    const auto gradient = gradientOf(at, beyond, s);
    double rate = 0;
    for (int k = 0; k < 4; ++k) rate += dot3(gradient[k], s.rate[at.basis.span + k]);
    for (int j = 0; j < 4; ++j) {
      force[at.basis.span + j] -= h * stiffness * rate * gradient[j];
      const int column = m_mesh.spline.control(at.basis.span, j);
      for (int i = 0; i < 4; ++i) {
        const int row = m_mesh.spline.control(at.basis.span, i);
        if (row < column) continue;
        BlockBand::Block& block = s.dynamics.at(row, column);
        for (int c = 0; c < 3; ++c)
          block[c] += h * step.acts * stiffness * gradient[j][c] * gradient[i];
      }
    }
  };
  forFolds(m_mesh, m_spec.stretchStiffness, s, add);
}

double Rope::foldEnergy(const RopeScratch& s) const {
  double sum = 0;
  forFolds(m_mesh, m_spec.stretchStiffness, s,
           [&](const RopeSection& /*at*/, double beyond, double scale) {
             sum += scale * springAt(beyond).energy;
           });
  return sum;
}

double Rope::stiffening(const double* q) const {
  const auto isFolded = [&](const RopeSection& at) {
    Lanes first = {}, second = {};
    for (int k = 0; k < 4; ++k) {
      const Lanes x = load3(q + 3 * m_mesh.spline.control(at.basis.span, k));
      first += at.basis.first[k] * x;
      second += at.basis.second[k] * x;
    }
    return beyondFree(dot3(first, second), dot3(first, first), at, kSoon * kFree) != 0;
  };
  return std::ranges::any_of(m_mesh.sections, isFolded) ? kStiffer : 1;
}

}  // namespace sinew
