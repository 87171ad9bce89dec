// A rope whose spans turn: see TurningLengths. Symbols as in Rope.h.
#include <algorithm>
#include <cmath>

#include "core/parts/rope/Rope.h"
#include "core/parts/rope/RopeScratch.h"

namespace sinew {

// [m/s] c, at which a pull runs along it.
double Rope::pullSpeed() const {
  return std::sqrt(m_spec.stretchStiffness * m_mesh.restLength / m_totalMass);
}

// Softer ones than steel give way. Those with a c above any material's stand for lines that cannot
// be stretched: where they whip, Newton's method leads nowhere.
TurningLengths::Stretch Rope::stretch() const {
  constexpr double kOften = 2e4;    // [1/s] c per length of a span, of the softest
  constexpr double kFastest = 2e4;  // [m/s] c, of the stiffest: in diamond it is 1.8e4
  if (pullSpeed() < kOften * size()) return Stretch::Soft;
  return pullSpeed() <= kFastest ? Stretch::Stiff : Stretch::None;
}

bool Rope::isStraight() const {
  return std::ranges::all_of(m_mesh.sections, [](const RopeSection& at) {
    return at.curvature1 == 0 && at.curvature2 == 0 && at.twist == 0;
  });
}

// ½ EA ε² over the length, with ε = √(1 + ω²h²) − 1 ≈ ½ ω²h² of a span that turns at ω.
double Rope::storedByTurning(const PartScratch& scratch, double h) const {
  if (!isStiff()) return 0;
  const RopeScratch& s = ropeScratch(scratch);
  double sum = 0;
  for (std::size_t g = 0; g < s.stretch.size(); ++g) {
    const StretchState& now = s.stretch[g];
    const Lanes across = now.xRate - now.lRate * now.t;
    const double turned = h * h * dot3(across, across) / (now.l * now.l);
    sum += m_mesh.stretch[g].weight * m_mesh.stretch[g].speed * turned * turned;
  }
  return m_spec.stretchStiffness / 8 * sum;
}

// ν EA (l̇² − l̇ₘ²) with l̇ₘ = l̇ − ½ h l̈ of half a step before, and l̈ = ẋ′²/l across the tangent.
double Rope::dampedByTurning(const PartScratch& scratch, double h) const {
  const RopeScratch& s = ropeScratch(scratch);
  double sum = 0;
  for (std::size_t g = 0; g < s.stretch.size(); ++g) {
    const StretchState& now = s.stretch[g];
    const Lanes across = now.xRate - now.lRate * now.t;
    const double halfway = now.lRate - 0.5 * h * dot3(across, across) / now.l;
    sum += (now.lRate * now.lRate - halfway * halfway) * m_mesh.stretch[g].weight /
           m_mesh.stretch[g].speed;
  }
  return m_spec.viscosity * m_spec.stretchStiffness * sum;
}

// −ν EA ((l + ahead l̇ − l₀)/since − l̇) along t.
void Rope::dampByChange(const PartScratch& scratch, const PartScratch& start, const Span& span,
                        double* Q) const {
  const RopeScratch& s = ropeScratch(scratch);
  const RopeScratch& from = ropeScratch(start);
  std::vector<Lanes>& force = s.work;
  std::fill(force.begin(), force.end(), Lanes{});
  for (std::size_t g = 0; g < s.stretch.size(); ++g) {
    const StretchSection& at = m_mesh.stretch[g];
    const StretchState& now = s.stretch[g];
    const double change = now.l + span.ahead * now.lRate - from.stretch[g].l;
    const double rate = change / span.since - now.lRate;
    const Lanes pull =
        m_spec.viscosity * m_spec.stretchStiffness * rate / at.speed * at.weight * now.t;
    for (int k = 0; k < 4; ++k) force[at.basis.span + k] -= at.basis.first[k] * pull;
  }
  foldLap(force);
  addLanes(force.data(), 1, Q);
}

}  // namespace sinew
