#pragma once
#include <array>
#include <vector>

namespace sinew {

/// A corner of an overlay triangle: a place in the world and an offset on the screen from it.
struct OverlayVertex {
  std::array<float, 3> position{};  ///< [m]
  std::array<float, 3> along{};     ///< [m] direction of a line; 0: offsets go right and up
  std::array<float, 2> offset{};    ///< [pixels] across and along the line, or right and up
  std::array<float, 4> colour{};    ///< linear RGB, opacity
  /// [pixels] from the middle line of the stroke or disc, and where its ink ends: edges are
  /// smoothed between.
  std::array<float, 2> edge{0, 1e3f};
};

using OverlayMesh = std::vector<OverlayVertex>;  ///< three per triangle

}  // namespace sinew
