#pragma once
#include <string>
#include <vector>

#include "render/Image.h"

namespace sinew::test {

/// What a picture or video file really holds, found out by decoding all of it.
struct DecodedMedia {
  std::vector<Image> frames;
  long declaredFrames = 0;
  double fps = 0, seconds = 0;
  std::string codec, pixelFormat, colours;  ///< matrix/primaries/transfer/range
};

/// Empty when the file cannot be read.
DecodedMedia decodeMedia(const std::string& path);

}  // namespace sinew::test
