#pragma once
#include <vector>

#include "render/OverlayShapes.h"
#include "ui/viewport/ViewEye.h"

namespace sinew::ui {

/// A handle of the move and rotate gizmos: along an axis, across it in its plane, about it, or in
/// the plane of the picture.
struct PoseHandle {
  enum class Kind { Axis, Plane, Ring, View, ViewRing };
  Kind kind = Kind::View;
  int axis = 0;  ///< 0 X, 1 Y, 2 Z of the gizmo; of View and ViewRing the line of sight
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

  Vec3 direction(const PoseHandle& handle) const;  ///< unit: of the axis, or the plane's normal
  std::optional<PoseHandle> at(const QPointF& place, const std::vector<PoseHandle>& handles) const;
  /// `lit` is drawn in the accent colour.
  void draw(const std::vector<PoseHandle>& handles, const std::optional<PoseHandle>& lit,
            OverlayLook& look) const;

 private:
  std::vector<Vec3> outline(const PoseHandle& handle) const;
  double unit() const { return m_eye.metresPerPixel(m_centre); }  ///< [m] of a pixel there

  const ViewEye& m_eye;
  Vec3 m_centre;
  Mat3 m_axes;
};

}  // namespace sinew::ui
