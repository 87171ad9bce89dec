#pragma once
#include <functional>
#include <vector>

#include "core/contact/BarrierContact.h"
#include "core/simulation/Islands.h"
#include "core/simulation/TouchPoints.h"
#include "core/solvers/ConeNewton.h"
#include "core/solvers/ConeSolver.h"

namespace sinew {

/// Contact between parts of any kind as impulses that a step is solved for ([BW92] §3): for each
/// touch, with gap g, rate w of its two sides and normal n,
///   0 ≤ λ_n ⟂ n·w(ν) − least ≥ 0,  least = (rest − g)/h,  |λ_t| ≤ μ λ_n,
/// for the velocities ν with which parts move for h seconds, to a few mm/s. What is nearer than
/// `rest` is led away slowly.
/// DEPARTURE: [BW92] solves for accelerations and forces, and for impacts apart from them; one
/// solve for velocities and impulses is both, as in Stewart and Trinkle 1996.
class ContactRows {
 public:
  using Scratches = TouchPoints::Scratches;
  /// What impulses on a part do to it: `loads` and `velocities` are three columns of its ν.
  using Answer = std::function<void(int part, const double* loads, double* velocities)>;

  /// `interruption`, if not null, is looked for between solves, and must outlive them.
  ContactRows(const World& world, Interruption* interruption)
      : m_world(&world), m_interruption(interruption), m_points(world) {}

  /// Takes up what touches, or will in h seconds, where parts start at `scratch`.
  void take(const BarrierContact& contact, Scratches scratch, double h);
  bool none() const { return m_rows.empty(); }
  /// Impulses for parts that would move with ν without them. May be asked again for other ν.
  ConeStatistics solve(const Reals& nu, const Answer& answer);
  /// Where the step ends, impacts give back e of the impulses that stopped them (Poisson's law),
  /// and nothing closes by that. False if there are none.
  bool giveBack(double gravity);
  /// Q += Jᵀ of those impulses [N s].
  void addGiven(double* Q) const;
  /// Parts that rows act on, ascending, and which of them touch each other, at once or by others.
  std::span<const int> parts() const { return m_parts; }
  int islands() const { return m_islands.count(); }
  int island(int part) const { return m_islands.of(part); }
  bool actOnEachOther(int a, int b) const;  ///< whether they are of one island
  /// Q += Jᵀ λ [N s], of all parts.
  void addImpulses(double* Q) const;
  /// What they do over the step [J].
  struct Work {
    double lost = 0;   ///< to friction, and in what stops short of its touch
    double put = 0;    ///< by obstacles that move
    double apart = 0;  ///< where things are led away from each other
  };
  Work work() const;

 private:
  friend class ConeSweeps<ContactRows>;
  /// A part that a row acts on, and what a unit of its impulses does to it.
  struct Side {
    int part = -1;
    std::size_t answer = 0;  // three columns in m_answers
    double mobility = 0;     // [1/kg] along the normal
  };
  struct Row {
    int points = 0;
    std::array<int, 4> point{};      // of m_points
    std::array<double, 4> weight{};  // of their velocities, in the rate
    std::array<Side, 4> side{};
    int sides = 0;
    Mat3 axes;                     // rows: normal, first and second tangent
    Vec3 own = Vec3::Zero();       // [m/s] of what moves by key
    Mat3 mobility = Mat3::Zero();  // [1/kg] along the axes
    double tangentMobility = 0;    // [1/kg] the larger of both
    bool answered = false, live = false;
  };
  struct Contact {
    double least = 0, friction = 0;  // [m/s], –
    Vec3 impulse = Vec3::Zero();     // [N s] along the axes
    bool active = true;
    double met = 0;             // [m/s] speed at which the step began to close the gap
    double restitution = 0;     // –
    Vec3 given = Vec3::Zero();  // [N s] where the step ends
  };

  void addRow(const BarrierContact& contact, const BarrierContact::Touch& touch, Scratches scratch,
              double h);
  void findIslands();
  bool addLive(std::span<const int> rows);
  bool isInterrupted() const { return m_interruption && m_interruption->due(); }
  Contact& contact(int c) { return m_contacts[c]; }
  void addForces(const Row& row, const Vec3& impulse, double* Q) const;
  Vec3 rateOf(const Row& row, const double* nu) const;
  Vec3 relativeVelocity(int c) const;
  Vec3 improved(int c, const Vec3& u);
  /// [m/s] that the impulse is to what touches there: what is light must not be left inside what is
  /// heavy.
  double measure(int c, const Vec3& impulse) const {
    return impulse.norm() * m_rows[c].mobility(0, 0);
  }
  static double residual(double change, double /*largest*/) { return change; }
  void push(int c, const Vec3& impulse);
  void answer(Row& row);
  double miss(int c);
  void chooseBlock();
  void solveAtOnce();
  Mat3 response(const Row& to, const Row& from) const;

  const World* m_world;
  Interruption* m_interruption;
  TouchPoints m_points;
  std::vector<Row> m_rows;
  std::vector<Contact> m_contacts, m_solved;
  Islands m_islands;
  std::vector<int> m_order, m_firstOf;  // rows by island
  std::vector<int> m_parts, m_live, m_block;
  std::vector<std::pair<double, int>> m_misses;  // [m/s] of rows
  std::vector<double> m_stopped;                 // restitution of those that meet
  const Answer* m_answer = nullptr;
  Reals m_answers, m_loads, m_nu;
  std::vector<Vec3> m_before, m_search;
  ConeNewton m_newton;
  Eigen::VectorXd m_impulses;
  double m_step = 0;  // [s]
};

}  // namespace sinew
