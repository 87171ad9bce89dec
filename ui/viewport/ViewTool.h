#pragma once
#include <QMouseEvent>
#include <QWheelEvent>
#include <functional>
#include <optional>

#include "render/Picking.h"
#include "ui/live/LiveRun.h"
#include "ui/viewport/ViewEye.h"
#include "ui/viewport/Viewport.h"

namespace sinew::ui {

/// What tools work on.
struct ViewWork {
  Viewport& widget;
  Document& document;
  LiveRun& live;
  ViewEye& eye;

  /// Which parts of the newest picture are visible, by index.
  std::vector<bool> shownParts() const;
  std::optional<SurfaceHit> surfaceAt(const QPointF& place) const;
  /// The same; where there is none, the nearest one a little aside: thin ropes are hard to hit.
  std::optional<SurfaceHit> surfaceNear(const QPointF& place) const;
  /// The same for taking hold: beside an end of what is long and thin, the middle of that end;
  /// close to the outline of a part, the outline, as on the top of what is seen from the side.
  std::optional<SurfaceHit> holdNear(const QPointF& place) const;
  /// Where the outline of what is hit there is, as far as that can be seen, if it is near.
  std::optional<SurfaceHit> outlineNear(const SurfaceHit& hit, const QPointF& place) const;
  /// The vertex of the parts marked that is shown nearest to a place, if one is near [m].
  std::optional<Vec3> vertexNear(const QPointF& place, const std::vector<bool>& parts) const;
  /// What Ctrl snaps to at a place, among the parts marked; none: to the grid, or nothing is there.
  std::optional<Vec3> snapTarget(const QPointF& place, const std::vector<bool>& parts) const;
  /// Where Ctrl takes what would come to a place [m]: onto the world's grid, or to what is under
  /// the pointer among these parts, if something is.
  Vec3 snapped(const Vec3& to, const QPointF& pointer, const std::vector<bool>& parts) const;
  /// As shownParts(), without some.
  std::vector<bool> shownBut(const std::function<bool(const std::string&)>& leftOut) const;
  /// [m] of the grid that can be told apart there: 1 m, or a tenth, hundredth, thousandth.
  double gridStepAt(const Vec3& place) const;
  /// The material point there, as it can be read in a file; where nothing can be tied to the part
  /// it is said why.
  std::optional<MaterialPoint> materialAt(const SurfaceHit& hit) const;
  /// The thing under a place: a glyph before the surface behind it.
  std::optional<ObjectId> objectAt(const QPointF& place) const;
  void say(const QString& hint) const { emit widget.hint(hint); }
};

/// A tool in hand. Gets the mouse when navigation does not want it.
class ViewTool {
 public:
  explicit ViewTool(const ViewWork& work) : m_work(work) {}
  virtual ~ViewTool() = default;

  virtual bool press(const QMouseEvent& event) = 0;  ///< true: the drag is this tool's
  virtual void drag(const QMouseEvent& event) = 0;
  virtual void release(const QMouseEvent& event) = 0;
  virtual void cancel() {}  ///< Esc, or the window lost the mouse: as if never pressed
  virtual bool finish() { return false; }    ///< Enter: done with what there is, if that will do
  virtual bool takeBack() { return false; }  ///< Backspace: the last thing done with it
  /// A key while its drag is under way; true: it was for the tool.
  virtual bool key(const QKeyEvent& /*event*/) { return false; }
  /// The wheel while its drag is under way; true: it was for the tool.
  virtual bool wheel(const QWheelEvent& /*event*/) { return false; }
  virtual void hover(const QPointF& /*place*/) {}
  /// The places at which it now has something to be taken hold of, before whatever lies beneath.
  using Places = std::function<bool(const QPointF&)>;
  virtual Places taken() const {
    return [](const QPointF&) { return false; };
  }
  /// Adds what the tool shows in the picture.
  virtual void mark(OverlayLook& /*look*/) {}

  static void markLine(OverlayLook& look, const Vec3& from, const Vec3& to);
  static void markDot(OverlayLook& look, const Vec3& at);

 protected:
  const ViewWork& m_work;
};

}  // namespace sinew::ui
