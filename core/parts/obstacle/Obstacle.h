#pragma once
#include "core/model/Part.h"
#include "core/params/ParamSpec.h"
#include "core/params/ParamValues.h"

namespace sinew {

/// What all obstacles are: parts that stand or go where keys say. They have no coordinates of their
/// own and answer to no force.
class Obstacle : public Part {
 public:
  explicit Obstacle(const ContactMaterial& contact) : m_contact(contact) {}

  PartDims dims() const final { return {0, 0, 0}; }
  std::vector<StateField> configurationFields() const final { return {}; }
  std::vector<StateField> velocityFields() const final { return {}; }
  void initialState(double*, double*) const final {}
  double mass() const final { return 0; }

  void addPointForce(const PartScratch&, const ResolvedPoint&, const Vec3&, double*) const final {}
  double addForces(const Surroundings&, const PartScratch&, double*) const final { return 0; }
  void applyInverseMass(const PartScratch&, const double*, double*, int) const final {}
  void freeRate(const PartScratch&, double*) const final {}
  void addForceRate(const PartScratch&, const double*, double, double*) const final {}
  void addInverseRate(const PartScratch&, const double*, double, double*) const final {}
  void velocityFromState(const PartScratch&, const double*, double*) const final {}
  void configurationRate(const PartScratch&, double*) const final {}
  void advance(const PartScratch&, const double*, double, double*) const final {}
  void normalise(double*) const final {}
  PartEnergy energy(const Surroundings&, const PartScratch&) const final { return {}; }

  const ContactMaterial* contactMaterial() const final { return &m_contact; }

 private:
  ContactMaterial m_contact;
};

/// stiffness, contact_damping, friction.
ParamTable obstacleContactParams();
ContactMaterial readContact(const ParamReader& params);

}  // namespace sinew
