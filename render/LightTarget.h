#pragma once
#include "core/base/Result.h"
#include "render/GlObjects.h"

namespace sinew {

/// Where the picture is drawn, with depth: light in half floats and several samples, to be toned
/// afterwards; or with one sample the toned picture itself.
class LightTarget {
 public:
  /// Makes the textures anew when size or samples changed.
  Result<void> fit(int width, int height, int samples);
  void begin() const;  ///< binds and clears
  void bindLight(int unit) const { bindTexture(unit, m_target, m_light, nullptr); }
  void bindDepth(int unit) const { bindTexture(unit, m_target, m_depth, nullptr); }
  /// With one sample: enlarges the picture smoothly into a framebuffer.
  void copyTo(GLuint framebuffer, int width, int height) const;

 private:
  int m_width = 0, m_height = 0, m_samples = 0;
  GLenum m_target = GL_TEXTURE_2D;
  GlTexture m_light, m_depth;
  GlFramebuffer m_framebuffer;
};

}  // namespace sinew
