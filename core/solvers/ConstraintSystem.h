#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/Constraint.h"
#include "core/model/Part.h"
#include "core/solvers/BlockLdlt.h"
#include "core/solvers/ConjugateGradients.h"

namespace sinew {

/// The multipliers of all constraints at once.
///
/// Paper: [Metaxas93] §6, N f_c + r = 0 (41), N assembled from 3×3 blocks
///   N_ll = L_A M_i⁻¹ L_Aᵀ + L_B M_j⁻¹ L_Bᵀ (45),   N_lm = ± L_A M_i⁻¹ L_Jᵀ (46)–(49).
/// Here for any rows: J = G L per end, N = Σ J M⁻¹ Jᵀ over the ends that share a part.
/// DEPARTURE: §6.2.1 assigns the blocks and treats the diagonal apart (Step 1-0); every pair of
/// ends is added instead, so that two constraints between the same two parts, or both ends on one
/// part, lose no term. Sparse block LDLᵀ instead of dense LU: linear time in chains and trees.
///
/// A chain with many constraints on it couples all of them. There J A⁻¹ Jᵀ is not formed: its own
/// unknowns are factored along, those of its blocks before the constraints that touch them, as in
/// the banded system of [MICADO08] §7.1 (WovenChains.cpp). Both are kept for what they win: the
/// products of a few constraints are quickly formed, of many they grow with the square.
///
/// In a net, where many ropes cross many, either factor fills up. But what one rope answers to a
/// push across it is felt nearby only, and along it the crossing ones give way: N is far from
/// singular, and is solved by conjugate gradients (KnottedRopes.cpp).
///
/// Redundant rows leave N singular. Then N + εD is factored, D the diagonal of N (with woven chains
/// what is known of it when its turn comes), and the solution
/// iterated towards N λ = −r: it converges to multipliers shared between copies; what cannot be met
/// (r outside the range of N) is met in the least-squares sense, weighted by D⁻¹, and named.
class ConstraintSystem {
 public:
  struct Structure {
    struct Item {
      int rows = 0;
      int endCount = 0;
      bool directed = false;
      bool loose = false;   ///< J is kept of it and no more: it is never active, and takes no room
      int slidingEnd = -1;  ///< as Constraint::slidingEnd()
      std::array<int, ConstraintRows::kMaxPoints> part{};
    };
    std::vector<Item> constraints;
    std::vector<PartDims> parts;
    std::vector<const BlockChain*> chains;  ///< of each part, null for none
  };
  /// A chain with so many rows on it is crowded: its unknowns are factored along, unless it is tied
  /// to more other crowded ones than these. Where many cross many, as in a net, what is left once
  /// the unknowns are gone couples as much and is larger: 16 × 16 knots took six times as long.
  static constexpr int kCrowdOfRows = 48, kMostCrowdedPartners = 4;

  /// A net is knots of so many rows: constraints between ropes each of which meets more others than
  /// these. Smaller ones are quicker factored.
  static constexpr int kFewestRowsOfKnots = 600, kFewestCrossings = 4;

  ConstraintSystem() = default;
  ConstraintSystem(const ConstraintSystem&) = delete;  // it points into itself
  ConstraintSystem& operator=(const ConstraintSystem&) = delete;

  /// Storage and sparsity; call when connectivity changes, and only then.
  void compile(const Structure& structure);

  int constraintCount() const { return static_cast<int>(m_items.size()); }
  int rows() const { return m_rows; }
  int firstRow(int constraint) const { return m_items[constraint].firstRow; }
  int rowsOf(int constraint) const { return m_items[constraint].rows; }
  int endCount(int constraint) const { return m_items[constraint].endCount; }
  int partOf(int constraint, int end) const {
    return m_ends[m_items[constraint].firstEnd + end].part;
  }
  const BlockPattern& pattern() const { return *m_assembled; }
  /// Rounds of conjugate gradients since the last factorise(); 0 where N was factored.
  int rounds() const { return m_iterates ? m_net.rounds() : 0; }
  /// How often solve() will be called for what the next factorise() is about, roughly. A factor
  /// pays for itself soon.
  void expectSolves(int count) { m_expected = count; }

