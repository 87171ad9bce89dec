#include "core/simulation/StableStep.h"

#include <cmath>
#include <functional>
#include <limits>

namespace sinew {
namespace {

constexpr int kIterations = 16;
constexpr double kNudge = 1e-6;    // of the part's size: displacement, or velocity in a second
constexpr double kNothing = 1e-9;  // [1/s²], [1/s] answers below it are rounding
constexpr double kGoldenRatio = 0.618033988749895;

/// One part, and the forces it answers to displacements and velocities with.
class Probe {
 public:
  explicit Probe(const Part& part)
      : m_part(part), m_scratch(part.makeScratch()), m_dims(part.dims()) {
    for (Reals* x : {&m_rest, &m_q}) x->resize(m_dims.q);
    for (Reals* x : {&m_zero, &m_v, &m_atRest, &m_nu, &m_answer}) x->resize(m_dims.v);
    part.initialState(m_rest.data(), m_v.data());
    forces(m_rest, m_zero, m_atRest);
  }

  double stiffness() {
    return largest([this](Reals& force) {
      const double scale = nudge(force);
      m_part.update({m_rest.data(), m_zero.data(), 0}, *m_scratch);
      m_q = m_rest;
      m_part.advance(*m_scratch, m_nu.data(), 1, m_q.data());
      forces(m_q, m_zero, force);
      return scale;
    });
  }

  double damping() {
    return largest([this](Reals& force) {
      const double scale = nudge(force);
      m_part.update({m_rest.data(), m_zero.data(), 0}, *m_scratch);
      m_v = m_zero;
      m_part.addForceRate(*m_scratch, force.data(), scale, m_v.data());
      forces(m_rest, m_v, force);
      return scale;
    });
  }

 private:
  /// Largest λ with λ x = M⁻¹A x, from `answer` that turns a force F into −A ν with ν = s M⁻¹F,
  /// leaves ν in m_nu and returns s. Rayleigh's quotient nears it from below.
  double largest(const std::function<double(Reals&)>& answer) {
    Reals force(m_dims.v);
    for (int i = 0; i < m_dims.v; ++i) force[i] = 0.5 + std::fmod(kGoldenRatio * (i + 1), 1.0);
    double found = 0;
    for (int k = 0; k < kIterations; ++k) {
      m_asked = force;
      const double scale = answer(force);
      double power = 0, gain = 0, inertia = 0;  // νᵀA ν, (A ν)ᵀM⁻¹A ν, νᵀM ν
      for (int i = 0; i < m_dims.v; ++i) {
        inertia += scale * m_asked[i] * m_nu[i];
        force[i] = m_atRest[i] - force[i];
        power += force[i] * m_nu[i];
      }
      m_part.update({m_rest.data(), m_zero.data(), 0}, *m_scratch);
      m_part.applyInverseMass(*m_scratch, force.data(), m_answer.data(), 1);
      for (int i = 0; i < m_dims.v; ++i) gain += force[i] * m_answer[i];
      if (!(power > kNothing * inertia)) return found;
      found = gain / power;
    }
    return found;
  }

  /// ν = s M⁻¹F, small. Returns s.
  double nudge(const Reals& force) {
    m_part.update({m_rest.data(), m_zero.data(), 0}, *m_scratch);
    m_part.applyInverseMass(*m_scratch, force.data(), m_nu.data(), 1);
    double most = 0;
    for (const double nu : m_nu) most = std::max(most, std::abs(nu));
    const double scale = most > 0 ? kNudge * m_part.size() / most : 0;
    for (double& nu : m_nu) nu *= scale;
    return scale;
  }

  void forces(const Reals& q, const Reals& v, Reals& out) {
    m_part.update({q.data(), v.data(), 0}, *m_scratch);
    out.assign(m_dims.v, 0.0);
    m_part.addForces({0, Vec3::Zero()}, *m_scratch, out.data());
  }

  const Part& m_part;
  std::unique_ptr<PartScratch> m_scratch;
  PartDims m_dims;
  Reals m_rest, m_q, m_zero, m_v, m_atRest, m_nu, m_asked, m_answer;
};

}  // namespace

double PartStiffness::longestStep() const {
  const double d = damping, w = frequency;
  if (w > 0) return 4 / (d + std::sqrt(d * d + 4 * w * w));
  return d > 0 ? 2 / d : std::numeric_limits<double>::infinity();
}

PartStiffness stiffnessOf(const Part& part) {
  if (part.dims().v == 0 || !(part.mass() > 0)) return {};
  Probe probe(part);
  return {std::sqrt(probe.stiffness()), probe.damping()};
}

}  // namespace sinew
