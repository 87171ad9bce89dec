#pragma once
#include <string_view>
#include <utility>

#include "core/base/Result.h"

namespace sinew {

/// "1280x720": width and height in pixels, 16 to 16384 each.
Result<std::pair<int, int>> parseSize(std::string_view text);

/// "10-20", or "10" for one frame: first and last, both included.
Result<std::pair<int, int>> parseFrames(std::string_view text);

}  // namespace sinew
