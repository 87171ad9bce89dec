#include "render/ImageWriter.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "core/base/PlainText.h"
#include "core/scene/SceneFile.h"
#include "render/Ffmpeg.h"

namespace sinew {
namespace {

Unexpected<Error> failPng(const std::string& why) {
  return fail(ErrorCode::Io, fmt::format("The picture cannot be turned into a PNG: {}", why));
}

Result<FfmpegOwner<AVFrame>> rgbFrame(const Image& image) {
  FfmpegOwner<AVFrame> frame(av_frame_alloc());
  frame->format = AV_PIX_FMT_RGB24;
  frame->width = image.width;
  frame->height = image.height;
  if (const int code = av_frame_get_buffer(frame.get(), 0); code < 0) {
    return failPng(ffmpegError(code));
  }
  const std::uint8_t* from = image.rgba.data();
  for (int y = 0; y < image.height; ++y) {
    std::uint8_t* to = frame->data[0] + static_cast<std::ptrdiff_t>(y) * frame->linesize[0];
    for (int x = 0; x < image.width; ++x, from += 4, to += 3) std::copy(from, from + 3, to);
  }
  return frame;
}

}  // namespace

Result<std::vector<std::uint8_t>> encodePng(const Image& image) {
  const AVCodec* codec = avcodec_find_encoder(AV_CODEC_ID_PNG);
  if (codec == nullptr) return failPng("this FFmpeg was built without its PNG encoder");
  FfmpegOwner<AVCodecContext> context(avcodec_alloc_context3(codec));
  context->width = image.width;
  context->height = image.height;
  context->pix_fmt = AV_PIX_FMT_RGB24;
  context->time_base = {1, 1};
  context->compression_level = 6;
  context->thread_count = 1;
  if (const int code = avcodec_open2(context.get(), codec, nullptr); code < 0) {
    return failPng(ffmpegError(code));
  }
  Result<FfmpegOwner<AVFrame>> frame = rgbFrame(image);
  if (!frame) return Unexpected{frame.error()};
  FfmpegOwner<AVPacket> packet(av_packet_alloc());
  int code = avcodec_send_frame(context.get(), frame->get());
  if (code >= 0) code = avcodec_send_frame(context.get(), nullptr);
  if (code >= 0) code = avcodec_receive_packet(context.get(), packet.get());
  if (code < 0) return failPng(ffmpegError(code));
  return std::vector<std::uint8_t>(packet->data, packet->data + packet->size);
}

Result<void> writePng(const Image& image, const std::string& path) {
  const Result<std::vector<std::uint8_t>> bytes = encodePng(image);
  if (!bytes) return Unexpected{bytes.error()};
  const std::string part = path + ".part";
  std::error_code none;
  std::filesystem::remove(part, none);  // a link there would be followed
  std::ofstream file(part, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(bytes->data()),
             static_cast<std::streamsize>(bytes->size()));
  file.close();
  std::error_code failure;
  const auto kept = keepBackup(path);
  if (file && kept) std::filesystem::rename(part, path, failure);
  if (file && kept && !failure) return {};
  std::error_code ignored;
  std::filesystem::remove(part, ignored);
  return fail(ErrorCode::Io,
              fmt::format("The picture '{}' cannot be written. Does its folder exist, may you "
                          "write there, and is there room?",
                          shownPath(path)),
              shownPath(path));
}

}  // namespace sinew
