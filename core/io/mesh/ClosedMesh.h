#pragma once
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "core/math/SolidMesh.h"

namespace sinew {

/// Makes a solid of triangles as files have them, each with corners of its own: corners in the same
/// place become one vertex, triangles without extent are dropped, and all are turned over where
/// their inside is out. Fails with what keeps them from bounding a solid.
Result<SolidMesh> closedMesh(const std::vector<std::array<Vec3, 3>>& triangles);

}  // namespace sinew