  /// J = G L of a constraint, for its points in the order of its ends.
  void setRows(int constraint, const ConstraintRows& rows, const PointKinematics* points);
  /// Likewise J = G L + D L_d for one that counts the directions at its points.
  void setDirectedRows(int constraint, const ConstraintRows& rows, const PointKinematics* points,
                       const PointKinematics* directions);
  /// Inactive constraints take no part: their multipliers are 0.
  void setActive(int constraint, bool active) {
    m_items[constraint].active = active && !m_items[constraint].loose;
  }
  bool active(int constraint) const { return m_items[constraint].active; }
  /// Slack rows, one bit each, take no part either. Of a constraint whose rows do not all count
  /// always, until they are set again.
  void setSlack(int constraint, std::uint32_t rows) { m_items[constraint].slack = rows; }
  std::uint32_t slack(int constraint) const { return m_items[constraint].slack; }
  /// Of every row of a constraint, what it gives way by for its own multiplier, beside what N says
  /// of it: 0 until it is set.
  void setCompliance(int constraint, const double* ofRows);
  /// At the last factorise(), of a row that was slack: its diagonal entry in N if it were not;
  /// infinite where that is not known.
  double slackDiagonal(int row) const { return m_slackDiagonal[row]; }
  /// What stands for M: the mass alone, or mass, damping and stiffness over a step.
  using Inertia = Part::Inertia;
  /// Counts M⁻¹ of every part so many times, from the next factorise() on. For the mass alone;
  /// must outlive every factorise(). None: once.
  void setWeights(std::span<const double> ofParts) { m_weights = ofParts; }
  /// M⁻¹Jᵀ of every end, N, and its factor. `scratch[i]` belongs to `parts[i]`; M or A there must
  /// stay what they are until the last solve() and refreshRedundant(). A net that a solve() has to
  /// factor after all takes the rows as they were set last.
  void factorise(std::span<const Part* const> parts,
                 std::span<const std::unique_ptr<PartScratch>> scratch,
                 Inertia inertia = Inertia::Mass);
  /// λ of N λ = rhs; both in constraint order. rhs is overwritten with λ.
  void solve(std::span<double> rhs);

  /// out += J x for one constraint, x a ν-like vector of all parts, one after the other.
  void addJacobianTimes(int constraint, const double* x, double* out) const;
  /// The same where no other part moves; x of that part alone.
  void addJacobianTimes(int constraint, int part, const double* x, double* out) const;
  /// Q += Jᵀ λ for one constraint, Q of all parts likewise.
  void addTransposeTimes(int constraint, const double* lambda, double* Q) const;
  /// The same where it is inactive, too.
  void addGradientTimes(int constraint, const double* lambda, double* Q) const;

  /// After solve(): whether the last factor met a vanishing pivot.
  bool singular() const { return m_singular; }
  /// Works out redundant() for the last solve; costs nothing while the same pivots vanish,
  /// unless it is to be done always.
  void refreshRedundant(bool always = false);
  /// Constraints that share the duty of others (at the last refresh), and those that cannot be met
  /// (at the last solve).
  const std::vector<char>& redundant() const { return m_redundant; }
  /// For redundant ones, a number above 0 that those which share the same duty have in common.
  const std::vector<int>& dutyGroups() const { return m_group; }
  const std::vector<char>& conflicting() const { return m_conflicting; }

