#include "core/solvers/ConeNewton.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr int kRounds = 15, kInVain = 4;
// In all solves of one block so many rounds, or what takes as long where it is small.
constexpr double kFewestRounds = 30, kMostWork = 4e8;  // the latter over its size cubed
constexpr int kRamp = 4;        // in so many stages friction sets in, where all at once is too much
constexpr double kHeld = 1e-7;  // of a contact's own response: what is redundant stays as it is

}  // namespace

void ConeNewton::begin(int contacts) {
  m_W.setZero(3 * contacts, 3 * contacts);
  m_b.setZero(3 * contacts);
  m_friction.assign(contacts, 0);
  m_does.assign(contacts, Does::Nothing);
  m_along.assign(contacts, Eigen::Vector2d::Zero());
  m_share.assign(contacts, 1);
  m_first.assign(contacts, -1);
  m_roundsLeft = static_cast<int>(std::max(kFewestRounds, kMostWork / std::pow(3.0 * contacts, 3)));
}

double ConeNewton::solve(Eigen::VectorXd& impulses, double enough) {
  m_rubs = 1;
  double least = go(impulses, enough);
  m_best = impulses;
  if (least > enough) {
    for (int k = 0; k <= kRamp; ++k) {
      m_rubs = static_cast<double>(k) / kRamp;
      const double misses = go(impulses, enough);
      if (k < kRamp || !(misses < least)) continue;
      least = misses;
      m_best = impulses;
    }
    impulses = m_best;
  }
  return least;
}

// To the best that is met on the way.
double ConeNewton::go(Eigen::VectorXd& impulses, double enough) {
  double least = lookAt(impulses);
  m_met = impulses;
  int inVain = 0;
  for (int round = 0; round < kRounds && inVain < kInVain && least > enough; ++round) {
    if (--m_roundsLeft < 0) break;
    improve(impulses);
    const double misses = lookAt(impulses);
    ++inVain;
    if (!(misses < least)) continue;
    inVain = 0;
    least = misses;
    m_met = impulses;
  }
  impulses = m_met;
  return least;
}

// What each contact does by λ − u/W, and how far that, once projected, is from λ [m/s].
double ConeNewton::lookAt(const Eigen::VectorXd& impulses) {
  m_u.noalias() = m_W * impulses;
  m_u += m_b;
  if (!m_u.allFinite()) return std::numeric_limits<double>::infinity();
  double misses = 0;
  for (int c = 0; c < static_cast<int>(m_does.size()); ++c) {
    const int n = 3 * c;
    const double own = m_W(n, n), across = std::max(m_W(n + 1, n + 1), m_W(n + 2, n + 2));
    m_does[c] = Does::Nothing;
    if (!(own > 0)) continue;
    const Vec3 now = impulses.segment<3>(n);
    Vec3 next = Vec3::Zero();
    next[0] = std::max(0.0, now[0] - m_u[n] / own);
    if (next[0] > 0) {
      const Eigen::Vector2d wanted = now.tail<2>() - m_u.segment<2>(n + 1) / across;
      const double most = m_rubs * m_friction[c] * next[0], length = wanted.norm();
      m_does[c] = length <= most ? Does::Sticks : Does::Slides;
      if (length > most) m_along[c] = wanted / length;
      m_share[c] = length > most ? most / length : 1;
      next.tail<2>() = length <= most ? wanted : Eigen::Vector2d(most * m_along[c]);
    }
    misses = std::max(misses, own * (next - now).norm());
  }
  return misses;
}

// The unknowns are the impulses of what pushes. What sticks has u = 0; what slides has
//   (1 − β T) λ_t + β T u_t/across = μ λ_n along,  T = 1 − along alongᵀ,
// the projection linearised, with β = μ λ_n/|λ_t − u_t/across| < 1.
void ConeNewton::improve(Eigen::VectorXd& impulses) {
  int size = 0;
  for (std::size_t c = 0; c < m_does.size(); ++c) {
    m_first[c] = size;
    if (m_does[c] != Does::Nothing) size += 3;
  }
  m_reduced.setZero(size, size);
  m_rhs.setZero(size);
  const int count = static_cast<int>(m_does.size());
  for (int r = 0; r < count; ++r) {
    if (m_does[r] == Does::Nothing) continue;
    const int at = m_first[r];
    for (int c = 0; c < count; ++c) {
      if (m_does[c] != Does::Nothing)
        m_reduced.block<3, 3>(at, m_first[c]) = m_W.block<3, 3>(3 * r, 3 * c);
    }
    const Vec3 own = m_W.block<3, 3>(3 * r, 3 * r).diagonal();
    m_reduced.block<3, 3>(at, at).diagonal() += kHeld * own;
    m_rhs.segment<3>(at) =
        kHeld * own.cwiseProduct(impulses.segment<3>(3 * r)) - m_b.segment<3>(3 * r);
    if (m_does[r] == Does::Sticks) continue;
    const Eigen::Matrix2d across =
        Eigen::Matrix2d::Identity() - m_along[r] * m_along[r].transpose();
    const Eigen::Matrix2d resists = m_share[r] / std::max(own[1], own[2]) * across;
    m_reduced.middleRows<2>(at + 1) = resists * m_reduced.middleRows<2>(at + 1);
    m_rhs.segment<2>(at + 1) = resists * m_rhs.segment<2>(at + 1);
    m_reduced.block<2, 2>(at + 1, at + 1) += Eigen::Matrix2d::Identity() - m_share[r] * across;
    m_reduced.block<2, 1>(at + 1, at) -= m_rubs * m_friction[r] * m_along[r];
  }
  const Eigen::VectorXd found = m_reduced.partialPivLu().solve(m_rhs);
  for (int c = 0; c < count; ++c) {
    auto impulse = impulses.segment<3>(3 * c);
    impulse.setZero();
    if (m_does[c] != Does::Nothing) impulse = found.segment<3>(m_first[c]);
  }
}

}  // namespace sinew
