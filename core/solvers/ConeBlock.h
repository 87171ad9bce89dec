#pragma once
#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "core/solvers/ConeInterior.h"
#include "core/solvers/ConeNewton.h"

namespace sinew {

/// Some of the contacts that sweeps go over (see ConeSweeps), solved for at once, with what all
/// others do as it is: by Newton's method from where they are; where that does not come to an end,
/// from what ConeInterior makes of them. `Rows` knows besides what ConeSweeps asks:
///   response(to, from)  [1/kg] 3 × 3, relative velocity at one contact by an impulse at another.
template <class Rows>
class ConeBlock {
 public:
  /// Improves the impulses until they miss by `enough` [m/s], or no more can be done.
  void solve(Rows& rows, std::span<const int> block, double enough) {
    const int count = static_cast<int>(block.size());
    if (count == 0) return;
    m_newton.begin(count);
    m_impulses.resize(3 * count);
    for (int i = 0; i < count; ++i) {
      const auto& contact = rows.contact(block[i]);
      m_impulses.segment<3>(3 * i) = contact.impulse;
      m_newton.friction()[i] = contact.friction;
      m_newton.velocities().segment<3>(3 * i) = rows.relativeVelocity(block[i]);
      m_newton.velocities()[3 * i] -= contact.least;
      for (int k = 0; k < count; ++k) {
        m_newton.responses().block<3, 3>(3 * i, 3 * k) = rows.response(block[i], block[k]);
      }
    }
    m_newton.velocities() -= m_newton.responses() * m_impulses;
    const double misses = m_newton.solve(m_impulses, enough);
    if (misses > enough && !isSolved(solveAfresh(misses, enough), rows, block)) return;
    for (int i = 0; i < count; ++i) {
      auto& contact = rows.contact(block[i]);
      const Vec3 more = m_impulses.segment<3>(3 * i) - contact.impulse;
      contact.impulse += more;
      rows.push(block[i], more);
    }
  }

 private:
  // Where two keyed parts close on what is between them there is no solution: impulses grow to what
  // holds the solver together, and miss all the same.
  bool isSolved(double misses, Rows& rows, std::span<const int> block) const {
    constexpr double kShare = 0.1, kGrown = 10;
    double closing = 0, before = 0;
    for (std::size_t i = 0; i < block.size(); ++i) {
      closing = std::max(closing, -m_newton.velocities()[3 * static_cast<int>(i)]);
      before = std::max(before, rows.contact(block[i]).impulse.norm());
    }
    return misses <= kShare * closing || m_impulses.norm() <= kGrown * before;
  }

  // Cones are widened as what slides asks for, until it is as fast as they were widened for.
  // Returns by how much [m/s] the impulses miss then.
  double solveAfresh(double least, double enough) {
    constexpr int kWidenings = 8;
    constexpr double kHelps = 0.7;
    m_widened.assign(m_newton.friction().size(), 0);
    double before = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kWidenings; ++i) {
      m_interior.solve(m_newton.responses(), m_newton.velocities(), m_newton.friction(), m_widened,
                       m_tried);
      const double misses = m_newton.solve(m_tried, enough);
      if (misses < least) {
        least = misses;
        m_impulses = m_tried;
      }
      if (misses <= enough || (i > 1 && misses > kHelps * before)) break;
      before = misses;
      for (std::size_t c = 0; c < m_widened.size(); ++c) {
        const int n = 3 * static_cast<int>(c);
        const Vec3 u =
            m_newton.responses().middleRows<3>(n) * m_tried + m_newton.velocities().segment<3>(n);
        const double friction = std::max(m_newton.friction()[c], ConeInterior::kLeastFriction);
        m_widened[c] = friction * u.tail<2>().norm();
      }
    }
    return least;
  }

  ConeNewton m_newton;
  ConeInterior m_interior;
  Eigen::VectorXd m_impulses, m_tried;
  std::vector<double> m_widened;  // [m/s] per contact
};

}  // namespace sinew
