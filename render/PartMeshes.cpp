#include "render/PartMeshes.h"

#include <algorithm>
#include <array>
#include <utility>

#include "render/Camera.h"

namespace sinew {
namespace {

using Texel = std::array<float, 4>;
constexpr std::size_t kTexelsPerPart = 4;
constexpr std::size_t kCoarseTriangles = 16000;  // of all parts together: fewer dent what shines
constexpr std::size_t kFewestTriangles = 300;    // of a part that has more,
constexpr std::size_t kFewestOfAll = 60000;      // unless that is more in all than this,
constexpr std::size_t kFewestOfMany = 24;        // but never fewer

void packMaterial(const MaterialLook& m, Texel* out) {
  const Eigen::Vector3f colour = m.colour.cast<float>();
  out[0] = {colour.x(), colour.y(), colour.z(), static_cast<float>(m.roughness)};
  out[1] = {static_cast<float>(m.metallic), static_cast<float>(m.specular),
            static_cast<float>(m.clearcoat), static_cast<float>(m.sheen)};
  out[2] = {static_cast<float>(m.glow), 0, 0, 0};
}

/// The look of part `index`; looks usually come in the order of the topology. One that has another
/// name there, and as many looks as parts, has been renamed since.
const PartLook* findLook(const FrameLook& look, const RenderTopology& topology, std::size_t index) {
  const std::string& part = topology.parts[index].part;
  const bool there = index < look.parts.size();
  if (there && look.parts[index].part == part) return &look.parts[index];
  for (const PartLook& candidate : look.parts) {
    if (candidate.part == part) return &candidate;
  }
  return there && look.parts.size() == topology.parts.size() ? &look.parts[index] : nullptr;
}

/// Whether the ground hides all of a part, a floor that is flush with it for instance, which would
/// cast a shadow on it.
bool isBeneath(const Snapshot& snapshot, const RenderTopology::PartMesh& part,
               const FrameLook& look) {
  constexpr double kFlush = 1e-6;  // [m]; what floats leave of it
  const GroundLook& ground = look.ground;
  if (!showsGround(ground, look.camera)) return false;
  for (std::size_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
    if (snapshot.positions[3 * v + 1] > ground.height + kFlush) return false;
  }
  return true;
}

/// How many triangles a part gets of those that all may have together.
std::size_t coarseShare(std::size_t triangles, std::size_t all, std::size_t parts) {
  if (all <= kCoarseTriangles) return triangles;
  const std::size_t fewest =
      std::clamp(kFewestOfAll / std::max<std::size_t>(parts, 1), kFewestOfMany, kFewestTriangles);
  return std::max(fewest, triangles * kCoarseTriangles / all);
}

}  // namespace

PartMeshes::PartMeshes()
    : m_vertexArray(GlVertexArray::make()),
      m_positions(GlBuffer::make()),
      m_normalBuffer(GlBuffer::make()),
      m_strainBuffer(GlBuffer::make()),
      m_partOfVertex(GlBuffer::make()),
      m_materials(GlBuffer::make()),
      m_texture(GlTexture::make()) {
  for (Level& level : m_levels) level.indices = GlBuffer::make();
  setVertexLayout();
}

void PartMeshes::setVertexLayout() const {
  glBindVertexArray(m_vertexArray.name());
  glBindBuffer(GL_ARRAY_BUFFER, m_positions.name());
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  glBindBuffer(GL_ARRAY_BUFFER, m_normalBuffer.name());
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  glBindBuffer(GL_ARRAY_BUFFER, m_partOfVertex.name());
  glVertexAttribIPointer(2, 1, GL_UNSIGNED_INT, 0, nullptr);
  glBindBuffer(GL_ARRAY_BUFFER, m_strainBuffer.name());
  glVertexAttribPointer(3, 1, GL_FLOAT, GL_FALSE, 0, nullptr);
  glBindBuffer(GL_ARRAY_BUFFER, m_skins.places().name());
  glVertexAttribPointer(4, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  glBindBuffer(GL_ARRAY_BUFFER, m_skins.facings().name());
  glVertexAttribPointer(5, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  for (GLuint i = 0; i < 4; ++i) glEnableVertexAttribArray(i);
  glBindVertexArray(0);
}

// Parts that only begin elsewhere are drawn as before.
void PartMeshes::setTopology(const Snapshot& snapshot) {
  const std::shared_ptr<const RenderTopology> before = std::exchange(
      m_topology, snapshot.topology ? snapshot.topology : std::make_shared<const RenderTopology>());
  m_skinsFit = m_skinsFit && before->rest == m_topology->rest && before->parts == m_topology->parts;
  if (before && before->parts == m_topology->parts) {
    for (Level& level : m_levels)
      if (level.topology == before) level.topology = m_topology;
    return;
  }
  ++m_outline;
  std::vector<std::uint32_t> partOfVertex(m_topology->vertexCount, 0);
  std::uint32_t index = 0;
  for (const RenderTopology::PartMesh& part : m_topology->parts) {
    std::fill_n(partOfVertex.begin() + part.firstVertex, part.vertexCount, index++);
  }
  fillBuffer(GL_ARRAY_BUFFER, m_partOfVertex, std::span<const std::uint32_t>(partOfVertex),
             GL_STATIC_DRAW);
  m_normals.assign(3 * static_cast<std::size_t>(m_topology->vertexCount), 0);
  m_strain.clear();
}

void PartMeshes::setLevel(const Snapshot& snapshot, MeshDetail detail) {
  Level& level = m_levels[static_cast<std::size_t>(detail)];
  m_level = &level;
  if (level.topology == m_topology) return;
  level.topology = m_topology;
  level.indexCount.clear();
  level.indexOffset.clear();
  level.strainOf.reset();
  level.closed = true;
  m_drawn.clear();
  std::size_t all = 0;
  for (const auto& part : m_topology->parts) all += part.mesh.triangles.size();
  Triangles triangles;
  for (const RenderTopology::PartMesh& part : m_topology->parts) {
    const Triangles& fine = part.mesh.triangles;
    const DrawnShape& shape = level.shapes.of(
        fine, std::span(snapshot.positions).subspan(3 * part.firstVertex, 3 * part.vertexCount),
        detail == MeshDetail::Full ? fine.size()
                                   : coarseShare(fine.size(), all, m_topology->parts.size()));
    level.closed = level.closed && shape.closed;
    level.indexOffset.push_back(triangles.size() * sizeof(triangles[0]));
    level.indexCount.push_back(static_cast<GLsizei>(3 * shape.triangles.size()));
    for (const auto& t : shape.triangles) {
      triangles.push_back(
          {t[0] + part.firstVertex, t[1] + part.firstVertex, t[2] + part.firstVertex});
    }
  }
  level.shapes.forget();
  glBindVertexArray(m_vertexArray.name());
  fillBuffer(GL_ELEMENT_ARRAY_BUFFER, level.indices,
             std::span<const std::array<std::uint32_t, 3>>(triangles), GL_STATIC_DRAW);
  glBindVertexArray(0);
  level.normalMaker = MeshNormals(std::move(triangles), m_topology->vertexCount);
}

/// Parts whose indices follow each other become one range: thousands of parts, few draws.
void PartMeshes::addRange(const Level& level, std::size_t part, Group& group) {
  if (level.indexCount[part] == 0) return;
  if (!group.offset.empty() && group.end == level.indexOffset[part]) {
    group.count.back() += level.indexCount[part];
  } else {
    group.count.push_back(level.indexCount[part]);
    group.offset.push_back(bufferOffset(level.indexOffset[part]));
  }
  group.end = level.indexOffset[part] +
              sizeof(std::uint32_t) * static_cast<std::size_t>(level.indexCount[part]);
}

PartMeshes::Group& PartMeshes::groupOf(const MaterialLook& material) {
  const auto found = std::ranges::find(m_groups, material.picture, &Group::picture);
  return found != m_groups.end() ? *found : m_groups.emplace_back(Group{material.picture, {}, {}});
}

void PartMeshes::updateSkins(const FrameLook& look) {
  const auto wears = [](const PartLook& part) { return part.material.picture != nullptr; };
  if (m_skinsFit) return;
  m_skinsFit = std::ranges::any_of(look.parts, wears);
  if (m_skinsFit) m_skins.fit(*m_topology);
  glBindVertexArray(m_vertexArray.name());
  // Those of other parts may be too short to read.
  for (GLuint i = 4; i < 6; ++i)
    m_skinsFit ? glEnableVertexAttribArray(i) : glDisableVertexAttribArray(i);
  glBindVertexArray(0);
}

void PartMeshes::updateMaterials(const Snapshot& snapshot, const FrameLook& look) {
  const auto& parts = m_topology->parts;
  std::vector<Texel> texels(kTexelsPerPart * std::max<std::size_t>(parts.size(), 1));
  m_shown.assign(parts.size(), true);
  const std::vector<bool> stood = std::exchange(m_standing, std::vector<bool>(parts.size(), false));
  m_groups.clear();
  updateSkins(look);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartLook* given = findLook(look, *m_topology, i);
    MaterialLook material;
    material.colour = defaultPartColour(parts[i].part);
    if (given != nullptr) material = given->material;
    // Of what is in no scene any more only the pictures are left, until they are made anew.
    m_shown[i] = given != nullptr ? given->visible : look.parts.empty();
    Texel* const packed = &texels[kTexelsPerPart * i];
    packMaterial(material, packed);
    if (material.picture) packed[3] = m_skins.wrapOf(i, material);
    if (!m_shown[i] || isBeneath(snapshot, parts[i], look)) continue;
    m_standing[i] = true;
    addRange(*m_level, i, groupOf(material));
  }
  if (m_standing != stood) ++m_outline;
  fillBuffer(GL_TEXTURE_BUFFER, m_materials, std::span<const Texel>(texels), GL_STREAM_DRAW);
  glBindTexture(GL_TEXTURE_BUFFER, m_texture.name());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, m_materials.name());
}

void PartMeshes::update(const Snapshot& snapshot, const FrameLook& look, MeshDetail detail) {
  if (!m_topology || snapshot.topology != m_topology) setTopology(snapshot);
  setLevel(snapshot, detail);
  updateMaterials(snapshot, look);
  // Where only the camera moves, or what is selected changes, all is there already.
  if (m_drawnLevel != m_level || m_drawn != snapshot.positions) {
    m_levels[static_cast<std::size_t>(detail)].normalMaker.compute(snapshot.positions, m_normals);
    glBindVertexArray(0);
    fillBuffer(GL_ARRAY_BUFFER, m_positions, std::span<const float>(snapshot.positions),
               GL_STREAM_DRAW);
    fillBuffer(GL_ARRAY_BUFFER, m_normalBuffer, std::span<const float>(m_normals), GL_STREAM_DRAW);
    if (m_drawn != snapshot.positions) ++m_outline;
    m_drawn = snapshot.positions;
    m_drawnLevel = m_level;
  }
  updateStrain(snapshot, look.overlays.strain);
}

// Not shown it is still read, as nothing everywhere; that is sent once.
void PartMeshes::updateStrain(const Snapshot& snapshot, bool shown) {
  if (!shown && m_strainIsZero && !m_strain.empty()) return;
  m_strain.assign(m_topology->vertexCount, 0);
  if (shown) {
    Level& level = *m_level;
    if (level.strainOf != m_topology) {
      level.strainMaker = MeshStrain(level.normalMaker.triangles(), m_topology->rest);
      level.strainOf = m_topology;
    }
    level.strainMaker.compute(snapshot.positions, m_strain);
  }
  m_strainIsZero = !shown;
  fillBuffer(GL_ARRAY_BUFFER, m_strainBuffer, std::span<const float>(m_strain), GL_STREAM_DRAW);
}

void PartMeshes::draw() const {
  for (const Group& group : m_groups) draw(group);
}

void PartMeshes::draw(const Group& group) const {
  if (group.count.empty()) return;
  glBindVertexArray(m_vertexArray.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_level->indices.name());
  glMultiDrawElements(GL_TRIANGLES, group.count.data(), GL_UNSIGNED_INT, group.offset.data(),
                      static_cast<GLsizei>(group.count.size()));
  glBindVertexArray(0);
}

}  // namespace sinew
