#include "render/FilmOutput.h"

#include <fmt/format.h>

#include "render/ImageWriter.h"
#include "render/VideoWriter.h"

namespace sinew {
namespace {

constexpr std::size_t kMostWaiting = 3;

class PngOutput : public FilmOutput {
 public:
  PngOutput(std::string pattern, bool single) : m_pattern(std::move(pattern)), m_single(single) {}
  Result<void> add(int frame, const Image& image) override {
    const Result<std::string> name = frameFileName(m_pattern, frame, m_single);
    if (!name) return Unexpected{name.error()};
    return writePng(image, *name);
  }
  Result<void> finish() override { return {}; }

 private:
  std::string m_pattern;
  bool m_single;
};

class VideoOutput : public FilmOutput {
 public:
  explicit VideoOutput(std::unique_ptr<VideoWriter> writer) : m_writer(std::move(writer)) {}
  Result<void> add(int /*frame*/, const Image& image) override { return m_writer->add(image); }
  Result<void> finish() override { return m_writer->finish(); }

 private:
  std::unique_ptr<VideoWriter> m_writer;
};

}  // namespace

Result<std::unique_ptr<FilmOutput>> FilmOutput::open(const FilmOrder& order) {
  if (order.path.ends_with(".png")) {
    const bool single = picturesOf(order) == 1;
    const Result<std::string> name = frameFileName(order.path, order.first, single);
    if (!name) return Unexpected{name.error()};
    return std::unique_ptr<FilmOutput>(std::make_unique<PngOutput>(order.path, single));
  }
  if (order.path.ends_with(".mp4")) {
    Result<std::unique_ptr<VideoWriter>> writer =
        VideoWriter::open(order.path, {order.width, order.height, order.fps});
    if (!writer) return Unexpected{writer.error()};
    return std::unique_ptr<FilmOutput>(std::make_unique<VideoOutput>(std::move(*writer)));
  }
  return fail(ErrorCode::Usage,
              fmt::format("'{}' ends neither in .mp4 nor in .png, so what to write is unclear",
                          order.path));
}

FilmQueue::FilmQueue(std::unique_ptr<FilmOutput> output) : m_output(std::move(output)) {
  m_thread = std::thread([this] { work(); });
}

FilmQueue::~FilmQueue() {
  {
    const std::lock_guard lock(m_mutex);
    m_dropping = m_closing = true;
  }
  m_changed.notify_all();
  if (m_thread.joinable()) m_thread.join();
}

std::optional<FilmQueue::Waiting> FilmQueue::next() {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [this] { return m_closing || !m_waiting.empty(); });
  if (m_dropping || m_waiting.empty()) return std::nullopt;
  std::optional<Waiting> first(std::move(m_waiting.front()));
  m_waiting.pop_front();
  m_changed.notify_all();
  return first;
}

void FilmQueue::work() {
  while (const std::optional<Waiting> waiting = next()) {
    const Result<void> added = m_output->add(waiting->frame, waiting->image);
    if (added) continue;
    const std::lock_guard lock(m_mutex);
    m_failure = added.error();
    m_waiting.clear();
    m_changed.notify_all();
    return;
  }
}

Result<void> FilmQueue::push(int frame, Image image) {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [this] { return m_failure || m_waiting.size() < kMostWaiting; });
  if (m_failure) return Unexpected{*m_failure};
  m_waiting.push_back({frame, std::move(image)});
  m_changed.notify_all();
  return {};
}

Result<void> FilmQueue::finish() {
  {
    const std::lock_guard lock(m_mutex);
    m_closing = true;
  }
  m_changed.notify_all();
  m_thread.join();
  if (m_failure) return Unexpected{*m_failure};
  return m_output->finish();
}

}  // namespace sinew
