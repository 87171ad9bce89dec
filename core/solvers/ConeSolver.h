#pragma once
#include <array>
#include <span>
#include <vector>

#include "core/math/Types.h"
#include "core/solvers/ConeBlock.h"
#include "core/solvers/ConeSweeps.h"

namespace sinew {

/// A rigid body as contact sees it: what an impulse does to its velocity. Of what moves by key the
/// inverses are 0.
struct ConeBody {
  double inverseMass = 0;              ///< [1/kg]
  Mat3 inverseInertia = Mat3::Zero();  ///< [1/(kg m²)] in world axes
  Vec3 velocity = Vec3::Zero();        ///< [m/s] of the centre of mass
  Vec3 spin = Vec3::Zero();            ///< [rad/s]
};

/// A place where two bodies touch: a one-sided row along the normal, and two of friction in a cone
/// with it.
struct ConeContact {
  int a = 0, b = 0;  ///< bodies; the normal points from A to B
  Vec3 normal = Vec3::UnitY();
  Vec3 armA = Vec3::Zero(), armB = Vec3::Zero();  ///< [m] from the centres of mass
  double friction = 0;                            ///< Coulomb coefficient
  double least = 0;             ///< [m/s] the normal speed must not be below, > 0 parting
  Vec3 impulse = Vec3::Zero();  ///< [N s] on B along normal, first and second tangent
  bool active = true;           ///< whether it may push
};

/// Exact Coulomb friction between rigid bodies: for every contact
///   0 ≤ λ_n ⟂ u_n − least ≥ 0,   |λ_t| ≤ μ λ_n,   u_t against λ_t where the limit is reached,
/// with u = relative velocities after the impulses λ. By ConeSweeps; where these do not come to an
/// end, what misses most and the contacts round it are solved for at once (ConeBlock). Contacts
/// that share no moving body are solved for apart. What it finds depends on the order of contacts
/// alone.
class ConeSolver {
 public:
  /// Uneven masses need many rounds, large heaps cannot have as many.
  using Budget = ConeBudget;
  using Statistics = ConeStatistics;

  /// Prepares for these contacts; bodies and contacts must outlive the solves.
  void set(std::span<ConeBody> bodies, std::span<ConeContact> contacts);
  /// Impulses and velocities. The velocities are those with all impulses 0; `impulse` is the guess.
  /// The residual is of the fastest closing speed that there is without impulses.
  Statistics solve(const Budget& budget);
  /// Velocities with `share` of all active impulses added.
  void apply(double share);
  /// Relative velocity [m/s] at a contact along normal and tangents.
  Vec3 relativeVelocity(int contact) const;
  /// An impulse [N s] more at a contact, along its normal and tangents.
  void push(int contact, const Vec3& impulse) { push(m_rows[contact], impulse); }
  Vec3 inWorld(int contact, const Vec3& impulse) const {
    return m_rows[contact].axes.transpose() * impulse;
  }
  int island(int contact) const { return m_islandOf[contact]; }
  int islands() const { return m_islandCount; }

 private:
  friend class ConeSweeps<ConeSolver>;
  friend class ConeBlock<ConeSolver>;
  /// What one contact's impulses do to one body, and the other way.
  struct Side {
    int body = 0;
    double inverseMass = 0;
    Mat3 lever = Mat3::Zero();   ///< rows: arm × direction
    Mat3 answer = Mat3::Zero();  ///< columns: I⁻¹ (arm × direction)
  };
  struct Row {
    Mat3 axes;  ///< rows: normal, first and second tangent
    Side a, b;
    double normalMass = 0, tangentMass = 0;  ///< [kg]
  };

  void findIslands();
  void prepare(int contact);
  void push(const Row& row, const Vec3& impulse);
  Vec3 relativeVelocity(const Row& row) const;
  ConeContact& contact(int c) { return m_contacts[c]; }
  /// [m/s] that the impulse is to what touches there: what is light must not get energy from what
  /// is heavy by a share of its impulse that is small only beside it.
  double measure(int c, const Vec3& impulse) const {
    const double mass = m_rows[c].normalMass;
    return mass > 0 ? impulse.norm() / mass : 0;
  }
  double residual(double change, double /*largest*/) const { return change / m_closing; }
  Vec3 improved(int c, const Vec3& u) const;
  Mat3 response(int to, int from) const;
  double fastestClosing(std::span<const int> contacts) const;
  void chooseBlock(std::span<const int> contacts);

  std::span<ConeBody> m_bodies;
  std::span<ConeContact> m_contacts;
  std::vector<Row> m_rows;
  std::vector<int> m_parent, m_islandOf, m_order, m_firstOf;
  std::vector<Vec3> m_before, m_search;
  int m_islandCount = 0;
  double m_closing = 0;  // [m/s] see solve()
  ConeBlock<ConeSolver> m_atOnce;
  std::vector<int> m_block;
  std::vector<char> m_chosen;  // contacts
  std::vector<int> m_reached;  // bodies: the pass that came to them, 0 none
};

}  // namespace sinew
