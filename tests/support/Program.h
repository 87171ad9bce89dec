#pragma once
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// What a run of the program left behind.
struct ProgramRun {
  int exitCode = -1;  ///< −1 when it was ended by a signal
  std::string out;
  std::string log;
};

namespace detail {

inline std::string takeContents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  return text;
}

inline std::filesystem::path temporaryFile() {
  std::string name = (std::filesystem::temp_directory_path() / "sinew-run-XXXXXX").string();
  ::close(::mkstemp(name.data()));
  return name;
}

}  // namespace detail

/// Runs `sinew` with the arguments, without a shell and without a display. `meanwhile` is called
/// with its process id once it has started. Not Qt's QProcess: its child runs functions of the
/// parent's memory before it becomes another program, after which the thread sanitizer no longer
/// sees the parent take locks.
inline ProgramRun runProgram(const std::vector<std::string>& arguments,
                             const std::function<void(int)>& meanwhile = {}) {
  const std::filesystem::path out = detail::temporaryFile();
  const std::filesystem::path log = detail::temporaryFile();
  // No verb needs a display, and without arguments the program would open its window on one.
  std::vector<char*> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (std::string_view(*entry).find("DISPLAY=") == std::string_view::npos) {
      environment.push_back(*entry);
    }
  }
  environment.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log.c_str(), O_WRONLY, 0);
  std::vector<std::string> words = {SINEW_EXECUTABLE};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  ProgramRun run;
  if (::posix_spawn(&child, argv[0], &files, nullptr, argv.data(), environment.data()) == 0) {
    if (meanwhile) meanwhile(child);
    int status = 0;
    ::waitpid(child, &status, 0);
    run.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  posix_spawn_file_actions_destroy(&files);
  run.out = detail::takeContents(out);
  run.log = detail::takeContents(log);
  return run;
}

}  // namespace sinew
