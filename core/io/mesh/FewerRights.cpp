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

/// Calls that reach files, other processes, the network or more of the kernel.
constexpr int kRefused[] = {
#if defined(__x86_64__)
    SYS_open,
    SYS_creat,
    SYS_fork,
    SYS_vfork,
    SYS_unlink,
    SYS_rename,
    SYS_link,
    SYS_symlink,
    SYS_mkdir,
    SYS_rmdir,
    SYS_chmod,
    SYS_chown,
    SYS_mknod,
#endif
    SYS_openat,
    SYS_execve,
    SYS_execveat,
    SYS_clone,
    SYS_unlinkat,
    SYS_renameat2,
    SYS_linkat,
    SYS_symlinkat,
    SYS_mkdirat,
    SYS_fchmodat,
    SYS_fchownat,
    SYS_mknodat,
    SYS_truncate,
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_sendto,
    SYS_sendmsg,
    SYS_ptrace,
    SYS_kill,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_bpf,
    SYS_keyctl,
    SYS_add_key,
    SYS_mount,
    SYS_unshare,
    SYS_setns,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_memfd_create,
#ifdef SYS_clone3
    SYS_clone3,
#endif
#ifdef SYS_openat2
    SYS_openat2,
#endif
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
#endif
};
constexpr std::size_t kRefusedCount = std::size(kRefused);

void limitTo(int resource, rlim_t most) {
  const rlimit limit{most, most};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

/// Refused calls fail as if one had no right to; where the kernel has no filters, limits remain.
void refuseCalls() {
  if (kArchitecture == 0) return;
  constexpr std::size_t kHead = 3, kTail = 2;
  std::array<sock_filter, kHead + kRefusedCount + kTail> program{};
  program[0] = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
  // The numbers of another architecture mean other calls: all of them are refused.
  program[1] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 0, kRefusedCount + 2);
  program[2] = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  for (std::size_t i = 0; i < kRefusedCount; ++i) {
    program[kHead + i] =
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(kRefused[i]),
                 static_cast<std::uint8_t>(kRefusedCount - i), 0);
  }
  program[kHead + kRefusedCount] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  program[kHead + kRefusedCount + 1] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
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
  refuseCalls();
  return kept;
}

}  // namespace sinew
