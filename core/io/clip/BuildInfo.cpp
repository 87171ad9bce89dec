#include "core/io/clip/BuildInfo.h"

namespace sinew {

std::string buildId() {
  std::string id = "sinew " SINEW_VERSION;
#if defined(__clang__)
  id += " clang " __clang_version__;
#elif defined(__GNUC__)
  id += " gcc " __VERSION__;
#endif
#if defined(__AVX512F__)
  id += " avx512";
#elif defined(__AVX2__)
  id += " avx2";
#endif
#if !defined(NDEBUG)
  id += " debug";
#endif
  return id;
}

}  // namespace sinew
