#pragma once
#include <array>
#include <span>
#include <vector>

#include "core/math/Types.h"
#include "core/solvers/ConeBlock.h"
#include "core/solvers/ConeRows.h"
#include "core/solvers/ConeSweeps.h"
#include "core/solvers/IslandInterior.h"

namespace sinew {

/// Exact Coulomb friction between rigid bodies: for every contact
///   0 ≤ λ_n ⟂ u_n − least ≥ 0,   |λ_t| ≤ μ λ_n,   u_t against λ_t where the limit is reached,
/// with u = relative velocities after the impulses λ. By ConeSweeps; where these end far from it,
/// by IslandInterior for all contacts of up to 64 bodies of uneven masses, then by ConeBlock for up
/// to 40 contacts, or for those that miss most. Contacts that share no moving body are solved for
/// apart. What it finds depends on the order of contacts alone.
class ConeSolver {
 public:
  /// Uneven masses need many rounds, large heaps cannot have as many.
  using Budget = ConeBudget;
  using Statistics = ConeStatistics;

  /// `interruption`, if not null, ends solves early, and must outlive them.
  void heed(Interruption* interruption) { m_rows.heed(interruption); }
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
  void push(int contact, const Vec3& impulse);
  Vec3 inWorld(int contact, const Vec3& impulse) const { return m_rows.inWorld(contact, impulse); }
  int island(int contact) const { return m_islandOf[contact]; }
  int islands() const { return m_islandCount; }

 private:
  void findIslands();
  void solveIsland(int island, const Budget& budget, Statistics& found);
  double fastestClosing(std::span<const int> contacts) const;
  void chooseBlock(std::span<const int> contacts);
  void solveBlock(double enough, double closing);
  void solveWhole(std::span<const int> bodies, double enough, double closing);
  bool areUneven(std::span<const int> bodies) const;
  double massReached() const;

  std::span<ConeBody> m_bodies;
  std::span<ConeContact> m_contacts;
  ConeRows m_rows;
  // Contacts and bodies by island, and where those of each begin.
  std::vector<int> m_order, m_firstOf, m_bodyOrder, m_firstBodyOf;
  std::vector<int> m_islandOf, m_islandOfBody;  // −1: moves by key, or touches nothing
  std::vector<int> m_parent, m_islandOfRoot;
  std::vector<Vec3> m_before, m_search;
  int m_islandCount = 0;
  ConeBlock<ConeRows> m_atOnce;
  IslandInterior m_whole;
  std::vector<int> m_acting, m_block;  // contacts of an island
  std::vector<char> m_chosen;          // contacts
  std::vector<int> m_reached;          // bodies: the pass that came to them, 0 none
};

}  // namespace sinew
