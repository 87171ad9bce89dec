#include "core/live/RunLog.h"

#include <algorithm>

namespace sinew {

void RunLog::add(std::uint64_t step, const Command& command) {
  auto& commands = m_entries[step].commands;
  if (std::holds_alternative<MoveGrabCommand>(command)) {
    const auto earlier = std::find_if(commands.rbegin(), commands.rend(), [&](const Command& c) {
      return slotOf(c) == slotOf(command);
    });
    if (earlier != commands.rend() && std::holds_alternative<MoveGrabCommand>(*earlier)) {
      *earlier = command;
      return;
    }
  }
  commands.push_back(command);
}

void RunLog::add(std::uint64_t step, std::shared_ptr<const Edition> scene) {
  m_entries[step].scene = std::move(scene);
}

void RunLog::sift(std::uint64_t step, const std::function<bool(Command& command)>& keep) {
  const auto entry = m_entries.find(step);
  if (entry == m_entries.end()) return;
  std::erase_if(entry->second.commands, [&](Command& command) { return !keep(command); });
}

const RunLog::Entry* RunLog::at(std::uint64_t step) const {
  const auto found = m_entries.find(step);
  return found == m_entries.end() ? nullptr : &found->second;
}

}  // namespace sinew
