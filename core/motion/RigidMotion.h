#pragma once
#include <Eigen/LU>
#include <memory>
#include <utility>

#include "core/math/Lanes.h"
#include "core/math/Rotation.h"
#include "core/model/Part.h"
#include "core/motion/FreeTurn.h"

namespace sinew {

/// What the motion of a rigid body depends on.
struct RigidBodyConstants {
  double mass = 1, inverseMass = 1;        ///< [kg], [1/kg]
  double drag = 0;                         ///< [1/s] of both momenta
  Mat3 inertia = Mat3::Identity();         ///< [kg m²] about the centre, in the part's axes
  Mat3 inverseInertia = Mat3::Identity();  ///< [1/(kg m²)]
  bool ball = false;  ///< the same inertia about all axes: its spin is constant in free flight
};

inline RigidBodyConstants rigidBody(double mass, const Mat3& inertia, double drag) {
  RigidBodyConstants body;
  body.mass = mass;
  body.inverseMass = 1 / mass;
  body.drag = drag;
  body.inertia = inertia;
  body.inverseInertia = inertia.inverse();
  return body;
}

/// What a rigid body computes anew whenever its state changes; Lanes and columns in world axes.
struct RigidScratch final : PartScratch {
  explicit RigidScratch(const RigidBodyConstants& constants) : body(constants) {}

  RigidBodyConstants body;  ///< here beside what changes, because every step reads both
  Lanes c{}, velocity{}, omega{};
  Lanes momentum{}, angularMomentum{};
  Lanes freeSpin{};  ///< ω̇ [rad/s²] while no torque acts
  Columns3 R;
  Columns3 inverseInertia;
  Quat rotation = Quat::Identity();
  double braked = 1;  ///< 1/(1 + h γ), as last linearised

  /// Where a material point is from the centre of mass.
  Lanes arm(const ResolvedPoint& u) const { return R.times(u.weight[0], u.weight[1], u.weight[2]); }
  Mat3 axes() const;
};

/// The motion of a rigid body, for any kind of part; Base is Part or what a kind derives from it.
///
///   q = (position of the centre of mass [m], unit quaternion part → world)
///   v = (linear momentum [kg m/s], angular momentum about the centre of mass [kg m²/s])
///   ν = (velocity of the centre of mass [m/s], angular velocity [rad/s]), all in world axes
///
/// A material point's weights 0–2 are where it is from the centre of mass, in the part's axes.
/// The state carries momenta, so that R = I, no velocity product acts on v, and a free body keeps
/// both momenta to the last bit.
template <class Base>
class RigidMotion : public Base {
 public:
  PartDims dims() const final { return {7, 6, 6, 3, 0, 3}; }
  std::vector<StateField> configurationFields() const final {
    return {{"centre", 3}, {"rotation", 4}};
  }
  std::vector<StateField> velocityFields() const final {
    return {{"momentum", 3}, {"angular_momentum", 3}};
  }
  double mass() const final { return m_body.mass; }

  std::unique_ptr<PartScratch> makeScratch() const final {
    return std::make_unique<RigidScratch>(m_body);
  }
  void update(const PartState& state, PartScratch& scratch) const final;

  void point(const PartScratch& scratch, const ResolvedPoint& u, PointKinematics& out) const final;
  void locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
              Vec3& velocity) const final;
  void addPointForce(const PartScratch& scratch, const ResolvedPoint& u, const Vec3& force,
                     double* Q) const final;

  double addForces(const Surroundings& around, const PartScratch& scratch, double* Q) const final;
  void applyInverseMass(const PartScratch& scratch, const double* rhs, double* out,
                        int columns) const final;
  void freeRate(const PartScratch& scratch, double* out) const final;
  void addForceRate(const PartScratch& scratch, const double* Q, double scale,
                    double* v) const final;
  void velocityFromState(const PartScratch& scratch, const double* v, double* nu) const final;
  void configurationRate(const PartScratch& scratch, double* out) const final;
  void advance(const PartScratch& scratch, const double* nu, double h, double* q) const final;
  void coast(const PartScratch& scratch, const double* nu, double h, double* q) const final;
  Mat3 coastResponse(const PartScratch& scratch, const double* nu, double h) const final;
  void normalise(double* q) const final;
  PartEnergy energy(const Surroundings& around, const PartScratch& scratch) const final;

  bool linearises() const final { return true; }
  void linearise(PartScratch& scratch, const ImplicitStep& step, double* Q) const final;
  void applyInverseDynamics(const PartScratch& scratch, const double* rhs, double* out,
                            int columns) const final;
  void addImplicitRate(const PartScratch& scratch, const double* Q, double h,
                       double* v) const final;
  void addInverseRate(const PartScratch& scratch, const double* dv, double scale,
                      double* Q) const final;

 protected:
  template <class... Arguments>
  explicit RigidMotion(const RigidBodyConstants& body, Arguments&&... forBase)
      : Base(std::forward<Arguments>(forBase)...), m_body(body) {}

  const RigidBodyConstants& body() const { return m_body; }
  static const RigidScratch& rigidOf(const PartScratch& scratch) {
    return static_cast<const RigidScratch&>(scratch);
  }
  /// q and v of a part whose origin is at `position`, where its centre of mass is `centre` [m,
  /// part's axes] from that, and which spins with ω in world axes.
  void writeState(const Vec3& position, const Quat& orientation, const Vec3& velocity,
                  const Vec3& spin, const Vec3& centre, double* q, double* v) const;

 private:
  FreeTurn::Body freeBody(const Mat3& R, const double* nu) const;

  RigidBodyConstants m_body;
};

}  // namespace sinew

#include "core/motion/RigidMotionInline.h"
