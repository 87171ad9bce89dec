#pragma once
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/base/Result.h"
#include "render/FrameSequence.h"
#include "render/Image.h"

namespace sinew {

/// Where the frames of a film end up.
class FilmOutput {
 public:
  static Result<std::unique_ptr<FilmOutput>> open(const FilmOrder& order);  ///< by file ending
  virtual ~FilmOutput() = default;
  virtual Result<void> add(int frame, const Image& image) = 0;
  virtual Result<void> finish() = 0;
};

/// Feeds an output from a thread of its own, at most a few frames behind.
class FilmQueue {
 public:
  explicit FilmQueue(std::unique_ptr<FilmOutput> output);
  ~FilmQueue();  ///< without finish(): what is still waiting is dropped
  FilmQueue(const FilmQueue&) = delete;
  FilmQueue& operator=(const FilmQueue&) = delete;

  /// Waits for room. Fails with what the output said of an earlier frame.
  Result<void> push(int frame, Image image);
  Result<void> finish();  ///< waits until all is written

 private:
  struct Waiting {
    int frame;
    Image image;
  };
  void work();
  std::optional<Waiting> next();

  std::unique_ptr<FilmOutput> m_output;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Waiting> m_waiting;
  std::optional<Error> m_failure;
  bool m_closing = false, m_dropping = false;
  std::thread m_thread;
};

}  // namespace sinew
