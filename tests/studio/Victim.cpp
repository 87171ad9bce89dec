#include "tests/studio/Victim.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace sinew::test {
namespace {

class Process {
 public:
  explicit Process(const KillOrder& order) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) ADD_FAILURE() << "no pipe";
    m_pipe = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], kVictimPipe);
    std::string program = SINEW_VICTIM, work = order.work, path = order.path, sort = order.sort,
                number = std::to_string(order.number);
    char* const words[] = {program.data(), work.data(),   path.data(),
                           sort.data(),    number.data(), nullptr};
    if (posix_spawn(&m_id, SINEW_VICTIM, &actions, nullptr, words, environ) != 0) {
      ADD_FAILURE() << "cannot start " << program;
    }
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
  }
  ~Process() {
    ::kill(m_id, SIGKILL);
    waitpid(m_id, nullptr, 0);
    ::close(m_pipe);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// What it says next; nothing when it has ended.
  std::optional<VictimWord> next() const {
    VictimWord word;
    if (read(m_pipe, &word, sizeof word) != sizeof word) return std::nullopt;
    return word;
  }
  void kill() const { ::kill(m_id, SIGKILL); }

 private:
  pid_t m_id = -1;
  int m_pipe = -1;
};

}  // namespace

std::optional<Killed> killAt(const KillOrder& order) {
  const Process process(order);
  Killed killed;
  bool stopped = false;
  // Another thread may still finish something between the stop and the kill.
  while (const auto word = process.next()) {
    if (word->what == VictimWord::What::Done) killed.done = *word;
    if (word->what == VictimWord::What::Ended) {
      ADD_FAILURE() << order.work << " ended after " << word->number << " moments of sort "
                    << order.sort;
    }
    if (word->what != VictimWord::What::Stopped) continue;
    killed.stopped = *word;
    stopped = true;
    process.kill();
  }
  if (stopped) return killed;
  return std::nullopt;
}

}  // namespace sinew::test
