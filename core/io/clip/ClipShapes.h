#pragma once
#include "core/io/clip/Database.h"
#include "core/simulation/Snapshot.h"

namespace sinew {

// What one needs of a part beyond drawing it: to name places on its surface and to see how far it
// is stretched. Clips recorded before there was such a table play all the same.

Result<void> writeShapes(Database& database, const RenderTopology& topology);

/// Adds coordinates, periods and rest shapes to the meshes of a topology.
Result<void> readShapes(Database& database, RenderTopology& topology);

}  // namespace sinew
