#include "render/Renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/Equipment.h"

namespace sinew {
namespace {

/// A somewhat larger ball that stays put while the focus moves a little, so that shadow edges do
/// not crawl from frame to frame.
Focus steadyBall(const Focus& focus) {
  constexpr double kStepsPerOctave = 2, kAir = 1.12, kGrid = 12;
  Focus ball;
  ball.radius =
      std::exp2(std::ceil(std::log2(focus.radius * kAir) * kStepsPerOctave) / kStepsPerOctave);
  const double cell = ball.radius / kGrid;
  ball.centre = (focus.centre / cell).array().round().matrix() * cell;
  return ball;
}

void setOpeningState() {
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glDisable(GL_POLYGON_OFFSET_FILL);
  glEnable(GL_MULTISAMPLE);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glClearDepth(1);
  glClearColor(0, 0, 0, 1);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

void drawOverlays(const Snapshot& snapshot, const OverlayLook& look, const OverlayScale& scale,
                  const OverlayPass& pass) {
  OverlayMesh threads, marks;
  if (look.threads) addThreads(snapshot, scale, threads);
  if (look.forces) addForces(snapshot, scale, look.forceScale, marks);
  if (look.glyphs) addGlyphs(snapshot, scale, marks);
  pass.draw(threads, 0.10);
  pass.draw(marks, 0.35);
}

}  // namespace

Renderer::Renderer() = default;
Renderer::~Renderer() = default;

Result<std::unique_ptr<Renderer>> Renderer::create() {
  std::unique_ptr<Renderer> renderer(new Renderer);
  Result<OverlayPass> overlays = OverlayPass::create(Equipment::kFrameBinding);
  if (!overlays) return Unexpected{overlays.error()};
  renderer->m_shared = std::make_unique<Shared>();
  Shared& shared = *renderer->m_shared;
  shared.overlays = std::move(*overlays);
  shared.frame = GlBuffer::make();
  shared.noVertices = GlVertexArray::make();
  glGetIntegerv(GL_MAX_SAMPLES, &shared.mostSamples);
  return renderer;
}

Result<Renderer::Equipment*> Renderer::equip(Quality quality) {
  std::unique_ptr<Equipment>& slot = m_equipment[static_cast<std::size_t>(quality)];
  if (!slot) {
    Result<std::unique_ptr<Equipment>> made = Equipment::create(quality, m_shared->mostSamples);
    if (!made) return Unexpected{made.error()};
    slot = std::move(*made);
  }
  return slot.get();
}

Result<void> Renderer::draw(const Snapshot& snapshot, const FrameLook& look,
                            const DrawTarget& target, Quality quality) {
  if (target.width < 1 || target.height < 1) {
    return fail(ErrorCode::Usage, fmt::format("A picture of {} × {} pixels cannot be drawn",
                                              target.width, target.height));
  }
  if (snapshot.topology && snapshot.positions.size() != 3 * snapshot.topology->vertexCount) {
    return fail(ErrorCode::Mismatch,
                fmt::format("The snapshot has {} coordinates where its parts have {} vertices",
                            snapshot.positions.size(), snapshot.topology->vertexCount));
  }
  Result<Equipment*> equipped = equip(quality);
  if (!equipped) return Unexpected{equipped.error()};
  Equipment& equipment = **equipped;
  if (Result<void> fits = equipment.fit(target.width, target.height); !fits) return fits;

  setOpeningState();
  m_shared->meshes.update(snapshot, look);
  const Focus focus = focusOf(snapshot, m_shared->meshes.shown());
  const Focus ball = steadyBall(focus);
  const double aspect = static_cast<double>(target.width) / target.height;
  const CameraLook camera = settleCamera(look.camera, focus, aspect);

  FrameBlock block;
  const Eigen::Vector4f centre(ball.centre.cast<float>().homogeneous());
  block.focus = {centre.x(), centre.y(), centre.z(), static_cast<float>(ball.radius)};
  equipment.drawShadows(*m_shared, look, ball, block);
  describeLights(look, block);
  describeCamera(camera, target.width, target.height, block);
  fillBuffer(GL_UNIFORM_BUFFER, m_shared->frame, std::span<const FrameBlock>(&block, 1),
             GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, Equipment::kFrameBinding, m_shared->frame.name());
  equipment.drawGroundLight();
  equipment.drawLight(*m_shared, look);
  drawOverlays(snapshot, look.overlays, {target.height / 720.0, block.stage[3]},
               m_shared->overlays);
  equipment.drawPicture(*m_shared, target);
  return {};
}

}  // namespace sinew
