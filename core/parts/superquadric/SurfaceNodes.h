#pragma once
#include "core/parts/superquadric/FrameMap.h"
#include "core/parts/superquadric/Membrane.h"
#include "core/parts/superquadric/SuperquadricPart.h"

namespace sinew {

/// Up to four nodes that carry a surface point, each once, with their weights.
struct NodeShare {
  int count = 0;
  std::array<int, 4> node{};
  std::array<double, 4> weight{};
  bool isNode() const { return count == 1; }
};

/// The finite-element nodes of a part with local motion: where they are in the material, their
/// masses, their membrane, and how surface points and drawn vertices hang on them.
class SurfaceNodes {
 public:
  SurfaceNodes(const SuperquadricShape& shape, const SuperquadricSpec& spec,
               const RenderGrid& render, double volume);

  int count() const { return m_grid.count(); }
  const SurfaceGrid& grid() const { return m_grid; }
  const MaterialPoints& points() const { return m_grid.points(); }
  const Reals& mass() const { return m_mass; }  ///< [kg] per slot, fillers 0
  double mass(int node) const { return m_mass[static_cast<std::size_t>(points().slot(node))]; }
  double totalMass() const { return m_totalMass; }
  const Membrane& membrane() const { return m_membrane; }
  /// [rad/s] that no motion of the nodes by themselves is faster than.
  double fastest() const { return m_fastest; }

  /// Writes a surface point's cell and weights into a ResolvedPoint.
  void resolve(const ShapePoint& point, ResolvedPoint& out) const;
  NodeShare share(const ResolvedPoint& u) const;
  /// Σ Sᵢ fᵢ of a field over the slots.
  Vec3 interpolate(const NodeShare& share, const Field& field) const;

  /// Nodes' xyz one after the other ↔ a field over the slots, turned by Rᵀ or R on the way.
  void load(const double* nodes, const Mat3& R, Field& out) const;     ///< rows = Rᵀ x
  void addTo(const Field& field, const Mat3& R, double* nodes) const;  ///< x += R row

  /// p ← p + d at the drawn vertices.
  void addDisplacement(const RenderGrid& render, const Field& d, Field& p) const;

 private:
  SurfaceGrid m_grid;
  Membrane m_membrane;
  Reals m_mass;
  double m_totalMass = 0, m_fastest = 0;
  std::vector<std::array<int, 4>> m_vertexSlots;  ///< per drawn vertex
  std::vector<std::array<double, 4>> m_vertexWeights;
};

}  // namespace sinew
