#pragma once
#include <vector>

#include "render/OverlayShapes.h"
#include "ui/viewport/ViewEye.h"

namespace sinew::ui {

/// A handle of the move, rotate and scale gizmos: along an axis, across it in its plane, about it,
/// in the plane of the picture; to stretch along an axis, or to grow all round.
struct PoseHandle {
  enum class Kind { Axis, Plane, Ring, View, ViewRing, Stretch, Grow };
  Kind kind = Kind::View;
  int axis = 0;  ///< 0 X, 1 Y, 2 Z of the gizmo; of View, ViewRing and Grow the line of sight
  bool operator==(const PoseHandle&) const = default;
};

/// Where the handles are drawn and taken hold of, of a gizmo that keeps its size on the screen.
class PoseHandles {
 public:
  /// `axes`: unit vectors along which its handles lie.
  PoseHandles(const ViewEye& eye, const Vec3& centre, Mat3 axes)
      : m_eye(eye), m_centre(centre), m_axes(std::move(axes)) {}

  static std::vector<PoseHandle> moving();
  static std::vector<PoseHandle> turning();
  static std::vector<PoseHandle> scaling();

  static constexpr double kReach = 84;  ///< [logical pixels] from the centre to where arrows begin

  Vec3 direction(const PoseHandle& handle) const;  ///< unit: of the axis, or the plane's normal
  std::optional<PoseHandle> at(const QPointF& place, const std::vector<PoseHandle>& handles) const;
  /// `lit` is drawn in the accent colour.
  void draw(const std::vector<PoseHandle>& handles, const std::optional<PoseHandle>& lit,
            OverlayLook& look) const;
  double unit() const { return m_eye.metresPerPixel(m_centre); }  ///< [m] of a pixel there

 private:
  static bool facesEye(const PoseHandle& handle);
  std::vector<Vec3> outline(const PoseHandle& handle) const;
  void drawTip(const PoseHandle& handle, const std::vector<Vec3>& points, OverlayPen& pen,
               double pixel) const;

  const ViewEye& m_eye;
  Vec3 m_centre;
  Mat3 m_axes;
};

}  // namespace sinew::ui
