#include "core/io/clip/PictureFit.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "core/io/clip/FrameCodec.h"

namespace sinew {
namespace {

using PartMesh = RenderTopology::PartMesh;

bool sameBits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

/// Numbers of a part in an array of three per vertex; none where it is not long enough.
std::span<const float> ofPart(const std::vector<float>& all, const PartMesh& part) {
  const std::size_t first = 3 * std::size_t{part.firstVertex};
  const std::size_t count = 3 * std::size_t{part.vertexCount};
  if (first + count > all.size()) return {};
  return std::span(all).subspan(first, count);
}

std::string otherIn(const PartMesh& recorded, const PartMesh& made) {
  if (recorded.mesh.triangles != made.mesh.triangles) return made.part + "/triangles";
  const bool samePoints = std::ranges::equal(
      recorded.mesh.material, made.mesh.material,
      [](const auto& a, const auto& b) { return std::ranges::equal(a, b, sameBits); });
  const bool sameRanges = recorded.mesh.coordinates == made.mesh.coordinates &&
                          std::ranges::equal(recorded.mesh.period, made.mesh.period, sameBits);
  if (!samePoints || !sameRanges) return made.part + "/material";
  return {};
}

// As they are written, which compares every number to the bit.
std::vector<std::byte> bytesOfGlyphs(std::vector<ConstraintGlyph> glyphs,
                                     std::vector<ForceArrow> forces) {
  Snapshot both;
  both.glyphs = std::move(glyphs);
  both.forces = std::move(forces);
  ByteWriter out;
  encodePicture(both, out);
  return {out.bytes().begin(), out.bytes().end()};
}

}  // namespace

std::string firstOtherMesh(const RenderTopology& recorded, const RenderTopology& made) {
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    const PartMesh& part = made.parts[i];
    if (i >= recorded.parts.size()) return part.part + "/triangles";
    std::string other = otherIn(recorded.parts[i], part);
    if (!other.empty()) return other;
    if (!std::ranges::equal(ofPart(recorded.rest, recorded.parts[i]), ofPart(made.rest, part),
                            sameBits))
      return part.part + "/rest";
  }
  if (recorded.parts.size() > made.parts.size()) return recorded.parts.back().part + "/triangles";
  for (std::size_t i = 0; i < made.constraints.size(); ++i) {
    const bool same =
        i < recorded.constraints.size() && recorded.constraints[i] == made.constraints[i];
    if (!same) return made.constraints[i].constraint + "/glyph";
  }
  if (recorded.constraints.size() > made.constraints.size())
    return recorded.constraints.back().constraint + "/glyph";
  return {};
}

std::string firstOtherSurface(const Snapshot& recorded, const Snapshot& drawn) {
  for (const PartMesh& part : drawn.topology->parts) {
    if (!std::ranges::equal(ofPart(recorded.positions, part), ofPart(drawn.positions, part),
                            sameBits))
      return part.part + "/picture";
  }
  // What is left over the clip draws too, as part of whatever its last part is.
  if (recorded.positions.size() > drawn.positions.size())
    return recorded.topology->parts.back().part + "/picture";
  return {};
}

std::string firstOtherGlyph(const Snapshot& recorded, const Snapshot& drawn) {
  if (bytesOfGlyphs(recorded.glyphs, recorded.forces) == bytesOfGlyphs(drawn.glyphs, drawn.forces))
    return {};
  const auto& constraints = drawn.topology->constraints;
  for (std::size_t i = 0; i < drawn.glyphs.size() && i < constraints.size(); ++i) {
    if (i >= recorded.glyphs.size() ||
        bytesOfGlyphs({recorded.glyphs[i]}, {}) != bytesOfGlyphs({drawn.glyphs[i]}, {}))
      return constraints[i].constraint + "/glyph";
  }
  return "arrows";
}

}  // namespace sinew
