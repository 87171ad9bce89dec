#include "core/io/mesh/FewerRights.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

namespace sinew {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;  // no filter
#endif

/// All that it takes to read bytes which are in memory already. Whatever else a kernel has, now or
/// later, is refused.
constexpr int kAllowed[] = {
    // Memory; sorting asks how much there is, and takes any answer for one.
    SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_sysinfo,
    SYS_getrandom,
    // Locks, and the clock where the kernel has to be asked.
    SYS_futex, SYS_sched_yield, SYS_clock_gettime, SYS_gettimeofday,
    // To say what came of it, and the C library's last words, which go nowhere.
    SYS_write, SYS_writev,
    // To end, be it by abort().
    SYS_getpid, SYS_gettid, SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_exit, SYS_exit_group,
    // Exceptions, under the address sanitizer.
    SYS_sigaltstack};
constexpr std::size_t kAllowedCount = std::size(kAllowed);

void limitTo(int resource, rlim_t most) {
  const rlimit limit{most, most};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

constexpr sock_filter load(std::size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

/// Leaves out some of what follows, by whether what was loaded is that.
constexpr sock_filter skip(std::uint32_t value, std::uint8_t ifSo, std::uint8_t ifNot) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, ifSo, ifNot);
}

/// Refused calls fail as if one had no right to; where the kernel has no filters, limits remain.
void allowOnlyFew() {
  if (kArchitecture == 0) return;
  constexpr sock_filter kAllow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  constexpr sock_filter kRefuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  std::array<sock_filter, 4 + 2 * kAllowedCount + 5> program{};
  auto* next = program.begin();
  *next++ = load(offsetof(seccomp_data, arch));
  *next++ = skip(kArchitecture, 1, 0);  // the numbers of another one mean other calls
  *next++ = kRefuse;
  *next++ = load(offsetof(seccomp_data, nr));
  for (const int call : kAllowed) {
    *next++ = skip(static_cast<std::uint32_t>(call), 0, 1);
    *next++ = kAllow;
  }
  // Signals only to itself. Processes are 32-bit numbers, the lower half of what is handed over.
  *next++ = skip(SYS_tgkill, 0, 3);
  *next++ = load(offsetof(seccomp_data, args));
  *next++ = skip(static_cast<std::uint32_t>(::getpid()), 0, 1);
  *next++ = kAllow;
  *next++ = kRefuse;
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

void listenToNoSignals() {
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_UNBLOCK, &all, nullptr);
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
}

/// What it is to write goes to number 3; all else that its parent had open is closed.
int keepOnly(int out) {
  constexpr int kOut = 3;
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (out != standard) ::dup2(nowhere, standard);
  }
  if (out != kOut) ::dup2(out, kOut);
  ::syscall(SYS_close_range, kOut + 1, std::numeric_limits<unsigned>::max(), 0);
  return kOut;
}

}  // namespace

std::uint64_t ownMemory() {
  std::ifstream pages("/proc/self/statm");
  std::uint64_t size = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
  pages >> size >> resident >> shared >> text >> library >> data;
  return data * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

int giveUpRights(int out, int parent, const ProcessLimits& limits, std::uint64_t memoryNow) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it died before that
  listenToNoSignals();
  const int kept = keepOnly(out);
  ::prctl(PR_SET_DUMPABLE, 0);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  limitTo(RLIMIT_CORE, 0);
  limitTo(RLIMIT_FSIZE, 0);
  limitTo(RLIMIT_NPROC, 0);
  limitTo(RLIMIT_NOFILE, 0);
  limitTo(RLIMIT_CPU, limits.seconds);
  limitTo(RLIMIT_DATA, memoryNow + limits.memory);
  ::alarm(limits.seconds);
  allowOnlyFew();
  return kept;
}

}  // namespace sinew
