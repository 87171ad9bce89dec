#include "tests/render/MediaProbe.h"

#include "render/Ffmpeg.h"
extern "C" {
#include <libavutil/pixdesc.h>
}

namespace sinew::test {
namespace {

Image toImage(const AVFrame& frame) {
  Image image{frame.width, frame.height, {}};
  image.rgba.resize(static_cast<std::size_t>(4 * frame.width * frame.height));
  const FfmpegOwner<SwsContext> convert(sws_getContext(
      frame.width, frame.height, static_cast<AVPixelFormat>(frame.format), frame.width,
      frame.height, AV_PIX_FMT_RGBA, SWS_BICUBIC | SWS_ACCURATE_RND, nullptr, nullptr, nullptr));
  const int* bt709 = sws_getCoefficients(SWS_CS_ITU709);
  sws_setColorspaceDetails(convert.get(), bt709, frame.color_range == AVCOL_RANGE_JPEG ? 1 : 0,
                           bt709, 1, 0, 1 << 16, 1 << 16);
  std::uint8_t* rows[] = {image.rgba.data()};
  const int stride[] = {4 * frame.width};
  sws_scale(convert.get(), frame.data, frame.linesize, 0, frame.height, rows, stride);
  return image;
}

void describe(const AVStream& stream, DecodedMedia& media) {
  const AVCodecParameters& p = *stream.codecpar;
  media.codec = avcodec_get_name(p.codec_id);
  media.pixelFormat = av_get_pix_fmt_name(static_cast<AVPixelFormat>(p.format));
  media.colours = std::string(av_color_space_name(p.color_space)) + "/" +
                  av_color_primaries_name(p.color_primaries) + "/" +
                  av_color_transfer_name(p.color_trc) + "/" + av_color_range_name(p.color_range);
  media.declaredFrames = static_cast<long>(stream.nb_frames);
  media.fps = av_q2d(stream.avg_frame_rate);
  media.seconds = static_cast<double>(stream.duration) * av_q2d(stream.time_base);
}

void takeFrames(AVCodecContext& codec, DecodedMedia& media) {
  const FfmpegOwner<AVFrame> frame(av_frame_alloc());
  while (avcodec_receive_frame(&codec, frame.get()) >= 0) media.frames.push_back(toImage(*frame));
}

}  // namespace

DecodedMedia decodeMedia(const std::string& path) {
  DecodedMedia media;
  AVFormatContext* opened = nullptr;
  if (avformat_open_input(&opened, path.c_str(), nullptr, nullptr) < 0) return media;
  const FfmpegOwner<AVFormatContext> container(opened);
  if (avformat_find_stream_info(opened, nullptr) < 0 || opened->nb_streams != 1) return media;
  const AVStream& stream = *opened->streams[0];
  describe(stream, media);
  const AVCodec* decoder = avcodec_find_decoder(stream.codecpar->codec_id);
  const FfmpegOwner<AVCodecContext> codec(avcodec_alloc_context3(decoder));
  avcodec_parameters_to_context(codec.get(), stream.codecpar);
  if (avcodec_open2(codec.get(), decoder, nullptr) < 0) return media;
  const FfmpegOwner<AVPacket> packet(av_packet_alloc());
  while (av_read_frame(opened, packet.get()) >= 0) {
    avcodec_send_packet(codec.get(), packet.get());
    takeFrames(*codec, media);
    av_packet_unref(packet.get());
  }
  avcodec_send_packet(codec.get(), nullptr);
  takeFrames(*codec, media);
  return media;
}

}  // namespace sinew::test
