#pragma once
#include <array>
#include <limits>
#include <vector>

#include "core/contact/BarrierContact.h"
#include "core/contact/ContactMemory.h"
#include "core/simulation/HeldParts.h"
#include "core/simulation/Islands.h"
#include "core/simulation/TouchPoints.h"
#include "core/solvers/ConeBlock.h"
#include "core/solvers/ConeSolver.h"

namespace sinew {

/// Contact between parts of any kind as impulses that a step is solved for ([BW92] §3): for each
/// touch, with gap g, rate w of its two sides and normal n,
///   0 ≤ λ_n ⟂ n·w(ν) − least ≥ 0,  least = (rest − g)/h,  |λ_t| ≤ μ λ_n,
/// for the velocities ν with which parts move for h seconds, to a few mm/s. What is nearer than
/// `rest` is led away slowly. Parts move by λ as A⁻¹ Jᵀ λ says, and those that constraints C hold
/// by
///   (A⁻¹ − A⁻¹ Cᵀ N⁻¹ C A⁻¹) Jᵀ λ,  N = C A⁻¹ Cᵀ ([Metaxas93] (45), with A of the step for M).
/// DEPARTURE: [BW92] solves for accelerations and forces, and for impacts apart from them; one
/// solve for velocities and impulses is both, as in Stewart and Trinkle 1996.
class ContactRows {
 public:
  using Scratches = TouchPoints::Scratches;
  /// How a step answers impulses.
  class Response {
   public:
    virtual ~Response() = default;
    /// [m/s, rad/s] of a part by itself: `loads` and `velocities` are three columns of its ν.
    virtual void answer(int part, const double* loads, double* velocities) = 0;
    /// += J ν of a constraint, where its part moves with three columns of ν and no other does.
    virtual void addRates(int constraint, int part, const double* velocity, double* rates) = 0;
    /// Multipliers [N s] of all constraints that undo these rates of their rows, in place.
    virtual void undo(Reals& rates) = 0;
    /// ν += what such multipliers do.
    virtual void hold(const Reals& multipliers, Reals& nu) = 0;
    /// ν += a share of what the step has changed a rigid part's ν by before rows were asked.
    virtual void addFlight(int part, double share, Reals& nu) = 0;
  };

  /// `interruption`, if not null, is looked for between solves, and must outlive them.
  ContactRows(const World& world, Interruption* interruption)
      : m_world(&world),
        m_interruption(interruption),
        m_budget(kUsual.times(world.accuracy().rounds, world.accuracy().residual)),
        m_points(world) {}

  /// A new step begins; in the one before, contact pushed as `resting` says.
  void begin(std::span<const RestingContact> resting);
  /// Takes up what touches, or will in h seconds, where parts start at `scratch`, and what
  /// constraints hold. Again for another try of the step, where more may be known to touch.
  void take(const BarrierContact& contact, const ConstraintSystem& constraints, Scratches scratch,
            double h);
  bool none() const { return m_rows.empty(); }
  /// Nothing touches in the steps to come, or contact is solved for in them again.
  void leaveOut(bool out);
  bool areLeftOut() const { return m_leftOut; }
  /// Other rows of constraints hold parts now.
  void tie(const ConstraintSystem& constraints);
  /// Impulses for parts that would move with ν without them. May be asked again for other ν: goes
  /// on from what pushed before.
  ConeStatistics solve(const Reals& nu, Response& response);
  /// [m/s] What closes slower rests, and is no impact: twice what gravity [m/s²] adds in a step of
  /// h seconds, and more than a solve leaves.
  static double slowestImpact(double gravity, double h);

