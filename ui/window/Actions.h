#pragma once
#include <QAction>
#include <QObject>

namespace sinew::ui {

/// Every command of the window, made once: menus, tool bars and the command search share them.
/// What they do is connected by who can do it.
class Actions : public QObject {
  Q_OBJECT
 public:
  explicit Actions(QWidget* window);

  // — file —
  QAction *newScene, *open, *save, *saveAs, *saveCopy, *exportMovie, *close, *quit;
  // — edit —
  QAction *undo, *redo, *cut, *copy, *paste, *duplicate, *repeat, *mirrorX, *mirrorY, *mirrorZ,
      *keepInLibrary, *group, *ungroup, *rename, *remove, *hide, *lock, *ignore, *switchActing,
      *ruleUp, *ruleDown, *selectAll, *selectNone, *selectThrough, *search, *preferences;
  // — simulate —
  QAction *play, *playAnew, *stepBack, *stepForward, *toStart, *reset, *replay, *loop, *replayFrom,
      *replayTo, *replayAll, *startHere, *settle, *letGo, *record, *keepTake, *compare, *leaveTake;
  // — animate —
  QAction *autoKey, *addMarker, *previousMark, *nextMark, *stagger, *handOver;
  // — tools —
  QAction *selectTool, *moveTool, *rotateTool, *scaleTool, *handTool;
  // — view —
  QAction *frameSelected, *frameAll, *orthographic, *cameraFromView, *cameraToView, *lightFromView,
      *picture;
  // — help —
  QAction *guide, *keys, *about;

  /// All of them, for the command search and for tests.
  QList<QAction*> all() const { return findChildren<QAction*>(); }

 private:
  struct Description;
  QAction* make(const Description& description);
  void makeFile();
  void makeEdit();
  void makeHandling();
  void makeSelecting();
  void makeMirror();
  void makeSimulate();
  void makeReplay();
  void makeAnimate();
  void makeAssembly();
  void makeTools();
  void makeHelp();
  void nameAlso();

  QWidget* m_window;
};

}  // namespace sinew::ui