 private:
  struct Item {
    int rows = 0, firstRow = 0, firstEnd = 0, endCount = 0;
    bool active = false, woven = false, loose = false;
    std::uint32_t slack = 0;
  };
  /// Those of a point, then those of a direction; they may name the same velocities twice.
  using Blocks = std::array<PointKinematics::Block, 2 * PointKinematics::kMaxBlocks>;
  /// One end: which velocities of which part its point depends on, and where J and M⁻¹Jᵀ are.
  struct End {
    std::int32_t constraint = 0, part = -1;
    std::int32_t firstVelocity = 0, velocities = 0;  ///< of its part, among those of all parts
    std::int32_t columns = 0;                        ///< of J, as last set
    std::int32_t blockCount = 0;                     ///< of consecutive velocities
    std::int32_t column = 0;                         ///< first of its own among those of its part
    std::int32_t from = 0;                           ///< block of its chain before which Jᵀ is 0
    std::int32_t window = -1;                        ///< of one on a woven chain
    bool slides = false;
    bool whole = false;  ///< J has a column for every velocity of the part, in order
    std::size_t J = 0;   ///< offset into m_jacobians
    std::size_t W = 0;   ///< offset of M⁻¹Jᵀ in m_weighed
  };
  /// One product J_a M⁻¹ J_bᵀ and the block it is added to; both ways: its transpose as well.
  struct Pair {
    std::int32_t a = 0, b = 0;
    std::int32_t target = 0;
    bool bothWays = false;
  };
  /// The ends on one part, in m_order, and all pairs of them.
  struct Touched {
    std::int32_t part = 0;
    std::int32_t firstEnd = 0, endCount = 0;
    std::int32_t firstPair = 0, pairCount = 0;
  };

  /// Where a block of the pattern is stored.
  struct Slot {
    std::int32_t offset = -1;
    bool transposed = false;
  };
  /// A chain whose unknowns are factored along: blocks of the pattern from firstBlock on.
  struct Woven {
    std::int32_t part = 0, firstBlock = 0;
    const BlockChain* chain = nullptr;
    std::vector<std::int32_t> ends;
    std::vector<Slot> places;  ///< as Part::chainMatrix() lists the blocks
    Reals matrix;
  };
  /// Consecutive blocks of a chain that an end touches, or may come to touch. It says nothing of
  /// where the end was before: the same state has the same pattern, and the same rounding.
  struct Window {
    std::int32_t first = 0, count = 0;
    bool operator==(const Window& o) const { return first == o.first && count == o.count; }
    std::int32_t firstOffset = 0;  ///< into m_windowOffsets
  };

  /// ε of the regularised factor, relative to the diagonal. Far below BlockLdlt::kSingular: where
  /// N only comes close to losing rank, and the regularised solution takes over, it is the same to
  /// (ε/kSingular)³, so that multipliers have no jump for an integrator to stumble over.
  static constexpr double kShift = 1e-9;

  void compileEnds(const Structure& structure);
  void compilePairs(const std::vector<std::vector<std::int32_t>>& endsOfPart,
                    const std::vector<PartDims>& parts);
  std::vector<std::int32_t> blockSizes() const;
  void compilePattern();
  void assembleIn(const BlockPattern& pattern);
  void factoriseWhole();
  void takeUp(std::span<const double> rhs);
  void spreadTranspose(std::size_t end, int rows, double* out) const;
  void assemble(double* values);
  int spreadAll(const Touched& touched);
  double weightOf(int part) const { return m_weights.empty() ? 1 : m_weights[part]; }
  void addPairs(const Touched& touched, double* values) const;
  void addGeneralPair(const Pair& pair, double* target) const;
  void addCompliance(double* values) const;
  void keepSlack(const double* values);
  void takeOutSlack(double* values) const;
  void completeInactive(double* values) const;
  // HalfProducts.cpp
  void sortByPlace(const Touched& touched, const BlockChain& chain);
  int placeColumns(const Touched& touched);
  void spreadHalves(const Touched& touched, const BlockChain& chain);
  void addHalfPairs(const Touched& touched, const Part& part, const PartScratch& scratch,
                    double* values);
  bool isUnknown(int position) const {
    return m_assembled->order[position] >= m_assembled->firstUnknown;
  }
  void addEndTimes(std::size_t end, int rows, const double* x, double* out) const;
  void addEndTransposeTimes(std::size_t end, int rows, const double* lambda, double* Q) const;

