#include "render/DomeShadows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {

constexpr double kGroundReach = 2.5;  // half side of that map, in radii of the ball
constexpr int kDomeBinding = 1;       // of the Domes block

/// Evenly spread directions (Fibonacci lattice): the upper half, or the whole sphere.
Vec3 domeDirection(int i, int count, bool upperHalf) {
  const double t = (i + 0.5) / count;
  const double y = upperHalf ? 1 - t : 1 - 2 * t;
  const double turn = 2 * std::numbers::pi * std::numbers::phi * i;
  const double across = std::sqrt(1 - y * y);
  return {across * std::cos(turn), y, across * std::sin(turn)};
}

}  // namespace

std::string DomeShadows::defines(int directions, int size) {
  return fmt::format("#define DOMES {}\n#define DOME_SIZE {}\n", directions, size);
}

Result<DomeShadows> DomeShadows::create(const Sizes& sizes, const std::string& defines) {
  const auto [directions, size, atOnce, groundSize] = sizes;
  DomeShadows domes;
  Result<GlProgram> depth =
      GlProgram::build({"ambient map", {"depth_vertex"}, {"depth_fragment"}, ""});
  if (!depth) return Unexpected{depth.error()};
  Result<GlProgram> ground =
      GlProgram::build({"ground light",
                        {"screen_vertex"},
                        {"frame", "domes", "sunshadow", "groundlight_fragment"},
                        defines});
  if (!ground) return Unexpected{ground.error()};
  Result<GlProgram> smoothing =
      GlProgram::build({"ground smoothing", {"screen_vertex"}, {"groundblur_fragment"}, defines});
  if (!smoothing) return Unexpected{smoothing.error()};
  domes.m_depth = std::move(*depth);
  domes.m_smoothing = std::move(*smoothing);
  domes.m_groundProgram = std::move(*ground);
  domes.m_size = size;
  domes.m_atOnce = atOnce;
  domes.m_groundSize = groundSize;
  domes.m_ball.radius = 0;
  domes.m_boxes.resize(static_cast<std::size_t>(directions));
  domes.m_towards.resize(static_cast<std::size_t>(directions));
  domes.m_maps = GlTexture::make();
  allocateTexture(domes.m_maps, GL_DEPTH_COMPONENT24,
                  {.width = size, .height = size, .layers = directions});
  for (GlTexture* map : {&domes.m_roughLight, &domes.m_groundLight}) {
    *map = GlTexture::make();
    allocateTexture(*map, GL_RG16F, {.width = groundSize, .height = groundSize});
  }
  domes.m_compare = makeSampler(GL_LINEAR, GL_LINEAR, true);
  const float open[] = {1, 1, 1, 1};
  glSamplerParameterfv(domes.m_compare.name(), GL_TEXTURE_BORDER_COLOR, open);
  for (const GLenum axis : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
    glSamplerParameteri(domes.m_compare.name(), axis, GL_CLAMP_TO_BORDER);
  }
  domes.m_smooth = makeSampler(GL_LINEAR, GL_LINEAR, false);
  domes.m_framebuffer = GlFramebuffer::make();
  domes.m_noVertices = GlVertexArray::make();
  domes.m_block = GlBuffer::make();
  return domes;
}

void DomeShadows::drawMaps(const PartMeshes& meshes,
                           std::span<const std::size_t> directions) const {
  glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.name());
  glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 0, 0);
  glDrawBuffer(GL_NONE);
  glViewport(0, 0, m_size, m_size);
  m_depth.use();
  const GLint box = m_depth.location("u_box");
  glEnable(GL_DEPTH_CLAMP);
  for (const std::size_t i : directions) {
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, m_maps.name(), 0,
                              static_cast<GLint>(i));
    glClear(GL_DEPTH_BUFFER_BIT);
    glUniformMatrix4fv(box, 1, GL_FALSE, m_boxes[i].data());
    meshes.draw();
  }
  glDisable(GL_DEPTH_CLAMP);
}

