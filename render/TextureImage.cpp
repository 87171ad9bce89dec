#include "render/TextureImage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <system_error>

#include "core/base/FileSort.h"
#include "core/base/PlainText.h"
#include "render/Ffmpeg.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 28U;  // of a file
constexpr std::int64_t kMostPixels = std::int64_t{1} << 27U;     // of a picture
constexpr std::size_t kPadding = AV_INPUT_BUFFER_PADDING_SIZE;   // zeros that decoders read over
constexpr int kFinest = 4096;                                    // steps of linear light

Unexpected<Error> failTexture(const fs::path& path, const std::string& why) {
  return fail(ErrorCode::Io, why, shownPath(path));
}

/// The bytes of the file, and after them the padding.
Result<std::vector<std::uint8_t>> readBytes(const fs::path& path) {
  if (const std::string why = whyNoFile(path); !why.empty()) return failTexture(path, why);
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > kMostBytes) {
    return failTexture(
        path, error ? error.message()
                    : fmt::format("it has {} bytes, legal are at most {}", size, kMostBytes));
  }
  std::vector<std::uint8_t> bytes(size + kPadding, 0);
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size)))
    return failTexture(path, "it cannot be read to its end");
  return bytes;
}

/// Told by its first bytes: names may lie, and FFmpeg would also take films and lists of addresses.
AVCodecID codecOf(const std::vector<std::uint8_t>& bytes) {
  constexpr std::array<std::uint8_t, 4> kPng = {0x89, 'P', 'N', 'G'};
  constexpr std::array<std::uint8_t, 3> kJpeg = {0xFF, 0xD8, 0xFF};
  if (std::equal(kPng.begin(), kPng.end(), bytes.begin())) return AV_CODEC_ID_PNG;
  if (std::equal(kJpeg.begin(), kJpeg.end(), bytes.begin())) return AV_CODEC_ID_MJPEG;
  return AV_CODEC_ID_NONE;
}

Result<FfmpegOwner<AVFrame>> decode(const fs::path& path, std::vector<std::uint8_t>& bytes) {
  const AVCodecID id = codecOf(bytes);
  if (id == AV_CODEC_ID_NONE) return failTexture(path, "it is neither a PNG nor a JPEG");
  const AVCodec* codec = avcodec_find_decoder(id);
  if (codec == nullptr) return failTexture(path, "this FFmpeg cannot read such pictures");
  FfmpegOwner<AVCodecContext> context(avcodec_alloc_context3(codec));
  context->max_pixels = kMostPixels;
  context->thread_count = 1;
  context->log_level_offset = AV_LOG_TRACE;  // what goes wrong comes back as an error code
  FfmpegOwner<AVPacket> packet(av_packet_alloc());
  packet->data = bytes.data();  // stays ours: the packet has no buffer of its own
  packet->size = static_cast<int>(bytes.size() - kPadding);
  FfmpegOwner<AVFrame> frame(av_frame_alloc());
  int code = avcodec_open2(context.get(), codec, nullptr);
  if (code >= 0) code = avcodec_send_packet(context.get(), packet.get());
  if (code >= 0) code = avcodec_send_packet(context.get(), nullptr);
  if (code >= 0) code = avcodec_receive_frame(context.get(), frame.get());
  if (code < 0)
    return failTexture(path, fmt::format("it cannot be decoded ({})", ffmpegError(code)));
  return frame;
}

/// The pixel format without what it says of the range, which is told apart.
AVPixelFormat plainFormat(int format) {
  switch (format) {
    case AV_PIX_FMT_YUVJ420P:
      return AV_PIX_FMT_YUV420P;
    case AV_PIX_FMT_YUVJ422P:
      return AV_PIX_FMT_YUV422P;
    case AV_PIX_FMT_YUVJ444P:
      return AV_PIX_FMT_YUV444P;
    case AV_PIX_FMT_YUVJ440P:
      return AV_PIX_FMT_YUV440P;
    default:
      return static_cast<AVPixelFormat>(format);
  }
}

int sideFor(int pixels) {
  return std::min(kLargestTexture, static_cast<int>(std::bit_ceil(static_cast<unsigned>(pixels))));
}