  // KnottedRopes.cpp
  std::vector<std::int32_t> knots(const Structure& structure) const;
  bool factoriseNet();
  void leaveNet();
  void compileWhole();

  // WovenChains.cpp
  std::vector<int> crowdedChains(const Structure& structure,
                                 const std::vector<std::vector<std::int32_t>>& endsOfPart) const;
  void chooseWoven(const Structure& structure, std::vector<std::vector<std::int32_t>>& endsOfPart);
  void listWovenEdges(std::vector<std::pair<std::int32_t, std::int32_t>>& edges) const;
  void aimWoven();
  Window windowOf(const Woven& woven, std::size_t end) const;
  bool moveWindows();
  void assembleWoven(double* values);
  void multiplyWoven(const double* x, double* out);
  void answerOf(const Woven& woven);

  // SingularSystem.cpp
  void multiply(const double* x, double* out);  ///< out = N x, elimination order
  void solveFactor(double* x) const;            ///< x ← (N + εD)⁻¹ x, likewise
  void scaleByDiagonal(double* x, bool divide) const;
  void projectOntoRange(double* x);
  void refine();
  void solveSingular();
  void markConflicting(double scale);
  std::vector<int> pieces() const;
  bool keepNullPart(const std::vector<int>& blocks, int i);
  void joinSharers(const std::vector<int>& piece, const std::vector<int>& weakOf, int i);
  void joinGroup(int constraint, int group);

  std::vector<Item> m_items;
  std::vector<End> m_ends;
  std::vector<Blocks> m_blocks;  // of every end: apart, because those of whole ends are not read
  std::vector<std::int32_t> m_order;  // ends by part
  std::vector<Touched> m_touched;
  std::vector<Pair> m_pairs;
  std::vector<Woven> m_woven;
  std::vector<Window> m_windows;
  std::vector<std::int32_t> m_windowOffsets;  // of the block of each constraint and chain block
  std::span<const Part* const> m_parts;       // of the last factorise(), as the next
  std::span<const std::unique_ptr<PartScratch>> m_scratch;
  Inertia m_inertia = Inertia::Mass;
  std::span<const double> m_weights;  // per part, of its M⁻¹; none: 1
  Reals m_jacobians;
  Reals m_slackDiagonal;  // by row
  Reals m_compliance;     // likewise; empty where none is set
  int m_rows = 0;
  std::vector<std::pair<std::int32_t, std::int32_t>> m_edges;  // between constraints
  BlockPattern m_pattern;                        // of the factor; of a net made only when needed
  const BlockPattern* m_assembled = &m_pattern;  // that N is assembled in
  BlockLdlt m_factor;
  std::vector<std::int32_t> m_knots;  // of each constraint: the pair of ropes it ties, 0 for none
  ConjugateGradients m_net;
  bool m_iterates = false;                     // whether m_net solves
  int m_expected = 1;                          // calls of solve()
  Reals m_matrix;                              // N before factoring; kept for the singular case
  std::vector<int> m_weakBlocks;               // of the factor without ε
  Reals m_dense;                               // Jᵀ of all ends on one part, over its velocities
  Reals m_weighed;                             // M⁻¹Jᵀ of the same
  std::vector<Lanes> m_halves;                 // H⁻¹Jᵀ, a group of columns after the other
  std::vector<int> m_groupFrom, m_groupEnd;    // blocks outside of which a group is 0
  Reals m_products;                            // of all those columns
  Reals m_ordered, m_rhs, m_residual, m_step;  // in elimination order
  Reals m_left, m_unmet;                       // likewise; what N cannot reach of the last rhs
  Reals m_unknowns;                            // of all woven chains, block by block
  Reals m_force, m_response;                   // of one
  bool m_singular = false;
  std::vector<char> m_redundant, m_conflicting;
  std::vector<int> m_group;
  std::vector<int> m_markedFor;  // weak blocks that m_redundant was worked out for
};

}  // namespace sinew
