#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sinew {

/// An sRGB picture in memory, top row first, four bytes a pixel.
struct Image {
  int width = 0, height = 0;  ///< [pixels]
  std::vector<std::uint8_t> rgba;

  std::array<std::uint8_t, 4> at(int x, int y) const {
    const std::size_t i = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                               static_cast<std::size_t>(x));
    return {rgba[i], rgba[i + 1], rgba[i + 2], rgba[i + 3]};
  }
};

}  // namespace sinew
