#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/io/clip/ClipHeader.h"
#include "core/io/clip/Database.h"
#include "core/scene/SceneFile.h"

namespace sinew {

/// The file under a ClipWriter, for one thread at a time.
///
/// Until the first frame everything stands in "PATH.part", whose open transaction also tells other
/// programs that someone is about to record. The first frame puts it in the place of PATH in one
/// move. From then on every frame is one commit to the write-ahead log.
class ClipFile {
 public:
  static Result<std::unique_ptr<ClipFile>> create(const std::filesystem::path& path,
                                                  const ClipHeader& header,
                                                  Backup backup = Backup::None);
  static Result<std::unique_ptr<ClipFile>> extend(const std::filesystem::path& path,
                                                  std::uint64_t last);
  ~ClipFile();
  ClipFile(const ClipFile&) = delete;
  ClipFile& operator=(const ClipFile&) = delete;

  Result<void> add(std::uint64_t number, const State& state, const Snapshot& snapshot);
  Result<void> add(const LoggedCommand& command);   ///< committed with the next frame
  Result<void> add(const SceneRevision& revision);  ///< likewise
  Result<void> close();

 private:
  explicit ClipFile(std::filesystem::path path) : m_path(std::move(path)) {}
  std::filesystem::path partPath() const;
  Result<void> begin();   ///< opens a transaction if there is none
  Result<void> commit();  ///< ends it; the first time, moves the file to its place
  Result<void> takePlace();
  Result<void> prepare();
  Result<void> writeLog();

  struct Statements {
    Statement frame, picture, state, command, scene;
  };
  std::filesystem::path m_path;
  std::optional<Database> m_database;
  std::optional<Statements> m_statements;
  std::vector<LoggedCommand> m_commands;  // waiting for their frame
  std::vector<SceneRevision> m_scenes;    // likewise
  std::uint64_t m_commandCount = 0, m_sceneCount = 0;
  std::optional<std::uint64_t> m_last;  // number of the newest frame
  bool m_inPlace = false;
  Backup m_backup = Backup::None;  // of what the first frame replaces
};

}  // namespace sinew
