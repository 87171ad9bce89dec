#pragma once
#include "core/params/ParamSpec.h"
#include "core/params/ParamValues.h"
#include "core/parts/Fixture.h"

namespace sinew {

/// A fixture that others run into.
class Obstacle : public Fixture {
 public:
  explicit Obstacle(const ContactMaterial& contact) : m_contact(contact) {}

  const ContactMaterial* contactMaterial() const final { return &m_contact; }

 private:
  ContactMaterial m_contact;
};

/// stiffness, contact_damping, friction, restitution.
ParamTable obstacleContactParams();
ContactMaterial readContact(const ParamReader& params);

}  // namespace sinew
