#pragma once
#include <string>

#include "core/io/clip/ClipHeader.h"

namespace sinew {

/// In what a world is another than the one that a clip was recorded in, and what to do about it: in
/// the words of whoever made the scene. For worlds whose parts or states' layout are not the
/// clip's.
std::string whatDiffers(const ClipHeader& header, const World& world);

}  // namespace sinew
