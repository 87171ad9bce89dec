#include "render/PartMeshes.h"

#include <array>

namespace sinew {
namespace {

using Texel = std::array<float, 4>;
constexpr std::size_t kTexelsPerPart = 3;

void packMaterial(const MaterialLook& m, Texel* out) {
  const Eigen::Vector3f colour = m.colour.cast<float>();
  out[0] = {colour.x(), colour.y(), colour.z(), static_cast<float>(m.roughness)};
  out[1] = {static_cast<float>(m.metallic), static_cast<float>(m.specular),
            static_cast<float>(m.clearcoat), static_cast<float>(m.sheen)};
  out[2] = {static_cast<float>(m.glow), 0, 0, 0};
}

/// The look of part `index`; looks usually come in the order of the topology.
const PartLook* findLook(const FrameLook& look, const std::string& part, std::size_t index) {
  if (index < look.parts.size() && look.parts[index].part == part) return &look.parts[index];
  for (const PartLook& candidate : look.parts) {
    if (candidate.part == part) return &candidate;
  }
  return nullptr;
}

}  // namespace

PartMeshes::PartMeshes()
    : m_vertexArray(GlVertexArray::make()),
      m_positions(GlBuffer::make()),
      m_normalBuffer(GlBuffer::make()),
      m_partOfVertex(GlBuffer::make()),
      m_indices(GlBuffer::make()),
      m_materials(GlBuffer::make()),
      m_texture(GlTexture::make()) {}

void PartMeshes::setVertexLayout() const {
  glBindVertexArray(m_vertexArray.name());
  glBindBuffer(GL_ARRAY_BUFFER, m_positions.name());
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  glBindBuffer(GL_ARRAY_BUFFER, m_normalBuffer.name());
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  glBindBuffer(GL_ARRAY_BUFFER, m_partOfVertex.name());
  glVertexAttribIPointer(2, 1, GL_UNSIGNED_INT, 0, nullptr);
  for (GLuint i = 0; i < 3; ++i) glEnableVertexAttribArray(i);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_indices.name());
}

void PartMeshes::setTopology(std::shared_ptr<const RenderTopology> topology) {
  m_topology = std::move(topology);
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> partOfVertex(m_topology->vertexCount, 0);
  m_indexCount.clear();
  m_indexOffset.clear();
  std::uint32_t index = 0;
  for (const RenderTopology::PartMesh& part : m_topology->parts) {
    m_indexOffset.push_back(triangles.size() * sizeof(triangles[0]));
    m_indexCount.push_back(static_cast<GLsizei>(3 * part.mesh.triangles.size()));
    for (const auto& t : part.mesh.triangles) {
      triangles.push_back(
          {t[0] + part.firstVertex, t[1] + part.firstVertex, t[2] + part.firstVertex});
    }
    std::fill_n(partOfVertex.begin() + part.firstVertex, part.vertexCount, index++);
  }
  setVertexLayout();
  fillBuffer(GL_ARRAY_BUFFER, m_partOfVertex, std::span<const std::uint32_t>(partOfVertex),
             GL_STATIC_DRAW);
  fillBuffer(GL_ELEMENT_ARRAY_BUFFER, m_indices,
             std::span<const std::array<std::uint32_t, 3>>(triangles), GL_STATIC_DRAW);
  glBindVertexArray(0);
  m_normals.assign(3 * static_cast<std::size_t>(m_topology->vertexCount), 0);
  m_normalMaker = MeshNormals(std::move(triangles), m_topology->vertexCount);
}

/// Parts whose indices follow each other become one range: thousands of parts, few draws.
void PartMeshes::addRange(std::size_t part) {
  if (m_indexCount[part] == 0) return;
  if (!m_drawOffset.empty() && m_drawEnd == m_indexOffset[part]) {
    m_drawCount.back() += m_indexCount[part];
  } else {
    m_drawCount.push_back(m_indexCount[part]);
    m_drawOffset.push_back(bufferOffset(m_indexOffset[part]));
  }
  m_drawEnd =
      m_indexOffset[part] + sizeof(std::uint32_t) * static_cast<std::size_t>(m_indexCount[part]);
}

void PartMeshes::updateMaterials(const FrameLook& look) {
  const auto& parts = m_topology->parts;
  std::vector<Texel> texels(kTexelsPerPart * std::max<std::size_t>(parts.size(), 1));
  m_shown.assign(parts.size(), true);
  m_drawCount.clear();
  m_drawOffset.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartLook* given = findLook(look, parts[i].part, i);
    MaterialLook material;
    material.colour = defaultPartColour(i);
    if (given != nullptr) {
      material = given->material;
      m_shown[i] = given->visible;
    }
    packMaterial(material, &texels[kTexelsPerPart * i]);
    if (!m_shown[i]) continue;
    addRange(i);
  }
  fillBuffer(GL_TEXTURE_BUFFER, m_materials, std::span<const Texel>(texels), GL_STREAM_DRAW);
  glBindTexture(GL_TEXTURE_BUFFER, m_texture.name());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, m_materials.name());
}

void PartMeshes::update(const Snapshot& snapshot, const FrameLook& look) {
  const auto topology =
      snapshot.topology ? snapshot.topology : std::make_shared<const RenderTopology>();
  if (topology != m_topology) setTopology(topology);
  updateMaterials(look);
  m_normalMaker.compute(snapshot.positions, m_normals);
  glBindVertexArray(0);
  fillBuffer(GL_ARRAY_BUFFER, m_positions, std::span<const float>(snapshot.positions),
             GL_STREAM_DRAW);
  fillBuffer(GL_ARRAY_BUFFER, m_normalBuffer, std::span<const float>(m_normals), GL_STREAM_DRAW);
}

void PartMeshes::draw() const {
  if (m_drawCount.empty()) return;
  glBindVertexArray(m_vertexArray.name());
  glMultiDrawElements(GL_TRIANGLES, m_drawCount.data(), GL_UNSIGNED_INT, m_drawOffset.data(),
                      static_cast<GLsizei>(m_drawCount.size()));
  glBindVertexArray(0);
}

}  // namespace sinew
