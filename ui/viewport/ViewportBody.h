#pragma once
#include <QElapsedTimer>
#include <QTimer>
#include <array>
#include <string>

#include "render/Silhouette.h"
#include "render/TextureShelf.h"
#include "ui/viewport/ConnectTool.h"
#include "ui/viewport/DrawTool.h"
#include "ui/viewport/EndTool.h"
#include "ui/viewport/HandTool.h"
#include "ui/viewport/HandleTool.h"
#include "ui/viewport/MoveTool.h"
#include "ui/viewport/Navigator.h"
#include "ui/viewport/RotateTool.h"
#include "ui/viewport/ScaleTool.h"
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
  Body(Viewport& widget, Document& document, LiveRun& live, const AssetFolders& assets);

  void paint();
  void sceneReplaced();
  void frame(const Focus& ball);
  Focus focusOfParts(const std::vector<ObjectId>& ids) const;  ///< none of them: all parts
  void moved();  ///< the camera or a tool moved something: a quick picture now, a good one soon
  void marksChanged();  ///< what is outlined in the picture
  void drawNext() { m_panelsFirst = false; }
  void leaveCamera();  ///< to the free camera, which starts from where the scene's camera stands
  void setTool(Tool chosen);
  void pickPointsFor(const Addable& addable, const QString& label,
                     const std::optional<QPointF>& first);
  Vec3 placeUnder(const QPointF& place) const;        ///< [m]
  std::string partUnder(const QPointF& place) const;  ///< empty: none
  void draw(const Addable& drawable, const QString& label);
  void say(const QString& text);
  const QString& said() const { return m_said; }

  void press(const QMouseEvent& event);
  void drag(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  bool cancel();  ///< whatever is being dragged; false: nothing was
  bool leave();   ///< a tool that is put away when it has done its work
  bool finish() { return inHand().finish(); }
  bool takeBack();
  bool dragging() const { return m_dragged != nullptr; }
  void key(const QKeyEvent& event);      ///< while dragging
  bool wheel(const QWheelEvent& event);  ///< while dragging; false: it was for nobody
  void hover(const QPointF& place);

  Viewport& widget;
  Document& document;
  LiveRun& live;
  ViewPicture picture;
  ViewEye eye;
  CameraLook film;  ///< what a film would show of what the eye sees
  Navigator navigator{eye};
  ViewLabels labels;
  Tool tool = Tool::Select;
  Axes axes = Axes::World;
  Snap snap = Snap::Grid;
  bool selectsThrough = true;
  std::array<bool, 11> shown{true,  true,  false, false, true, false,
                             false, false, false, false, false};  ///< by Overlay
  bool dark = true;
  std::optional<QPointF> dropPlace;  ///< of what is being dragged in from elsewhere
  std::string camera;                ///< of the scene, looked through; empty: free
  double shownPerSecond = 0;         ///< [1/s]

 private:
  Result<FrameLook> lookNow(const Snapshot& snapshot) const;
  void standSomewhere();
  void settleEye(FrameLook& look);
  DrawTarget target() const;
  void refineLater(bool motion);
  void addTextures(FrameLook& look);
  void addTrails(const Snapshot& snapshot, FrameLook& look);
  void addStartPose(const Snapshot& snapshot, FrameLook& look);
  void addMarks(const Snapshot& snapshot, FrameLook& look);
  void countPicture();
  void updateLabels();
  QString viewName() const;
  QString toolHint();
  bool moving() const;
  ViewTool& inHand();
  std::vector<ViewTool*> atHand();  ///< with what else works beside it, the first to ask first
  bool showsHandles() const;

  ViewWork m_work{widget, document, live, eye};
  SelectTool m_select{m_work};
  MoveTool m_move{m_work};
  RotateTool m_rotate{m_work};
  ScaleTool m_scale{m_work};
  HandTool m_hand{m_work};
  ConnectTool m_connect{m_work};
  DrawTool m_draw{m_work};
  EndTool m_ends{m_work};
  HandleTool m_handles{m_work, [this] { return inHand().taken(); }};
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
  int m_refinements = 0;  ///< since something moved, or the picture got another size
  QSize m_refined;        ///< that size
  const AssetFolders m_assets;
  TextureShelf m_textures;
};

}  // namespace sinew::ui
