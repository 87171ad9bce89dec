#include "core/io/clip/ClipFile.h"

#include <fmt/format.h>

#include <system_error>

#include "core/base/FileSort.h"
#include "core/base/PlainText.h"
#include "core/io/clip/ClipAssets.h"
#include "core/io/clip/ClipHeaderTables.h"
#include "core/io/clip/FrameCodec.h"
#include "core/io/clip/SceneHashes.h"
#include "core/io/clip/Try.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

Unexpected<Error> inFile(Error error, const fs::path& path) {
  error.where = shownPath(path);
  return {std::move(error)};
}

/// Makes sure that the file of a clip about to be recorded is nobody's: absent, empty, or what a
/// killed program left of a clip.
Result<void> checkClaimable(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (!fs::exists(status)) return {};
  const auto foreign = fail(
      ErrorCode::Io, "in the way, and no clip: move it or choose another name", shownPath(path));
  if (!fs::is_regular_file(status)) return foreign;
  auto claimed = Database::open(path, Database::Mode::Write);
  if (!claimed) return inFile(claimed.error(), path);
  const auto free = claimed->run("PRAGMA busy_timeout=0; BEGIN EXCLUSIVE; ROLLBACK");
  if (!free && free.error().code == ErrorCode::Io) return inFile(free.error(), path);
  if (fs::file_size(path, error) == 0) return {};
  const auto application = claimed->number("PRAGMA application_id");
  return application && *application == kClipApplication ? Result<void>() : foreign;
}

/// Makes sure that nothing is lost by replacing what is at `path`: it must be absent, empty, or a
/// clip that nobody has open. Afterwards it is a single file.
Result<void> checkReplaceable(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (!fs::exists(status)) return {};
  if (const std::string sort = sortOfFile(status); !sort.empty()) {
    return fail(ErrorCode::Io, fmt::format("not replaced, as it is {}", sort), shownPath(path));
  }
  if (fs::file_size(path, error) == 0) return {};
  auto old = Database::open(path, Database::Mode::Write);
  if (!old) return inFile(old.error(), path);
  const auto application = old->number("PRAGMA application_id");
  if (!application || *application != kClipApplication) {
    return fail(ErrorCode::Io, "not replaced, as it is no clip: choose another name",
                shownPath(path));
  }
  const auto mode = old->word("PRAGMA journal_mode=DELETE");
  if (!mode) return inFile(mode.error(), path);
  return {};
}

void removeFiles(const fs::path& path) {
  std::error_code ignored;
  for (const char* suffix : {"", "-journal", "-wal", "-shm"}) {
    fs::remove(path.string() + suffix, ignored);
  }
}

}  // namespace

fs::path ClipFile::partPath() const {
  return m_path.string() + ".part";
}

ClipFile::~ClipFile() {
  if (!m_database) return;
  m_statements.reset();
  m_database.reset();
  if (!m_inPlace && !m_path.empty()) removeFiles(partPath());
}

Result<std::unique_ptr<ClipFile>> ClipFile::create(const fs::path& path, const ClipHeader& header,
                                                   Backup backup) {
  SINEW_TRY(checkReplaceable(path));
  std::unique_ptr<ClipFile> file(new ClipFile(path));
  file->m_backup = backup;
  SINEW_TRY(checkClaimable(file->partPath()));
  removeFiles(file->partPath());
  auto database = Database::open(file->partPath(), Database::Mode::Create);
  if (!database) return inFile(database.error(), path);
  file->m_database = std::move(*database);
  const auto write = [&]() -> Result<void> {
    SINEW_TRY(file->m_database->run(
        fmt::format("PRAGMA application_id={}; PRAGMA user_version={}; BEGIN EXCLUSIVE",
                    kClipApplication, kClipFormat)
            .c_str()));
    SINEW_TRY(writeHeader(*file->m_database, header));
    file->m_sceneCount = header.scenes.size();
    return file->prepare();
  };
  if (const auto done = write(); !done) return inFile(done.error(), path);
  return file;
}

Result<std::unique_ptr<ClipFile>> ClipFile::extend(const fs::path& path, std::uint64_t last) {
  std::unique_ptr<ClipFile> file(new ClipFile(path));
  auto database = Database::open(path, Database::Mode::Write);
  if (!database) return inFile(database.error(), path);
  file->m_database = std::move(*database);
  file->m_inPlace = true;
  const auto cut = [&]() -> Result<void> {
    Database& db = *file->m_database;
    auto application = db.number("PRAGMA application_id");
    SINEW_TRY(application);
    auto format = db.number("PRAGMA user_version");
    SINEW_TRY(format);
    if (*application != kClipApplication) return fail(ErrorCode::Invalid, "this is no clip");
    if (*format != kClipFormat) {
      return fail(ErrorCode::Mismatch, "another version of Sinew recorded this clip");
    }
    auto there =
        db.number(fmt::format("SELECT count(*) FROM frames WHERE number = {}", last).c_str());
    SINEW_TRY(there);
    if (*there != 1) return fail(ErrorCode::Usage, fmt::format("there is no frame {}", last));
    // Leaving the log and entering it again needs the file for oneself.
    SINEW_TRY(db.word("PRAGMA journal_mode=DELETE"));
    SINEW_TRY(db.run(fmt::format("BEGIN IMMEDIATE;"
                                 "DELETE FROM commands WHERE step >="
                                 " (SELECT step FROM frames WHERE number = {0});"
                                 "DELETE FROM scenes WHERE revision > 0 AND step >="
                                 " (SELECT step FROM frames WHERE number = {0});"
                                 "DELETE FROM frames WHERE number > {0};"
                                 "DELETE FROM pictures WHERE number > {0};"
                                 "DELETE FROM states WHERE number > {0};"
                                 "DELETE FROM meta WHERE key = 'closed'",
                                 last)
                         .c_str()));
    SINEW_TRY(cutSceneHashes(db));
    SINEW_TRY(db.run("COMMIT; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL"));
    auto commands = db.number("SELECT count(*) FROM commands");
    SINEW_TRY(commands);
    file->m_commandCount = static_cast<std::uint64_t>(*commands);
    auto scenes = db.number("SELECT count(*) FROM scenes");
    SINEW_TRY(scenes);
    file->m_sceneCount = static_cast<std::uint64_t>(*scenes);
    file->m_last = last;
    return file->prepare();
  };
  if (const auto done = cut(); !done) return inFile(done.error(), path);
  return file;
}

