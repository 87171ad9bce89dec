#pragma once
#include <QElapsedTimer>
#include <QTimer>
#include <array>
#include <string>

#include "render/Silhouette.h"
#include "ui/viewport/ConnectTool.h"
#include "ui/viewport/DrawTool.h"
#include "ui/viewport/EndTool.h"
#include "ui/viewport/HandTool.h"
#include "ui/viewport/Navigator.h"
#include "ui/viewport/PoseTool.h"
#include "ui/viewport/SelectTool.h"
#include "ui/viewport/Trails.h"
#include "ui/viewport/ViewEye.h"
#include "ui/viewport/ViewLabels.h"
#include "ui/viewport/ViewPicture.h"
#include "ui/viewport/Viewport.h"

namespace sinew::ui {

/// What the viewport is made of.
class Viewport::Body {
 public:
  Body(Viewport& widget, Document& document, LiveRun& live);

  void paint();
  void sceneReplaced();
  void frame(const Focus& ball);
  Focus focusOfParts(const std::vector<ObjectId>& ids) const;  ///< none of them: all parts
  void moved();  ///< the camera or a tool moved something: a quick picture now, a good one soon
  void marksChanged();  ///< what is outlined in the picture
  void drawNext() { m_panelsFirst = false; }
  void leaveCamera();  ///< to the free camera, which starts from where the scene's camera stands
  void setTool(Tool chosen);
  void pickPointsFor(const Addable& addable, const QString& label);
  void draw(const Addable& drawable, const QString& label);
  void say(const QString& text);

  void press(const QMouseEvent& event);
  void drag(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  bool cancel();  ///< whatever is being dragged; false: nothing was
  bool leave();   ///< a tool that is put away when it has done its work
  bool finish() { return inHand().finish(); }
  bool takeBack();
  bool dragging() const { return m_dragged != nullptr; }
  void key(const QKeyEvent& event);  ///< while dragging
  void hover(const QPointF& place);

  Viewport& widget;
  Document& document;
  LiveRun& live;
  ViewPicture picture;
  ViewEye eye;
  Navigator navigator{eye};
  ViewLabels labels;
  Tool tool = Tool::Select;
  Axes axes = Axes::World;
  Snap snap = Snap::Grid;
  std::array<bool, 9> shown{true,  true,  false, false, true,
                            false, false, false, false};  ///< by Overlay
  bool dark = true;
  std::string camera;         ///< of the scene, looked through; empty: free
  double shownPerSecond = 0;  ///< [1/s]

 private:
  Result<FrameLook> lookNow(const Snapshot& snapshot) const;
  void standSomewhere();
  void settleEye(FrameLook& look);
  DrawTarget target() const;
  void addTrails(const Snapshot& snapshot, FrameLook& look);
  void addMarks(const Snapshot& snapshot, FrameLook& look);
  void countPicture();
  void updateLabels();
  QString viewName() const;
  QString toolHint() const;
  bool moving() const;
  ViewTool& inHand();

  ViewWork m_work{widget, document, live, eye};
  SelectTool m_select{m_work};
  PoseTool m_move{m_work, PoseTool::Mode::Move}, m_rotate{m_work, PoseTool::Mode::Rotate};
  HandTool m_hand{m_work};
  ConnectTool m_connect{m_work};
  DrawTool m_draw{m_work};
  EndTool m_ends{m_work};
  ViewTool* m_dragged = nullptr;  ///< the tool whose drag is under way
  std::optional<ObjectId> m_hovered;
  Silhouette m_silhouette;
  Trails m_trails{live};
  bool m_panelsFirst = false;  ///< the last picture stays for one turn more
  bool m_drew = false;         ///< the last turn, rather than to leave what there was
  bool m_eyeChosen = false;    ///< the free camera stands where someone can see something
  QString m_said;
  QElapsedTimer m_sinceLast, m_sinceMotion;
  QTimer m_refine;
};

}  // namespace sinew::ui
