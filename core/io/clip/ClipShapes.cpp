#include "core/io/clip/ClipShapes.h"

#include <algorithm>
#include <cmath>

#include "core/io/clip/ClipDamage.h"
#include "core/io/clip/FrameCodec.h"
#include "core/io/clip/Try.h"

namespace sinew {
namespace {

constexpr const char* kTable = R"(
CREATE TABLE shapes(number INTEGER PRIMARY KEY, coordinates INTEGER, period BLOB, rest BLOB,
  checksum INTEGER) STRICT;
)";

Unexpected<Error> misfit() {
  return damaged("the shape of a part does not fit its mesh");
}

bool finite(const std::vector<float>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); });
}

/// The shape of the part that the row is about; its rest shape comes after those before it.
Result<void> addShape(const Statement& row, RenderTopology& topology) {
  const std::uint64_t number = row.integerAt(0), coordinates = row.integerAt(1);
  const auto period = decodeArray<float>(row.blobAt(2));
  const auto rest = decodeArray<float>(row.blobAt(3));
  if (number >= topology.parts.size() || !period || !rest) return misfit();
  RenderTopology::PartMesh& part = topology.parts[number];
  const std::size_t known = std::size_t{3} * part.firstVertex;
  const bool fits = coordinates <= part.mesh.period.size() &&
                    period->size() == part.mesh.period.size() && finite(*period) && finite(*rest) &&
                    (rest->empty() || (rest->size() == std::size_t{3} * part.vertexCount &&
                                       topology.rest.size() == known));
  if (!fits) return misfit();
  part.mesh.coordinates = static_cast<int>(coordinates);
  std::copy(period->begin(), period->end(), part.mesh.period.begin());
  topology.rest.insert(topology.rest.end(), rest->begin(), rest->end());
  return {};
}

}  // namespace

Result<void> writeShapes(Database& database, const RenderTopology& topology) {
  SINEW_TRY(database.run(kTable));
  auto shape = database.prepare("INSERT INTO shapes VALUES(?,?,?,?,?)");
  SINEW_TRY(shape);
  const bool known = topology.rest.size() == std::size_t{3} * topology.vertexCount;
  for (std::size_t i = 0; i < topology.parts.size(); ++i) {
    const RenderTopology::PartMesh& part = topology.parts[i];
    std::span<const float> rest(topology.rest);
    rest = known
               ? rest.subspan(std::size_t{3} * part.firstVertex, std::size_t{3} * part.vertexCount)
               : rest.first(0);
    SINEW_TRY(shape->integer(i)
                  .integer(static_cast<std::uint64_t>(part.mesh.coordinates))
                  .blob(bytesOf(part.mesh.period))
                  .blob(bytesOf(rest))
                  .insert());
  }
  return {};
}

Result<void> readShapes(Database& database, RenderTopology& topology) {
  const auto there = database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'shapes'");
  SINEW_TRY(there);
  if (*there == 0) return {};
  auto shape =
      database.prepare("SELECT number, coordinates, period, rest, checksum FROM shapes ORDER BY 1");
  SINEW_TRY(shape);
  for (;;) {
    const auto row = shape->next("iibb");
    SINEW_TRY(row);
    if (!*row) break;
    SINEW_TRY(addShape(*shape, topology));
  }
  // A rest shape of some parts only is of no use to whoever indexes by vertex.
  if (topology.rest.size() != std::size_t{3} * topology.vertexCount) topology.rest.clear();
  return {};
}

}  // namespace sinew
