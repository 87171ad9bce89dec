#pragma once
#include <functional>
#include <utility>

namespace sinew {

/// What a step is busy with.
enum class StepTask {
  Forces,       ///< what acts at an instant
  Search,       ///< looks for what comes near each other
  Constraints,  ///< solves for the forces of constraints
  Corrections,  ///< closes what is left of gaps where the step ends
  Contact,      ///< solves for the forces of contact and gas
  Balance,      ///< passes to where all balances
  Path          ///< makes sure that nothing passes through anything
};

/// How far a step has come with it. Parts and constraints by their place in the World, −1: none.
struct StepProgress {
  StepTask task = StepTask::Forces;
  double time = 0;             ///< [s] from which it starts
  double stepSize = 0;         ///< [s] that is tried now
  int tries = 0;               ///< sizes tried before
  int rounds = 0;              ///< solved in all tries so far
  int partA = -1, partB = -1;  ///< that were in the way last, or move most
  int constraint = -1;         ///< with the widest gap
};

/// Watches steps from within. Whoever steps asks it after bounded counts of work.
class StepWatch {
 public:
  StepWatch() = default;
  StepWatch(const StepWatch&) = delete;
  StepWatch& operator=(const StepWatch&) = delete;
  virtual ~StepWatch() = default;
  /// Whether the step is to be given up: then the state stays as it was before it.
  virtual bool stops(const StepProgress& progress) = 0;
};

/// Gives steps up once a question is answered with yes.
class StopWhen final : public StepWatch {
 public:
  explicit StopWhen(std::function<bool()> question) : m_question(std::move(question)) {}
  bool stops(const StepProgress&) override { return m_question(); }

 private:
  std::function<bool()> m_question;
};

}  // namespace sinew
