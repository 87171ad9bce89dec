#pragma once
#include "ui/viewport/PoseHandles.h"
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Moves or turns the selected parts: whatever has a `position`, and for turning an `orientation`.
/// Changes their start; one drag is one undo step.
class PoseTool : public ViewTool {
 public:
  enum class Mode { Move, Rotate };
  PoseTool(const ViewWork& work, Mode mode) : ViewTool(work), m_mode(mode) {}

  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  void cancel() override;
  void hover(const QPointF& place) override;
  void mark(OverlayLook& look) override;

 private:
  struct Posed {
    std::string part;
    Vec3 position;
    std::optional<Quat> orientation;
  };
  struct Drag {
    PoseHandle handle;
    Vec3 centre;  ///< [m] of the gizmo when it began
    QPointF start;
    Vec3 anchor;   ///< [m] what was taken hold of
    double angle;  ///< [rad] turned so far
    QPointF last;
    std::vector<Posed> parts;
  };
  std::vector<Posed> posedParts() const;
  std::optional<Vec3> centre() const;  ///< [m] of the gizmo; none: nothing to move
  Vec3 placeOn(const Drag& drag, const QPointF& place) const;
  void moveBy(const Vec3& by);
  void turnBy(double angle);
  void apply(const std::vector<SceneEdit>& edits, const QString& shown);
  QString label() const;

  Mode m_mode;
  std::optional<PoseHandle> m_hovered;
  std::optional<Drag> m_drag;
};

}  // namespace sinew::ui
