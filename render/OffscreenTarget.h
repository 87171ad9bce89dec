#pragma once
#include "core/base/Result.h"
#include "render/GlObjects.h"
#include "render/Image.h"
#include "render/Renderer.h"

namespace sinew {

/// A framebuffer to draw pictures into that are read back.
class OffscreenTarget {
 public:
  static Result<OffscreenTarget> create(int width, int height);
  DrawTarget target() const { return {m_framebuffer.name(), m_width, m_height}; }
  /// Waits for the drawing and copies it out.
  Image read() const;

 private:
  int m_width = 0, m_height = 0;
  GlTexture m_colour;
  GlFramebuffer m_framebuffer;
};

}  // namespace sinew
