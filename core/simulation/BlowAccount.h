#pragma once
#include <span>
#include <vector>

#include "core/simulation/Islands.h"
#include "core/simulation/SceneDynamics.h"

namespace sinew {

/// What a step that takes contact later than at its start makes of the energy of what touches: a
/// blow may take energy, and never makes any. Parts that touch each other are judged by themselves,
/// whatever tumbles, rests or is pulled elsewhere, and each against its own blow.
class BlowAccount {
 public:
  explicit BlowAccount(const World& world);

  /// Opens the account of a step of h seconds that was proposed and whose way is clear, with the
  /// dynamics still at its start. False if nothing touches.
  bool open(const SceneDynamics& dynamics, double h);
  /// Energy that contact has made, against the most that passes: above 1 it is too much.
  double madeByContact() const;
  /// Whether anything that touches has nothing else to get energy from, so that it can be judged
  /// by all that it has.
  bool anyAlone() const;
  /// Likewise of all that those have gained, height included, an implicit step taking what turns or
  /// bends as linear; but for touches no harder than what gravity makes of the contact range: what
  /// lies on what does not fall is lifted by as much as it falls in a step. With the dynamics at
  /// the end of the step.
  double madeByAll(const SceneDynamics& dynamics);
  /// That again, less what the same parts would have gained if they had not touched: contact is not
  /// to blame for what they tumble. With the dynamics at the start of the step again.
  double madeBeyondFlight(SceneDynamics& dynamics);

 private:
  /// Parts that touch each other, at the start or at the end. Energies in joules.
  struct Group {
    double impact = 0;               // with which the hardest blow met, or had stored
    double kinetic = 0, held = 0;    // at the start: of motion; of that, springs and contact
    double now = 0;                  // likewise at the end
    double gained = 0, flight = 0;   // by all; of that, if nothing had touched
    double stored = 0;               // by contact, more at the end than at the start
    double made = 0;                 // by contact, of the parts
    double weight = 0, fall = 0;     // [N] Σ m g; [m/s²] the most of g
    double force = 0, forceNow = 0;  // [N] of all touches, at the start and at the end
    double hardest = 0;              // [N] of one of them
    bool alone = true;               // nothing else does work on it
    bool stands = false;             // any of it on what does not fall
    double blow() const { return impact > 0 ? impact : kinetic; }
  };

  void findGroups(const SceneDynamics& dynamics);
  bool moves(int part) const;
  bool isStand(const SceneDynamics& dynamics, int part) const;
  void join(int a, int b);
  Group* groupOf(int part);
  Group* groupOf(int a, int b);
  void addContact(const SceneDynamics& dynamics);
  void addParts(const SceneDynamics& dynamics);
  void findHelped(const SceneDynamics& dynamics);
  double mostGained() const;

  const World* m_world;
  double m_step = 0, m_range = 0;  // [s], [m]
  Islands m_islands;
  std::vector<int> m_touching;  // parts that move; may be there more than once
  std::vector<Group> m_groups;
  std::vector<double> m_made;  // [J] by contact, per part
};

}  // namespace sinew