/// The picture as RGBA with sides that are powers of two.
Result<TextureImage::Level> scaled(const fs::path& path, const AVFrame& from) {
  TextureImage::Level level{sideFor(from.width), sideFor(from.height), {}};
  const AVPixelFormat format = plainFormat(from.format);
  FfmpegOwner<SwsContext> convert(
      sws_getContext(from.width, from.height, format, level.width, level.height, AV_PIX_FMT_RGBA,
                     SWS_AREA | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, nullptr, nullptr, nullptr));
  if (!convert) return failTexture(path, "its kind of pixels cannot be converted");
  const int* jpeg = sws_getCoefficients(SWS_CS_ITU601);
  const bool full = from.color_range == AVCOL_RANGE_JPEG || format != from.format;
  sws_setColorspaceDetails(convert.get(), jpeg, full ? 1 : 0, jpeg, 1, 0, 1 << 16, 1 << 16);
  FfmpegOwner<AVFrame> to(av_frame_alloc());
  to->format = AV_PIX_FMT_RGBA;
  to->width = level.width;
  to->height = level.height;
  if (av_frame_get_buffer(to.get(), 0) < 0 || sws_scale(convert.get(), from.data, from.linesize, 0,
                                                        from.height, to->data, to->linesize) < 0) {
    return failTexture(path, "there is not enough memory for it");
  }
  const std::size_t row = 4 * static_cast<std::size_t>(level.width);
  level.rgba.reserve(row * static_cast<std::size_t>(level.height));
  for (int y = 0; y < level.height; ++y) {
    const std::uint8_t* line = to->data[0] + static_cast<std::ptrdiff_t>(y) * to->linesize[0];
    level.rgba.insert(level.rgba.end(), line, line + row);
  }
  return level;
}

void putOnWhite(TextureImage::Level& level) {
  for (std::size_t i = 0; i < level.rgba.size(); i += 4) {
    const int alpha = level.rgba[i + 3];
    if (alpha == 255) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      level.rgba[i + k] =
          static_cast<std::uint8_t>(255 + ((level.rgba[i + k] - 255) * alpha - 127) / 255);
    }
    level.rgba[i + 3] = 255;
  }
}

/// sRGB bytes to linear light and back, by tables.
struct LightTables {
  std::array<float, 256> light{};
  std::array<std::uint8_t, kFinest + 1> byte{};

  LightTables() {
    for (std::size_t i = 0; i < light.size(); ++i) {
      const double s = static_cast<double>(i) / 255;
      light[i] = static_cast<float>(s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4));
    }
    for (std::size_t i = 0; i < byte.size(); ++i) {
      const double l = static_cast<double>(i) / kFinest;
      const double s = l <= 0.0031308 ? 12.92 * l : 1.055 * std::pow(l, 1 / 2.4) - 0.055;
      byte[i] = static_cast<std::uint8_t>(std::lround(255 * s));
    }
  }
};

/// Half as wide and high, as bright: light is averaged, not what stands for it.
TextureImage::Level halved(const TextureImage::Level& from) {
  static const LightTables tables;
  TextureImage::Level to{std::max(1, from.width / 2), std::max(1, from.height / 2), {}};
  to.rgba.resize(4 * static_cast<std::size_t>(to.width) * static_cast<std::size_t>(to.height));
  const int stepX = from.width / to.width, stepY = from.height / to.height;
  std::uint8_t* out = to.rgba.data();
  for (int y = 0; y < to.height; ++y) {
    for (int x = 0; x < to.width; ++x) {
      std::array<float, 3> sum{};
      for (int corner = 0; corner < 4; ++corner) {
        const int fromX = x * stepX + (corner & 1) * (stepX - 1);
        const int fromY = y * stepY + (corner >> 1) * (stepY - 1);
        const std::uint8_t* in =
            from.rgba.data() + 4 * (static_cast<std::ptrdiff_t>(fromY) * from.width + fromX);
        for (std::size_t k = 0; k < 3; ++k) sum[k] += tables.light[in[k]];
      }
      for (const float light : sum) {
        const float share = light * (kFinest / 4.0f);
        *out++ = tables.byte[static_cast<std::size_t>(std::lround(share))];
      }
      *out++ = 255;
    }
  }
  return to;
}

}  // namespace

Result<TextureImage> readTexture(const fs::path& path) {
  auto bytes = readBytes(path);
  if (!bytes) return Unexpected{bytes.error()};
  const auto frame = decode(path, *bytes);
  if (!frame) return Unexpected{frame.error()};
  auto level = scaled(path, **frame);
  if (!level) return Unexpected{level.error()};
  TextureImage image;
  image.aspect = static_cast<double>((*frame)->height) / (*frame)->width;
  putOnWhite(*level);
  image.levels.push_back(*std::move(level));
  while (image.levels.back().width > 1 || image.levels.back().height > 1)
    image.levels.push_back(halved(image.levels.back()));
  return image;
}

}  // namespace sinew
