#include "core/io/mesh/RunApart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <fstream>
#include <system_error>

namespace sinew {
namespace {

void limitTo(int resource, rlim_t most) {
  const rlimit limit{most, most};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

/// [bytes] of address space that the program has now.
std::uint64_t addressSpace() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// Lets the process end silently by whatever happens to it.
void giveUpQuietly(const ApartLimits& limits, std::uint64_t memory) {
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_UNBLOCK, &all, nullptr);
  for (const int signal : {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE}) {
    ::signal(signal, SIG_DFL);
  }
  limitTo(RLIMIT_CORE, 0);
  limitTo(RLIMIT_AS, memory);
  ::alarm(limits.seconds);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(nowhere, STDERR_FILENO);
}

bool writeAll(int file, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

bool readAll(int file, std::string& bytes) {
  std::array<char, 65'536> some{};
  for (;;) {
    const ssize_t count = ::read(file, some.data(), some.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    bytes.append(some.data(), static_cast<std::size_t>(count));
  }
}

/// The other process: never comes back.
[[noreturn]] void workAndEnd(int out, const std::function<std::string()>& work) {
  bool done = false;
  try {
    done = writeAll(out, work());
  } catch (const std::exception&) {  // as good as a crash
  }
  ::_exit(done ? 0 : 1);
}

Unexpected<Error> systemFailure() {
  return fail(ErrorCode::Io, std::error_code(errno, std::generic_category()).message());
}

}  // namespace

Result<std::string> runApart(const std::function<std::string()>& work, const ApartLimits& limits) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return systemFailure();
  const std::uint64_t memory = addressSpace() + limits.memory;  // asked here, where locks are free
  const pid_t other = ::fork();
  if (other == 0) {
    giveUpQuietly(limits, memory);
    workAndEnd(ends[1], work);
  }
  const auto failure = systemFailure();  // before closing has another
  ::close(ends[1]);
  std::string bytes;
  const bool whole = other > 0 && readAll(ends[0], bytes);
  ::close(ends[0]);
  if (other < 0) return failure;
  int status = 0;
  while (::waitpid(other, &status, 0) < 0 && errno == EINTR) {
  }
  if (whole && WIFEXITED(status) && WEXITSTATUS(status) == 0) return bytes;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    return fail(ErrorCode::Invalid, fmt::format("not done after {} s", limits.seconds));
  }
  return fail(ErrorCode::Invalid, "its reader crashed");
}

}  // namespace sinew
