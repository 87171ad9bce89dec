#include "core/io/clip/ClipAssets.h"

#include <algorithm>
#include <utility>

#include "core/io/clip/ClipDamage.h"
#include "core/io/clip/Try.h"

namespace sinew {
namespace {

// Clips of before there were meshes lack it.
constexpr const char* kFilesTable = R"(
CREATE TABLE IF NOT EXISTS asset_files(number INTEGER PRIMARY KEY, content BLOB,
  checksum INTEGER) STRICT;
)";

/// Paths and hashes alone.
Result<std::vector<ClipAsset>> readNames(Database& database) {
  std::vector<ClipAsset> assets;
  auto row = database.prepare("SELECT number, path, hash, checksum FROM assets ORDER BY 1");
  SINEW_TRY(row);
  for (;;) {
    const auto more = row->next("iti");
    SINEW_TRY(more);
    if (!*more) return assets;
    if (row->integerAt(0) != assets.size()) return damaged("its files are not in order");
    assets.push_back({std::string(row->textAt(1)), row->integerAt(2), nullptr});
  }
}

Result<void> readFiles(Database& database, std::vector<ClipAsset>& assets) {
  const auto there =
      database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'asset_files'");
  SINEW_TRY(there);
  if (*there == 0) return {};
  auto row = database.prepare("SELECT number, content, checksum FROM asset_files ORDER BY 1");
  SINEW_TRY(row);
  for (;;) {
    const auto more = row->next("ib");
    SINEW_TRY(more);
    if (!*more) return {};
    if (row->integerAt(0) >= assets.size()) return damaged("it holds a file that is not named");
    const ByteSpan content = row->blobAt(1);
    assets[row->integerAt(0)].bytes = std::make_shared<const std::string>(
        reinterpret_cast<const char*>(content.data()), content.size());
  }
}

}  // namespace

std::vector<ClipAsset> assetsOf(const Scene& scene, const Registry& registry) {
  std::vector<ClipAsset> assets;
  for (const MeshFile& mesh : meshesOf(scene, registry)) {
    assets.push_back({mesh.path, mesh.content->hash,
                      std::shared_ptr<const std::string>(mesh.content, &mesh.content->bytes)});
  }
  return assets;
}

Result<void> writeAssets(Database& database, std::span<const ClipAsset> assets) {
  SINEW_TRY(database.run(kFilesTable));
  auto known = readNames(database);
  SINEW_TRY(known);
  auto name = database.prepare("INSERT INTO assets VALUES(?,?,?,?)");
  SINEW_TRY(name);
  auto file = database.prepare("INSERT INTO asset_files VALUES(?,?,?)");
  SINEW_TRY(file);
  for (const ClipAsset& asset : assets) {
    const bool isKnown = std::ranges::find(*known, asset.path, &ClipAsset::path) != known->end();
    if (isKnown || !asset.bytes) continue;
    const std::uint64_t number = known->size();
    SINEW_TRY(name->integer(number).text(asset.path).integer(asset.hash).insert());
    SINEW_TRY(file->integer(number).blob(std::as_bytes(std::span(*asset.bytes))).insert());
    known->push_back(asset);
  }
  return {};
}

Result<std::vector<ClipAsset>> readAssets(Database& database) {
  auto assets = readNames(database);
  SINEW_TRY(assets);
  SINEW_TRY(readFiles(database, *assets));
  return assets;
}

MeshSource meshesAmong(std::span<const ClipAsset> assets) {
  return [assets, budget = std::make_shared<MeshBudget>()](
             const std::string& path) -> Result<std::shared_ptr<const MeshContent>> {
    const auto asset = std::ranges::find(assets, path, &ClipAsset::path);
    if (asset == assets.end() || !asset->bytes) {
      return fail(ErrorCode::Mismatch, "the clip does not hold this file");
    }
    auto content = readMesh(*asset->bytes, endingOf(path), {}, budget.get());
    if (content && (*content)->hash != asset->hash) {
      return fail(ErrorCode::Mismatch, "it was another mesh when the clip was recorded");
    }
    return content;
  };
}

}  // namespace sinew
