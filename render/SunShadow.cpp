#include "render/SunShadow.h"

#include <cmath>

namespace sinew {
namespace {
constexpr int kCoarsest = 4;  // [texels] smallest level, rough enough for clearOfBlockers
}

Result<SunShadow> SunShadow::create(int size) {
  SunShadow shadow;
  Result<GlProgram> depth =
      GlProgram::build({"shadow map", {"depth_vertex"}, {"depth_fragment"}, ""});
  if (!depth) return Unexpected{depth.error()};
  Result<GlProgram> reduce =
      GlProgram::build({"shadow levels", {"screen_vertex"}, {"mip_fragment"}, ""});
  if (!reduce) return Unexpected{reduce.error()};
  shadow.m_depth = std::move(*depth);
  shadow.m_reduce = std::move(*reduce);
  shadow.m_reduce.setSampler("u_finer", 0);
  shadow.m_size = size;
  for (int side = size; side >= kCoarsest; side /= 2) ++shadow.m_levels;
  shadow.m_map = GlTexture::make();
  allocateTexture(shadow.m_map, GL_DEPTH_COMPONENT32F,
                  {.width = size, .height = size, .levels = shadow.m_levels});
  shadow.m_compare = makeSampler(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR, true);
  shadow.m_read = makeSampler(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST, false);
  shadow.m_framebuffer = GlFramebuffer::make();
  shadow.m_noVertices = GlVertexArray::make();
  return shadow;
}

void SunShadow::drawLevels() const {
  m_reduce.use();
  glBindVertexArray(m_noVertices.name());
  bindTexture(0, GL_TEXTURE_2D, m_map, nullptr);
  glDepthFunc(GL_ALWAYS);
  for (int level = 1; level < m_levels; ++level) {
    // Only the finer level may be read while the coarser one is written.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, level - 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level - 1);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, m_map.name(), level);
    glViewport(0, 0, m_size >> level, m_size >> level);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, m_levels - 1);
  glDepthFunc(GL_LESS);
}

void SunShadow::describe(const SunLook& sun, const Focus& ball, FrameBlock& block) const {
  block.sunBox = columnsOf(ballProjection(sun.towards, ball));
  block.shadow = {1.0f / static_cast<float>(m_size), static_cast<float>(m_size),
                  static_cast<float>(std::tan(sun.softness)), 0};
}

void SunShadow::draw(const PartMeshes& meshes, const FrameBlock& block) const {
  glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, m_map.name(), 0);
  glDrawBuffer(GL_NONE);
  glViewport(0, 0, m_size, m_size);
  glClear(GL_DEPTH_BUFFER_BIT);
  m_depth.use();
  glUniformMatrix4fv(m_depth.location("u_box"), 1, GL_FALSE, block.sunBox.data());
  glEnable(GL_DEPTH_CLAMP);  // what stands between the ball and the sun casts shadows too
  meshes.draw();
  glDisable(GL_DEPTH_CLAMP);
  drawLevels();
}

void SunShadow::bind(int compareUnit, int depthUnit) const {
  bindTexture(compareUnit, GL_TEXTURE_2D, m_map, &m_compare);
  bindTexture(depthUnit, GL_TEXTURE_2D, m_map, &m_read);
}

}  // namespace sinew
