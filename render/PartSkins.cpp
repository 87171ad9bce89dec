#include "render/PartSkins.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "render/MeshNormals.h"
#include "render/TextureImage.h"

namespace sinew {
namespace {

constexpr double kQuarter = std::numbers::pi / 2;  // [rad]

using Place = Eigen::Map<Eigen::Vector3f>;

/// The vertices of a tube that lie equally far along it.
struct TubeRing {
  Eigen::Vector3f sum = Eigen::Vector3f::Zero();
  float count = 0;
  double along = 0;  ///< [m]
  Eigen::Vector3f middle() const { return sum / count; }
};

/// Lines have points of one number, and a skin that a second one runs round.
bool isTube(const MeshTopology& mesh) {
  return mesh.coordinates == 1 && mesh.period[1] > 0;
}

/// As many repeats as fit best, one at least.
double wholeRepeats(double length, double size) {
  return std::max(1.0, std::round(length / size));
}

}  // namespace

PartSkins::Tube PartSkins::straighten(const MeshTopology& mesh, std::span<float> places) {
  std::map<float, TubeRing> rings;  // in their order along the tube
  const auto at = [&](std::size_t vertex) { return Place(places.data() + 3 * vertex); };
  for (std::size_t i = 0; i < mesh.material.size(); ++i) {
    TubeRing& ring = rings[mesh.material[i][0]];
    ring.sum += at(i);
    ring.count += 1;
  }
  Tube tube;
  const TubeRing* before = nullptr;
  for (auto& [s, ring] : rings) {
    if (before != nullptr) tube.length += (ring.middle() - before->middle()).norm();
    ring.along = tube.length;
    before = &ring;
  }
  for (std::size_t i = 0; i < mesh.material.size(); ++i) {
    const double reach = (at(i) - rings[mesh.material[i][0]].middle()).norm();
    tube.radius = std::max(tube.radius, reach);
  }
  if (before == nullptr) return tube;
  const double gap = (before->middle() - rings.begin()->second.middle()).norm();
  tube.ring = gap < 0.5 * tube.radius;
  for (std::size_t i = 0; i < mesh.material.size(); ++i) {
    const double angle = 2 * std::numbers::pi * mesh.material[i][1] / mesh.period[1];
    const double along = rings[mesh.material[i][0]].along;
    at(i) = Vec3(along, tube.radius * std::cos(angle), tube.radius * std::sin(angle)).cast<float>();
  }
  return tube;
}

void PartSkins::fit(const RenderTopology& topology) {
  std::vector<float> places = topology.rest;  // not there in old clips
  places.resize(3 * static_cast<std::size_t>(topology.vertexCount), 0);
  std::vector<std::array<std::uint32_t, 3>> triangles;
  m_tubes.clear();
  for (const RenderTopology::PartMesh& part : topology.parts) {
    Tube& tube = m_tubes.emplace_back();
    if (isTube(part.mesh)) {
      tube = straighten(part.mesh, std::span(places).subspan(3 * std::size_t{part.firstVertex},
                                                             3 * std::size_t{part.vertexCount}));
    }
    for (const auto& t : part.mesh.triangles) {
      triangles.push_back(
          {t[0] + part.firstVertex, t[1] + part.firstVertex, t[2] + part.firstVertex});
    }
  }
  std::vector<float> facings(places.size(), 0);
  MeshNormals(std::move(triangles), topology.vertexCount).compute(places, facings);
  glBindVertexArray(0);
  fillBuffer(GL_ARRAY_BUFFER, m_places, std::span<const float>(places), GL_STATIC_DRAW);
  fillBuffer(GL_ARRAY_BUFFER, m_facings, std::span<const float>(facings), GL_STATIC_DRAW);
}

std::array<float, 4> PartSkins::wrapOf(std::size_t part, const MaterialLook& material) const {
  const double width = material.textureSize, height = width * material.picture->aspect;
  const Tube& tube = m_tubes[part];
  if (tube.length <= 0 || tube.radius <= 0) {
    return {static_cast<float>(1 / width), static_cast<float>(1 / height), 0,
            static_cast<float>(material.textureTurn)};
  }
  // Only in quarter turns does it come round to where it began.
  const double quarters = std::round(material.textureTurn / kQuarter);
  const bool across = std::fmod(std::abs(quarters), 2) == 1;
  const double sizeAlong = across ? height : width, sizeRound = across ? width : height;
  const double along =
      tube.ring ? wholeRepeats(tube.length, sizeAlong) / tube.length : 1 / sizeAlong;
  const double round = wholeRepeats(2 * std::numbers::pi * tube.radius, sizeRound);
  return {static_cast<float>(across ? round : along), static_cast<float>(across ? along : round), 1,
          static_cast<float>(quarters * kQuarter)};
}

}  // namespace sinew
