#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/math/Lanes.h"
#include "core/math/Rotation.h"

namespace sinew {

/// ω̄ of a FreeTurn that is slow, from the spin it starts with; all in any axes they share. False
/// where `spin` is not slow, or goes astray.
/// OPTIMIZATION: rounds ω̄ ← a + A L̄(ω̄), each of which leaves of what was off about half the turn.
inline bool settleSlowSpin(Lanes rest, const Columns3& perMomentum, Lanes momentum, double h,
                           Lanes& spin) {
  constexpr double kSlowTurn = 0.1, kNoTurn = 1e-13;  // [rad]
  constexpr int kMostRounds = 16;
  const double quarter = 0.25 * h * h;
  double before = 0, shareBefore = 1;
  for (int round = 0; round < kMostRounds; ++round) {
    const double square = dot3(spin, spin), y = quarter * square;
    if (!(y < 0.25 * kSlowTurn * kSlowTurn)) return false;
    const double tau = 0.5 * h * (1 + y * (1.0 / 3 + y * (2.0 / 15 + y * (17.0 / 315))));
    const Lanes mean =
        (momentum - tau * cross(spin, momentum) + tau * tau * dot3(spin, momentum) * spin) /
        (1 + tau * tau * square);
    const Lanes next = rest + perMomentum.times(mean), change = next - spin;
    const double off = h * h * dot3(change, change);
    spin = next;
    // What is left of each change alternates where a body is long: the larger share counts.
    const double share = before > 0 ? off / before : 1;
    if (off * std::max(share, shareBefore) <= kNoTurn * kNoTurn) return true;
    before = off;
    shareBefore = share;
  }
  return false;
}

/// How a body turns in h seconds in which its momentum stays what it is in the world: about the
/// axis ω̄ that goes with the mean of it, as the body sees them before and after. All in its own
/// axes; L̂ is its angular momentum about its centre of mass, of which ω = a + A L̂:
///
///   ω̄ = a + A L̄,   L̄ = ½ (L̂ + exp(−h ω̄) L̂) = (I + τ [ω̄]×)⁻¹ L̂,   τ = tan(½ h |ω̄|)/|ω̄|
///
/// That is the implicit midpoint rule on the rotation group, which is in no paper of ours. A rigid
/// body that turns so keeps its energy ½ L·I⁻¹L whatever h, while one that turns with the spin it
/// starts with gains some in each step, until it turns about its longest axis. About a principal
/// axis both are exact.
class FreeTurn {
 public:
  struct Body {
    Vec3 spin = Vec3::Zero();             ///< [rad/s] with which it starts
    Vec3 rest = Vec3::Zero();             ///< a [rad/s]
    Mat3 perMomentum = Mat3::Identity();  ///< A [1/(kg m²)]
    Vec3 momentum = Vec3::Zero();         ///< L̂ [kg m²/s]
  };

  /// What has no ω̄ within half a turn is divided into shorter ones.
  FreeTurn(const Body& body, double h) : m_body(body), m_whole(h) {
    for (m_pieces = 1; m_pieces <= kMostPieces; m_pieces *= 2) {
      if (takePieces(h / m_pieces)) return;
    }
    m_pieces = 0;
  }

  /// A rotation from the body's axes to the world's, turned so.
  Quat from(Quat rotation) const {
    if (m_pieces == 0) return turned(rotation, rotation * (m_whole * m_body.spin));
    for (int i = 0; i < m_pieces; ++i) {
      rotation = turned(rotation, rotation * (m_whole / m_pieces * m_spins[i]));
    }
    return rotation;
  }

  /// ∂θ/∂(h ω) in the body's axes, where the body starts with ω + δω and is turned by θ more: a
  /// changes by `rest` δω, L̂ by `inertia` δω. Turns in pieces are taken for such about the spin at
  /// the start.
  Mat3 response(const Mat3& rest, const Mat3& inertia) {
    if (m_pieces != 1) return turnedFurther(m_whole * m_body.spin);
    look(m_whole, m_spins[0]);
    const Mat3 start = rest + m_body.perMomentum * (m_halfBack * inertia);
    return turnedFurther(m_whole * m_spins[0]) * (m_inverseSlope * start);
  }

 private:
  static constexpr int kMostPieces = 32, kMostRounds = 16;

  bool takePieces(double h) {
    m_momentum = m_body.momentum;
    Vec3 spin = m_body.spin;
    for (int i = 0; i < m_pieces; ++i) {
      if (!findSpin(h, spin)) return false;
      m_spins[i] = spin;
      if (m_pieces == 1) return true;
      const Quat back = turned(Quat::Identity(), -h * spin);
      m_momentum = back * m_momentum;
      spin = m_body.rest + m_body.perMomentum * m_momentum;
    }
    return true;
  }

  // What the last change was off by is squared by it.
  bool findSpin(double h, Vec3& spin) {
    constexpr double kEnough = 1e-7, kNoTurn = 1e-13;  // of the spin, [rad]
    Lanes slow = lanesOf(spin);
    if (settleSlowSpin(lanesOf(m_body.rest), Columns3(m_body.perMomentum.data()),
                       lanesOf(m_momentum), h, slow)) {
      spin = vectorOf(slow);
      return true;
    }
    for (int round = 0; round < kMostRounds; ++round) {
      if (!(std::abs(h) * spin.norm() < std::numbers::pi)) return false;
      look(h, spin);
      const Vec3 change = m_inverseSlope * m_left;
      spin -= change;
      if (change.norm() <= kEnough * spin.norm() || std::abs(h) * change.norm() <= kNoTurn) {
        return std::abs(h) * spin.norm() < std::numbers::pi;
      }
    }
    return false;
  }

  // What is left of ω̄ − a − A L̄, and how it changes with ω̄.
  void look(double h, const Vec3& spin) {
    const double half = 0.5 * h, square = spin.squaredNorm(), x = half * std::sqrt(square);
    const bool small = x < 1e-3;
    const double tangent = small ? x : std::tan(x);
    const double tau = half * (small ? 1 + x * x / 3 : tangent / x);
    const double perSpin = small ? 2.0 / 3 * half * half * half  // ∂τ/∂ω̄ = that times ω̄
                                 : (half * (1 + tangent * tangent) - tau) / square;
    const Mat3 across = tau * skew(spin);
    m_halfBack = (Mat3::Identity() - across + tau * tau * spin * spin.transpose()) /
                 (1 + tau * tau * square);  // (I + τ [ω̄]×)⁻¹
    const Vec3 mean = m_halfBack * m_momentum, longer = perSpin * spin.cross(mean);
    m_left = spin - m_body.rest - m_body.perMomentum * mean;
    const Mat3 back = m_halfBack * (tau * skew(mean) - longer * spin.transpose());
    const Mat3 slope = Mat3::Identity() - m_body.perMomentum * back;
    m_inverseSlope = slope.inverse();
  }

  Body m_body;
  double m_whole;                         // [s]
  int m_pieces = 1;                       // 0: there is no such turn
  std::array<Vec3, kMostPieces> m_spins;  // ω̄ of each
  Vec3 m_momentum = Vec3::Zero();         // L̂ where a piece starts
  Vec3 m_left = Vec3::Zero();
  Mat3 m_halfBack = Mat3::Identity(), m_inverseSlope = Mat3::Identity();
};

}  // namespace sinew
