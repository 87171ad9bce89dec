#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/contact/BarrierContact.h"
#include "core/simulation/FreeFall.h"
#include "core/simulation/Islands.h"
#include "core/simulation/SurfaceLoads.h"
#include "core/simulation/TouchPoints.h"
#include "core/simulation/World.h"

namespace sinew {

/// Forces that tie parts together and are far stiffer than they: contact, and gas that is shut in.
/// A step that takes them at its end solves
///   (A + h C) δν = h (f(ν) − f),   C = −∂f/∂ν = Σ Lᵀ c L,
/// for what they change, by conjugate gradients; this is f and C, for velocities ν of all parts.
class StiffForces {
 public:
  using Scratches = std::span<const std::unique_ptr<PartScratch>>;

  explicit StiffForces(const World& world) : m_world(&world), m_points(world) {}

  /// Takes up what is in touch, unless null, and gas, where parts are at `scratch`, to which they
  /// moved with velocities `known` (null: they have yet to move). False if there is nothing.
  bool take(const BarrierContact* contact, const SurfaceLoads& loads, Scratches scratch,
            const double* known);
  /// Contact is to be taken over the step, of h seconds, not at its end, but where it gives nothing
  /// back: of velocities ν without it, and with its forces as they went in.
  void takeOverStep(double h, const FreeFall& fall, const double* without, const double* with);
  /// What moves by key is where it ends already: of its way only `share` of what runs along the
  /// surfaces counts, dragging what rubs there.
  void carryAlong(double share) { m_carried = share; }
  std::span<const int> parts() const { return m_parts; }  ///< that they act on, ascending
  /// The largest rate at which two parts in touch that would bounce are driven apart or together,
  /// the mean over where they touch by the force there, for any change of velocities [per second
  /// of them].
  double fastestOpening(const double* change) const;
  /// Q += f as it went into the forces at the step's start.
  void addStart(double* Q) const;
  /// Joins parts that touch each other. What stands still, or moves by key, keeps nothing together.
  void join(Islands& islands) const;
  /// To be solved for by island, as numbered; an island that is not awake is let alone.
  void divide(const Islands& islands);
  using Awake = std::vector<char>;
  /// The forces where a step of h seconds would end with ν; Q += f(ν). Keeps C for the next.
  void linearise(const double* nu, double h, const Awake& awake, double* Q);
  /// Σ f·δw [W] of an island where a step would end with ν + s δν, of the ν last linearised and the
  /// p last given to lineUp().
  void lineUp(const double* p, const Awake& awake);
  double alongLine(int island, double s) const;
  /// Q += C p.
  void addResistance(const double* p, const Awake& awake, double* Q) const;
  /// What becomes of energy in an island over the step of the last linearise().
  struct Balance {
    double stored = 0, lost = 0;  ///< [J] lost: as contact says
    bool touches = false, gas = false;
    bool keyed = false;  ///< whether something in touch moves by key
  };
  void balance(std::vector<Balance>& of) const;
  /// [J] that gas has stored over that step, less what moving obstacles put in, of the parts.
  void addUnpaid(std::span<double> toParts) const;
  /// What contacts lose, and moving obstacles put in, with the forces of the last linearise() [W].
  double lost() const;
  double power() const;
  /// What the change of pressure of gas puts in where parts move with ν [W].
  double gasPower(const double* nu) const;

 private:
  struct Touch {
    const BarrierContact::Touch* source = nullptr;
    std::array<int, 4> vertex{};  // of m_points
    int island = -1;
    double known = 0;  // [m/s] of its opening
    TouchLaw::Before before;
    Vec3 rate = Vec3::Zero(), along = Vec3::Zero();  // [m/s] at ν, and by δν
    TouchLaw::Answer answer;
  };
  struct Gas {
    int part = -1, island = -1;
    double stiffness = 0;        // κ [Pa/m³]
    double known = 0;            // [m³/s] of its growth
    double rate = 0, along = 0;  // [m³/s] likewise
    std::size_t gradient = 0;    // in m_gradients
    int columns = 0, first = 0;
  };

  void takeTouches(const BarrierContact& contact, Scratches scratch, const double* known);
  void takeGas(const SurfaceLoads& loads, Scratches scratch, const double* known);
  void move(const double* nu) const;
  void move(const double* nu, const Awake& awake) const;
  int islandOf(const Touch& touch, const Islands& islands) const;
  Vec3 rateOf(const Touch& touch) const;
  double pressing(const Touch& touch, const FreeFall& fall) const;
  Vec3 ownRateOf(const Touch& touch) const;
  void push(const Touch& touch, const Vec3& force) const;
  void spread(double* Q) const;
  TouchLaw::Answer answerOf(const Touch& touch, const Vec3& rate, TouchLaw::Wanted wanted) const;
  double powerOf(const Touch& touch) const;
  double storedBy(const Gas& gas) const;  // [J]
  double swelling(const Gas& gas, const double* nu) const;
  void press(const Gas& gas, double pressure, double* Q) const;

  const World* m_world;
  std::vector<int> m_parts;
  std::vector<Touch> m_touches;
  TouchPoints m_points;
  std::vector<int> m_islandOf;                  // per point
  mutable std::vector<Vec3> m_moved, m_pushed;  // [m/s], [N] per point
  std::vector<Gas> m_gas;
  std::vector<int> m_touchOrder, m_firstTouch;  // by island
  Reals m_gradients;
  double m_step = 0;
  bool m_overStep = false;
  std::optional<double> m_carried;
};

}  // namespace sinew
