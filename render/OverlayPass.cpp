#include "render/OverlayPass.h"

#include <cstddef>

namespace sinew {
namespace {

void attribute(GLuint index, GLint components, std::size_t offset) {
  glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, sizeof(OverlayVertex),
                        bufferOffset(offset));
  glEnableVertexAttribArray(index);
}

}  // namespace

Result<OverlayPass> OverlayPass::create(const std::string& defines, int frameBinding,
                                        int depthUnit) {
  Result<GlProgram> program = GlProgram::build(
      {"overlays", {"frame", "overlay_vertex"}, {"frame", "tone", "overlay_fragment"}, defines});
  if (!program) return Unexpected{program.error()};
  OverlayPass pass;
  pass.m_program = std::move(*program);
  pass.m_program.setBlock("Frame", frameBinding);
  pass.m_program.setSampler("u_depth", depthUnit);
  pass.m_vertexArray = GlVertexArray::make();
  pass.m_vertices = GlBuffer::make();
  glBindVertexArray(pass.m_vertexArray.name());
  glBindBuffer(GL_ARRAY_BUFFER, pass.m_vertices.name());
  attribute(0, 3, offsetof(OverlayVertex, position));
  attribute(1, 3, offsetof(OverlayVertex, along));
  attribute(2, 2, offsetof(OverlayVertex, offset));
  attribute(3, 4, offsetof(OverlayVertex, colour));
  attribute(4, 2, offsetof(OverlayVertex, edge));
  glBindVertexArray(0);
  return pass;
}

void OverlayPass::draw(const OverlayMesh& mesh, double through) const {
  if (mesh.empty()) return;
  fillBuffer(GL_ARRAY_BUFFER, m_vertices, std::span<const OverlayVertex>(mesh), GL_STREAM_DRAW);
  glBindVertexArray(m_vertexArray.name());
  m_program.use();
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
  glUniform1f(m_program.location("u_through"), static_cast<float>(through));
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(mesh.size()));
  glDisable(GL_BLEND);
  glBindVertexArray(0);
}

}  // namespace sinew
