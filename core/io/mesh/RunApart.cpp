#include "core/io/mesh/RunApart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <new>
#include <system_error>

namespace sinew {
namespace {

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

constexpr int kOutOfMemory = 2;  // how the other process says so

/// The other process: never comes back.
[[noreturn]] void workAndEnd(int out, const std::function<std::string()>& work) {
  try {
    ::_exit(writeAll(out, work()) ? 0 : 1);
  } catch (const std::bad_alloc&) {
    ::_exit(kOutOfMemory);
  } catch (const std::exception&) {  // as good as a crash
    ::_exit(1);
  }
}

Unexpected<Error> whyEnded(int status, const ProcessLimits& limits) {
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == SIGALRM || signal == SIGXCPU || signal == SIGKILL) {
    return fail(ErrorCode::Invalid, fmt::format("not done after {} s", limits.seconds));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemory) {
    return fail(
        ErrorCode::Invalid,
        fmt::format("it takes more than the {} MB that its size allows for", limits.memory >> 20U));
  }
  return fail(ErrorCode::Invalid, "its reader crashed, so it is probably damaged");
}

Unexpected<Error> systemFailure() {
  return fail(ErrorCode::Io, std::error_code(errno, std::generic_category()).message());
}

}  // namespace

Result<std::string> runApart(const std::function<std::string()>& work,
                             const ProcessLimits& limits) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return systemFailure();
  const std::uint64_t memory = ownMemory();  // asked here, where locks are free
  const pid_t self = ::getpid();
  const pid_t other = ::fork();
  if (other == 0) workAndEnd(giveUpRights(ends[1], self, limits, memory), work);
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
  return whyEnded(status, limits);
}

}  // namespace sinew
