#pragma once
#include <fmt/format.h>

#include <string_view>

#include "core/base/Result.h"

namespace sinew {

/// What is said of a clip whose contents contradict themselves.
inline Unexpected<Error> damaged(std::string_view what) {
  return fail(ErrorCode::Invalid, fmt::format("the clip is damaged: {}", what));
}

}  // namespace sinew
