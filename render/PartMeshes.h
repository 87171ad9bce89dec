#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/simulation/Snapshot.h"
#include "render/DrawnShapes.h"
#include "render/FrameLook.h"
#include "render/GlObjects.h"
#include "render/MeshNormals.h"
#include "render/MeshStrain.h"
#include "render/PartSkins.h"
#include "render/Quality.h"

namespace sinew {

/// All parts of a snapshot on the graphics card: one vertex buffer, drawn in one call per picture
/// that materials put on; the material of each part lies in a buffer texture, four texels a part.
class PartMeshes {
 public:
  PartMeshes();

  /// Takes up a snapshot, to be drawn in this detail: topology only when it is another one.
  void update(const Snapshot& snapshot, const FrameLook& look, MeshDetail detail);
  void draw() const;  ///< the visible parts, with the program in use
  /// Visible parts that wear the same picture.
  struct Group {
    std::shared_ptr<const TextureImage> picture;  ///< null: none
    std::vector<GLsizei> count;
    std::vector<const void*> offset;
    std::size_t end = 0;  ///< [bytes] where the last range ends
  };
  const std::vector<Group>& groups() const { return m_groups; }
  void draw(const Group& group) const;
  void bindMaterials(int unit) const { bindTexture(unit, GL_TEXTURE_BUFFER, m_texture, nullptr); }
  bool closed() const { return m_level->closed; }             ///< no part has a border
  const std::vector<bool>& shown() const { return m_shown; }  ///< by index of the part
  /// Another number whenever anything changed that shadows could tell.
  std::uint64_t outline() const { return m_outline; }

 private:
  /// The triangles of one detail.
  struct Level {
    std::shared_ptr<const RenderTopology> topology;
    MeshNormals normalMaker;
    MeshStrain strainMaker;
    std::shared_ptr<const RenderTopology> strainOf;  ///< whose rest the former knows
    DrawnShapes shapes;
    std::vector<GLsizei> indexCount;       ///< by part
    std::vector<std::size_t> indexOffset;  ///< [bytes]
    GlBuffer indices;
    bool closed = false;  ///< no triangle has an edge of its own
  };
  using Triangles = std::vector<std::array<std::uint32_t, 3>>;

  void setTopology(const Snapshot& snapshot);
  void setLevel(const Snapshot& snapshot, MeshDetail detail);
  void setVertexLayout() const;
  void updateStrain(const Snapshot& snapshot, bool shown);
  void updateMaterials(const Snapshot& snapshot, const FrameLook& look);
  void updateSkins(const FrameLook& look);
  Group& groupOf(const MaterialLook& material);
  static void addRange(const Level& level, std::size_t part, Group& group);

  std::shared_ptr<const RenderTopology> m_topology;
  std::array<Level, 2> m_levels;  ///< by MeshDetail
  Level* m_level = nullptr;
  std::vector<float> m_drawn;           ///< positions that are on the card
  const Level* m_drawnLevel = nullptr;  ///< whose normals are there
  std::vector<float> m_normals, m_strain;
  std::vector<bool> m_shown;
  std::vector<bool> m_standing;  ///< likewise, of those shown the ones above the ground
  std::uint64_t m_outline = 0;
  std::vector<Group> m_groups;
  bool m_strainIsZero = false;
  PartSkins m_skins;
  bool m_skinsFit = false;  ///< the topology; they are made when first something is worn
  GlVertexArray m_vertexArray;
  GlBuffer m_positions, m_normalBuffer, m_strainBuffer, m_partOfVertex, m_materials;
  GlTexture m_texture;
};

}  // namespace sinew
