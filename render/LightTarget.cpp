#include "render/LightTarget.h"

#include <fmt/format.h>

namespace sinew {

Result<void> LightTarget::fit(int width, int height, int samples) {
  if (width == m_width && height == m_height && samples == m_samples) return {};
  m_light = GlTexture::make();
  m_depth = GlTexture::make();
  m_framebuffer = GlFramebuffer::make();
  const TextureShape shape{.width = width, .height = height, .samples = samples};
  m_target = allocateTexture(m_light, samples > 1 ? GL_RGBA16F : GL_RGBA8, shape);
  allocateTexture(m_depth, GL_DEPTH_COMPONENT24, shape);
  glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.name());
  glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, m_light.name(), 0);
  glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, m_depth.name(), 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    m_width = m_height = m_samples = 0;
    return fail(ErrorCode::Io, fmt::format("The graphics driver cannot draw pictures of {} × {} "
                                           "pixels with {} samples each",
                                           width, height, samples));
  }
  m_width = width;
  m_height = height;
  m_samples = samples;
  return {};
}

void LightTarget::copyTo(GLuint framebuffer, int width, int height) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, m_framebuffer.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  const bool same = width == m_width && height == m_height;
  glBlitFramebuffer(0, 0, m_width, m_height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                    same ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void LightTarget::begin() const {
  glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.name());
  glDrawBuffer(GL_COLOR_ATTACHMENT0);
  glViewport(0, 0, m_width, m_height);
  glClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
}

}  // namespace sinew
