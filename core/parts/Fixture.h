#pragma once
#include "core/model/Part.h"

namespace sinew {

/// A part that stands or goes where keys say. It has no coordinates of its own and answers to no
/// force.
class Fixture : public Part {
 public:
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
};

}  // namespace sinew
