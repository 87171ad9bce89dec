#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/simulation/rigid/RigidContacts.h"

namespace sinew {

/// Where a step would leave parts in each other: what turns on its way, or comes from beside, meets
/// where no contact was foreseen.
class RigidCrossings {
 public:
  static constexpr double kSunk = 4;  ///< margins, by which what is solved for does not overlap

  explicit RigidCrossings(const World& world) : m_world(&world), m_contacts(world) {}

  /// A new step begins, of which nothing is known.
  void clear();
  /// A step as it would be: where parts are at its end, and at its start; how they move between.
  struct Trial {
    double time = 0, h = 0;        ///< [s] of its end, and its length
    RigidContacts::Scratches end;  ///< up to date but for what moves by key
    const double* q = nullptr;     ///< there
    const RigidContacts& start;
    std::span<const ConeBody> mean;
  };
  /// Whether it leaves bare surfaces in each other, deeper than they were: what is known now may
  /// change that.
  bool look(const Trial& trial);
  /// All places of that that were found since the step began.
  std::span<const RigidContacts::Crossing> known() const { return m_known; }
  /// The pair that got into each other most when it was last looked, if by so much that a shorter
  /// step is to be tried.
  const std::optional<std::array<int, 2>>& worst() const { return m_worst; }
  /// Two that overlapped far more than contact may leave them, and no less than at the start:
  /// whatever the reason, that is not solved.
  const std::optional<std::array<int, 2>>& sunk() const { return m_sunk; }
  /// [m] By which any two overlapped then.
  double deepest() const { return m_deepest; }

 private:
  struct Depth {
    std::array<int, 2> pair{};
    double depth = 0;  // [m]
  };
  static void keepDeepest(std::vector<Depth>& depths);
  static double depthOf(const std::vector<Depth>& depths, const std::array<int, 2>& pair);
  static double opens(const Trial& trial, int a, int b, const Vec3& onA, const Vec3& onB,
                      const Vec3& normal);
  static void collect(const RigidContacts& contacts, std::vector<Depth>& out);
  void foresee(const Trial& trial);
  void learn(const std::array<int, 2>& pair, const Trial& trial);

  const World* m_world;
  RigidContacts m_contacts;
  std::vector<double> m_noForces;
  // Of pairs that overlap, each once, ascending: at the start, the end, and by what rows have left.
  std::vector<Depth> m_before, m_after, m_foreseen;
  std::vector<RigidContacts::Crossing> m_known;
  std::optional<std::array<int, 2>> m_worst, m_sunk;
  double m_deepest = 0;
};

}  // namespace sinew
