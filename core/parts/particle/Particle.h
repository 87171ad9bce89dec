#pragma once
#include <array>

#include "core/model/Part.h"

namespace sinew {

/// What a particle is made of.
struct ParticleSpec {
  double mass = 1;               ///< [kg] > 0
  double radius = 0.05;          ///< [m] ≥ 0
  Vec3 position = Vec3::Zero();  ///< [m] at the start
  Vec3 velocity = Vec3::Zero();  ///< [m/s] at the start
  double damping = 0;            ///< [1/s] force −damping·mass·velocity
};

/// A point mass. q = position [m], v = ν = velocity [m/s], M = mass·I, L = I, b = c = 0.
class Particle final : public Part {
 public:
  static constexpr int kSphereSubdivisions = 3;
  static constexpr int kVertices = 10 * (1 << 2 * kSphereSubdivisions) + 2;  ///< as drawn

  explicit Particle(const ParticleSpec& spec);

  PartDims dims() const override { return {3, 3, 3}; }
  std::vector<StateField> configurationFields() const override { return {{"position", 3}}; }
  std::vector<StateField> velocityFields() const override { return {{"velocity", 3}}; }
  void initialState(double* q, double* v) const override;
  double mass() const override { return m_spec.mass; }
  double size() const override;

  std::unique_ptr<PartScratch> makeScratch() const override;
  void update(const PartState& state, PartScratch& scratch) const override;

  Result<ResolvedPoint> resolve(std::span<const double> at) const override;
  void point(const PartScratch& scratch, const ResolvedPoint& u,
             PointKinematics& out) const override;
  void locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
              Vec3& velocity) const override;
  void addPointForce(const PartScratch& scratch, const ResolvedPoint& u, const Vec3& force,
                     double* Q) const override;

  double addForces(const Surroundings& around, const PartScratch& scratch,
                   double* Q) const override;
  void applyInverseMass(const PartScratch& scratch, const double* rhs, double* out,
                        int columns) const override;
  void freeRate(const PartScratch& scratch, double* out) const override;
  void addForceRate(const PartScratch& scratch, const double* Q, double scale,
                    double* v) const override;
  void velocityFromState(const PartScratch& scratch, const double* v, double* nu) const override;
  void configurationRate(const PartScratch& scratch, double* out) const override;
  void advance(const PartScratch& scratch, const double* nu, double h, double* q) const override;
  void normalise(double*) const override {}
  PartEnergy energy(const Surroundings& around, const PartScratch& scratch) const override;

  bool linearises() const override { return true; }
  void linearise(PartScratch& scratch, const ImplicitStep& step, double* Q) const override;
  void applyInverseDynamics(const PartScratch& scratch, const double* rhs, double* out,
                            int columns) const override;
  void addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                       double* v) const override;
  void addInverseRate(const PartScratch& scratch, const double* dv, double scale,
                      double* Q) const override;

  ContactSurface contactSurface() const override;
  std::span<const ResolvedPoint> contactPoints() const override { return m_contact; }
  double contactRadius() const override { return m_spec.radius; }
  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const override;

  MeshTopology tessellation() const override;
  void tessellate(const PartScratch& scratch, std::span<float> positions) const override;

 private:
  ParticleSpec m_spec;
  std::array<ResolvedPoint, 1> m_contact;
  std::vector<Vec3> m_sphere;  ///< [m] vertices about the centre
};

}  // namespace sinew
