#pragma once
#include <span>

#include "core/model/Tessellation.h"

namespace sinew {

constexpr std::uint32_t kTubeSides = 12;  ///< vertices round a drawn tube

/// A tube of rings, each at a place s from 0 to 1 along it, then a vertex in the middle of each
/// end, from which fans close it; a ring's end is its start, and is left open.
MeshTopology tubeMesh(std::span<const double> rings, bool joined);

/// Vertices of such a mesh.
constexpr std::int64_t tubeVertices(std::int64_t rings) {
  return rings * kTubeSides + 2;
}

}  // namespace sinew
