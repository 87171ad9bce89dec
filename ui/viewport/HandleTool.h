#pragma once
#include <Eigen/Geometry>
#include <functional>

#include "core/scene/PartHandles.h"
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Handles on the selected part where its values are set by hand, as its kind says: a radius, the
/// points of a path. They go with the part as it is shown, as long as it is shaped as it began. One
/// drag is one undo step.
class HandleTool : public ViewTool {
 public:
  /// `covered`: where something else is to be taken hold of now.
  HandleTool(const ViewWork& work, std::function<Places()> covered)
      : ViewTool(work), m_covered(std::move(covered)) {}

  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  void cancel() override;
  void hover(const QPointF& place) override;
  void mark(OverlayLook& look) override;

 private:
  using Motion = Eigen::Isometry3d;
  struct Spot {
    PartHandle handle;
    Vec3 at;        ///< [m] where it is shown
    QPointF place;  ///< likewise, of the widget
  };
  struct Held {
    PartHandle handle;
    Motion shown;       ///< from where the part begins to where it is shown
    Vec3 depth;         ///< [m] where it was taken hold of, in space
    QPointF tip, last;  ///< where it is led to; the pointer
    double step = 0;    ///< of the number, with Ctrl
  };
  std::optional<PartHandles> handles() const;  ///< none: no part by itself is selected
  std::optional<Motion> shownAt(const std::string& part) const;
  Eigen::Matrix3Xd begunOf(const std::string& part, const RenderTopology::PartMesh& mesh,
                           const RenderTopology& topology) const;  ///< [m] a vertex a column
  std::vector<Spot> spots() const;
  std::optional<Spot> spotAt(const QPointF& place) const;
  Value valueTowards(const PartHandles& handles, bool snap) const;
  void set(const PartHandles& handles, const Value& value);
  QString words(const PartHandles& handles, const PartHandle& handle) const;

  std::function<Places()> m_covered;
  std::optional<PartHandle> m_hovered;
  std::optional<Held> m_held;
};

}  // namespace sinew::ui
