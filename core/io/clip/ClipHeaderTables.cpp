#include "core/io/clip/ClipHeaderTables.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/io/clip/ClipAssets.h"
#include "core/io/clip/ClipDamage.h"
#include "core/io/clip/ClipShapes.h"
#include "core/io/clip/ClipTables.h"
#include "core/io/clip/FrameCodec.h"
#include "core/io/clip/SceneHashes.h"
#include "core/io/clip/Try.h"
#include "core/scene/JsonText.h"

namespace sinew {
namespace {

Result<void> writeScenes(Database& database, const ClipHeader& header) {
  auto scene = database.prepare("INSERT INTO scenes VALUES(?,?,?,?)");
  SINEW_TRY(scene);
  SINEW_TRY(makeSceneHashes(database));
  std::uint64_t revision = 0;
  for (const SceneRevision& r : header.scenes) {
    SINEW_TRY(writeSceneHash(database, revision, r));
    SINEW_TRY(scene->integer(revision++).integer(r.step).text(r.text).insert());
  }
  for (const SceneRevision& r : header.scenes) SINEW_TRY(writeAssets(database, r.assets));
  return {};
}

Result<void> writeModels(Database& database, const ClipHeader& header) {
  auto model = database.prepare("INSERT INTO models VALUES(?,?,?,?,?,?,?,?,?)");
  SINEW_TRY(model);
  for (std::size_t i = 0; i < header.parts.size(); ++i) {
    const ClipPart& part = header.parts[i];
    const RenderTopology::PartMesh& mesh = header.topology->parts[i];
    SINEW_TRY(model->integer(i)
                  .text(part.name)
                  .text(part.kind)
                  .integer(static_cast<std::uint64_t>(part.version))
                  .integer(mesh.firstVertex)
                  .integer(mesh.vertexCount)
                  .blob(bytesOf(mesh.mesh.triangles))
                  .blob(bytesOf(mesh.mesh.material))
                  .insert());
  }
  auto glyph = database.prepare("INSERT INTO glyphs VALUES(?,?,?,?)");
  SINEW_TRY(glyph);
  std::uint64_t number = 0;
  for (const auto& kind : header.topology->constraints) {
    SINEW_TRY(
        glyph->integer(number++).text(kind.constraint).text(glyphShapeName(kind.shape)).insert());
  }
  return {};
}

Result<void> writeLayout(Database& database, const StateLayout& layout) {
  auto slice = database.prepare("INSERT INTO layout VALUES(?,?,?,?,?,?)");
  SINEW_TRY(slice);
  std::uint64_t number = 0;
  const auto write = [&](const char* space, const auto& slices) -> Result<void> {
    for (const StateLayout::Slice& s : slices) {
      SINEW_TRY(slice->integer(number++)
                    .text(space)
                    .text(s.name)
                    .integer(s.first)
                    .integer(s.count)
                    .insert());
    }
    return {};
  };
  SINEW_TRY(write("reals", layout.reals));
  return write("words", layout.words);
}

Result<void> readScenes(Database& database, ClipHeader& header) {
  auto scene = database.prepare("SELECT revision, step, text, checksum FROM scenes ORDER BY 1");
  SINEW_TRY(scene);
  for (;;) {
    const auto row = scene->next("iit");
    SINEW_TRY(row);
    if (!*row) break;
    if (!header.scenes.empty() && scene->integerAt(1) < header.scenes.back().step) {
      return damaged("its scenes are out of order");
    }
    header.scenes.push_back({scene->integerAt(1), std::string(scene->textAt(2)), {}});
  }
  if (header.scenes.empty()) return damaged("it has no scene");
  auto assets = readAssets(database);
  SINEW_TRY(assets);
  header.assets = std::move(*assets);
  return {};
}

/// The mesh of the next part, whose vertices come after those of the parts before it.
Result<void> addMesh(const Statement& row, RenderTopology& topology) {
  RenderTopology::PartMesh mesh;
  mesh.part = row.textAt(1);
  auto triangles = decodeArray<std::array<std::uint32_t, 3>>(row.blobAt(6));
  auto material = decodeArray<std::array<float, 3>>(row.blobAt(7));
  if (!triangles || !material) return damaged("a mesh is cut short");
  const std::uint64_t vertices = row.integerAt(5);
  if (row.integerAt(4) != topology.vertexCount || material->size() != vertices ||
      vertices > ~std::uint32_t{0} - topology.vertexCount) {
    return damaged("a mesh has another number of vertices than it says");
  }
  for (const auto& triangle : *triangles) {
    for (const std::uint32_t index : triangle) {
      if (index >= vertices) return damaged("a triangle has a corner that is not there");
    }
  }
  mesh.firstVertex = topology.vertexCount;
  mesh.vertexCount = static_cast<std::uint32_t>(vertices);
  mesh.mesh = {std::move(*triangles), std::move(*material)};
  topology.vertexCount += mesh.vertexCount;
  topology.parts.push_back(std::move(mesh));
  return {};
}

Result<void> readModels(Database& database, ClipHeader& header) {
  auto topology = std::make_shared<RenderTopology>();
  auto model = database.prepare(
      "SELECT number, name, kind, version, first_vertex, vertex_count, triangles, material,"
      " checksum FROM models ORDER BY 1");
  SINEW_TRY(model);
  for (;;) {
    const auto row = model->next("ittiiibb");
    SINEW_TRY(row);
    if (!*row) break;
    const auto version = static_cast<int>(std::min<std::uint64_t>(model->integerAt(3), 1U << 30U));
    header.parts.push_back({std::string(model->textAt(1)), std::string(model->textAt(2)), version});
    SINEW_TRY(addMesh(*model, *topology));
  }
  auto glyph = database.prepare("SELECT number, name, shape, checksum FROM glyphs ORDER BY 1");
  SINEW_TRY(glyph);
  for (;;) {
    const auto row = glyph->next("itt");
    SINEW_TRY(row);
    if (!*row) break;
    topology->constraints.push_back(
        {std::string(glyph->textAt(1)), glyphShapeNamed(glyph->textAt(2))});
  }
  SINEW_TRY(readShapes(database, *topology));
  header.topology = std::move(topology);
  return {};
}

Result<void> readLayout(Database& database, StateLayout& layout) {
  auto slice =
      database.prepare("SELECT number, space, name, first, count, checksum FROM layout ORDER BY 1");
  SINEW_TRY(slice);
  for (;;) {
    const auto row = slice->next("ittii");
    SINEW_TRY(row);
    if (!*row) return {};
    auto& slices = slice->textAt(1) == "reals" ? layout.reals : layout.words;
    const std::size_t end = slices.empty() ? 0 : slices.back().first + slices.back().count;
    const std::uint64_t count = slice->integerAt(4);
    if (slice->integerAt(3) != end || count > std::uint64_t{1} << 40U) {
      return damaged("the layout of its states has gaps");
    }
    slices.push_back({std::string(slice->textAt(2)), end, static_cast<std::size_t>(count)});
  }
}

}  // namespace

Result<void> writeMeta(Database& database, std::string_view key, std::string_view value) {
  auto meta = database.prepare("INSERT INTO meta VALUES(?,?,?)");
  SINEW_TRY(meta);
  return meta->text(key).text(value).insert();
}

Result<std::string> readMeta(Database& database, std::string_view key) {
  auto meta = database.prepare("SELECT key, value, checksum FROM meta");
  SINEW_TRY(meta);
  for (;;) {
    const auto row = meta->next("tt");
    SINEW_TRY(row);
    if (!*row) return std::string();
    if (meta->textAt(0) == key) return std::string(meta->textAt(1));
  }
}

Result<void> writeHeader(Database& database, const ClipHeader& header) {
  SINEW_TRY(database.run(kClipTables));
  SINEW_TRY(writeMeta(database, "build", header.build));
  SINEW_TRY(writeMeta(database, "fps", numberText(header.fps)));
  SINEW_TRY(writeMeta(database, "fingerprint", hashText(header.fingerprint)));
  if (header.resumed) SINEW_TRY(writeMeta(database, "resumed", "yes"));
  SINEW_TRY(writeScenes(database, header));
  SINEW_TRY(writeModels(database, header));
  SINEW_TRY(writeShapes(database, *header.topology));
  return writeLayout(database, header.layout);
}

Result<ClipHeader> readHeader(Database& database) {
  ClipHeader header;
  auto build = readMeta(database, "build");
  SINEW_TRY(build);
  header.build = std::move(*build);
  const auto fps = readMeta(database, "fps");
  SINEW_TRY(fps);
  const char* end = fps->data() + fps->size();
  if (fps->empty() || std::from_chars(fps->data(), end, header.fps).ptr != end ||
      !(header.fps >= 1e-3) || header.fps > 1e6) {
    return damaged("it does not say how many frames it has per second");
  }
  const auto fingerprint = readMeta(database, "fingerprint");
  SINEW_TRY(fingerprint);
  end = fingerprint->data() + fingerprint->size();
  if (fingerprint->empty() ||
      std::from_chars(fingerprint->data(), end, header.fingerprint, 16).ptr != end) {
    return damaged("it does not say which scene it is of");
  }
  const auto resumed = readMeta(database, "resumed");
  SINEW_TRY(resumed);
  header.resumed = !resumed->empty();
  SINEW_TRY(readScenes(database, header));
  SINEW_TRY(readModels(database, header));
  SINEW_TRY(readLayout(database, header.layout));
  return header;
}

}  // namespace sinew
