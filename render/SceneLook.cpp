#include "render/SceneLook.h"

#include <fmt/format.h>

#include "core/params/ParamValues.h"
#include "core/scene/Groups.h"
#include "core/scene/LeftOut.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

double realAt(const ParamReader& reader, std::string_view key, double time) {
  return reader.curve(key).at(time).value[0];
}

Vec3 vec3At(const ParamReader& reader, std::string_view key, double time) {
  const std::array<double, 3> v = reader.curve(key).at(time).value;
  return {v[0], v[1], v[2]};
}

Unexpected<Error> failCamera(const Scene& scene, std::string_view name) {
  std::string known;
  for (const Entity& camera : scene[Section::Cameras]) {
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", camera.name);
  }
  if (known.empty()) known = "none, so leave the name out";
  return fail(ErrorCode::Usage, fmt::format("The scene has no camera '{}'; it has {}", name, known),
              "/cameras");
}

Result<void> takeCamera(const Scene& scene, double time, std::string_view name, FrameLook& look) {
  const Entity* camera = nullptr;
  if (!name.empty()) {
    camera = scene.find(Section::Cameras, name);
    if (camera == nullptr) return failCamera(scene, name);
  } else if (!scene[Section::Cameras].empty()) {
    camera = &scene[Section::Cameras].front();
  }
  look.camera.automatic = camera == nullptr;
  if (camera == nullptr) return {};
  const ParamReader reader(cameraTable(), camera->values);
  look.camera.eye = vec3At(reader, "position", time);
  look.camera.target = vec3At(reader, "target", time);
  look.camera.up = vec3At(reader, "up", time);
  look.camera.fieldOfView = realAt(reader, "field_of_view", time);
  look.camera.near = reader.real("near");
  look.camera.far = reader.real("far");
  look.exposure += realAt(reader, "exposure", time);
  return {};
}

SunLook sunOf(const ParamReader& reader, double time) {
  SunLook sun;
  sun.towards = vec3At(reader, "direction", time);
  if (sun.towards.norm() < 1e-9) sun.towards = Vec3::UnitY();
  sun.colour = reader.vec3("colour");
  sun.intensity = realAt(reader, "intensity", time);
  sun.softness = reader.real("softness");
  sun.shadows = reader.boolean("shadows");
  return sun;
}

/// A scene with lights of its own gets those instead of the studio's sun; its sky stays until the
/// scene has one.
void takeLights(const Scene& scene, double time, FrameLook& look) {
  if (!scene[Section::Lights].empty()) look.suns.clear();
  for (const Entity& light : scene[Section::Lights]) {
    const ParamReader reader(lightTable(), light.values);
    if (reader.text("type") == "sun") {
      look.suns.push_back(sunOf(reader, time));
      continue;
    }
    look.sky.zenith = reader.vec3("colour");
    look.sky.horizon = reader.vec3("horizon_colour");
    look.sky.ground = reader.vec3("ground_colour");
    look.sky.intensity *= realAt(reader, "intensity", time);
  }
}

void takeEnvironment(const Scene& scene, double time, FrameLook& look) {
  const ParamReader reader(environmentTable(), scene.environment);
  look.backdrop.top = reader.vec3("background_top");
  look.backdrop.bottom = reader.vec3("background_bottom");
  look.exposure = realAt(reader, "exposure", time);
  look.sky.intensity = realAt(reader, "intensity", time);
  look.ground.shown = reader.boolean("ground");
  look.ground.height = reader.real("ground_height");
  look.ground.colour = reader.vec3("ground_colour");
  look.ground.grid = reader.boolean("grid");
  look.overlays.threads = reader.boolean("threads");
}

MaterialLook materialOf(const Entity& material, double time) {
  const ParamReader reader(materialTable(), material.values);
  MaterialLook look;
  look.colour = reader.vec3("colour");
  look.roughness = reader.real("roughness");
  look.metallic = reader.real("metallic");
  look.specular = reader.real("specular");
  look.clearcoat = reader.real("clearcoat");
  look.sheen = reader.real("sheen");
  look.glow = realAt(reader, "glow", time);
  look.texture = reader.text("texture");
  look.textureSize = reader.real("texture_size");
  look.textureTurn = reader.real("texture_turn");
  return look;
}

void takeParts(const Scene& scene, const Registry& registry, double time, Eyes eyes,
               FrameLook& look) {
  const std::set<std::string> hidden = hiddenWithGroups(scene, time);
  for (std::size_t i = 0; i < scene.parts().size(); ++i) {
    const Entity& part = scene.parts()[i];
    const ParamReader reader(registry.part(part.kind)->table, part.values);
    PartLook& out = look.parts.emplace_back();
    out.part = part.name;
    out.material.colour = defaultPartColour(part.name);
    const Entity* material = scene.find(Section::Materials, reader.text("material"));
    if (material != nullptr) out.material = materialOf(*material, time);
    if (reader.given("colour")) out.material.colour = reader.vec3("colour");
    out.visible = realAt(reader, "visible", time) >= 0.5 && !hidden.contains(part.name) &&
                  (eyes == Eyes::Work || reader.boolean("in_films"));
  }
}

// Forces are counted as the simulation counts them.
void takeHidden(const Scene& scene, const Registry& registry, OverlayLook& look) {
  const LeftOut leftOut(scene, registry);
  const ParamTable constraints = commonConstraintParams(), forces = commonForceParams();
  for (const Entity& constraint : scene.constraints()) {
    if (!ParamReader(constraints, constraint.values).boolean("visible"))
      look.hiddenConstraints.push_back(constraint.name);
  }
  std::int32_t index = 0;
  for (const Entity& force : scene.forces()) {
    if (leftOut.because(Section::Forces, force)) continue;
    if (!ParamReader(forces, force.values).boolean("visible")) look.hiddenForces.push_back(index);
    ++index;
  }
}

}  // namespace

Result<FrameLook> lookAt(const Scene& scene, const Registry& registry, double time,
                         std::string_view cameraName, Eyes eyes) {
  FrameLook look;
  takeEnvironment(scene, time, look);
  takeLights(scene, time, look);
  if (Result<void> camera = takeCamera(scene, time, cameraName, look); !camera) {
    return Unexpected{camera.error()};
  }
  takeParts(scene, registry, time, eyes, look);
  takeHidden(scene, registry, look.overlays);
  return look;
}

}  // namespace sinew
