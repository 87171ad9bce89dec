#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

using Triangle = std::array<std::uint32_t, 3>;

/// A mesh of about `wanted` triangles over some of the same vertices, near to the given one in
/// shape at these positions (xyz per vertex). Edges are collapsed into one of their ends, short
/// ones first, where no facet turns over and nothing is pinched off; borders stay. May end with
/// more triangles than wanted, never with holes that were not there.
std::vector<Triangle> coarsened(std::span<const Triangle> triangles,
                                std::span<const float> positions, std::size_t wanted);

}  // namespace sinew
