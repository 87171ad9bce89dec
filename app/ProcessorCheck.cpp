// This file is built without AVX (app/CMakeLists.txt), so that it runs where the rest would not.
#include "app/ProcessorCheck.h"

namespace sinew {
namespace {

/// The instruction set the build relies on, if this processor lacks it; nullptr if all is well.
const char* missingInstructions() {
#ifdef SINEW_BUILT_FOR_AVX2
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) return "AVX2";
#endif
  return nullptr;
}

}  // namespace

bool processorSupported(std::string& message) {
  const char* missing = missingInstructions();
  if (missing == nullptr) return true;
  message = "this processor lacks the ";
  message += missing;
  message +=
      " instructions that this build of Sinew uses. Build it without them: "
      "cmake --preset release -DSINEW_ARCH_FLAGS= && cmake --build --preset release";
  return false;
}

}  // namespace sinew
