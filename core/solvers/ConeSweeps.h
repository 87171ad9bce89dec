#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// What a solver of contacts may spend, and what it reached.
struct ConeBudget {
  int rounds = 1000;       ///< at most
  int visits = 40000;      ///< of contacts of one island: no more rounds than that is worth,
  int leastRounds = 60;    ///< but as many as this
  double residual = 1e-5;  ///< that is enough

  /// With `share` times as many rounds, until `of` times the residual is left.
  ConeBudget times(double share, double of) const {
    const auto count = [share](int usual) { return static_cast<int>(std::ceil(share * usual)); };
    return {count(rounds), count(visits), count(leastRounds), of * residual};
  }
};
struct ConeStatistics {
  int rounds = 0;  ///< most of any island
  int islands = 0;
  double residual = 0;  ///< reached, largest of any island
};

/// Exact Coulomb friction for contacts of anything that answers impulses linearly, by block
/// Gauss–Seidel sweeps, speeded up by nonsmooth nonlinear conjugate gradients (Silcowitz-Hansen,
/// Niebe, Erleben, The Visual Computer 26, 2010). `Rows` knows of each contact
///   contact(c)           its impulse [N s], least normal speed [m/s] and friction,
///   relativeVelocity(c)  [m/s] along normal and tangents,
///   push(c, impulse)     which changes the velocities,
///   improved(c, u)       its impulse if the relative velocity is u with the one that it has,
///   measure(c, impulse), residual(change)  how much that is, and how much is left where a sweep
///                        has changed so much;
///   isInterrupted()      whether to give up,
/// and may know of all that its contacts move
///   beginRound(), goOn(share)  which do to velocities at once what a round's going on does: see
///                        ConeRows.
template <class Rows>
class ConeSweeps {
 public:
  ConeSweeps(Rows& rows, std::vector<Vec3>& before, std::vector<Vec3>& search)
      : m_rows(rows), m_before(before), m_search(search) {}

  /// Of contacts that act on each other and on no others. Returns rounds.
  int solve(std::span<const int> contacts, const ConeBudget& budget, double& residual) {
    const int worth = budget.visits / std::max(1, static_cast<int>(contacts.size()));
    const int most = std::min(budget.rounds, std::max(budget.leastRounds, worth));
    double squareBefore = 0;
    int round = 0;
    for (; round < most && !m_rows.isInterrupted(); ++round) {
      for (const int c : contacts) m_before[c] = m_rows.contact(c).impulse;
      if constexpr (kGoesOnAtOnce) m_rows.beginRound();
      residual = m_rows.residual(sweep(contacts));
      if (residual <= budget.residual || round + 1 == most) return round + 1;
      double square = 0;
      for (const int c : contacts) {
        square += (m_rows.contact(c).impulse - m_before[c]).squaredNorm();
      }
      const double share = squareBefore > 0 ? square / squareBefore : 0;
      const bool afresh = round == 0 || share > 1;
      squareBefore = share > 1 ? 0 : square;
      for (const int c : contacts) goOn(c, afresh, share);
      if constexpr (kGoesOnAtOnce) m_rows.goOn(afresh ? 0 : share);
    }
    return round;
  }

 private:
  static constexpr bool kGoesOnAtOnce = requires(Rows & rows) { rows.goOn(1.0); };

  // Returns the largest change.
  double sweep(std::span<const int> contacts) {
    double change = 0;
    for (const int c : contacts) {
      auto& contact = m_rows.contact(c);
      if (!contact.active) continue;
      const Vec3 u = m_rows.relativeVelocity(c), before = contact.impulse;
      if (before.isZero() && u[0] >= contact.least) continue;
      contact.impulse = m_rows.improved(c, u);
      const Vec3 more = contact.impulse - before;
      if (more.isZero()) continue;
      m_rows.push(c, more);
      change = std::max(change, m_rows.measure(c, more));
    }
    return change;
  }

  void goOn(int c, bool afresh, double share) {
    auto& contact = m_rows.contact(c);
    const Vec3 step = contact.impulse - m_before[c];
    if (afresh) {
      m_search[c] = step;
      return;
    }
    const Vec3 more = share * m_search[c];
    m_search[c] = more + step;
    if (!contact.active || more.isZero()) return;
    contact.impulse += more;
    if constexpr (!kGoesOnAtOnce) m_rows.push(c, more);
  }

  Rows& m_rows;
  std::vector<Vec3>&m_before, &m_search;
};

}  // namespace sinew
