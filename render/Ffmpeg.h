#pragma once
// FFmpeg's libraries, with owners for what they hand out.
extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/frame.h>
#include <libswscale/swscale.h>
}
#include <memory>
#include <string>

namespace sinew {

struct FfmpegDeleter {
  void operator()(AVCodecContext* p) const { avcodec_free_context(&p); }
  void operator()(AVFrame* p) const { av_frame_free(&p); }
  void operator()(AVPacket* p) const { av_packet_free(&p); }
  void operator()(SwsContext* p) const { sws_freeContext(p); }
  void operator()(AVFormatContext* p) const {
    if (p->iformat != nullptr) return avformat_close_input(&p);  // what a demuxer holds too
    if (p->pb != nullptr) avio_closep(&p->pb);
    avformat_free_context(p);
  }
};
template <class T>
using FfmpegOwner = std::unique_ptr<T, FfmpegDeleter>;

/// What an FFmpeg error number means.
inline std::string ffmpegError(int code) {
  char text[AV_ERROR_MAX_STRING_SIZE] = {};
  av_strerror(code, text, sizeof text);
  return text;
}

}  // namespace sinew
