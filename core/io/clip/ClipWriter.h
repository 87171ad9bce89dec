#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>

#include "core/base/Result.h"
#include "core/io/clip/ClipHeader.h"
#include "core/scene/SceneFile.h"

namespace sinew {

/// Records a take. A thread of its own writes while the next frame is simulated; every frame is
/// committed with the commands before it, and taken only when the one before it is in the file, so
/// that a program killed at any moment leaves a clip with all but its last frame. For one thread
/// at a time.
class ClipWriter {
 public:
  /// A new clip. A clip that is there already is replaced by the first frame, not before; any
  /// other file is left alone, with an error. With Backup::Keep the clip that was there stays as
  /// `path~`.
  static Result<std::unique_ptr<ClipWriter>> create(const std::filesystem::path& path,
                                                    const ClipHeader& header,
                                                    Backup backup = Backup::None);
  /// Goes on after frame `last` of an existing clip; later frames and commands are dropped.
  static Result<std::unique_ptr<ClipWriter>> extend(const std::filesystem::path& path,
                                                    std::uint64_t last);
  /// Closes; what could not be written is lost silently, so call close() to know.
  ~ClipWriter();

  /// Frame `number` is the instant number / fps [s]. The snapshot must be that of the state.
  Result<void> add(std::uint64_t number, const State& state,
                   std::shared_ptr<const Snapshot> snapshot);
  /// A command posted now, before the step with index `step`.
  Result<void> add(const LoggedCommand& command);
  /// The scene as it is from now on. At one step it changes before commands take effect.
  Result<void> add(const SceneRevision& revision);
  /// Writes what is left and makes the clip a single file again.
  Result<void> close();

 private:
  class Thread;
  explicit ClipWriter(std::unique_ptr<Thread> thread);
  std::unique_ptr<Thread> m_thread;
};

}  // namespace sinew
