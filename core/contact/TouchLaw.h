#pragma once
#include "core/contact/Barrier.h"
#include "core/math/Types.h"

namespace sinew {

/// What two elements that are near each other do to each other.
///
/// With gap g, rate w of the one against the other [m/s], normal n from B to A, ġ = n·w, and
/// Barrier force F(g):
///   F_n = F (1 − (1 − e²) min(1, max(0, ġ)/v₀)),  F_t = −μ F_n r(‖w_t‖/v₀) w_t/‖w_t‖
/// with r(y) = y (2 − y) below y = 1, and 1 from there on: what slides faster than v₀ does so at
/// Coulomb's rate, and what Coulomb would hold creeps, slower than v₀. That r is the smoothing of
/// Li et al. 2020, Incremental Potential Contact; [LS97] §7.2 has Coulomb's law only.
/// What parts again does so with e² of the force that it met with, so that a blow gives back e of
/// its speed however fast it was.
struct TouchLaw {
  /// v₀ [m/s]: speed below which friction and losses fade.
  static constexpr double kSlowSpeed = 0.02;
  /// v₀ of friction that is taken at the end of a step, where it may be as stiff as it likes: the
  /// speed at which the step begins to slip, but no less than this, nor more than the slow speed.
  /// What sticks stays where it is for minutes.
  static constexpr double kCreep = 3e-4;

  /// Share [–] of the resistance across a slip that Newton's method is given along it.
  static constexpr double kHeld = 0.15;

  Barrier barrier;
  double gap = 0;               ///< g [m]
  Vec3 normal = Vec3::UnitY();  ///< n
  double friction = 0;          ///< μ [–]
  double restitution = 0;       ///< e [–]

  struct Answer {
    Vec3 force = Vec3::Zero();  ///< [N] on A
    /// −∂force/∂w [N s/m], symmetric, positive semi-definite. Along the slip it is at least kHeld
    /// of what it is across: else Newton's method shoots over where slipping ends.
    Mat3 resistance = Mat3::Zero();
    double normalForce = 0;  ///< F_n [N]
    double slip = 0;         ///< ‖w_t‖ [m/s]
    double lost = 0;         ///< [W] that the barrier gives and nobody gets
  };
  /// Whether the resistance is to be worked out as well.
  enum class Wanted { Force, ForceAndResistance };
  /// At this instant; without resistance.
  Answer now(const Vec3& rate) const;
  /// At the end of a step of h seconds with that rate, of which `known` [m/s] along the normal went
  /// into g already: F at g + h (ġ − known), friction by what pressed and slipped at the start.
  /// Below a share of g and of the range the barrier is continued as a parabola: a
  /// step that gets there is too long, and is found to be so by what looks at its way.
  Answer atEnd(const Vec3& rate, double known, double h, const Answer& start,
               Wanted wanted = Wanted::ForceAndResistance) const;
  /// What a step would do without contact.
  struct Before {
    Vec3 rate = Vec3::Zero();  ///< [m/s]
    bool turns = false;        ///< whether contact makes of closing opening, in this step
    /// h g·n [m/s] where gravity presses them together, ≤ 0: what moves for h with the rate of the
    /// end falls −h g·p less by an impulse p than it should.
    double pressed = 0;
  };
  /// Over a step of h seconds at whose end the rate is that, instead of `before`: what does as much
  /// work on the parts as the barrier gives back or stores meanwhile, but for e's share, and loses
  /// some in the step in which it turns the parts round. Never does it make energy. Friction as at
  /// the end.
  Answer overStep(const Vec3& rate, const Before& before, double h, const Answer& start,
                  Wanted wanted = Wanted::ForceAndResistance) const;

 private:
  struct Spring {
    double opening = 0, force = 0;  ///< [m/s], [N]
    double resistance = 0;          ///< −∂force/∂rate [N s/m]
    double barrier = 0;             ///< [N] of the barrier alone, the mean on the step's way
  };
  Answer answer(const Spring& spring, const Vec3& rate, const Vec3& mean, const Answer& start,
                Wanted wanted) const;
};

}  // namespace sinew
