#pragma once
#include <array>
#include <vector>

#include "core/model/ContactSurface.h"
#include "core/model/Tessellation.h"
#include "core/params/ParamSpec.h"

namespace sinew {

/// The surface of a solid, in the part's own axes [m]: as it is drawn, and as others run into it.
struct SolidShape {
  std::vector<Vec3> drawn;  ///< vertices of the mesh that is drawn
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<Vec3> corners;  ///< vertices of the contact surface
  ContactSurface surface;     ///< all of it but its vertices
  double size = 1;            ///< [m]
  Vec3 unit = Vec3::Ones();   ///< [m] along each axis, of the numbers of a material point
};

/// What is drawn of it. Material points are places in the part's axes.
MeshTopology meshOf(const SolidShape& shape);
/// x, y and z [m] of a place on or in it.
ParamTable solidCoordinates();

// — solids about the middle of the box that holds them; `half` is half of its size [m] —
SolidShape boxShape(const Vec3& half);
SolidShape ballShape(double radius);
/// Along y, its round ends about ±half.
SolidShape capsuleShape(double radius, double half);
/// Along y. Others run into a prism of kCylinderSides sides, whose edges lie on it.
SolidShape cylinderShape(double radius, double half);
/// A ramp that rises along x from y = −half to y = half.
SolidShape wedgeShape(const Vec3& half);

inline constexpr int kCylinderSides = 48;

/// Vertices that are drawn of each.
inline constexpr int kBoxVertices = 24;
inline constexpr int kBallVertices = 2562;
inline constexpr int kCapsuleVertices = 1154;
inline constexpr int kCylinderVertices = 4 * kCylinderSides;
inline constexpr int kWedgeVertices = 18;

}  // namespace sinew
