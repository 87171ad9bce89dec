#pragma once
#include <filesystem>
#include <memory>

#include "core/io/clip/ClipWriter.h"
#include "core/live/History.h"
#include "core/live/RunLog.h"

namespace sinew {

/// Whether states and pictures of two worlds can be in one clip.
bool shareClip(const World& a, const World& b);

/// Frames of a live run on their way into a clip, with everything that was done between them.
class TakeRecorder {
 public:
  /// Whether an edit at the first frame is in its state already.
  enum class FirstFrame { BeforeEdits, AfterEdits };

  static Result<std::unique_ptr<TakeRecorder>> start(const std::filesystem::path& path,
                                                     const LiveFrame& first, FirstFrame edits);
  /// The next frame, with what the log says of the steps that lead to it.
  Result<void> add(const LiveFrame& frame, const RunLog& log);
  Result<void> close() { return m_writer->close(); }

  /// Whether the clip can hold states and pictures of a world.
  bool fits(const World& world) const { return shareClip(*m_first, world); }
  std::uint64_t from() const { return m_from; }
  std::uint64_t to() const { return m_to; }
  std::uint64_t firstStep() const { return m_firstStep; }
  const std::filesystem::path& path() const { return m_path; }

 private:
  TakeRecorder(std::filesystem::path path, const LiveFrame& first, FirstFrame edits);
  Result<void> add(const RunLog::Entry& entry, std::uint64_t step);

  std::filesystem::path m_path;
  std::shared_ptr<const World> m_first;
  std::unique_ptr<ClipWriter> m_writer;
  std::uint64_t m_from = 0, m_to = 0;
  std::uint64_t m_firstStep = 0;
  std::uint64_t m_nextStep = 0;   // the first whose commands are not in the clip
  std::uint64_t m_nextScene = 0;  // likewise for changes of the scene
};

}  // namespace sinew
