#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/simulation/Command.h"
#include "core/simulation/Snapshot.h"
#include "core/simulation/World.h"

namespace sinew {

/// The hands that hold material points: how they are kept in a State, and what they pull with.
/// A hand is a damped spring,
///   f = k (x* − x) − d ẋ,
/// stiff enough to carry the part and all that is tied to it: the string of a bow weighs nothing
/// beside what it takes to draw it. A point of a thin membrane weighs a thousandth of that, so
/// steps of a given size take the spring at their end instead of at their start,
///   f = k (x* − x − h ẋ′) − d ẋ′,
/// which only damps the more, the larger the step. What the force does to ẋ′ depends on all that
/// holds the point, so hands are rows of the step (HandRows). Where no system is solved, settle()
/// takes what the part alone would do,
///   f = (I + (h d + h² k) W)⁻¹ (k (x* − x − h ẋ) − d ẋ),   W = L M⁻¹ Lᵀ.
class Grips {
 public:
  explicit Grips(const World& world);

  // — State —
  static void take(const World& world, const GrabCommand& command, State& state);
  static void move(const World& world, const MoveGrabCommand& command, State& state);
  static void strengthen(const World& world, const StrengthenGrabCommand& command, State& state);
  static void pin(const World& world, const PinGrabCommand& command, State& state);
  static void release(const World& world, const ReleaseGrabCommand& command, State& state);

  // — forces —
  using Scratches = std::span<const std::unique_ptr<PartScratch>>;
  /// Pulls at this instant: adds to Q, and appends to `arrows`. Returns the power put in [W].
  double pull(const State& state, Scratches scratch, double* Q, std::vector<ForceArrow>& arrows);
  /// Takes the last pull() off Q again, to the last bit, if nothing was added since.
  void unpull(double* Q);
  /// Makes the last pull() one for a step of h seconds; 0: for an instant again. Returns what that
  /// adds to the power [W].
  double settle(double h, Scratches scratch, double* Q);
  /// Takes what hands pull with off Q: rows of the step will.
  void leaveToRows(Scratches scratch, double* Q);
  /// Once it is known that the parts end with velocities ν of all of them, and how much of a step
  /// they move with those: what that adds to the power.
  double moved(Scratches scratch, const double* nu, double share);

  // — at the end of a step —
  int count() const { return static_cast<int>(m_grips.size()); }
  int partOf(int grip) const { return m_grips[grip].part; }
  /// Of all hands in a state, the parts that they hold.
  void findParts(const State& state, std::vector<int>& parts) const;
  void pointOf(int grip, Scratches scratch, PointKinematics& out) const;
  double stiffness(int grip) const { return m_grips[grip].stiffness; }  ///< [N/m] k
  /// [N s/m] h k + d: by how much less it pulls for a point that ends faster.
  double resistance(int grip, double h) const;
  /// [N] k (x* − x): what it pulls with at this instant, but for damping.
  Vec3 springOf(int grip) const;
  /// Counts it as pulling with that; Q stays as it is.
  void pullsWith(int grip, const Vec3& force) { m_grips[grip].inQ = force; }

 private:
  struct Grip {
    int part = -1;
    bool pinned = false;
    ResolvedPoint point;
    Vec3 target = Vec3::Zero();                         // [m]
    double stiffness = 0, damping = 0;                  // [N/m], [N s/m]
    Vec3 velocity = Vec3::Zero();                       // [m/s] of the point
    Vec3 atInstant = Vec3::Zero(), inQ = Vec3::Zero();  // [N]
    double power = 0;                                   // [W] counted for it
  };
  double* without(std::size_t grip) {
    return m_without.data() + grip * (m_without.size() / StateOffsets::kGrabs);
  }
  std::optional<Grip> read(const State& state, int slot) const;
  Mat3 mobility(const Grip& grip, Scratches scratch);
  Mat3 softening(const Grip& grip, double h, const Mat3& mobility) const;
  double gentleDamping(const Grip& grip, const Mat3& mobility) const;
  double put(Grip& grip, const Vec3& force, Scratches scratch, double* Q);

  const World* m_world;
  std::vector<Grip> m_grips;
  Reals m_force, m_answer;  // three columns of the largest part: Lᵀ and M⁻¹Lᵀ
  Reals m_without;          // per grip, Q of its part before the pull; as long as the largest part
};

}  // namespace sinew
