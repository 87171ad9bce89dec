#include "core/io/clip/SceneHashes.h"

#include "core/base/Hash.h"
#include "core/io/clip/Try.h"

namespace sinew {
namespace {

constexpr const char* kHashesTable =
    "CREATE TABLE scene_hashes(revision INTEGER PRIMARY KEY, hash INTEGER, checksum INTEGER)"
    " STRICT;";

Result<bool> areKept(Database& database) {
  const auto there =
      database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'scene_hashes'");
  SINEW_TRY(there);
  return *there != 0;
}

}  // namespace

std::uint64_t hashOf(const SceneRevision& scene) {
  return Hasher().integer(scene.step).text(scene.text).value();
}

Result<void> makeSceneHashes(Database& database) {
  return database.run(kHashesTable);
}

Result<void> writeSceneHash(Database& database, std::uint64_t number, const SceneRevision& scene) {
  const auto kept = areKept(database);
  SINEW_TRY(kept);
  if (!*kept) return {};
  auto row = database.prepare("INSERT INTO scene_hashes VALUES(?,?,?)");
  SINEW_TRY(row);
  return row->integer(number).integer(hashOf(scene)).insert();
}

Result<void> cutSceneHashes(Database& database) {
  const auto kept = areKept(database);
  SINEW_TRY(kept);
  if (!*kept) return {};
  return database.run(
      "DELETE FROM scene_hashes WHERE revision NOT IN (SELECT revision FROM scenes)");
}

Result<std::optional<std::vector<std::uint64_t>>> readSceneHashes(Database& database) {
  using Hashes = std::optional<std::vector<std::uint64_t>>;
  const auto kept = areKept(database);
  SINEW_TRY(kept);
  if (!*kept) return Hashes();
  auto row = database.prepare("SELECT revision, hash, checksum FROM scene_hashes ORDER BY 1");
  SINEW_TRY(row);
  std::vector<std::uint64_t> hashes;
  for (;;) {
    const auto more = row->next("ii");
    SINEW_TRY(more);
    if (!*more) return Hashes(std::move(hashes));
    // Programs that know of no hashes have added scenes without.
    if (row->integerAt(0) != hashes.size()) return Hashes();
    hashes.push_back(row->integerAt(1));
  }
}

}  // namespace sinew
