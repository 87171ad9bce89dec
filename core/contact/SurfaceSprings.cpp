#include "core/contact/SurfaceSprings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

bool SurfaceSprings::mayTouch(std::span<const Part* const> parts, std::size_t p,
                              std::size_t obstacle) const {
  return p != obstacle && parts[obstacle]->contactMaterial() &&
         !m_passing.pass(static_cast<int>(p), static_cast<int>(obstacle));
}

void SurfaceSprings::apply(std::span<const Part* const> parts,
                           std::span<const std::unique_ptr<PartScratch>> scratch,
                           std::span<const int> velocityStart, double* Q) {
  m_result.contacts.clear();
  m_result.deepest = m_result.energy = m_result.dissipation = m_result.power = 0;
  for (std::size_t o = 0; o < parts.size(); ++o) {
    if (!parts[o]->contactMaterial()) continue;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (parts[p]->contactPoints().empty() || !mayTouch(parts, p, o)) continue;
      const std::size_t before = m_result.contacts.size();
      const double ruled =
          m_rules ? m_rules->friction(static_cast<int>(p), static_cast<int>(o)) : -1;
      const double friction = ruled >= 0 ? ruled : parts[o]->contactMaterial()->friction;
      applyPair(*parts[p], *scratch[p], *parts[o], *scratch[o], friction, Q + velocityStart[p]);
      for (std::size_t c = before; c < m_result.contacts.size(); ++c) {
        m_result.contacts[c].part = static_cast<int>(p);
        m_result.contacts[c].other = static_cast<int>(o);
      }
    }
  }
}

double SurfaceSprings::timeToTouch(std::span<const Part* const> parts,
                                   std::span<const std::unique_ptr<PartScratch>> scratch,
                                   std::size_t p) const {
  constexpr std::size_t kSamples = 8;
  constexpr double kFaster = 1.5;  // that other points may be
  const Part& part = *parts[p];
  const auto points = part.contactPoints();
  Vec3 centre, position, velocity;
  double radius = 0, soonest = std::numeric_limits<double>::infinity();
  part.boundingSphere(*scratch[p], centre, radius);
  for (std::size_t o = 0; o < parts.size(); ++o) {
    SurfaceProbe probe;
    if (!mayTouch(parts, p, o)) continue;
    if (!parts[o]->probe(*scratch[o], centre, probe)) continue;
    const double room = probe.gap - radius - part.contactRadius();
    if (room <= 0) return 0;
    double speed = 0;
    for (std::size_t k = 0; k < points.size(); k += 1 + points.size() / kSamples) {
      part.locate(*scratch[p], points[k], position, velocity);
      speed = std::max(speed, (velocity - probe.velocity).norm());
    }
    soonest = std::min(soonest, room / (kFaster * speed));
  }
  return soonest;
}

void SurfaceSprings::applyPair(const Part& part, const PartScratch& partScratch,
                               const Part& obstacle, const PartScratch& obstacleScratch,
                               double coulomb, double* Q) {
  SurfaceProbe probe;
  Vec3 centre;
  double radius = 0;
  part.boundingSphere(partScratch, centre, radius);
  const double thickness = part.contactRadius(), ramp = kRamp * part.size();
  if (!obstacle.probe(obstacleScratch, centre, probe) || probe.gap > radius + thickness) return;

  const ContactMaterial& material = *obstacle.contactMaterial();
  for (const ResolvedPoint& u : part.contactPoints()) {
    Vec3 position, velocity;
    part.locate(partScratch, u, position, velocity);
    obstacle.probe(obstacleScratch, position, probe);
    const double gap = probe.gap - thickness;
    if (gap >= 0) continue;
    const Vec3 relative = velocity - probe.velocity;
    const double opening = relative.dot(probe.normal);
    const double spring = -material.stiffness * gap;
    const double damping = material.damping * std::min(1.0, -gap / ramp);
    const double normalForce = spring + damping * std::max(0.0, -opening);
    const Vec3 slip = relative - opening * probe.normal;
    const Vec3 friction =
        -coulomb * normalForce / std::sqrt(slip.squaredNorm() + kSlipSpeed * kSlipSpeed) * slip;
    const Vec3 force = normalForce * probe.normal + friction;
    part.addPointForce(partScratch, u, force, Q);
    m_result.contacts.push_back({-1, -1, position, force});
    m_result.deepest = std::max(m_result.deepest, -gap);
    m_result.energy += 0.5 * spring * -gap;
    m_result.dissipation += (spring - normalForce) * opening - friction.dot(slip);
    m_result.power += force.dot(probe.velocity);
  }
}

}  // namespace sinew
