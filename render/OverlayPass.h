#pragma once
#include "core/base/Result.h"
#include "render/GlObjects.h"
#include "render/GlProgram.h"
#include "render/Overlays.h"

namespace sinew {

/// Draws overlay meshes into the light target, over what is there.
class OverlayPass {
 public:
  static Result<OverlayPass> create(int frameBinding);

  /// `through`: how much shows of what lies behind parts, 0..1.
  void draw(const OverlayMesh& mesh, double through) const;

 private:
  GlProgram m_program;
  GlVertexArray m_vertexArray;
  GlBuffer m_vertices;
};

}  // namespace sinew
