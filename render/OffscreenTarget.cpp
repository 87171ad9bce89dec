#include "render/OffscreenTarget.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {

Result<OffscreenTarget> OffscreenTarget::create(int width, int height) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (width < 1 || height < 1 || width > most || height > most) {
    return fail(ErrorCode::Usage,
                fmt::format("A picture of {} × {} pixels cannot be drawn; each side may be 1 to {}",
                            width, height, most));
  }
  OffscreenTarget made;
  made.m_width = width;
  made.m_height = height;
  made.m_colour = GlTexture::make();
  made.m_framebuffer = GlFramebuffer::make();
  allocateTexture(made.m_colour, GL_RGBA8, {.width = width, .height = height});
  glBindFramebuffer(GL_FRAMEBUFFER, made.m_framebuffer.name());
  glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, made.m_colour.name(), 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    return fail(ErrorCode::Io,
                fmt::format("The graphics driver cannot draw into pictures of {} × {} pixels",
                            width, height));
  }
  return made;
}

Image OffscreenTarget::read() const {
  Image image{m_width, m_height, {}};
  const std::size_t row = 4 * static_cast<std::size_t>(m_width);
  image.rgba.resize(row * static_cast<std::size_t>(m_height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, m_framebuffer.name());
  glReadBuffer(GL_COLOR_ATTACHMENT0);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, m_width, m_height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  // OpenGL counts rows from below.
  for (auto top = image.rgba.begin(), bottom = image.rgba.end() - static_cast<std::ptrdiff_t>(row);
       top < bottom;
       top += static_cast<std::ptrdiff_t>(row), bottom -= static_cast<std::ptrdiff_t>(row)) {
    std::swap_ranges(top, top + static_cast<std::ptrdiff_t>(row), bottom);
  }
  return image;
}

}  // namespace sinew
