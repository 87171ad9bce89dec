#include "render/Renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/Equipment.h"
#include "render/Overlays.h"

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

/// Pixels to draw along a side that shows this many.
int drawnPixels(int shown, double detail) {
  return std::max(1, static_cast<int>(std::lround(shown * detail)));
}

}  // namespace

Renderer::Renderer() = default;
Renderer::~Renderer() = default;

Result<std::unique_ptr<Renderer>> Renderer::create() {
  std::unique_ptr<Renderer> renderer(new Renderer);
  renderer->m_shared = std::make_unique<Shared>();
  Shared& shared = *renderer->m_shared;
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
  const int width = drawnPixels(target.width, target.detail);
  const int height = drawnPixels(target.height, target.detail);
  if (Result<void> fits = equipment.fit(width, height); !fits) return fits;

  setOpeningState();
  m_shared->meshes.update(snapshot, look, equipment.detail());
  const std::vector<bool>& shown = m_shared->meshes.shown();
  const double aspect = static_cast<double>(target.width) / target.height;
  const CameraLook camera = settleCamera(look.camera, focusOf(snapshot, shown), aspect);
  const Focus ball = steadyBall(focusNear(camera, snapshot, shown));

  FrameBlock block;
  const Eigen::Vector4f centre(ball.centre.cast<float>().homogeneous());
  block.focus = {centre.x(), centre.y(), centre.z(), static_cast<float>(ball.radius)};
  equipment.drawShadows(*m_shared, look, ball, block);
  block.shadow[3] = static_cast<float>(height) / static_cast<float>(target.height);
  describeLights(look, block);
  describeCamera(camera, target.width, target.height, block);
  fillBuffer(GL_UNIFORM_BUFFER, m_shared->frame, std::span<const FrameBlock>(&block, 1),
             GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, Equipment::kFrameBinding, m_shared->frame.name());
  equipment.drawGroundLight();
  equipment.drawLight(*m_shared, look, camera);
  equipment.drawPicture(*m_shared, target);
  drawOverlays(snapshot, look.overlays, {target.height, block.stage[3]}, equipment);
  equipment.finish();
  return {};
}

void Renderer::drawOverlays(const Snapshot& snapshot, const OverlayLook& look, const Stage& stage,
                            const Equipment& equipment) {
  OverlayMesh threads, marks, warnings;
  const OverlayMarks shown = shownMarks(snapshot, look);
  const OverlayScale scale{look.pixel > 0 ? look.pixel : stage.pixels / 720.0, stage.halfHeight};
  if (look.threads) addThreads(shown, scale, threads);
  if (look.forces || look.contacts) {
    addForces(shown, scale, look.forceScale, look.forces ? Arrows::All : Arrows::ContactsOnly,
              marks);
  }
  if (look.glyphs) {
    addGlyphs(shown, scale, marks);
    addWarnings(shown, scale, warnings);
  }
  equipment.drawOverlays(threads, 0.10);
  equipment.drawOverlays(look.marks, 0);
  equipment.drawOverlays(marks, 0.35);
  equipment.drawOverlays(warnings, 1);
  equipment.drawOverlays(look.above, 1);
}

}  // namespace sinew
