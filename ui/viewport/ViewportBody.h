#pragma once
#include <QElapsedTimer>
#include <array>
#include <string>

#include "ui/viewport/Navigator.h"
#include "ui/viewport/ViewEye.h"
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
  Result<FrameLook> lookNow() const;

  Viewport& widget;
  Document& document;
  LiveRun& live;
  ViewPicture picture;
  ViewEye eye;
  Navigator navigator{eye};
  Tool tool = Tool::Select;
  std::array<bool, 6> shown{true, true, false, false, false, true};  ///< by Overlay
  bool dark = true;
  std::string camera;         ///< of the scene, looked through; empty: free
  bool eyeChosen = false;     ///< the free camera stands where someone can see something
  QString trouble;            ///< why nothing is drawn
  double shownPerSecond = 0;  ///< [1/s]

 private:
  void chooseEye(const FrameLook& look, const Snapshot& snapshot);
  void settleEye(const Snapshot& snapshot, FrameLook& look);
  void countPicture();

  QElapsedTimer m_sinceLast;
};

}  // namespace sinew::ui
