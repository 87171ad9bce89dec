#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/math/Quantiles.h"
#include "core/scene/JsonText.h"
#include "core/simulation/StepReport.h"
#include "core/simulation/World.h"

namespace sinew {

/// What a whole run amounts to, gathered step by step.
class RunReport {
 public:
  explicit RunReport(const World& world);

  /// Takes note of where the run starts: what has happened before is not the run's.
  void begin(const StepReport& report);
  /// Takes note of a step.
  void observe(const StepReport& report);

  /// The report that `sinew simulate --report` writes (docs/command-line.md).
  OrderedJson json(RunStatus status, double wallSeconds, std::uint64_t stateHash) const;

  const StepReport& last() const { return m_last; }
  /// Steps taken although contact was not solved for in them, and whose contact that was most
  /// often.
  struct Unsettled {
    std::uint64_t steps = 0;
    double seconds = 0;              ///< that they took together
    std::vector<std::string> parts;  ///< at most two, none where nobody knows
  };
  Unsettled unsettled() const;
  /// Constraints that stood open for a while though they had met, because they could not all be
  /// met; not those of which that is so at the end.
  struct Conflicted {
    std::string name;
    std::uint64_t steps = 0;
    double widest = 0;  ///< [m]
  };
  std::vector<Conflicted> conflictedForAWhile() const;
  std::uint64_t steps() const { return m_last.steps - m_stepsBefore; }

 private:
  struct ConstraintHistory {
    std::string name;
    std::string kind;
    int rows = 0;
    std::optional<double> closedAt;  ///< [s]
    double maxAfterClosed = 0;       ///< [m]
    double maxForce = 0;             ///< [N]
    double maxForceAt = 0;           ///< [s]
    std::uint64_t conflictingSteps = 0;
    double widestConflict = 0;  ///< [m] of one that had met
    bool metBefore = false;     ///< the run began
  };

  void observeConstraints(const StepReport& report);
  OrderedJson constraintsJson() const;

  std::vector<std::string> m_parts;
  std::vector<ConstraintHistory> m_constraints;
  std::array<double, kStageCount> m_stageSeconds{};
  std::uint64_t m_stepsBefore = 0, m_rejectedBefore = 0;
  std::uint64_t m_contactEvents = 0, m_unsettled = 0;
  double m_unsettledSeconds = 0;
  std::map<std::array<int, 2>, std::uint64_t> m_unsettledParts;  // by how many steps
  Quantiles m_gap, m_penetration, m_residual, m_rounds;
  StepReport m_last;
};

/// What holds a gap open, in a word.
const char* openGapName(OpenGap why);
/// "ok", "diverged" or "stopped".
const char* statusName(RunStatus status);

}  // namespace sinew
