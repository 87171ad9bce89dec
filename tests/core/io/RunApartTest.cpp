// What runs in a process of its own comes back, and what goes wrong there stays there.
#include "core/io/mesh/RunApart.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace sinew {
namespace {

constexpr ProcessLimits kLimits{30, 256U << 20U};

TEST(RunApart, GivesBackWhatWasReturned) {
  const std::string large(3'000'001, 'x');
  int kept = 1;
  const auto result = runApart(
      [&] {
        kept = 2;
        return std::string(large);
      },
      kLimits);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(*result, large);
  EXPECT_EQ(kept, 1) << "it worked on a copy";
}

TEST(RunApart, SurvivesWhateverHappensThere) {
  const std::function<std::string()> bad[] = {
      []() -> std::string { std::abort(); },
      []() -> std::string { throw std::runtime_error("no"); },
      []() -> std::string { std::_Exit(0); },
      []() -> std::string {
        std::raise(SIGSEGV);
        return "x";
      },
      [] { return std::string(std::size_t{1} << 45U, 'x'); }};
  for (const auto& work : bad) {
    const auto result = runApart(work, kLimits);
    if (result) {
      EXPECT_TRUE(result->empty());
    } else {
      EXPECT_FALSE(result.error().message.empty());
    }
  }
}

TEST(RunApart, EndsWhatDoesNotEnd) {
  ProcessLimits limits = kLimits;
  limits.seconds = 1;
  const auto result = runApart(
      []() -> std::string {
        for (volatile bool forever = true; forever;) {
        }
        return {};
      },
      limits);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, testing::HasSubstr("1 s"));
}

TEST(RunApart, SaysWhatTakesTooMuchMemory) {
  const auto result = runApart([] { return std::string(std::size_t{1} << 30U, 'x'); }, kLimits);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, testing::HasSubstr("more than the 256 MB"));
}

/// "-" and what went wrong, or "+".
std::string told(bool done) {
  return done ? "+" : std::string("-") + std::strerror(errno);
}

constexpr int kElsewhere = 100;  // a number of a file that nothing else has

TEST(RunApart, HasNoRightsThatItDoesNotNeed) {
  const std::function<bool()> wishes[] = {
      [] { return ::open("/etc/passwd", O_RDONLY) >= 0; },
      [] { return ::open("/tmp/sinew-apart", O_WRONLY | O_CREAT, 0600) >= 0; },
      [] { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0; },
      [] { return ::fork() >= 0; },
      [] { return ::kill(::getppid(), 0) == 0; },
      [] { return ::execl("/bin/true", "true", nullptr) == 0; },
      [] { return ::write(kElsewhere, "x", 1) >= 0; }};
  const int open = ::open("/dev/null", O_WRONLY);  // whatever else the program has open
  ASSERT_EQ(::dup2(open, kElsewhere), kElsewhere);
  for (const auto& wish : wishes) {
    const auto result = runApart([&] { return told(wish()); }, kLimits);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->front(), '-') << *result;
  }
  ::close(kElsewhere);
  ::close(open);
}

// By number and with nothing to do it with: what is refused is not even looked at.
TEST(RunApart, RefusesCallsThatNobodyThoughtOf) {
  std::vector<long> calls = {SYS_read,      SYS_openat,    SYS_renameat, SYS_renameat2,
                             SYS_utimensat, SYS_kill,      SYS_tkill,    SYS_rt_sigqueueinfo,
                             SYS_setxattr,  SYS_prctl,     SYS_ioctl,    SYS_clone,
                             SYS_ptrace,    SYS_prlimit64, 9'999};
#if defined(__x86_64__)
  constexpr long kOfX32 = 0x40000000;
  calls.insert(calls.end(), {SYS_lchown, SYS_utime, kOfX32 | SYS_getpid});
#endif
  for (const long call : calls) {
    const auto result =
        runApart([&] { return told(::syscall(call, -1, 0, 0, 0, 0, 0) >= 0); }, kLimits);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(*result, std::string("-") + std::strerror(EPERM)) << call;
  }
}

TEST(RunApart, SignalsOnlyItself) {
  const pid_t program = ::getpid();
  const auto wish = [&] { return told(::syscall(SYS_tgkill, program, program, 0) == 0); };
  const auto result = runApart(wish, kLimits);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(*result, std::string("-") + std::strerror(EPERM));
  const auto own =
      runApart([] { return told(::syscall(SYS_tgkill, ::getpid(), ::gettid(), 0) == 0); }, kLimits);
  ASSERT_TRUE(own) << own.error().message;
  EXPECT_EQ(*own, "+");
}

// A grandchild is handed to this process when its parent is gone, so its end can be waited for.
TEST(RunApart, DiesWithTheProgram) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  void* const shared = ::mmap(nullptr, sizeof(std::atomic<pid_t>), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* const reader = new (shared) std::atomic<pid_t>(0);
  const pid_t program = ::fork();
  if (program == 0) {
    (void)runApart(
        [&]() -> std::string {
          reader->store(::getpid());
          for (volatile bool forever = true; forever;) {
          }
          return {};
        },
        kLimits);
    ::_exit(0);
  }
  while (reader->load() == 0) ::sched_yield();
  ::kill(program, SIGKILL);
  int status = 0;
  EXPECT_EQ(::waitpid(program, &status, 0), program);
  EXPECT_EQ(::waitpid(reader->load(), &status, 0), reader->load());
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  ::munmap(shared, sizeof(std::atomic<pid_t>));
}

}  // namespace
}  // namespace sinew
