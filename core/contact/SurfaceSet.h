#pragma once
#include <memory>

#include "core/contact/ContactSearch.h"
#include "core/model/Part.h"

namespace sinew {

/// The contact surfaces of all parts that have one, with their vertices numbered one after the
/// other, and where those are.
class SurfaceSet {
 public:
  using Scratches = std::span<const std::unique_ptr<PartScratch>>;
  /// How rigid balls are met: as their centre with a thickness, or as the faces of their skin.
  enum class Balls { Solid, Skinned };

  struct Surface {
    int part = -1;
    ContactSurface shape;
    std::vector<Vec3> start;  ///< [m] its vertices in the pose it was made of
    double inverseMass = 0;   ///< [1/kg] of its lightest vertices
    double mass = 0;          ///< [kg] of the part
    double ballRadius = 0;    ///< [m] of a ball, whose only vertex is its centre; else 0
    bool moves = false;
  };
  struct Vertices {
    std::vector<Vec3> x, v;  ///< [m], [m/s]
  };
  struct VertexPlace {
    int part = -1;
    const ResolvedPoint* point = nullptr;
  };

  SurfaceSet(std::span<const Part* const> parts, Scratches scratch, Balls balls);

  SurfaceSet(const SurfaceSet&) = delete;  // places point into it
  SurfaceSet& operator=(const SurfaceSet&) = delete;

  std::size_t size() const { return m_surfaces.size(); }
  const Surface& operator[](std::size_t surface) const { return m_surfaces[surface]; }
  int ofPart(int part) const { return m_ofPart[part]; }  ///< −1: has none
  int vertexCount() const { return static_cast<int>(m_places.size()); }
  int firstVertex(int surface) const { return m_firstVertex[surface]; }
  const VertexPlace& place(int vertex) const { return m_places[vertex]; }
  /// What finds pairs between them; the zones, if any, must outlive it.
  ContactSearch makeSearch(ContactSearch::Filter mayTouch, const TieZones* zones = nullptr) const;

  Vertices makeVertices() const;
  void locate(Scratches scratch, Vertices& out) const;
  /// Adds forces [N] on vertices to Q (all parts, part i starting at velocityStart[i]). Returns
  /// the power [W] of those on what does not move by forces.
  double push(Scratches scratch, std::span<const Vec3> force, const Vertices& at,
              std::span<const int> velocityStart, double* Q) const;

 private:
  std::span<const Part* const> m_parts;
  std::vector<Surface> m_surfaces;
  std::vector<int> m_ofPart, m_firstVertex;
  std::vector<VertexPlace> m_places;
};

}  // namespace sinew