  // — impacts, where the step ends (RowImpacts.cpp) —
  /// What has met gives back e of what stopped it, and nothing closes by that: rigid parts by
  /// generalised reflection with the largest e of their island, all others by Poisson's law, row by
  /// row. False if nothing has.
  bool giveBack(double gravity);
  /// Q += Jᵀ of those impulses [N s], and of what holds parts against them.
  void addGiven(const ConstraintSystem& constraints, double* Q) const;
  /// Of which any has met something that gave it back.
  std::vector<char> islandsOfImpacts() const;
  /// The share of the step that a rigid part has not flown, for it stayed where it was hit.
  double unflown(int part) const { return m_unflown[part]; }
  /// Parts that rows act on, at once or by constraints, ascending; which act on each other.
  std::span<const int> parts() const { return m_parts; }
  int islands() const { return m_islands.count(); }
  int island(int part) const { return m_islands.of(part); }
  /// Whether any row acts on it; whether they are of one island, or tied together.
  bool pushesOn(int part) const { return !none() && island(part) >= 0; }
  bool actOnEachOther(int a, int b) const;
  /// Pairs of parts of which constraints alone decide whether they come nearer.
  std::span<const std::array<int, 2>> heldPairs() const { return m_heldPairs; }
  /// Whether what it is tied to could not be where constraints want it, for contact, so that they
  /// let some of it be in this step (RowConflicts.cpp).
  bool givesWay(int part) const { return pushesOn(part) && m_givesWay[part] != 0; }
  /// Lets what holds these parts do so for the rest of the step, rather than that they be slowed,
  /// where what does not move pushes them noticeably. False if nothing more does.
  bool giveWay(std::span<const int> parts, double gravity);
  /// Constraints are others now: forgets about that.
  void holdAgain();
  /// Q += Jᵀ λ [N s], of all parts.
  void addImpulses(double* Q) const;
  /// [N s] of all constraints, that hold parts against those; empty where nothing is held.
  const Reals& holding() const { return m_holding; }
  /// What pushes, as it is remembered and shown.
  void remember(std::vector<RestingContact>& resting) const;
  /// What they do over the step [J].
  struct Work {
    double lost = 0;   ///< to friction, and in what stops short of its touch
    double put = 0;    ///< by obstacles that move
    double apart = 0;  ///< where things are led away from each other
  };
  /// Where parts go on with these shares of their speeds; with all of them if there are none.
  Work work(std::span<const double> slowed);

 private:
  friend class ConeSweeps<ContactRows>;
  friend class ConeBlock<ContactRows>;
  /// A part that a row acts on, and what a unit of its impulses does to it.
  struct Side {
    int part = -1;
    std::size_t answer = 0;  // three columns in m_answers
    double mobility = 0;     // [1/kg] along the normal
    // Where constraints hold the part: rates of the rows on it, by row, then multipliers of its
    // whole group, three columns each.
    std::size_t rates = 0, multipliers = 0;  // in m_held
  };
  struct Row {
    int points = 0;
    std::array<int, 4> point{};      // of m_points
    std::array<double, 4> weight{};  // of their velocities, in the rate
    std::array<Side, 4> side{};
    int sides = 0;
    Mat3 axes;                     // rows: normal, first and second tangent
    std::array<int, 2> pair{};     // A and B
    Vec3 at = Vec3::Zero();        // [m] on A
    double gap = 0;                // [m]
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
    Vec3 begun = Vec3::Zero();  // [m/s] rate with which it began, along the axes
    double restitution = 0;     // –
    Vec3 given = Vec3::Zero();  // [N s] where the step ends
  };

  void addRow(const BarrierContact& contact, const BarrierContact::Touch& touch, Scratches scratch,
              double h);
  void findIslands();
  bool isTied(const Side& side) const { return m_ties.group(side.part) >= 0; }
  bool isTied(const Row& row) const;
  Mat3 answerOwn(Side& side, const Row& row);
  void askFor(const Side& side, const Row& row);
  void findCrowded();
  std::size_t pointAnswers(int point);
  void sumPointAnswers(const Side& side, const Row& row);
  void answerTied(Side& side);
  Vec3 heldRate(const Side& side, const Reals& multipliers) const;
  Mat3 tiedResponse(const Side& to, const Side& from) const;
  const Reals& held();
  void recall();
  std::span<const int> rowsOf(int island) const;
  ConeStatistics solveIsland(int island);
  void solveLive(int& blocks, int& inVain, ConeStatistics& found);
  bool isHeld(int part) const;
  bool letConflictsGiveWay(int island, const Reals& nu, double residual);
  double weighTied(int island, const Reals& nu);
  int groupOf(const Row& row) const;
  bool giveWay(int part);
  void beginAnew(int island, const Reals& nu);
  void keep();
  void putBack();
  void pushAsBefore(std::span<const int> rows);
  bool addLive(std::span<const int> rows);
  bool isInterrupted() const { return m_interruption && m_interruption->due(); }
  Contact& contact(int c) { return m_contacts[c]; }
  void addForces(const Row& row, const Vec3& impulse, double* Q) const;
  Vec3 rateOf(const Row& row, const double* nu) const;
  Vec3 relativeVelocity(int c);
  Vec3 endSpeed(int c, std::span<const double> slowed);
  Vec3 improved(int c, const Vec3& u);
  /// [m/s] that the impulse is to what touches there: what is light must not be left inside what is
  /// heavy.
  double measure(int c, const Vec3& impulse) const {
    return impulse.norm() * m_rows[c].mobility(0, 0);
  }
  static double residual(double change) { return change; }
  void push(int c, const Vec3& impulse);
  void answer(Row& row);
  double miss(int c);
  void chooseBlock();
  Mat3 response(const Row& to, const Row& from) const;
  Mat3 response(int to, int from) const { return response(m_rows[to], m_rows[from]); }

