#pragma once
#include "ui/document/PosedParts.h"
#include "ui/fields/TypedAmount.h"
#include "ui/viewport/PoseHandles.h"
#include "ui/viewport/ViewTool.h"

namespace sinew::ui {

/// Places the selected parts, and those of selected groups, by a gizmo at what they turn about.
/// Changes their start, or where it is keyed sets a key; one drag is one undo step. What a drag
/// does, or a number that is typed meanwhile, is the business of each tool.
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
    bool ofPivot = false;    ///< rather than of the parts
    TypedAmount typed = {};  ///< while there is some, the pointer does nothing
    bool refused = false;    ///< what was asked for last
  };
  struct Change {
    std::vector<SceneEdit> edits;
    QString shown;  ///< in words
  };
  virtual std::vector<PoseHandle> handles() const = 0;
  /// What X, Y and Z hold a drag to, and with Shift.
  virtual PoseHandle along(int axis) const = 0;
  virtual PoseHandle across(int axis) const = 0;
  virtual bool works(const PosedParts& parts) const { return !parts.empty(); }
  virtual QString label(const QString& parts) const = 0;
  virtual bool movesPivots() const { return false; }  ///< rather than what turns about them
  virtual std::string unit() const = 0;               ///< of what is typed
  /// The pointer came from drag.last to a place.
  virtual Result<Change> follow(Drag& drag, const QPointF& place, Qt::KeyboardModifiers keys) = 0;
  /// By exactly so much, in SI units, along or about the handle.
  virtual Result<Change> by(const Drag& drag, double amount) const = 0;

  PoseHandles gizmoOf(const Drag& drag) const { return {m_work.eye, drag.centre, drag.axes}; }
  Vec3 placeOn(const Drag& drag, const QPointF& place) const;

  static double pace(Qt::KeyboardModifiers keys) { return (keys & Qt::ShiftModifier) ? 0.1 : 1; }
  static bool snaps(Qt::KeyboardModifiers keys) { return (keys & Qt::ControlModifier) != 0; }

 private:
  PosedParts posed() const { return {m_work.document, m_work.live.status().time}; }
  std::optional<PoseHandles> gizmo() const;  ///< none: nothing to place
  std::optional<Vec3> centreOf(const PosedParts& parts) const;
  Mat3 axesOf(const PosedParts& parts) const;
  QString labelNow() const;
  bool appliesLater(const std::vector<SceneEdit>& edits) const;
  bool types(const QKeyEvent& event);
  void holdTo(const PoseHandle& handle);
  void switchToPivot();
  void update(const QPointF& place, Qt::KeyboardModifiers keys);
  Result<Change> typedChange() const;
  void show(const Result<Change>& change);
  void end();

  std::optional<PoseHandle> m_hovered;
  std::optional<Drag> m_drag;
  bool m_later = false;  ///< what was done applies at reset only
};

}  // namespace sinew::ui
