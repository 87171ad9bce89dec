#pragma once
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/live/Edition.h"
#include "core/simulation/Command.h"

namespace sinew {

/// Everything that was done to a run, by the number of steps taken before it: with the first state,
/// enough to run it again. At one step the scene changes first, then commands take effect.
class RunLog {
 public:
  struct Entry {
    std::shared_ptr<const Edition> scene;  ///< null where it does not change
    std::vector<Command> commands;
  };

  /// Of several moves of a hand between two steps, only the newest counts.
  void add(std::uint64_t step, const Command& command);
  /// Of several scenes between two steps, only the newest counts.
  void add(std::uint64_t step, std::shared_ptr<const Edition> scene);
  /// Shows the commands of a step, to be changed; those for which `keep` is false go.
  void sift(std::uint64_t step, const std::function<bool(Command& command)>& keep);
  void dropFrom(std::uint64_t step) {
    m_entries.erase(m_entries.lower_bound(step), m_entries.end());
  }
  void dropBefore(std::uint64_t step) {
    m_entries.erase(m_entries.begin(), m_entries.lower_bound(step));
  }

  const Entry* at(std::uint64_t step) const;
  /// By step, ascending.
  const std::map<std::uint64_t, Entry>& entries() const { return m_entries; }

 private:
  std::map<std::uint64_t, Entry> m_entries;
};

}  // namespace sinew
