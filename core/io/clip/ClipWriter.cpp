#include "core/io/clip/ClipWriter.h"

#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <variant>

#include "core/io/clip/ClipFile.h"

namespace sinew {
namespace {

struct QueuedFrame {
  std::uint64_t number = 0;
  State state;
  std::shared_ptr<const Snapshot> snapshot;
};

using Item = std::variant<QueuedFrame, LoggedCommand, SceneRevision>;

}  // namespace

/// The queue, and the thread that empties it into the file.
class ClipWriter::Thread {
 public:
  explicit Thread(std::unique_ptr<ClipFile> file)
      : m_file(std::move(file)), m_thread([this] { run(); }) {}
  ~Thread() { static_cast<void>(finish()); }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  /// Waits for the frame before this one, so that never more than one can be lost.
  Result<void> add(QueuedFrame frame) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_frameUnderway || m_error; });
    m_frameUnderway = true;
    return enqueue(std::move(frame));
  }

  template <class Logged>
  Result<void> log(const Logged& logged) {
    const std::lock_guard lock(m_mutex);
    return enqueue(logged);
  }

  Result<void> finish() {
    if (m_thread.joinable()) {
      {
        const std::lock_guard lock(m_mutex);
        m_finished = true;
        m_changed.notify_all();
      }
      m_thread.join();
    }
    if (m_error) return Unexpected{*m_error};
    return {};
  }

 private:
  void run() {
    while (std::optional<Item> item = take()) {
      const auto written = std::visit([this](const auto& i) { return write(i); }, *item);
      if (!written) return stop(written.error());
    }
    if (const auto closed = m_file->close(); !closed) stop(closed.error());
  }

  Result<void> enqueue(Item item) {
    if (m_error) return Unexpected{*m_error};
    m_waiting.push_back(std::move(item));
    m_changed.notify_all();
    return {};
  }

  std::optional<Item> take() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_waiting.empty() || m_finished; });
    if (m_waiting.empty()) return std::nullopt;
    std::optional<Item> item = std::move(m_waiting.front());
    m_waiting.pop_front();
    return item;
  }

  Result<void> write(const QueuedFrame& f) {
    auto written = m_file->add(f.number, f.state, *f.snapshot);
    const std::lock_guard lock(m_mutex);
    m_frameUnderway = false;
    if (!written) m_error = written.error();
    m_changed.notify_all();
    return written;
  }
  template <class Logged>
  Result<void> write(const Logged& logged) {
    return m_file->add(logged);
  }

  void stop(const Error& error) {
    const std::lock_guard lock(m_mutex);
    m_error = error;
    m_changed.notify_all();
  }

  std::unique_ptr<ClipFile> m_file;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Item> m_waiting;
  std::optional<Error> m_error;
  bool m_frameUnderway = false;  // handed over and not committed yet
  bool m_finished = false;
  std::thread m_thread;  // last: it uses all of the above
};

ClipWriter::ClipWriter(std::unique_ptr<Thread> thread) : m_thread(std::move(thread)) {}

ClipWriter::~ClipWriter() = default;

Result<std::unique_ptr<ClipWriter>> ClipWriter::create(const std::filesystem::path& path,
                                                       const ClipHeader& header, Backup backup) {
  auto file = ClipFile::create(path, header, backup);
  if (!file) return Unexpected{file.error()};
  return std::unique_ptr<ClipWriter>(new ClipWriter(std::make_unique<Thread>(*std::move(file))));
}

Result<std::unique_ptr<ClipWriter>> ClipWriter::extend(const std::filesystem::path& path,
                                                       std::uint64_t last) {
  auto file = ClipFile::extend(path, last);
  if (!file) return Unexpected{file.error()};
  return std::unique_ptr<ClipWriter>(new ClipWriter(std::make_unique<Thread>(*std::move(file))));
}

Result<void> ClipWriter::add(std::uint64_t number, const State& state,
                             std::shared_ptr<const Snapshot> snapshot) {
  return m_thread->add(QueuedFrame{number, state, std::move(snapshot)});
}

Result<void> ClipWriter::add(const LoggedCommand& command) {
  return m_thread->log(command);
}

Result<void> ClipWriter::add(const SceneRevision& revision) {
  return m_thread->log(revision);
}

Result<void> ClipWriter::close() {
  return m_thread->finish();
}

}  // namespace sinew
