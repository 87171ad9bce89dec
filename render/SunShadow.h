#pragma once
#include "core/base/Result.h"
#include "render/FrameBlock.h"
#include "render/GlObjects.h"
#include "render/GlProgram.h"
#include "render/PartMeshes.h"

namespace sinew {

/// Depth map of the parts seen from the first sun, with a mip chain of nearest depths for soft
/// edges (assets/shaders/sunshadow.glsl).
class SunShadow {
 public:
  static Result<SunShadow> create(int size);

  /// Fills sunBox and shadow of the block.
  void describe(const SunLook& sun, const Focus& ball, FrameBlock& block) const;
  /// Draws the map for a block so filled.
  void draw(const PartMeshes& meshes, const FrameBlock& block) const;
  void bind(int compareUnit, int depthUnit) const;

 private:
  void drawLevels() const;

  int m_size = 0, m_levels = 0;
  GlProgram m_depth, m_reduce;
  GlTexture m_map;
  GlSampler m_compare, m_read;
  GlFramebuffer m_framebuffer;
  GlVertexArray m_noVertices;
};

}  // namespace sinew
