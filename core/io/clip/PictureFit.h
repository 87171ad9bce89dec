#pragma once
#include <string>

#include "core/io/clip/ClipHeader.h"

namespace sinew {

// What a clip draws that is not what the scene in it would draw, to the bit: "wing/triangles",
// "pin/glyph"; "" when it is all the same.

/// Of what is the same in all frames: the meshes, the shapes without load, the glyphs of
/// constraints.
std::string firstOtherMesh(const RenderTopology& recorded, const RenderTopology& made);

/// Of the positions in a frame: "wing/picture".
std::string firstOtherSurface(const Snapshot& recorded, const Snapshot& drawn);

/// Of the glyphs of constraints and the arrows of forces in a frame.
std::string firstOtherGlyph(const Snapshot& recorded, const Snapshot& drawn);

}  // namespace sinew
