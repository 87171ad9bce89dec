#pragma once
#include "core/simulation/Snapshot.h"
#include "render/FrameLook.h"
#include "render/OverlayMesh.h"

namespace sinew {

/// How large overlays are.
struct OverlayScale {
  double pixel = 1;  ///< one unit of line width in pixels
  double stage = 1;  ///< [m] half the height that the camera sees
};

/// What of a Snapshot may be marked.
struct OverlayMarks {
  const RenderTopology* topology = nullptr;
  std::vector<ConstraintGlyph> glyphs;
  std::vector<ForceArrow> forces;
  std::vector<std::uint32_t> doubted;  ///< constraints that repeat or contradict others, in order
};
OverlayMarks shownMarks(const Snapshot& snapshot, const OverlayLook& look);

/// Dashed threads between points that still have to meet. They hang a little and tighten as the
/// gap closes; dashes keep their length in the world, so that they run in at the ends.
void addThreads(const OverlayMarks& shown, const OverlayScale& scale, OverlayMesh& mesh);

/// The shape of each constraint where it holds, in the colour of its family; the edge says that its
/// points still have to meet.
void addGlyphs(const OverlayMarks& shown, const OverlayScale& scale, OverlayMesh& mesh);

/// A sign beside each that repeats or contradicts others.
void addWarnings(const OverlayMarks& shown, const OverlayScale& scale, OverlayMesh& mesh);

/// Arrows for forces and for what constraints pull.
/// `metresPerNewton` 0 chooses. ContactsOnly leaves all others out.
enum class Arrows { All, ContactsOnly };
void addForces(const OverlayMarks& shown, const OverlayScale& scale, double metresPerNewton,
               Arrows arrows, OverlayMesh& mesh);

}  // namespace sinew
