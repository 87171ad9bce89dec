#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "core/math/Types.h"

namespace sinew {

/// A net of triangles without holes: every side of one is a side of exactly one other, which runs
/// along it the other way.
struct SolidMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> faces;  ///< counter-clockwise seen from outside
};

/// Where two faces of a mesh meet. Side k of a face runs from its corner k to the next.
struct MeshEdge {
  std::array<int, 2> face{}, side{};
};

/// Each edge of a solid once, in an order that depends on the faces alone.
std::vector<MeshEdge> edgesOf(const SolidMesh& mesh);

/// Unit normals, one for each face; of nothing for a face without extent.
std::vector<Vec3> faceNormals(const SolidMesh& mesh);

/// So many times as large along each axis, faces still seen from outside where it is turned over.
SolidMesh scaled(SolidMesh mesh, const Vec3& factors);

/// The edges that are none for the eye or for what touches: those in one flat face are left out.
std::vector<MeshEdge> sharpEdges(const SolidMesh& mesh);

/// How a mesh is drawn: vertices are shared across what is to look round, and there several times
/// where it is to look sharp.
struct CreasedMesh {
  std::vector<int> vertexOf;                            ///< of the mesh, for each that is drawn
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< of those that are drawn, face by face
};

/// Edges are sharp where faces meet at more than 40°.
CreasedMesh creased(const SolidMesh& mesh);

}  // namespace sinew
