#pragma once
#include <array>
#include <vector>

#include "core/simulation/Snapshot.h"
#include "render/FrameLook.h"

namespace sinew {

/// A corner of an overlay triangle: a place in the world and an offset on the screen from it.
struct OverlayVertex {
  std::array<float, 3> position{};  ///< [m]
  std::array<float, 3> along{};     ///< [m] direction of a line; 0: offsets go right and up
  std::array<float, 2> offset{};    ///< [pixels] across and along the line, or right and up
  std::array<float, 4> colour{};    ///< linear RGB, opacity
};

using OverlayMesh = std::vector<OverlayVertex>;  ///< three per triangle

/// How large overlays are.
struct OverlayScale {
  double pixel = 1;  ///< one unit of line width in pixels
  double stage = 1;  ///< [m] half the height that the camera sees
};

/// Dashed threads between points that still have to meet. They hang a little and tighten as the
/// gap closes; dashes keep their length in the world, so that they run in at the ends.
void addThreads(const Snapshot& snapshot, const OverlayScale& scale, OverlayMesh& mesh);

/// The shape of each constraint where it holds; the shape says which kind, the colour how it is.
void addGlyphs(const Snapshot& snapshot, const OverlayScale& scale, OverlayMesh& mesh);

/// Arrows for forces and for what constraints pull. `metresPerNewton` 0 chooses.
void addForces(const Snapshot& snapshot, const OverlayScale& scale, double metresPerNewton,
               OverlayMesh& mesh);

}  // namespace sinew
