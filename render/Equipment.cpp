#include "render/Equipment.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/Camera.h"

namespace sinew {
namespace {

constexpr float kSlantSamples = 8;

}  // namespace

Result<std::unique_ptr<Renderer::Equipment>> Renderer::Equipment::create(Quality quality,
                                                                         int mostSamples) {
  auto equipment = std::make_unique<Equipment>();
  equipment->m_settings = settingsOf(quality);
  QualitySettings& settings = equipment->m_settings;
  settings.samples = std::min(settings.samples, mostSamples);
  Result<SunShadow> sun = SunShadow::create(settings.shadowSize);
  if (!sun) return Unexpected{sun.error()};
  Result<DomeShadows> domes = DomeShadows::create(
      {settings.domes, settings.domeSize, settings.domesAtOnce, settings.groundSize},
      equipment->definesFor(settings.shadowTaps));
  if (!domes) return Unexpected{domes.error()};
  equipment->m_sun = std::move(*sun);
  equipment->m_domes = std::move(*domes);
  equipment->m_pictureSampler =
      makePictureSampler(settings.shading == Shading::Lean ? 1 : kSlantSamples);
  if (Result<void> built = equipment->buildPrograms(); !built) return Unexpected{built.error()};
  return equipment;
}

std::string Renderer::Equipment::definesFor(int shadowTaps) const {
  return DomeShadows::defines(m_settings.domes, m_settings.domeSize) +
         fmt::format(
             "#define SHADOW_TAPS {}\n#define BLOCKER_TAPS {}\n#define SAMPLES {}\n"
             "#define LEAN {}\n",
             shadowTaps, m_settings.blockerTaps, m_settings.samples,
             m_settings.shading == Shading::Lean ? 1 : 0);
}

Result<void> Renderer::Equipment::buildPrograms() {
  const std::string defines = definesFor(m_settings.shadowTaps);
  const std::string partDefines = definesFor(m_settings.partShadowTaps);
  const struct {
    GlProgram& program;
    ProgramRecipe recipe;
  } wanted[] = {
      {m_part.program,
       {"parts",
        {"frame", "domes", "part_vertex"},
        {"frame", "tone", "environment", "shading", "sunshadow", "part_fragment"},
        partDefines + "#define TEXTURED 0\n"}},
      {m_textured.program,
       {"parts with pictures",
        {"frame", "domes", "part_vertex"},
        {"frame", "tone", "environment", "shading", "sunshadow", "texture", "part_fragment"},
        partDefines + "#define TEXTURED 1\n"}},
      {m_wire, {"wires", {"frame", "wire_vertex"}, {"frame", "tone", "wire_fragment"}, defines}},
      {m_ground,
       {"ground",
        {"frame", "environment", "ground_vertex"},
        {"frame", "tone", "sunshadow", "ground_fragment"},
        defines}},
      {m_backdrop,
       {"backdrop", {"screen_vertex"}, {"frame", "tone", "backdrop_fragment"}, defines}},
      {m_post, {"picture", {"screen_vertex"}, {"frame", "tone", "post_fragment"}, defines}},
  };
  for (const auto& [program, recipe] : wanted) {
    if (&program == &m_post && m_settings.samples == 1) continue;  // toned as it is drawn
    Result<GlProgram> built = GlProgram::build(recipe);
    if (!built) return Unexpected{built.error()};
    program = std::move(*built);
    program.setBlock("Frame", kFrameBinding);
    m_domes.connect(program, kDomeUnit, kGroundUnit);
    program.setSampler("u_materials", kMaterialUnit);
    program.setSampler("u_sunShadow", kSunUnit);
    program.setSampler("u_sunDepth", kSunDepthUnit);
    program.setSampler("u_light", kLightUnit);
    program.setSampler("u_texture", kPictureUnit);
  }
  for (PartProgram* part : {&m_part, &m_textured})
    part->fullStrain = part->program.location("u_fullStrain");
  m_domes.groundProgram().setSampler("u_sunShadow", kSunUnit);
  m_domes.groundProgram().setSampler("u_sunDepth", kSunDepthUnit);
  Result<OverlayPass> overlays = OverlayPass::create(defines, kFrameBinding, kDepthUnit);
  if (!overlays) return Unexpected{overlays.error()};
  m_overlays = std::move(*overlays);
  return {};
}

Result<void> Renderer::Equipment::fit(int width, int height) {
  return m_target.fit(width, height, m_settings.samples);
}

void Renderer::Equipment::drawShadows(const Shared& shared, const FrameLook& look,
                                      const Focus& ball, FrameBlock& block) {
  const SunLook sun = look.suns.empty() ? SunLook{} : look.suns.front();
  const bool casts = !look.suns.empty() && sun.shadows;
  const Cast cast{
      shared.meshes.outline(), ball, sun.towards, sun.softness, casts, look.ground.shown,
      look.ground.height};
  const bool changed = cast != m_cast;
  m_cast = cast;
  m_sun.describe(sun, ball, block);
  if (changed) m_sun.draw(shared.meshes, block);
  const bool any = m_domes.draw(shared.meshes, ball, look.ground.shown, changed, block);
  m_groundIsOld = m_groundIsOld || changed || any;
}

void Renderer::Equipment::drawGroundLight() {
  if (!m_groundIsOld) return;
  m_sun.bind(kSunUnit, kSunDepthUnit);
  m_domes.drawGroundLight(kDomeUnit, kGroundUnit, kFrameBinding);
  m_groundIsOld = false;
}

void Renderer::Equipment::drawParts(Shared& shared, const FrameLook& look) const {
  for (const PartMeshes::Group& group : shared.meshes.groups()) {
    const PartProgram& part = group.picture ? m_textured : m_part;
    if (group.picture) shared.cards.bind(group.picture, kPictureUnit, m_pictureSampler);
    part.program.use();
    glUniform1f(part.fullStrain, look.overlays.strain ? static_cast<float>(kFullStrain) : 0);
    shared.meshes.draw(group);
  }
  shared.cards.forgetUnused();
}

void Renderer::Equipment::drawLight(Shared& shared, const FrameLook& look,
                                    const CameraLook& camera) const {
  m_target.begin();
  m_sun.bind(kSunUnit, kSunDepthUnit);
  m_domes.bind(kDomeUnit, kGroundUnit);
  shared.meshes.bindMaterials(kMaterialUnit);
  // The inside of closed parts is not seen.
  if (m_settings.shading == Shading::Lean && shared.meshes.closed()) glEnable(GL_CULL_FACE);
  drawParts(shared, look);
  if (look.overlays.wireframe) drawWires(shared);
  glDisable(GL_CULL_FACE);
  glBindVertexArray(shared.noVertices.name());
  if (showsGround(look.ground, camera)) {
    m_ground.use();
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
  glDepthFunc(GL_LEQUAL);  // the backdrop lies on the far plane
  m_backdrop.use();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDepthFunc(GL_LESS);
  glBindVertexArray(0);
}

void Renderer::Equipment::drawWires(const Shared& shared) const {
  m_wire.use();
  glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  glEnable(GL_POLYGON_OFFSET_LINE);
  glPolygonOffset(-1, -1);
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  shared.meshes.draw();
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
  glDisable(GL_POLYGON_OFFSET_LINE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

void Renderer::Equipment::drawPicture(const Shared& shared, const DrawTarget& target) const {
  glDisable(GL_DEPTH_TEST);
  if (m_settings.samples == 1) {
    m_target.copyTo(target.framebuffer, target.width, target.height);
    glViewport(0, 0, target.width, target.height);
    return;
  }
  glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
  glViewport(0, 0, target.width, target.height);
  m_target.bindLight(kLightUnit);
  m_post.use();
  glBindVertexArray(shared.noVertices.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindVertexArray(0);
}

void Renderer::Equipment::drawOverlays(const OverlayMesh& mesh, double through) const {
  m_target.bindDepth(kDepthUnit);
  m_overlays.draw(mesh, through);
}

void Renderer::Equipment::finish() const {
  glUseProgram(0);
  for (int unit = 0; unit <= kPictureUnit; ++unit) glBindSampler(static_cast<GLuint>(unit), 0);
  glActiveTexture(GL_TEXTURE0);
}

}  // namespace sinew
