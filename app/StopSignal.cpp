#include "app/StopSignal.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <string_view>

#include "app/ExitCode.h"

namespace sinew {
namespace {

// A signal handler has nothing else to reach: the only variables that are not passed in.
volatile std::sig_atomic_t stopSignal = 0;
std::atomic<std::int64_t> stopMoment = 0;  // [ms] when it came

// timeout(1) and some shells send one request twice, to the program and to its group.
constexpr std::int64_t kSameRequest = 500;  // ms

std::int64_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * std::int64_t{1000} + time.tv_nsec / 1'000'000;
}

/// Nothing but what a signal handler may do.
[[noreturn]] void endWith(std::string_view sentence) {
  // Nothing can be done about a closed stderr here.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, sentence.data(), sentence.size());
  ::_exit(static_cast<int>(ExitCode::Stopped));
}

void endAtOnce(int signal) {
  endWith(signal == SIGINT ? "warning: stopped by Ctrl+C (SIGINT)\n"
                           : "warning: stopped by SIGTERM\n");
}

void takeNote(int signal) {
  if (stopSignal != 0 && now() - stopMoment > kSameRequest)
    endWith("warning: stopped at once by a second signal; files may be unfinished\n");
  if (stopSignal == 0) stopMoment = now();
  stopSignal = signal;
}

void handleWith(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

void endOnStop() {
  handleWith(endAtOnce);
}

void listenForStop() {
  handleWith(takeNote);
}

int stopRequested() {
  return stopSignal;
}

}  // namespace sinew
