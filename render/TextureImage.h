#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/Result.h"

namespace sinew {

/// A picture that materials put on parts, ready for the graphics card: sRGB, four bytes a pixel,
/// the top row first, and halved again and again down to one pixel. Sides are powers of two.
struct TextureImage {
  struct Level {
    int width = 0, height = 0;  ///< [pixels]
    std::vector<std::uint8_t> rgba;
  };
  std::vector<Level> levels;
  double aspect = 1;  ///< height over width of the picture as it was in its file
};

/// Larger pictures are scaled down to this as they are read [pixels].
constexpr int kLargestTexture = 2048;

/// Reads a PNG or a JPEG. Where it is transparent it is white, so that the material's own colour
/// shows. For any thread.
Result<TextureImage> readTexture(const std::filesystem::path& path);

}  // namespace sinew
