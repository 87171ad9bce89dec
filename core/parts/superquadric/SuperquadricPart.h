#pragma once
#include "core/model/Part.h"
#include "core/motion/Turning.h"
#include "core/parts/superquadric/SuperquadricSpec.h"
#include "core/parts/superquadric/SurfaceGrid.h"

namespace sinew {

/// What all motion models of a superquadric share: its shape, its material points and what is
/// drawn. A material point is [u, v] [rad]: u from pole to pole in [−π/2, π/2], v round the long
/// axis, taken modulo 2π.
class SuperquadricPart : public Part {
 public:
  explicit SuperquadricPart(SuperquadricSpec spec);

  double size() const override;
  double thickness() const override;
  void unloadedConfiguration(double* q) const override;
  MeshTopology tessellation() const override { return m_render.mesh; }
  ContactSurface contactSurface() const override;
  std::span<const ResolvedPoint> contactPoints() const override { return m_contact; }
  /// Out of the surface as it is at rest, turned with the part's frame.
  void direction(const PartScratch& scratch, const ResolvedPoint& u,
                 PointKinematics& out) const override;

 protected:
  virtual Turning turning(const PartScratch& scratch) const = 0;
  /// Fills out's blocks and L for a direction d: ḋ = ω × d. As it is where ν[3..5] is ω.
  virtual void turningJacobian(const PartScratch& scratch, const Vec3& direction,
                               PointKinematics& out) const;

  /// How far points of the shape at rest move, at most: per radian of a turn about `centre`, and
  /// per unit of each moving parameter [m].
  struct PointMoves {
    double turn = 0;
    Reals shape;
  };
  PointMoves pointMoves(const Vec3& centre) const;
  /// Scales of q = (origin, quaternion, moving parameters, places), the rest as if velocities of
  /// points; and with ν = (velocity, ω, rates of the moving parameters, velocities of points).
  SurfaceScales frameScales(const Vec3& centre) const;
  SurfaceScales turningScales(const Vec3& centre) const;

  /// Moving surface points as Metaxas93 eq. (10) sees them.
  struct Pose {
    Vec3 c = Vec3::Zero();
    Mat3 R = Mat3::Identity();
  };

  const SuperquadricSpec& spec() const { return m_spec; }
  const SuperquadricShape& shape() const { return m_shape; }
  const RenderGrid& render() const { return m_render; }
  /// The moving shape parameters and, behind them, the nodes' displacements [m] it starts with.
  void initialShape(double* qs, int nodes) const;
  /// The surface point of [u, v], or what is wrong with it.
  Result<ShapePoint> surfacePoint(std::span<const double> at) const;
  /// Resolves every point of a grid for contact; the concrete part calls it once it can resolve.
  void useContactGrid(const SurfaceGrid& grid);
  /// World positions of the drawn vertices from their body positions.
  static void writeVertices(const Pose& pose, const MaterialPoints& points, const Field& p,
                            std::span<float> positions);

  /// The grid whose triangles are the skin that others run into: that of the nodes, or a finer one.
  virtual const SurfaceGrid* nodeGrid() const { return nullptr; }

 private:
  Vec3 restNormal(double u, double v) const;

  SuperquadricSpec m_spec;
  SuperquadricShape m_shape;
  RenderGrid m_render;
  std::vector<ResolvedPoint> m_contact;
};

/// A surface point inside a ResolvedPoint: weights 0–6; weights 7–10 stay free for grid weights.
void packShapePoint(const ShapePoint& point, ResolvedPoint& out);
ShapePoint unpackShapePoint(const ResolvedPoint& u);
inline constexpr std::size_t kGridWeights = 7;

/// Contact grid of parts without nodes of their own: 58 points, edges and corners among them.
inline constexpr int kContactRings = 7, kContactAround = 8;
/// Skin of parts without nodes: a ball's is at most 1 % of its radius inside the round one.
inline constexpr int kSkinRings = 15, kSkinAround = 24;
/// Sections along the axis that stand for the solid's mass.
inline constexpr int kMassStations = 12;

/// Mass [kg] that a spec asks for.
double massOf(const SuperquadricSpec& spec, double volume);

}  // namespace sinew
