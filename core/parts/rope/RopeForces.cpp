// Energies of a rope, the forces they exert, and momenta. Symbols as in Rope.h.
#include <cmath>

#include "core/parts/rope/Rope.h"
#include "core/parts/rope/RopeScratch.h"

namespace sinew {
namespace {

/// What a section is pushed by, to its control points and legs.
void addSpread(const RopeSection& at, Lanes onFirst, Lanes onSecond, Lanes* force) {
  Lanes* f = force + at.basis.span;
  for (int k = 0; k < 4; ++k) f[k] += at.first[k] * onFirst + at.second[k] * onSecond;
}

}  // namespace

Rope::Moments Rope::momentsOf(const RopeScratch& s, std::size_t g, double rateShare) const {
  const RopeSection& at = m_mesh.sections[g];
  const SectionState& now = s.sections[g];
  const auto moment = [&](double stiffness, double value, double rate, double rest) {
    return stiffness * ((value + rateShare * rate) / at.speed - rest);
  };
  return {moment(m_spec.bendStiffness, now.K1, now.K1Rate, at.curvature1),
          moment(m_spec.bendStiffness, now.K2, now.K2Rate, at.curvature2),
          moment(m_spec.twistStiffness, now.tau, now.tauRate, at.twist)};
}

// By the chain rule:
//   ∂K₁: x″: −m₂/l   x′: (−K₁t + (p/l) m₂)/l   ω_t: K₂
//   ∂K₂: x″:  m₁/l   x′: (−K₂t − (p/l) m₁)/l   ω_t: −K₁
//   ∂τ:              x′: k/l                    ω_t′: 1
void Rope::applyMoments(const RopeScratch& s, std::size_t g, const Moments& m, Lanes* force) const {
  const RopeSection& at = m_mesh.sections[g];
  const SectionState& now = s.sections[g];
  const double inverse = now.inverse, tilt = now.p * inverse, share = at.speed * inverse;
  const Lanes onSecond = (m.bend2 * now.m1 - m.bend1 * now.m2) * inverse;
  const Lanes onFirst =
      (m.twist * now.curvature - (m.bend1 * now.K1 + m.bend2 * now.K2) * now.t) * inverse -
      tilt * onSecond;
  const double onSpin = share * (m.bend1 * now.K2 - m.bend2 * now.K1 - m.twist * tilt);
  addSpread(at, -at.weight * withSpin(onFirst, onSpin),
            -at.weight * withSpin(onSecond, share * m.twist), force);
}

// Spin adds what keeps angular momentum and has no power: ρJζ (t × ṫ + ω_t t) on x′ and
// −ρJ c ζ l̇/l on ζ.
double Rope::addSectionForces(const RopeScratch& s, Lanes* force) const {
  double taken = 0;
  for (std::size_t g = 0; g < s.sections.size(); ++g) {
    const RopeSection& at = m_mesh.sections[g];
    const SectionState& now = s.sections[g];
    applyMoments(s, g, momentsOf(s, g, m_spec.viscosity), force);
    const double spinning = m_spinInertia * at.weight * now.zeta;
    const Lanes gyroscopic = spinning * (cross(now.t, now.tRate) + now.spin * now.t);
    const double slowing = -spinning * at.speed * now.lRate * now.inverse;
    Lanes* f = force + at.basis.span;
    for (int k = 0; k < 4; ++k) f[k] += at.first[k] * withSpin(gyroscopic, slowing);
    taken += m_spec.viscosity * at.weight / at.speed *
             (m_spec.bendStiffness * (now.K1Rate * now.K1Rate + now.K2Rate * now.K2Rate) +
              m_spec.twistStiffness * now.tauRate * now.tauRate);
  }
  return taken;
}

double Rope::addStretchForces(const RopeScratch& s, Lanes* force) const {
  double taken = 0;
  for (std::size_t g = 0; g < s.stretch.size(); ++g) {
    const StretchSection& at = m_mesh.stretch[g];
    const StretchState& now = s.stretch[g];
    const double strain = (now.l + m_spec.viscosity * now.lRate) / at.speed - 1;
    const Lanes pull = m_spec.stretchStiffness * strain * at.weight * now.t;
    Lanes* f = force + at.basis.span;
    for (int k = 0; k < 4; ++k) f[k] -= at.basis.first[k] * pull;
    taken +=
        m_spec.viscosity * m_spec.stretchStiffness * now.lRate * now.lRate * at.weight / at.speed;
  }
  return taken;
}

double Rope::addWeightAndDrag(const Surroundings& around, const RopeScratch& s,
                              Lanes* force) const {
  const Lanes gravity = lanesOf(around.gravity);
  for (int i = 0; i < controls(); ++i) force[i] += m_nodeMass[i] * gravity;
  if (m_spec.drag == 0) return 0;
  std::vector<Lanes>& momentum = s.several;
  m_mass.multiply(s.rate.data(), momentum.data());
  double taken = 0;
  for (int i = 0; i < controls(); ++i) {
    const Lanes brake = m_spec.drag * momentum[i];
    force[i] -= brake;
    taken += dot3(brake, s.rate[i]) + brake[3] * s.rate[i][3];
  }
  return taken;
}

double Rope::addForces(const Surroundings& around, const PartScratch& scratch, double* Q) const {
  const RopeScratch& s = ropeScratch(scratch);
  std::vector<Lanes>& force = s.work;
  std::fill(force.begin(), force.end(), Lanes{});
  double taken = addSectionForces(s, force.data());
  taken += addStretchForces(s, force.data());
  addFoldForces(s, force.data());
  foldLap(force);
  taken += addWeightAndDrag(around, s, force.data());
  addLanes(force.data(), 1, Q);
  return taken;
}

double Rope::elasticEnergy(const RopeScratch& s) const {
  double sum = foldEnergy(s);
  for (std::size_t g = 0; g < s.sections.size(); ++g) {
    const RopeSection& at = m_mesh.sections[g];
    const SectionState& now = s.sections[g];
    const double bend1 = now.K1 / at.speed - at.curvature1,
                 bend2 = now.K2 / at.speed - at.curvature2, twist = now.tau / at.speed - at.twist;
    sum += 0.5 * at.weight * at.speed *
           (m_spec.bendStiffness * (bend1 * bend1 + bend2 * bend2) +
            m_spec.twistStiffness * twist * twist);
  }
  for (std::size_t g = 0; g < s.stretch.size(); ++g) {
    const StretchSection& at = m_mesh.stretch[g];
    const double strain = s.stretch[g].l / at.speed - 1;
    sum += 0.5 * at.weight * at.speed * m_spec.stretchStiffness * strain * strain;
  }
  return sum;
}

// ∫ ρJ ζ x′ du.
Vec3 Rope::spinMomentum(const RopeScratch& s) const {
  Lanes sum = {};
  for (std::size_t g = 0; g < s.sections.size(); ++g) {
    const SectionState& now = s.sections[g];
    sum += m_mesh.sections[g].weight * now.zeta * now.l * now.t;
  }
  return m_spinInertia * vectorOf(sum);
}

PartEnergy Rope::energy(const Surroundings& around, const PartScratch& scratch) const {
  const RopeScratch& s = ropeScratch(scratch);
  PartEnergy e;
  std::vector<Lanes>& momentum = s.work;
  m_mass.multiply(s.rate.data(), momentum.data());
  Lanes linear = {}, angular = {}, weighed = {};
  for (int i = 0; i < controls(); ++i) {
    e.kinetic += 0.5 * (dot3(momentum[i], s.rate[i]) + momentum[i][3] * s.rate[i][3]);
    linear += momentum[i];
    angular += cross(s.x[i], momentum[i]);
    weighed += m_nodeMass[i] * s.x[i];
  }
  e.elastic = elasticEnergy(s);
  e.gravity = -dot3(lanesOf(around.gravity), weighed);
  e.momentum = vectorOf(linear);
  e.angularMomentum = vectorOf(angular) + spinMomentum(s);
  return e;
}

}  // namespace sinew
