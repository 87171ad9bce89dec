#include "ui/document/Renaming.h"

#include "core/params/ParamValues.h"
#include "core/scene/SceneTables.h"
#include "render/FrameLook.h"

namespace sinew::ui {
namespace {

constexpr const char* kColour = "colour";

bool isColouredByName(const Scene& scene, const Registry& registry, const Entity& part) {
  const ParamReader reader(registry.part(part.kind)->table, part.values);
  return !reader.given(kColour) &&
         scene.find(Section::Materials, reader.text("material")) == nullptr;
}

}  // namespace

std::vector<SceneEdit> renamingOf(const Scene& scene, const Registry& registry, const ObjectId& id,
                                  const std::string& name) {
  std::vector<SceneEdit> edits;
  const Entity* part = id.section == Section::Parts ? scene.find(id.section, id.name) : nullptr;
  if (part != nullptr && isColouredByName(scene, registry, *part))
    edits.push_back(SetParam{id.path(), kColour, Value(Vec3(defaultPartColour(part->name)))});
  edits.push_back(RenameEntity{id.section, id.name, name});
  return edits;
}

}  // namespace sinew::ui
