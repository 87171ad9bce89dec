#include "core/io/clip/ClipReader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <system_error>

#include "core/base/FileSort.h"
#include "core/base/PlainText.h"
#include "core/io/clip/ClipAssets.h"
#include "core/io/clip/ClipDamage.h"
#include "core/io/clip/ClipHeaderTables.h"
#include "core/io/clip/Database.h"
#include "core/io/clip/FrameCodec.h"
#include "core/io/clip/SceneHashes.h"
#include "core/io/clip/StateFit.h"
#include "core/io/clip/Try.h"
#include "core/scene/SceneJson.h"

namespace sinew {
namespace {

/// Goes to the row with a number in a table of one row per frame.
Result<void> seek(Statement& statement, std::uint64_t number, std::string_view types) {
  statement.rewind();
  statement.integer(number);
  const auto row = statement.next(types);
  SINEW_TRY(row);
  if (!*row) return damaged(fmt::format("frame {} is not whole", number));
  return {};
}

}  // namespace

bool looksLikeClip(const std::filesystem::path& path) {
  // Closing a second handle would drop the locks of a database that this program has open, so
  // this is for files that are not open yet.
  if (!whyNoFile(path).empty()) return false;
  std::array<char, 16> start{};
  std::ifstream file(path, std::ios::binary);
  return file.read(start.data(), start.size()) &&
         std::string_view(start.data(), start.size()) == std::string_view("SQLite format 3\0", 16);
}

ClipReader::ClipReader(std::filesystem::path path) : m_path(std::move(path)) {}

ClipReader::~ClipReader() = default;

Error ClipReader::located(Error error) const {
  error.where = shownPath(m_path);
  return error;
}

Result<std::unique_ptr<ClipReader>> ClipReader::open(const std::filesystem::path& path) {
  if (std::string why = whyNoFile(path); !why.empty()) {
    return fail(ErrorCode::Io, std::move(why), shownPath(path));
  }
  std::unique_ptr<ClipReader> reader(new ClipReader(path));
  auto database = Database::open(path, Database::Mode::Read);
  if (!database) return Unexpected{reader->located(database.error())};
  reader->m_database = std::make_unique<Database>(std::move(*database));
  if (const auto read = reader->readAll(); !read) {
    return Unexpected{reader->located(read.error())};
  }
  return reader;
}

// One transaction, so that everything is of the same moment.
Result<void> ClipReader::readAll() {
  Database& database = *m_database;
  SINEW_TRY(database.run("BEGIN"));
  SINEW_TRY(checkTables());
  auto header = readHeader(database);
  SINEW_TRY(header);
  m_header = std::move(*header);
  auto hashes = readSceneHashes(database);
  SINEW_TRY(hashes);
  m_sceneHashes = std::move(*hashes);
  SINEW_TRY(readFrames());
  SINEW_TRY(readCommands());
  const auto closed = readMeta(database, "closed");
  SINEW_TRY(closed);
  m_complete = *closed == "yes";
  SINEW_TRY(database.run("COMMIT"));
  auto picture = database.prepare(
      "SELECT number, positions, picture, checksum FROM pictures WHERE number = ?");
  SINEW_TRY(picture);
  m_picture = std::make_unique<Statement>(std::move(*picture));
  auto state = database.prepare("SELECT number, state, checksum FROM states WHERE number = ?");
  SINEW_TRY(state);
  m_state = std::make_unique<Statement>(std::move(*state));
  return {};
}

Result<void> ClipReader::checkTables() {
  const auto application = m_database->number("PRAGMA application_id");
  SINEW_TRY(application);
  if (*application != kClipApplication) return fail(ErrorCode::Invalid, "this is no clip");
  const auto format = m_database->number("PRAGMA user_version");
  SINEW_TRY(format);
  m_format = *format;
  // Views and virtual tables could compute without end; a clip has only tables.
  const auto strange = m_database->number(
      "SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table','index') OR rootpage = 0"
      " OR (type = 'index' AND name NOT LIKE 'sqlite_autoindex_%')");
  SINEW_TRY(strange);
  if (*strange != 0) return damaged("it holds more than tables");
  return {};
}

Result<void> ClipReader::readFrames() {
  auto row = m_database->prepare(
      "SELECT number, time, step, state_hash, checksum FROM frames ORDER BY number");
  SINEW_TRY(row);
  for (;;) {
    const auto more = row->next("irii");
    SINEW_TRY(more);
    if (!*more) break;
    const ClipFrame frame{row->integerAt(0), row->realAt(1), row->integerAt(2), row->integerAt(3)};
    if (!std::isfinite(frame.time)) return damaged("a frame has no time");
    if (!m_frames.empty()) {
      const ClipFrame& last = m_frames.back();
      if (frame.number != last.number + 1 || frame.time < last.time || frame.step < last.step) {
        return damaged(fmt::format("frame {} does not follow {}", frame.number, last.number));
      }
    }
    m_frames.push_back(frame);
  }
  if (m_frames.empty()) return damaged("it has no frames");
  return {};
}

Result<void> ClipReader::readCommands() {
  auto row =
      m_database->prepare("SELECT number, step, command, checksum FROM commands ORDER BY number");
  SINEW_TRY(row);
  for (;;) {
    const auto more = row->next("iit");
    SINEW_TRY(more);
    if (!*more) return {};
    auto command = readCommand(row->textAt(2));
    SINEW_TRY(command);
    const LoggedCommand logged{row->integerAt(1), std::move(*command)};
    if (!m_commands.empty() && logged.step < m_commands.back().step) {
      return damaged("its commands are out of order");
    }
    m_commands.push_back(logged);
  }
}

std::optional<std::size_t> ClipReader::indexOf(std::uint64_t number) const {
  if (number < m_frames.front().number || number > m_frames.back().number) return std::nullopt;
  return static_cast<std::size_t>(number - m_frames.front().number);
}

Result<Scene> ClipReader::scene(const Registry& registry, std::size_t revision) const {
  auto scene = readScene(m_header.scenes[revision].text, registry);
  std::vector<Fault> faults;
  if (scene) {
    faults = fetchMeshes(*scene, registry, meshesAmong(m_header.assets));
    if (faults.empty()) return std::move(*scene);
  } else {
    faults = std::move(scene.error());
  }
  std::string what = "the scene in the clip is not understood";
  if (!faults.empty()) what += ": " + faults.front().text();
  return Unexpected{located({ErrorCode::Mismatch, std::move(what), {}})};
}

Result<std::shared_ptr<const Snapshot>> ClipReader::snapshot(std::size_t index) {
  const ClipFrame& frame = m_frames[index];
  if (const auto found = seek(*m_picture, frame.number, "ibb"); !found) {
    return Unexpected{located(found.error())};
  }
  auto snapshot = std::make_shared<Snapshot>();
  auto positions = decodeArray<float>(m_picture->blobAt(1));
  const std::size_t wanted = 3 * static_cast<std::size_t>(m_header.topology->vertexCount);
  if (!positions || positions->size() != wanted ||
      !decodePicture(m_picture->blobAt(2), m_header.topology->constraints.size(), *snapshot)) {
    return Unexpected{
        located(damaged(fmt::format("frame {} does not fit its models", frame.number)).error)};
  }
  snapshot->topology = m_header.topology;
  snapshot->time = frame.time;
  snapshot->step = frame.step;
  snapshot->positions = std::move(*positions);
  return std::shared_ptr<const Snapshot>(std::move(snapshot));
}

Result<State> ClipReader::rawState(std::size_t index) {
  const ClipFrame& frame = m_frames[index];
  if (const auto found = seek(*m_state, frame.number, "ib"); !found) {
    return Unexpected{located(found.error())};
  }
  auto state = decodeState(m_state->blobAt(1));
  if (!state || state->hash() != frame.stateHash) {
    return Unexpected{
        located(damaged(fmt::format("the state of frame {} is not whole", frame.number)).error)};
  }
  return std::move(*state);
}

std::optional<Error> ClipReader::mismatch(const World& world) const {
  if (m_format > kClipFormat) {
    return located({ErrorCode::Mismatch, "a later version of Sinew recorded this clip", {}});
  }
  auto error = findMismatch(m_header, world);
  if (error) error = located(std::move(*error));
  return error;
}

Result<State> ClipReader::state(std::size_t index, const World& world) {
  if (auto error = mismatch(world)) return Unexpected{std::move(*error)};
  auto state = rawState(index);
  if (!state) return state;
  if (const auto sound = checkState(*state, world); !sound) {
    return Unexpected{located(sound.error())};
  }
  return state;
}

}  // namespace sinew
