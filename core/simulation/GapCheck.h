#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/simulation/Breach.h"
#include "core/simulation/SceneDynamics.h"
#include "core/simulation/StepReport.h"
#include "core/simulation/World.h"

namespace sinew {

/// Watches that constraints which have met stay met: a take that goes on means it.
///
/// A gap wider than a thousandth of the part's size is open. It may be while the closing law says
/// so, where a grab or contact that pushes about as hard as the constraint pulls holds the parts,
/// while another constraint of the same parts still closes, or where they cannot all be met. Any
/// other gap has as long to close again as its constraint takes to assemble, or twice that while it
/// follows its law; then the take stops. What strays by a tenth of its size and half its gap is
/// torn: it has a tenth of a second, and no more than some steps, however short they get.
/// Whether gaps can be closed is asked of ConstraintRelaxation, and only then: from the present
/// pose, from beside it, and from the initial one. If they cannot, the question comes again after
/// twice the time.
class GapCheck {
 public:
  explicit GapCheck(std::shared_ptr<const World> world);

  /// How a constraint stands at the end of a step, before its law may start anew. [m] or sines.
  struct Gap {
    double widest = 0;     ///< of its rows
    double deviation = 0;  ///< from its law, likewise
    bool due = false;      ///< it has met, has strayed from its law, or that has run out
    bool closes = false;   ///< not due, and its law asks it to go on closing
  };
  void note(int constraint, const Gap& gap) { m_gaps[constraint] = gap; }

  /// After an accepted step of h seconds, with all gaps noted and `dynamics` at its end. Keeps its
  /// books in the state.
  std::optional<Breach> observe(State& state, const SceneDynamics& dynamics, double h);

  /// Why the gap is open, at the last observe().
  OpenGap whyOpen(int constraint) const { return m_why[constraint]; }

 private:
  double limit(int constraint) const;     // [m], or a sine
  double patience(int constraint) const;  // [s]
  void findExcuses(const State& state, const SceneDynamics& dynamics);
  bool heldByContact(int constraint, const State& state) const;
  bool isPulled(int constraint) const;
  bool isAssembled(int constraint) const;
  OpenGap count(int constraint, const State& state, double* book, double h);
  int culprit(State& state, const std::vector<int>& suspects) const;
  Breach describe(int constraint, const State& state) const;
  std::string remedyFor(int constraint) const;

  std::shared_ptr<const World> m_world;
  std::vector<int> m_island;  // per part: which parts constraints tie to it
  std::vector<Gap> m_gaps;    // per constraint
  std::vector<OpenGap> m_why;
  std::vector<double> m_push, m_pushOfAll;  // [N] of contact on a part; on all of an island
  std::vector<char> m_pulled, m_assembled;  // per island
};

}  // namespace sinew
