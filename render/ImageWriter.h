#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "render/Image.h"

namespace sinew {

/// The picture as a PNG file in memory (RGB; the alpha of pictures is always full).
Result<std::vector<std::uint8_t>> encodePng(const Image& image);

/// Writes a PNG: first beside it under a temporary name, renamed once complete.
Result<void> writePng(const Image& image, const std::string& path);

}  // namespace sinew