Result<void> ClipFile::prepare() {
  m_statements.reset();
  auto frame = m_database->prepare("INSERT INTO frames VALUES(?,?,?,?,?)");
  SINEW_TRY(frame);
  auto picture = m_database->prepare("INSERT INTO pictures VALUES(?,?,?,?)");
  SINEW_TRY(picture);
  auto state = m_database->prepare("INSERT INTO states VALUES(?,?,?)");
  SINEW_TRY(state);
  auto command = m_database->prepare("INSERT INTO commands VALUES(?,?,?,?)");
  SINEW_TRY(command);
  auto scene = m_database->prepare("INSERT INTO scenes VALUES(?,?,?,?)");
  SINEW_TRY(scene);
  m_statements.emplace(Statements{std::move(*frame), std::move(*picture), std::move(*state),
                                  std::move(*command), std::move(*scene)});
  return {};
}

Result<void> ClipFile::begin() {
  if (!m_inPlace) return {};  // the transaction that create() began is still open
  return m_database->run("BEGIN IMMEDIATE");
}

Result<void> ClipFile::commit() {
  SINEW_TRY(m_database->run("COMMIT"));
  return m_inPlace ? Result<void>() : takePlace();
}

Result<void> ClipFile::takePlace() {
  m_statements.reset();
  m_database->close();
  // An old log beside a new file would be taken for its own; this folds it into the old file.
  SINEW_TRY(checkReplaceable(m_path));
  if (m_backup == Backup::Keep) SINEW_TRY(keepBackup(m_path));
  std::error_code error;
  fs::rename(partPath(), m_path, error);
  if (error) return fail(ErrorCode::Io, error.message());
  auto database = Database::open(m_path, Database::Mode::Write);
  SINEW_TRY(database);
  m_database = std::move(*database);
  m_inPlace = true;
  // NORMAL: a power cut may cost the newest frames, a killed program none that was committed.
  SINEW_TRY(m_database->run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL"));
  return prepare();
}

Result<void> ClipFile::add(std::uint64_t number, const State& state, const Snapshot& snapshot) {
  const auto write = [&]() -> Result<void> {
    if (m_last && number != *m_last + 1) {
      return fail(ErrorCode::Usage,
                  fmt::format("frame {} cannot follow frame {}", number, *m_last));
    }
    SINEW_TRY(begin());
    SINEW_TRY(writeLog());
    SINEW_TRY(m_statements->frame.integer(number)
                  .real(snapshot.time)
                  .integer(snapshot.step)
                  .integer(state.hash())
                  .insert());
    ByteWriter picture, values;
    encodePicture(snapshot, picture);
    encodeState(state, values);
    SINEW_TRY(m_statements->picture.integer(number)
                  .blob(bytesOf(snapshot.positions))
                  .blob(picture.bytes())
                  .insert());
    SINEW_TRY(m_statements->state.integer(number).blob(values.bytes()).insert());
    SINEW_TRY(commit());
    m_last = number;
    return {};
  };
  if (const auto done = write(); !done) return inFile(done.error(), m_path);
  return {};
}

Result<void> ClipFile::add(const LoggedCommand& command) {
  m_commands.push_back(command);
  return {};
}

Result<void> ClipFile::add(const SceneRevision& revision) {
  m_scenes.push_back(revision);
  return {};
}

Result<void> ClipFile::writeLog() {
  for (const SceneRevision& revision : m_scenes) {
    SINEW_TRY(writeSceneHash(*m_database, m_sceneCount, revision));
    SINEW_TRY(m_statements->scene.integer(m_sceneCount++)
                  .integer(revision.step)
                  .text(revision.text)
                  .insert());
    if (!revision.assets.empty()) SINEW_TRY(writeAssets(*m_database, revision.assets));
  }
  m_scenes.clear();
  for (const LoggedCommand& logged : m_commands) {
    SINEW_TRY(m_statements->command.integer(m_commandCount++)
                  .integer(logged.step)
                  .text(writeCommand(logged.command))
                  .insert());
  }
  m_commands.clear();
  return {};
}

Result<void> ClipFile::close() {
  if (!m_inPlace) {
    m_statements.reset();
    m_database.reset();
    removeFiles(partPath());
    return {};
  }
  const auto write = [&]() -> Result<void> {
    SINEW_TRY(begin());
    SINEW_TRY(writeLog());
    SINEW_TRY(writeMeta(*m_database, "closed", "yes"));
    SINEW_TRY(commit());
    m_statements.reset();
    // Fails while someone reads; then the log stays beside the file, which does no harm.
    const auto single = m_database->word("PRAGMA journal_mode=DELETE");
    if (!single) SINEW_TRY(m_database->run("PRAGMA wal_checkpoint"));
    m_database.reset();
    return {};
  };
  if (const auto done = write(); !done) return inFile(done.error(), m_path);
  return {};
}

}  // namespace sinew
