#include "render/VideoWriter.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "core/scene/SceneFile.h"
#include "render/Ffmpeg.h"

namespace sinew {

struct VideoWriter::Stream {
  FfmpegOwner<AVFormatContext> container;
  FfmpegOwner<AVCodecContext> codec;
  FfmpegOwner<SwsContext> convert;
  FfmpegOwner<AVFrame> frame;
  FfmpegOwner<AVPacket> packet;
  AVStream* track = nullptr;  ///< belongs to the container
  std::int64_t frames = 0;
};

VideoWriter::VideoWriter() : m_stream(std::make_unique<Stream>()) {}

VideoWriter::~VideoWriter() {
  if (m_done || m_part.empty()) return;
  m_stream.reset();
  std::error_code ignored;
  std::filesystem::remove(m_part, ignored);
}

Unexpected<Error> VideoWriter::failWith(const std::string& why) const {
  return fail(ErrorCode::Io, fmt::format("The video '{}' cannot be written: {}", m_path, why),
              m_path);
}

Result<std::unique_ptr<VideoWriter>> VideoWriter::open(const std::string& path,
                                                       const VideoFormat& format) {
  if (format.width < 2 || format.height < 2 || format.width % 2 != 0 || format.height % 2 != 0) {
    return fail(ErrorCode::Usage,
                fmt::format("A video of {} × {} pixels is not possible: MP4 needs an even width "
                            "and an even height, e.g. {} × {}",
                            format.width, format.height, std::max(2, format.width / 2 * 2),
                            std::max(2, format.height / 2 * 2)));
  }
  if (!(format.fps > 0) || format.fps > 1000) {
    return fail(ErrorCode::Usage,
                fmt::format("A video with {} frames per second is not possible: above 0, up to "
                            "1000",
                            format.fps));
  }
  std::unique_ptr<VideoWriter> writer(new VideoWriter);
  writer->m_path = path;
  if (Result<void> started = writer->start(format); !started) return Unexpected{started.error()};
  return writer;
}

Result<void> VideoWriter::start(const VideoFormat& format) {
  // FFmpeg's chatter is for its own program; what goes wrong comes back as an error code.
  av_log_set_level(AV_LOG_ERROR);
  Stream& s = *m_stream;
  AVFormatContext* container = nullptr;
  const std::string part = m_path + ".part";
  avformat_alloc_output_context2(&container, nullptr, "mp4", part.c_str());
  if (container == nullptr) return failWith("this FFmpeg cannot write MP4");
  s.container.reset(container);
  if (Result<void> codec = openCodec(format); !codec) return codec;
  s.convert.reset(sws_getContext(
      format.width, format.height, AV_PIX_FMT_RGBA, format.width, format.height, AV_PIX_FMT_YUV420P,
      SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, nullptr, nullptr, nullptr));
  if (!s.convert) return failWith("the colour conversion cannot be set up");
  const int* bt709 = sws_getCoefficients(SWS_CS_ITU709);
  sws_setColorspaceDetails(s.convert.get(), bt709, 1, bt709, 0, 0, 1 << 16, 1 << 16);
  s.frame.reset(av_frame_alloc());
  s.packet.reset(av_packet_alloc());
  s.frame->format = AV_PIX_FMT_YUV420P;
  s.frame->width = format.width;
  s.frame->height = format.height;
  s.frame->colorspace = AVCOL_SPC_BT709;
  s.frame->color_range = AVCOL_RANGE_MPEG;
  s.frame->color_primaries = AVCOL_PRI_BT709;
  s.frame->color_trc = AVCOL_TRC_BT709;
  if (const int code = av_frame_get_buffer(s.frame.get(), 0); code < 0) {
    return failWith(ffmpegError(code));
  }
  return openFile();
}

Result<void> VideoWriter::openCodec(const VideoFormat& format) {
  const AVCodec* h264 = avcodec_find_encoder_by_name("libx264");
  if (h264 == nullptr) return failWith("this FFmpeg was built without libx264");
  m_stream->codec.reset(avcodec_alloc_context3(h264));
  AVCodecContext& c = *m_stream->codec;
  const AVRational rate = av_d2q(format.fps, 100000);
  c.width = format.width;
  c.height = format.height;
  c.pix_fmt = AV_PIX_FMT_YUV420P;
  c.time_base = av_inv_q(rate);
  c.framerate = rate;
  c.colorspace = AVCOL_SPC_BT709;
  c.color_range = AVCOL_RANGE_MPEG;
  c.color_primaries = AVCOL_PRI_BT709;
  c.color_trc = AVCOL_TRC_BT709;
  c.gop_size = std::max(1, static_cast<int>(std::lround(2 * format.fps)));
  if ((m_stream->container->oformat->flags & AVFMT_GLOBALHEADER) != 0) {
    c.flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  }
  AVDictionary* options = nullptr;
  av_dict_set(&options, "preset", "medium", 0);
  av_dict_set_int(&options, "crf", format.quality, 0);
  // Smooth gradients band in H.264 unless the quantiser spends more on flat, dark areas.
  av_dict_set(&options, "aq-mode", "3", 0);
  const int code = avcodec_open2(&c, h264, &options);
  av_dict_free(&options);
  if (code < 0) return failWith(ffmpegError(code));
  return {};
}

Result<void> VideoWriter::openFile() {
  Stream& s = *m_stream;
  s.track = avformat_new_stream(s.container.get(), nullptr);
  s.track->time_base = s.codec->time_base;
  s.track->avg_frame_rate = s.codec->framerate;
  avcodec_parameters_from_context(s.track->codecpar, s.codec.get());
  const char* part = s.container->url;
  std::error_code none;
  std::filesystem::remove(part, none);  // a link there would be followed
  if (const int code = avio_open(&s.container->pb, part, AVIO_FLAG_WRITE); code < 0) {
    return failWith(ffmpegError(code));
  }
  m_part = part;
  AVDictionary* options = nullptr;
  av_dict_set(&options, "movflags", "+faststart", 0);
  const int code = avformat_write_header(s.container.get(), &options);
  av_dict_free(&options);
  if (code < 0) return failWith(ffmpegError(code));
  return {};
}

Result<void> VideoWriter::encode(bool last) {
  Stream& s = *m_stream;
  int code = avcodec_send_frame(s.codec.get(), last ? nullptr : s.frame.get());
  while (code >= 0) {
    code = avcodec_receive_packet(s.codec.get(), s.packet.get());
    if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return {};
    if (code < 0) break;
    s.packet->duration = 1;
    s.packet->stream_index = s.track->index;
    av_packet_rescale_ts(s.packet.get(), s.codec->time_base, s.track->time_base);
    code = av_interleaved_write_frame(s.container.get(), s.packet.get());
  }
  return failWith(ffmpegError(code));
}

Result<void> VideoWriter::add(const Image& image) {
  Stream& s = *m_stream;
  if (image.width != s.codec->width || image.height != s.codec->height) {
    return failWith(fmt::format("frame {} has {} × {} pixels instead of {} × {}", s.frames,
                                image.width, image.height, s.codec->width, s.codec->height));
  }
  if (const int code = av_frame_make_writable(s.frame.get()); code < 0) {
    return failWith(ffmpegError(code));
  }
  const std::uint8_t* rows[] = {image.rgba.data()};
  const int stride[] = {4 * image.width};
  sws_scale(s.convert.get(), rows, stride, 0, image.height, s.frame->data, s.frame->linesize);
  s.frame->pts = s.frames++;
  return encode(false);
}

Result<void> VideoWriter::finish() {
  Stream& s = *m_stream;
  if (Result<void> flushed = encode(true); !flushed) return flushed;
  if (const int code = av_write_trailer(s.container.get()); code < 0) {
    return failWith(ffmpegError(code));
  }
  if (const int code = avio_closep(&s.container->pb); code < 0) return failWith(ffmpegError(code));
  if (auto kept = keepBackup(m_path); !kept) return kept;
  std::error_code failure;
  std::filesystem::rename(m_part, m_path, failure);
  if (failure) return failWith(failure.message());
  m_done = true;
  return {};
}

}  // namespace sinew
