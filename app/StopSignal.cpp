#include "app/StopSignal.h"

#include <csignal>

namespace sinew {
namespace {

// A signal handler has nothing else to reach: the one variable that is not passed in.
volatile std::sig_atomic_t stopSignal = 0;

void takeNote(int signal) {
  stopSignal = signal;
}

}  // namespace

void listenForStop() {
  struct sigaction action {};
  action.sa_handler = takeNote;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

int stopRequested() {
  return stopSignal;
}

}  // namespace sinew
