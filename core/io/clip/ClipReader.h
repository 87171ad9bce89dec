#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/Result.h"
#include "core/io/clip/ClipHeader.h"

namespace sinew {

class Database;
class Statement;

/// One frame in a clip: what can be known of it without reading it whole.
struct ClipFrame {
  std::uint64_t number = 0;     ///< the instant number / fps
  double time = 0;              ///< [s]
  std::uint64_t step = 0;       ///< steps taken before it
  std::uint64_t stateHash = 0;  ///< State::hash
};

/// Whether a file claims to be a clip, told from its first bytes.
bool looksLikeClip(const std::filesystem::path& path);

/// A clip opened for reading only, as it was at that moment: a clip that is still being recorded
/// shows the frames it had. What is damaged or foreign gives an error, never more memory than the
/// file has content. For one thread at a time; open it once per thread.
class ClipReader {
 public:
  static Result<std::unique_ptr<ClipReader>> open(const std::filesystem::path& path);
  ~ClipReader();

  std::int64_t format() const { return m_format; }
  const ClipHeader& header() const { return m_header; }
  const std::vector<ClipFrame>& frames() const { return m_frames; }  ///< at least one
  const std::vector<LoggedCommand>& commands() const { return m_commands; }
  /// Recording ended properly, rather than with its program.
  bool complete() const { return m_complete; }
  /// Of ClipHeader::scenes, as they were recorded (SceneHashes.h); nothing in older clips.
  const std::optional<std::vector<std::uint64_t>>& sceneHashes() const { return m_sceneHashes; }
  /// Index of the frame with a number.
  std::optional<std::size_t> indexOf(std::uint64_t number) const;

  /// The scene at the start of the take, or after one of its changes (ClipHeader::scenes).
  Result<Scene> scene(const Registry& registry, std::size_t revision = 0) const;

  /// The picture of a frame. Plays whatever version recorded it.
  Result<std::shared_ptr<const Snapshot>> snapshot(std::size_t index);
  /// The state of a frame, to go on from in a world of the same layout and part versions.
  Result<State> state(std::size_t index, const World& world);
  /// The numbers of a state, whatever they mean.
  Result<State> rawState(std::size_t index);

  /// Why states of this clip do not fit a world; nothing if they do.
  std::optional<Error> mismatch(const World& world) const;

 private:
  explicit ClipReader(std::filesystem::path path);
  Result<void> readAll();
  Result<void> checkTables();
  Result<void> readFrames();
  Result<void> readCommands();
  Error located(Error error) const;

  std::filesystem::path m_path;
  std::unique_ptr<Database> m_database;
  std::unique_ptr<Statement> m_picture, m_state;
  std::int64_t m_format = 0;
  ClipHeader m_header;
  std::vector<ClipFrame> m_frames;
  std::vector<LoggedCommand> m_commands;
  bool m_complete = false;
  std::optional<std::vector<std::uint64_t>> m_sceneHashes;
};

}  // namespace sinew
