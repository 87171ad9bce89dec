#pragma once
#include <array>
#include <span>

#include "core/math/Types.h"
#include "render/OverlayMesh.h"

namespace sinew {

struct OverlayInk {
  float red = 1, green = 1, blue = 1;  ///< linear
  float opacity = 1;
};

/// Puts simple shapes into an overlay mesh. Sizes in pixels, y up.
class OverlayPen {
 public:
  using Point = Eigen::Vector2d;
  OverlayPen(OverlayMesh& mesh, const OverlayInk& ink) : m_mesh(mesh), m_ink(ink) {}

  /// A line in the world, `width` pixels wide.
  void line(const Vec3& from, const Vec3& to, double width);
  /// The head of an arrow that points from `tail` to its tip `at`.
  void head(const Vec3& tail, const Vec3& at, double size);
  /// A line through points round the mark at `at`.
  void stroke(const Vec3& at, std::span<const Point> points, bool closed, double width);
  /// A filled convex shape.
  void fill(const Vec3& at, std::span<const Point> points);
  void disc(const Vec3& at, double radius);
  /// An arc from one angle to another [rad].
  void arc(const Vec3& at, double radius, std::array<double, 2> angles, double width);

 private:
  using Edge = std::array<float, 2>;  ///< as in OverlayVertex

  OverlayVertex corner(const Vec3& at, const Vec3& along, const Point& offset, Edge edge) const;

  OverlayMesh& m_mesh;
  OverlayInk m_ink;
};

}  // namespace sinew
