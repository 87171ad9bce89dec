// A rope over a step that takes its forces at the end: A = M + h C + h² K. K is Gauss and Newton's:
// products of the strains' gradients, and of what is left the one part that cannot be negative, the
// tension of a stretched rope against turning. Symbols as in Rope.h.
#include <algorithm>
#include <cmath>

#include "core/parts/rope/Rope.h"
#include "core/parts/rope/RopeScratch.h"

namespace sinew {
namespace {

/// Gradient of one strain by the four control points of a span; spin in the fourth lane.
using Gradient = std::array<Lanes, 4>;

/// Adds Σ fₑ gₑgₑᵀ to the lower blocks of a span.
void addSquares(BlockBand& matrix, const CubicSpline& spline, int span,
                const std::array<Gradient, 3>& g, const std::array<double, 3>& f) {
  for (int j = 0; j < 4; ++j) {
    const Lanes a = f[0] * g[0][j], b = f[1] * g[1][j], c = f[2] * g[2][j];
    const int column = spline.control(span, j);
    for (int i = 0; i < 4; ++i) {
      const int row = spline.control(span, i);
      if (row < column) continue;
      BlockBand::Block& block = matrix.at(row, column);
      for (int k = 0; k < 4; ++k) {
        block[k] += g[0][i] * a[k] + g[1][i] * b[k] + g[2][i] * c[k];
      }
    }
  }
}

/// The first block in which something is not 0.
int firstFilled(const std::vector<Lanes>& x) {
  const auto filled = [](Lanes block) {
    return block[0] != 0 || block[1] != 0 || block[2] != 0 || block[3] != 0;
  };
  return static_cast<int>(std::find_if(x.begin(), x.end(), filled) - x.begin());
}

}  // namespace

void Rope::linearise(PartScratch& scratch, const ImplicitStep& step, double* Q) const {
  auto& s = static_cast<RopeScratch&>(scratch);
  std::vector<Lanes>& force = s.work;
  std::fill(force.begin(), force.end(), Lanes{});
  s.dynamics.clear();
  for (int i = 0; i < controls(); ++i) {
    for (int j = m_mass.firstOf(i); j <= i; ++j) {
      const Lanes mass = (1 + step.acts * m_spec.drag) * m_mass.at(i, j);
      for (int c = 0; c < 4; ++c) s.dynamics.at(i, j)[c][c] = mass[c];
    }
  }
  for (std::size_t g = 0; g < s.sections.size(); ++g) addSectionStiffness(s, g, step, force.data());
  for (std::size_t g = 0; g < s.stretch.size(); ++g) addStretchStiffness(s, g, step, force.data());
  addFoldStiffness(s, step, force.data());
  s.dynamicsFactor.factorise(s.dynamics);
  foldLap(force);
  if (Q) addLanes(force.data(), 1, Q);
}

void Rope::addSectionStiffness(RopeScratch& s, std::size_t g, const ImplicitStep& step,
                               Lanes* force) const {
  const double h = step.h;
  const RopeSection& at = m_mesh.sections[g];
  const SectionState& now = s.sections[g];
  const double inverse = now.inverse, tilt = now.p * inverse, share = at.speed * inverse;
  const Lanes first1 = withSpin((tilt * now.m2 - now.K1 * now.t) * inverse, share * now.K2);
  const Lanes first2 = withSpin((-tilt * now.m1 - now.K2 * now.t) * inverse, -share * now.K1);
  const Lanes second1 = -inverse * now.m2, second2 = inverse * now.m1;
  const Lanes firstTwist = withSpin(inverse * now.curvature, -share * tilt);
  const Lanes secondTwist = withSpin(Lanes{}, share);
  std::array<Gradient, 3> strains;
  auto& [bend1, bend2, twist] = strains;
  for (int k = 0; k < 4; ++k) {
    bend1[k] = at.first[k] * first1 + at.second[k] * second1;
    bend2[k] = at.first[k] * first2 + at.second[k] * second2;
    twist[k] = at.first[k] * firstTwist + at.second[k] * secondTwist;
  }
  const double weight = at.weight / at.speed, over = step.acts * (h + m_spec.viscosity);
  const double bending = over * weight * m_spec.bendStiffness;
  addSquares(s.dynamics, m_mesh.spline, at.basis.span, strains,
             {bending, bending, over * weight * m_spec.twistStiffness});
  const double bend = h * m_spec.bendStiffness / at.speed;
  applyMoments(
      s, g,
      {bend * now.K1Rate, bend * now.K2Rate, h * m_spec.twistStiffness / at.speed * now.tauRate},
      force);
}

// Along the tangent EA/c; across it what a pull of EA ε does to a span that turns, EA ε/l.
// DEPARTURE: [MICADO08] (2) is implicit Euler in both. With less damping d, the latter is Newmark's
// method with γ = ½ + d, β = ¼ + ¾ d (J. Eng. Mech. Div. ASCE 85, EM3, 1959), which is implicit
// Euler for d = 1: a rope swings by what turns. And a span that goes straight on instead of round
// would end longer, and pull by that in the next step: it pulls for it in this one, as rows of
// constraints do. In a further pass of Newton's method it is longer for that reason alone: its pull
// across the tangent is that of the length which the pass before meant it to have, t₀·x′. Else it
// would hardly turn in this one.
void Rope::addStretchStiffness(RopeScratch& s, std::size_t g, const ImplicitStep& step,
                               Lanes* force) const {
  const StretchSection& at = m_mesh.stretch[g];
  const StretchState& now = s.stretch[g];
  constexpr double kFar = 1.1;  // stretched so many times it is no line that turns
  const double h = step.h, d = now.l > kFar * at.speed ? 1 : step.damping;
  const double stiffness = m_spec.stretchStiffness / at.speed;
  const double share = step.before ? dot3(ropeScratch(*step.before).stretch[g].t, now.t) : 1;
  const double turning = m_spec.stretchStiffness * std::max(0.0, share / at.speed - 1 / now.l);
  const double across = (0.25 + 0.75 * d) * at.weight * h * step.acts * turning;
  const double viscosity = step.since > 0 ? h / step.since * m_spec.viscosity : m_spec.viscosity;
  const double along = at.weight * step.acts * (h + viscosity) * stiffness - across;
  const Lanes aside = now.xRate - now.lRate * now.t;
  const double grown = (1 - d) * (std::sqrt(now.l * now.l + h * h * dot3(aside, aside)) - now.l);
  const Lanes pull =
      at.weight * (stiffness * (h * now.lRate + grown) * now.t + d * h * turning * aside);
  const std::array<Lanes, 3> stiff = {along * now.t[0] * now.t + Lanes{across},
                                      along * now.t[1] * now.t + Lanes{0, across},
                                      along * now.t[2] * now.t + Lanes{0, 0, across}};
  for (int j = 0; j < 4; ++j) {
    force[at.basis.span + j] -= at.basis.first[j] * pull;
    const int column = m_mesh.spline.control(at.basis.span, j);
    for (int i = 0; i < 4; ++i) {
      const int row = m_mesh.spline.control(at.basis.span, i);
      if (row < column) continue;
      BlockBand::Block& block = s.dynamics.at(row, column);
      const double both = at.basis.first[i] * at.basis.first[j];
      for (int c = 0; c < 3; ++c) block[c] += both * stiff[c];
    }
  }
}

void Rope::applyInverseDynamics(const PartScratch& scratch, const double* rhs, double* out,
                                int columns) const {
  constexpr int kTogether = BlockBand::kTogether;
  const RopeScratch& s = ropeScratch(scratch);
  const int count = 3 * controls() + legs();
  std::fill_n(out, count * columns, 0.0);
  for (int first = 0; first < columns; first += kTogether) {
    const int several = std::min(kTogether, columns - first);
    std::fill(s.several.begin(), s.several.end(), Lanes{});
    for (int k = 0; k < several; ++k) {
      loadRates(rhs + (first + k) * count, s.several.data() + k, kTogether);
    }
    s.dynamicsFactor.solveSeveral(s.several.data(), firstFilled(s.several) / kTogether);
    for (int k = 0; k < several; ++k) {
      addLanes(s.several.data() + k, 1, out + (first + k) * count, kTogether);
    }
  }
}

void Rope::applyHalfInverse(const PartScratch& scratch, Lanes* x, int from) const {
  static_assert(BlockBand::kTogether == BlockChain::kAbreast);
  ropeScratch(scratch).dynamicsFactor.solveHalf(x, from);
}

void Rope::chainMatrix(const PartScratch& scratch, Inertia which, double* out) const {
  const RopeScratch& s = ropeScratch(scratch);
  const auto blockAt = [&](int i, int j) {
    if (which == Inertia::Dynamics) return s.dynamics.at(i, j);
    const Lanes mass = m_mass.at(i, j);
    return BlockBand::Block{Lanes{mass[0]}, Lanes{0, mass[1]}, Lanes{0, 0, mass[2]},
                            Lanes{0, 0, 0, mass[3]}};
  };
  for (int i = 0; i < controls(); ++i) {
    for (int back = 0; back <= m_chain.reach; ++back, out += 16) {
      const int j = m_chain.before(i, back);
      if (j < 0) continue;
      const BlockBand::Block block = blockAt(std::max(i, j), std::min(i, j));
      Eigen::Map<Eigen::Matrix4d> target(out);
      for (int c = 0; c < 4; ++c) store4(out + 4 * c, block[c]);
      if (back == 0) target = Eigen::Matrix4d(target.selfadjointView<Eigen::Lower>());
      if (j > i) target.transposeInPlace();
    }
  }
}

void Rope::addImplicitRate(const PartScratch& scratch, const double* Q, double h, double* v) const {
  const RopeScratch& s = ropeScratch(scratch);
  loadRates(Q, s.work.data());
  s.dynamicsFactor.solve(s.work.data());
  addLanes(s.work.data(), h, v);
}

void Rope::addInverseRate(const PartScratch& scratch, const double* dv, double scale,
                          double* Q) const {
  const RopeScratch& s = ropeScratch(scratch);
  loadRates(dv, s.work.data());
  m_mass.multiply(s.work.data(), s.several.data());
  addLanes(s.several.data(), scale, Q);
}

}  // namespace sinew
