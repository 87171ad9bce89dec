#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "core/base/Interruption.h"
#include "core/math/Types.h"

namespace sinew {

/// A rigid body as contact sees it: what an impulse does to its velocity. Of what moves by key the
/// inverses are 0.
struct ConeBody {
  double inverseMass = 0;              ///< [1/kg]
  Mat3 inverseInertia = Mat3::Zero();  ///< [1/(kg m²)] in world axes, positive or 0
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

/// The rows of contacts between rigid bodies as sweeps go over them, again and again (`Rows` of
/// ConeSweeps and ConeBlock): packed, and in fours, which the processor takes at once.
class ConeRows {
 public:
  using Bodies = std::span<ConeBody>;
  using Contacts = std::span<ConeContact>;

  /// `interruption`, if not null, is looked for between rounds, and must outlive them.
  void heed(Interruption* interruption) { m_interruption = interruption; }
  bool isInterrupted() const { return m_interruption && m_interruption->due(); }

  /// What impulses at these contacts do to these bodies.
  void set(Bodies bodies, Contacts contacts);
  /// Velocities and impulses from there, and back.
  void load(Bodies bodies, Contacts contacts);
  void store(Bodies bodies, Contacts contacts) const;
  /// A solve of what touches these bodies begins, in which contacts close by so much [m/s].
  void begin(std::span<const int> bodies, double closing);

  /// What of a contact a solve looks at and changes: see ConeContact.
  struct Pushing {
    Vec3 impulse = Vec3::Zero();
    double least = 0, friction = 0;
    bool active = true;
  };
  Pushing& contact(int c) { return m_pushing[c]; }
  const Pushing& contact(int c) const { return m_pushing[c]; }
  Vec3 relativeVelocity(int c) const {
    const Row& row = m_rows[c];
    return row.relativeVelocity(m_motions[row.a], m_motions[row.b]);
  }
  void push(int c, const Vec3& impulse) {
    const Row& row = m_rows[c];
    row.push(impulse, m_motions[row.a], m_motions[row.b]);
  }
  /// The same for velocities that are not loaded.
  Vec3 relativeVelocity(int c, const ConeBody& a, const ConeBody& b) const;
  void push(int c, const Vec3& impulse, ConeBody& a, ConeBody& b) const;
  Vec3 inWorld(int c, const Vec3& impulse) const { return m_rows[c].inWorld(impulse).head<3>(); }
  /// Normal first, then friction within the cone of what the normal has become.
  Vec3 improved(int c, const Vec3& u) const { return improved(c, m_pushing[c].impulse, u); }
  Vec3 improved(int c, const Vec3& impulse, const Vec3& u) const;
  /// [m/s] that the impulse is to what touches there: what is light must not get energy from what
  /// is heavy by a share of its impulse that is small only beside it.
  double measure(int c, const Vec3& impulse) const {
    return impulse.norm() * m_rows[c].normalMobility;
  }
  double residual(double change) const { return change / m_closing; }
  /// [1/kg] Speed along the normal by an impulse along it.
  double mobility(int c) const { return m_rows[c].normalMobility; }
  /// What velocity and spin of a body do to its speeds at a contact, along normal and tangents.
  using Lever = Eigen::Matrix<double, 3, 6>;
  struct Touching {
    int body = 0;
    Lever lever = Lever::Zero();
  };
  Touching touchingA(int c) const;
  Touching touchingB(int c) const;
  Mat3 response(int to, int from) const;
  /// Velocities as they are before a round of sweeps; and on, after it, by what the round and
  /// `share` of how it went on before have done: it is linear in impulses.
  void beginRound();
  void goOn(double share);

 private:
  using Four = Eigen::Vector4d;         // the last is 0
  using Columns = std::array<Four, 3>;  // of a matrix
  struct Motion {
    Four velocity = Four::Zero(), spin = Four::Zero();
  };
  static Motion motionOf(const ConeBody& body);
  static Four times(const Columns& columns, double x, double y, double z) {
    return columns[0] * x + columns[1] * y + columns[2] * z;
  }
  struct Row {
    Columns axes;              // velocities in the world to normal and tangents
    Columns along;             // the other way
    Columns leverA, leverB;    // a spin to the speed at the contact: arm × direction
    Columns answerA, answerB;  // [1/(kg m)] I⁻¹ (arm × direction)
    int a = 0, b = 0;
    double inverseMassA = 0, inverseMassB = 0;  // [1/kg]
    double normalMass = 0, tangentMass = 0;     // [kg]
    double normalMobility = 0;                  // [1/kg]

    Four inWorld(const Vec3& impulse) const {
      return times(along, impulse[0], impulse[1], impulse[2]);
    }
    Vec3 relativeVelocity(const Motion& ofA, const Motion& ofB) const {
      const Four apart = ofB.velocity - ofA.velocity;
      const Four &spinA = ofA.spin, &spinB = ofB.spin;
      const Four u = times(axes, apart[0], apart[1], apart[2]) +
                     times(leverB, spinB[0], spinB[1], spinB[2]) -
                     times(leverA, spinA[0], spinA[1], spinA[2]);
      return u.head<3>();
    }
    void push(const Vec3& impulse, Motion& ofA, Motion& ofB) const {
      const Four world = inWorld(impulse);
      ofA.velocity -= inverseMassA * world;
      ofA.spin -= times(answerA, impulse[0], impulse[1], impulse[2]);
      ofB.velocity += inverseMassB * world;
      ofB.spin += times(answerB, impulse[0], impulse[1], impulse[2]);
    }
  };
  void prepare(Row& row, Bodies bodies, const ConeContact& contact) const;

  Interruption* m_interruption = nullptr;
  std::vector<Row> m_rows;
  std::vector<Pushing> m_pushing;
  std::vector<Motion> m_motions, m_before, m_wentOn;  // per body
  std::vector<int> m_bodies;                          // of the solve
  double m_closing = 0;                               // [m/s]
};

// In sight of the sweeps, which spend a tenth of their time here.
inline Vec3 ConeRows::improved(int c, const Vec3& impulse, const Vec3& u) const {
  const Pushing& contact = m_pushing[c];
  const Row& row = m_rows[c];
  Vec3 now = impulse;
  now[0] = std::max(0.0, now[0] - row.normalMass * (u[0] - contact.least));
  now.tail<2>() -= row.tangentMass * u.tail<2>();
  const double most = contact.friction * now[0], square = now.tail<2>().squaredNorm();
  if (square > most * most) now.tail<2>() *= most / std::sqrt(square);
  return now;
}

}  // namespace sinew
