#include "core/io/clip/ClipHeader.h"

#include <array>
#include <utility>

#include "core/io/clip/BuildInfo.h"
#include "core/io/clip/ClipAssets.h"
#include "core/scene/SceneJson.h"

namespace sinew {
namespace {

constexpr std::array<std::pair<GlyphShape, const char*>, 13> kGlyphNames = {{
    {GlyphShape::Ring, "ring"},
    {GlyphShape::Diamond, "diamond"},
    {GlyphShape::Bar, "bar"},
    {GlyphShape::Plane, "plane"},
    {GlyphShape::Axis, "axis"},
    {GlyphShape::Sphere, "sphere"},
    {GlyphShape::Path, "path"},
    {GlyphShape::Fusion, "fusion"},
    {GlyphShape::Eyelet, "eyelet"},
    {GlyphShape::Tube, "tube"},
    {GlyphShape::Bead, "bead"},
    {GlyphShape::Arrow, "arrow"},
    {GlyphShape::Notch, "notch"},
}};

}  // namespace

SceneRevision revisionOf(const Scene& scene, const Registry& registry, std::uint64_t step) {
  return {step, writeScene(scene, registry), assetsOf(scene, registry)};
}

ClipHeader makeClipHeader(const World& world) {
  ClipHeader header;
  header.build = buildId();
  header.fps = world.fps();
  header.fingerprint = world.fingerprint();
  header.scenes.push_back(revisionOf(world.scene(), world.registry(), 0));
  for (const CompiledPart& part : world.parts()) {
    header.parts.push_back({part.name, part.kind, part.version});
  }
  header.layout = world.layout();
  header.topology = world.topology();
  return header;
}

const char* glyphShapeName(GlyphShape shape) {
  for (const auto& [known, name] : kGlyphNames) {
    if (known == shape) return name;
  }
  return "ring";
}

GlyphShape glyphShapeNamed(std::string_view name) {
  for (const auto& [shape, known] : kGlyphNames) {
    if (known == name) return shape;
  }
  return GlyphShape::Ring;
}

}  // namespace sinew
