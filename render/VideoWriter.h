#pragma once
#include <memory>
#include <string>

#include "core/base/Result.h"
#include "render/Image.h"

namespace sinew {

struct VideoFormat {
  int width = 0, height = 0;  ///< [pixels] both even
  double fps = 24;            ///< [1/s]
  int quality = 16;           ///< constant rate factor of H.264: 0 lossless .. 51 worst
};

/// Writes an H.264 MP4 (yuv420p, BT.709, playable while it downloads). The file appears under its
/// name only when finish() succeeds; until then, and if it never does, there is none.
class VideoWriter {
 public:
  static Result<std::unique_ptr<VideoWriter>> open(const std::string& path,
                                                   const VideoFormat& format);
  ~VideoWriter();
  VideoWriter(const VideoWriter&) = delete;
  VideoWriter& operator=(const VideoWriter&) = delete;

  Result<void> add(const Image& image);  ///< the next frame
  Result<void> finish();

 private:
  struct Stream;
  VideoWriter();
  Result<void> start(const VideoFormat& format);
  Result<void> openCodec(const VideoFormat& format);
  Result<void> openFile();
  Result<void> encode(bool last);
  Unexpected<Error> failWith(const std::string& why) const;

  std::string m_path, m_part;
  bool m_done = false;
  std::unique_ptr<Stream> m_stream;
};

}  // namespace sinew