/// The directions to draw in this frame: in turn, or all where the old ones are of no use.
std::vector<std::size_t> DomeShadows::due(const Focus& ball, bool ground, bool changed) {
  const bool anew =
      ball.centre != m_ball.centre || ball.radius != m_ball.radius || ground != m_ground;
  m_ball = ball;
  m_ground = ground;
  std::vector<std::size_t> directions;
  if (anew || changed) m_old = m_boxes.size();
  const std::size_t count = anew ? m_old : std::min(m_old, static_cast<std::size_t>(m_atOnce));
  m_old -= count;
  for (std::size_t i = 0; i < count; ++i) directions.push_back((m_next + i) % m_boxes.size());
  m_next = (m_next + count) % m_boxes.size();
  return directions;
}

bool DomeShadows::draw(const PartMeshes& meshes, const Focus& ball, bool ground, bool changed,
                       FrameBlock& block) {
  block.ground[3] = static_cast<float>(kGroundReach * ball.radius);
  const std::vector<std::size_t> directions = due(ball, ground, changed);
  if (directions.empty()) return false;
  for (const std::size_t i : directions) {
    const Vec3 towards =
        domeDirection(static_cast<int>(i), static_cast<int>(m_boxes.size()), ground);
    const Eigen::Vector3f f = towards.cast<float>();
    m_boxes[i] = columnsOf(ballProjection(towards, ball));
    m_towards[i] = {f.x(), f.y(), f.z(), 0};
  }
  const std::size_t boxBytes = m_boxes.size() * sizeof(FrameBlock::Mat);
  const std::size_t towardsBytes = m_towards.size() * sizeof(FrameBlock::Vec);
  glBindBuffer(GL_UNIFORM_BUFFER, m_block.name());
  glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(boxBytes + towardsBytes), nullptr,
               GL_STREAM_DRAW);
  glBufferSubData(GL_UNIFORM_BUFFER, 0, static_cast<GLsizeiptr>(boxBytes), m_boxes.data());
  glBufferSubData(GL_UNIFORM_BUFFER, static_cast<GLintptr>(boxBytes),
                  static_cast<GLsizeiptr>(towardsBytes), m_towards.data());
  drawMaps(meshes, directions);
  return true;
}

void DomeShadows::drawOnto(const GlTexture& map, const GlProgram& program) const {
  glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, map.name(), 0);
  program.use();
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void DomeShadows::drawGroundLight(int domeUnit, int groundUnit, int frameBinding) const {
  glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.name());
  glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, 0, 0);
  glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, m_roughLight.name(), 0);
  glDrawBuffer(GL_COLOR_ATTACHMENT0);
  glViewport(0, 0, m_groundSize, m_groundSize);
  glDisable(GL_DEPTH_TEST);
  m_groundProgram.setBlock("Frame", frameBinding);
  connect(m_groundProgram, domeUnit, groundUnit);
  m_smoothing.setSampler("u_groundLight", groundUnit);
  glBindBufferBase(GL_UNIFORM_BUFFER, kDomeBinding, m_block.name());
  bindTexture(domeUnit, GL_TEXTURE_2D_ARRAY, m_maps, &m_compare);
  bindTexture(groundUnit, GL_TEXTURE_2D, m_roughLight, &m_smooth);
  glBindVertexArray(m_noVertices.name());
  drawOnto(m_roughLight, m_groundProgram);
  drawOnto(m_groundLight, m_smoothing);
  glEnable(GL_DEPTH_TEST);
}

void DomeShadows::bind(int domeUnit, int groundUnit) const {
  glBindBufferBase(GL_UNIFORM_BUFFER, kDomeBinding, m_block.name());
  bindTexture(domeUnit, GL_TEXTURE_2D_ARRAY, m_maps, &m_compare);
  bindTexture(groundUnit, GL_TEXTURE_2D, m_groundLight, &m_smooth);
}

void DomeShadows::connect(const GlProgram& program, int domeUnit, int groundUnit) const {
  program.setBlock("Domes", kDomeBinding);
  program.setSampler("u_domeShadow", domeUnit);
  program.setSampler("u_groundLight", groundUnit);
}

}  // namespace sinew
