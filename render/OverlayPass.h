#pragma once
#include "core/base/Result.h"
#include "render/GlObjects.h"
#include "render/GlProgram.h"
#include "render/OverlayMesh.h"

namespace sinew {

/// Draws overlay meshes over the finished picture.
class OverlayPass {
 public:
  /// `defines` as for the programs that drew the picture; its depth is read from `depthUnit`.
  static Result<OverlayPass> create(const std::string& defines, int frameBinding, int depthUnit);

  /// `through`: how much shows of what lies behind parts, 0..1. Wants the depth test off.
  void draw(const OverlayMesh& mesh, double through) const;

 private:
  GlProgram m_program;
  GlVertexArray m_vertexArray;
  GlBuffer m_vertices;
};

}  // namespace sinew
