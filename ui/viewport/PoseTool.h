#pragma once
#include "ui/viewport/PoseHandles.h"
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Moves or turns the selected parts, and those of selected groups: whatever has a `position`, and
/// for turning an `orientation`. Changes their start, or where it is keyed sets a key; one drag is
/// one undo step.
class PoseTool : public ViewTool {
 public:
  enum class Mode { Move, Rotate };
  PoseTool(const ViewWork& work, Mode mode) : ViewTool(work), m_mode(mode) {}

  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  void cancel() override;
  bool key(const QKeyEvent& event) override;
  void hover(const QPointF& place) override;
  void mark(OverlayLook& look) override;

 private:
  struct Posed {
    std::string part;
    const ParamSpec* positionSpec = nullptr;
    Value given;  ///< the position as it was, constant or keyed
    Vec3 position;
    std::optional<Quat> orientation;
  };
  struct Drag {
    PoseHandle handle;
    Vec3 centre;  ///< [m] of the gizmo when it began
    Mat3 axes;    ///< likewise
    QPointF start;
    Vec3 anchor = Vec3::Zero();  ///< [m] what was taken hold of
    double angle = 0;            ///< [rad] turned so far
    QPointF last;
    std::vector<Posed> parts;
  };
  std::optional<Posed> posed(const std::string& part) const;
  std::vector<Posed> posedParts() const;
  Mat3 axes(const std::vector<Posed>& parts) const;
  Vec3 pivot() const;  ///< [m] about which what is dragged turns
  std::vector<PoseHandle> handles() const;
  std::optional<PoseHandles> gizmo() const;  ///< none: nothing to move
  std::optional<Vec3> snapTarget(const QPointF& place) const;
  SceneEdit moved(const Posed& posed, const Vec3& position) const;
  void dragTo(const QPointF& place, Qt::KeyboardModifiers keys);
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