  double restitutionOfImpact(const Contact& contact, double slowest) const;
  std::vector<double> restitutionOfRigid(double slowest) const;
  double stop(std::span<const int> rows, int& blocks);
  void giveBackAtOnce(std::span<const int> rows, double slowest);
  void reflect(std::span<const int> rows, double restitution, double slowest);
  void giveNothing(std::span<const int> rows);
  void findFlights(std::span<const int> rows, double slowest);

  static constexpr ConeBudget kUsual{
      .rounds = 40, .visits = 20000, .leastRounds = 20, .residual = 5e-3};

  const World* m_world;
  Interruption* m_interruption;
  ConeBudget m_budget;
  TouchPoints m_points;
  std::vector<Row> m_rows;
  std::vector<Contact> m_contacts, m_solved;
  std::vector<RestingContact> m_known;  // of the step before
  std::vector<Vec3> m_tried;            // [N s] in the try before
  bool m_isNew = true;                  // the step, not tried before
  bool m_leftOut = false;
  std::vector<char> m_givesWay;         // per part: constraints on it, to contact
  std::vector<char> m_askedFor;         // per part: to stay so in the step's next tries
  int m_gave = 0;                       // tries of the step that let more give way
  std::vector<int> m_vainBlocks;        // that did not help in the step, by an island's part
  struct Tied {
    double mass = 0;     // [kg]
    double met = 0;      // [m/s] at which its contacts met
    double fastest = 1;  // [m/s] the same, or without contact, or 1
    double load = 0;     // [N s] by what else moves
    double braced = 0;   // [N s] by what does not, or by itself
  };
  std::vector<Tied> m_tied;  // per group
  HeldParts m_ties;
  std::vector<std::array<int, 2>> m_heldPairs;
  Islands m_islands;
  std::vector<int> m_order, m_firstOf;  // rows by island
  std::vector<int> m_byPlace;
  std::vector<int> m_parts, m_live, m_block;
  std::vector<std::pair<double, int>> m_misses;       // [m/s] of rows
  std::vector<int> m_pushing, m_ofIsland, m_closing;  // rows of an impact
  std::vector<double> m_stopped;                      // restitution of the first of these
  std::vector<double> m_unflown;                      // per part
  std::vector<int> m_hit;                             // rigid parts of an island that met something
  Response* m_response = nullptr;
  Reals m_answers, m_loads, m_nu;
  static constexpr auto kNotAsked = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> m_pointAnswers;  // in m_answers
  std::vector<char> m_byPoints;             // parts that are asked by their points
  struct Uses {
    int points = 0, ofRows = 0;  // of a part: points, and how often rows act on them
  };
  std::vector<Uses> m_uses;
  Reals m_held;                  // see Side
  Reals m_holding, m_givenTies;  // [N s] of all constraints
  Reals m_undone, m_nuHeld;      // room; ν with all that holds
  std::vector<Vec3> m_before, m_search;
  std::vector<Vec3> m_kept;  // with m_nuKept and m_holdingKept: before a block
  Reals m_nuKept, m_holdingKept;
  ConeBlock<ContactRows> m_blockSolver;
  double m_step = 0;  // [s]
};

}  // namespace sinew
