#pragma once
#include "ui/viewport/PoseHandles.h"
#include "ui/viewport/PosedParts.h"
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Places the selected parts, and those of selected groups, by a gizmo at their middle. Changes
/// their start, or where it is keyed sets a key; one drag is one undo step. What a drag does is the
/// business of each tool.
class PoseTool : public ViewTool {
 public:
  using ViewTool::ViewTool;

  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  void cancel() override;
  bool key(const QKeyEvent& event) override;
  void hover(const QPointF& place) override;
  Places taken() const override;
  void mark(OverlayLook& look) override;

 protected:
  struct Drag {
    PoseHandle handle;
    Vec3 centre;  ///< [m] of the gizmo when it began
    Mat3 axes;    ///< likewise
    QPointF start;
    Vec3 anchor;       ///< [m] what was taken hold of
    QPointF last;      ///< where the pointer was
    double angle = 0;  ///< [rad] turned so far
    PosedParts parts;
  };
  virtual std::vector<PoseHandle> handles() const = 0;
  /// What X, Y and Z hold a drag to, and with Shift.
  virtual PoseHandle along(int axis) const = 0;
  virtual PoseHandle across(int axis) const = 0;
  virtual PosedParts::Must must() const { return PosedParts::Must::HavePlace; }
  virtual QString label(const QString& parts) const = 0;
  /// The pointer came from drag.last to a place.
  virtual void follow(Drag& drag, const QPointF& place, Qt::KeyboardModifiers keys) = 0;

  PoseHandles gizmoOf(const Drag& drag) const { return {m_work.eye, drag.centre, drag.axes}; }
  Vec3 placeOn(const Drag& drag, const QPointF& place) const;
  void apply(const Drag& drag, const std::vector<SceneEdit>& edits, const QString& shown);

  static double pace(Qt::KeyboardModifiers keys) { return (keys & Qt::ShiftModifier) ? 0.1 : 1; }
  static bool snaps(Qt::KeyboardModifiers keys) { return (keys & Qt::ControlModifier) != 0; }

 private:
  PosedParts posed() const { return {m_work, must()}; }
  std::optional<PoseHandles> gizmo() const;  ///< none: nothing to place
  bool appliesLater(const std::vector<SceneEdit>& edits) const;
  void moveTo(const QPointF& place, Qt::KeyboardModifiers keys);

  std::optional<PoseHandle> m_hovered;
  std::optional<Drag> m_drag;
  bool m_later = false;  ///< what was done applies at reset only
};

}  // namespace sinew::ui
