// This file is built without AVX (app/CMakeLists.txt), so that it runs where the rest would not.
#include "app/ProcessorCheck.h"

#include <unistd.h>

#include <cstring>

namespace sinew {
namespace {

/// What is missing, as one line for people; nullptr if all is well.
const char* complaint() {
#ifdef SINEW_BUILT_FOR_AVX2
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) {
    return "this processor lacks the AVX2 instructions that this build of Sinew uses. Build it "
           "without them: cmake --preset release -DSINEW_ARCH_FLAGS= && "
           "cmake --build --preset release";
  }
#endif
  return nullptr;
}

void print(const char* text) {
  // Nothing can be done about a closed stderr here.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text));
}

/// Runs before the static initialisers of the libraries we are compiled with: those use AVX as
/// well and would end the program with SIGILL before main could ask.
[[gnu::constructor(101)]] void refuseUnsupportedProcessor() {
  const char* text = complaint();
  if (text == nullptr) return;
  print("sinew: ");
  print(text);
  print("\n");
  _exit(2);
}

}  // namespace

bool processorSupported(std::string& message) {
  const char* text = complaint();
  if (text != nullptr) message = text;
  return text == nullptr;
}

}  // namespace sinew
