#include "render/FrameSequence.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <optional>

#include "render/Camera.h"
#include "render/FilmOutput.h"
#include "render/HeadlessContext.h"
#include "render/OffscreenTarget.h"
#include "render/Renderer.h"

namespace sinew {
namespace {

/// Everything a film is drawn with. Members go in reverse order: the context last.
struct Studio {
  std::unique_ptr<HeadlessContext> context;
  std::unique_ptr<Renderer> renderer;
  std::optional<OffscreenTarget> target;
};

Result<Studio> openStudio(const FilmOrder& order) {
  Studio studio;
  Result<std::unique_ptr<HeadlessContext>> context = HeadlessContext::create();
  if (!context) return Unexpected{context.error()};
  studio.context = std::move(*context);
  Result<std::unique_ptr<Renderer>> renderer = Renderer::create();
  if (!renderer) return Unexpected{renderer.error()};
  studio.renderer = std::move(*renderer);
  Result<OffscreenTarget> target = OffscreenTarget::create(order.width, order.height);
  if (!target) return Unexpected{target.error()};
  studio.target = std::move(*target);
  return studio;
}

std::vector<bool> shownParts(const FilmFrame& frame) {
  std::vector<bool> shown;
  shown.reserve(frame.snapshot->topology->parts.size());
  for (const auto& part : frame.snapshot->topology->parts) {
    bool visible = true;
    for (const PartLook& look : frame.look.parts) {
      if (look.part == part.part) visible = look.visible;
    }
    shown.push_back(visible);
  }
  return shown;
}

CameraLook stillCamera(const FilmFrame& frame, const FilmOrder& order) {
  Focus focus;
  if (frame.snapshot->topology) focus = focusOf(*frame.snapshot, shownParts(frame));
  return settleCamera(frame.look.camera, focus, static_cast<double>(order.width) / order.height);
}

/// Draws the frames of an order one after the other into a queue.
class Filming {
 public:
  Filming(const FilmOrder& order, const FrameSource& source, Studio& studio)
      : m_order(order), m_source(source), m_studio(studio) {}

  /// The picture with that place in the film, from 0.
  Result<void> shoot(int picture, FilmQueue& queue) {
    const double at = m_order.first + picture * m_order.speed;
    Result<FilmFrame> frame = m_source(at);
    if (!frame) return Unexpected{frame.error()};
    if (frame->look.camera.automatic) {
      if (m_camera.automatic) m_camera = stillCamera(*frame, m_order);
      frame->look.camera = m_camera;
    }
    Result<void> drawn = m_studio.renderer->draw(*frame->snapshot, frame->look,
                                                 m_studio.target->target(), m_order.quality);
    if (!drawn) return drawn;
    Image image = m_studio.target->read();
    if (m_order.stamp) m_order.stamp(image, at, frame->snapshot->time);
    return queue.push(m_order.first + picture, std::move(image));
  }

 private:
  const FilmOrder& m_order;
  const FrameSource& m_source;
  Studio& m_studio;
  CameraLook m_camera{.automatic = true};
};

Unexpected<Error> failPattern(const std::string& pattern, const char* why) {
  return fail(ErrorCode::Usage,
              fmt::format("'{}' cannot name the frames: {} (as in frame_%04d.png)", pattern, why));
}

}  // namespace

Result<std::string> frameFileName(const std::string& pattern, int frame, bool single) {
  const std::size_t start = pattern.find('%');
  if (start == std::string::npos) {
    if (single) return pattern;
    return failPattern(pattern, "several frames need a place for their number");
  }
  std::size_t end = start + 1;
  while (end < pattern.size() && std::isdigit(static_cast<unsigned char>(pattern[end])) != 0) ++end;
  const std::string digits = pattern.substr(start + 1, end - start - 1);
  if (end >= pattern.size() || pattern[end] != 'd' || digits.size() > 2) {
    return failPattern(pattern, "after % only a width and d may stand");
  }
  if (pattern.find('%', end) != std::string::npos) {
    return failPattern(pattern, "there is more than one place for their number");
  }
  const int width = digits.empty() ? 0 : std::stoi(digits);
  return pattern.substr(0, start) + fmt::format("{:0{}}", frame, width) + pattern.substr(end + 1);
}

int picturesOf(const FilmOrder& order) {
  constexpr double kSamePicture = 1e-6;
  return static_cast<int>(std::floor((order.last - order.first) / order.speed + kSamePicture)) + 1;
}

Result<void> renderFilm(const FilmOrder& order, const FrameSource& source,
                        const FilmProgress& progress, const std::stop_token& stop) {
  if (!(order.speed > 0)) return fail(ErrorCode::Usage, "A film needs a speed above 0");
  if (order.last < order.first) {
    return fail(ErrorCode::Usage, fmt::format("Frames {} to {} are none", order.first, order.last));
  }
  Result<std::unique_ptr<FilmOutput>> output = FilmOutput::open(order);
  if (!output) return Unexpected{output.error()};
  Result<Studio> studio = openStudio(order);
  if (!studio) return Unexpected{studio.error()};
  FilmQueue queue(std::move(*output));
  Filming filming(order, source, *studio);
  const int count = picturesOf(order);
  for (int i = 0; i < count; ++i) {
    if (stop.stop_requested()) {
      return fail(ErrorCode::Stopped,
                  fmt::format("Drawing was stopped after {} of {} frames", i, count));
    }
    if (Result<void> shot = filming.shoot(i, queue); !shot) return shot;
    if (progress) progress(i + 1, count);
  }
  return queue.finish();
}

}  // namespace sinew
