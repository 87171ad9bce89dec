#pragma once
#include <memory>
#include <span>
#include <vector>

#include "core/simulation/Snapshot.h"
#include "render/FrameLook.h"
#include "render/GlObjects.h"
#include "render/MeshNormals.h"

namespace sinew {

/// All parts of a snapshot on the graphics card: one vertex buffer, drawn in one call; the
/// material of each part lies in a buffer texture, three texels a part.
class PartMeshes {
 public:
  PartMeshes();

  /// Takes up a snapshot: topology only when it is another one.
  void update(const Snapshot& snapshot, const FrameLook& look);
  void draw() const;  ///< the visible parts, with the program in use
  void bindMaterials(int unit) const { bindTexture(unit, GL_TEXTURE_BUFFER, m_texture, nullptr); }
  const std::vector<bool>& shown() const { return m_shown; }  ///< by index of the part

 private:
  void setTopology(std::shared_ptr<const RenderTopology> topology);
  void setVertexLayout() const;
  void updateMaterials(const FrameLook& look);
  void addRange(std::size_t part);

  std::shared_ptr<const RenderTopology> m_topology;
  MeshNormals m_normalMaker;
  std::vector<float> m_normals;
  std::vector<bool> m_shown;
  std::vector<GLsizei> m_indexCount, m_drawCount;
  std::vector<std::size_t> m_indexOffset;
  std::vector<const void*> m_drawOffset;
  std::size_t m_drawEnd = 0;  ///< [bytes] where the last range ends
  GlVertexArray m_vertexArray;
  GlBuffer m_positions, m_normalBuffer, m_partOfVertex, m_indices, m_materials;
  GlTexture m_texture;
};

}  // namespace sinew
