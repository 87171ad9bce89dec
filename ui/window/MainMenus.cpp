// Menus and tool bar of the window.
#include <QActionGroup>
#include <QDockWidget>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

#include "ui/theme/Icons.h"
#include "ui/window/Actions.h"
#include "ui/window/AddMenu.h"
#include "ui/window/Adder.h"
#include "ui/window/MainWindow.h"
#include "ui/window/RecentFiles.h"
#include "ui/window/TakesMenu.h"

namespace sinew::ui {

void MainWindow::buildMenus() {
  const Actions& a = *m_actions;
  QMenu& file = *menuBar()->addMenu(tr("&File"));
  file.addActions({a.newScene, a.open});
  QMenu& recent = *file.addMenu(tr("Open &recent"));
  connect(&recent, &QMenu::aboutToShow, this, [this, &recent] { fillRecentMenu(recent); });
  file.addSeparator();
  file.addActions({a.save, a.saveAs, a.saveCopy});
  file.addSeparator();
  file.addActions({a.exportMovie, a.picture});
  file.addSeparator();
  file.addActions({a.close, a.quit});

  buildEditMenu(*menuBar()->addMenu(tr("&Edit")));

  auto* add = new AddMenu(m_document.registry(), this);
  menuBar()->addMenu(add);
  connect(add, &AddMenu::addWanted, m_adder, qOverload<const Addable&>(&Adder::add));
  connect(add, &AddMenu::drawWanted, m_viewport, &Viewport::draw);

  buildViewMenu(*menuBar()->addMenu(tr("&View")));

  QMenu& animate = *menuBar()->addMenu(tr("A&nimate"));
  animate.addActions({a.autoKey, a.addMarker});
  animate.addSeparator();
  animate.addActions({a.previousMark, a.nextMark});
  animate.addSeparator();
  animate.addActions({a.handOver, a.stagger});

  QMenu& simulate = *menuBar()->addMenu(tr("&Simulate"));
  simulate.addActions({a.play, a.playAnew, a.stepBack, a.stepForward, a.toStart, a.reset});
  simulate.addSeparator();
  simulate.addActions({a.replay, a.loop, a.replayFrom, a.replayTo, a.replayAll});
  simulate.addSeparator();
  simulate.addActions({a.startHere, a.settle, a.letGo});
  simulate.addSeparator();
  simulate.addActions({a.record, a.keepTake, a.compare, a.leaveTake});
  simulate.addMenu(m_takesMenu);

  QMenu& window = *menuBar()->addMenu(tr("&Window"));
  for (QDockWidget* dock : m_docks) window.addAction(dock->toggleViewAction());
  window.addSeparator();
  connect(window.addAction(tr("&Reset the layout")), &QAction::triggered, this, [this] {
    restoreState(m_firstLayout);
    for (QDockWidget* dock : m_docks) dock->show();
  });

  QMenu& help = *menuBar()->addMenu(tr("&Help"));
  help.addAction(a.guide);
  help.addSeparator();
  help.addActions({a.keys, a.search});
  help.addSeparator();
  help.addAction(a.about);
}

void MainWindow::buildEditMenu(QMenu& menu) {
  const Actions& a = *m_actions;
  menu.addActions({a.undo, a.redo});
  menu.addSeparator();
  menu.addActions({a.cut, a.copy, a.paste, a.duplicate, a.repeat});
  QMenu& mirror = *menu.addMenu(tr("M&irror"));
  mirror.addActions({a.mirrorX, a.mirrorY, a.mirrorZ});
  mirror.setToolTipsVisible(true);
  menu.addAction(a.keepInLibrary);
  menu.addSeparator();
  menu.addActions({a.group, a.ungroup, a.rename, a.remove});
  menu.addSeparator();
  menu.addActions({a.hide, a.lock, a.ignore, a.switchActing, a.ruleUp, a.ruleDown});
  menu.addSeparator();
  menu.addActions({a.selectAll, a.selectNone, a.selectThrough});
  menu.addSeparator();
  menu.addActions({a.search, a.preferences});
}

void MainWindow::buildViewMenu(QMenu& menu) {
  menu.addActions({m_actions->frameSelected, m_actions->frameAll});
  menu.addSeparator();
  menu.addMenu(m_lookMenu);
  menu.addAction(m_actions->orthographic);
  menu.addActions({m_actions->cameraFromView, m_actions->cameraToView, m_actions->lightFromView});
  menu.addMenu(m_overlayMenu);
  menu.addSeparator();
  menu.addAction(m_actions->preferences);
}

QMenu* MainWindow::buildHandlesMenu() {
  auto* menu = new QMenu(tr("&Handles"), this);
  menu->setIcon(icon("move"));
  const auto offer = [&](QActionGroup* group, const QString& text, bool first, auto choose) {
    QAction* action = menu->addAction(text);
    action->setCheckable(true);
    action->setChecked(first);
    group->addAction(action);
    connect(action, &QAction::triggered, this, choose);
  };
  using Axes = Viewport::Axes;
  using Snap = Viewport::Snap;
  auto* axes = new QActionGroup(menu);
  offer(axes, tr("Along the axes of the &world"), true,
        [this] { m_viewport->setAxes(Axes::World); });
  offer(axes, tr("Along the axes of the &part"), false,
        [this] { m_viewport->setAxes(Axes::Local); });
  offer(axes, tr("Along the axes of the &view"), false,
        [this] { m_viewport->setAxes(Axes::View); });
  auto* snaps = new QActionGroup(menu);
  menu->addSeparator();
  offer(snaps, tr("Ctrl snaps to the &grid"), true, [this] { m_viewport->setSnap(Snap::Grid); });
  offer(snaps, tr("Ctrl snaps to &surfaces"), false,
        [this] { m_viewport->setSnap(Snap::Surfaces); });
  offer(snaps, tr("Ctrl snaps to &corners and ends"), false,
        [this] { m_viewport->setSnap(Snap::Points); });
  return menu;
}

QMenu* MainWindow::buildOverlayMenu() {
  auto* menu = new QMenu(tr("&Overlays"), this);
  menu->setIcon(icon("overlays"));
  const std::pair<QString, Viewport::Overlay> overlays[] = {
      {tr("&Threads to close"), Viewport::Overlay::Threads},
      {tr("&Constraints"), Viewport::Overlay::Glyphs},
      {tr("&Forces"), Viewport::Overlay::Forces},
      {tr("C&ontacts"), Viewport::Overlay::Contacts},
      {tr("&Grid"), Viewport::Overlay::Grid},
      {tr("&Wireframe"), Viewport::Overlay::Wireframe},
      {tr("&Strain"), Viewport::Overlay::Strain},
      {tr("T&rails of what is selected"), Viewport::Overlay::Trails},
      {tr("G&hosts of what is selected"), Viewport::Overlay::Ghosts},
      {tr("Start &pose"), Viewport::Overlay::StartPose},
      {tr("Safe fra&me of the film"), Viewport::Overlay::SafeFrame},
  };
  for (const auto& [text, overlay] : overlays) {
    QAction* action = menu->addAction(text);
    action->setCheckable(true);
    action->setChecked(m_viewport->overlay(overlay));
    connect(action, &QAction::toggled, this,
            [this, which = overlay](bool shown) { m_viewport->setOverlay(which, shown); });
  }
  return menu;
}

QMenu* MainWindow::buildLookMenu() {
  auto* menu = new QMenu(tr("&Look from"), this);
  menu->setIcon(icon("view"));
  struct Way {
    QString text;
    Viewport::View view;
    const char* key;
  };
  const Way ways[] = {
      {tr("&Front"), Viewport::View::Front, "1"}, {tr("&Back"), Viewport::View::Back, "Ctrl+1"},
      {tr("&Right"), Viewport::View::Right, "3"}, {tr("&Left"), Viewport::View::Left, "Ctrl+3"},
      {tr("&Top"), Viewport::View::Top, "7"},     {tr("B&ottom"), Viewport::View::Bottom, "Ctrl+7"},
  };
  for (const Way& way : ways) {
    QAction* action = menu->addAction(way.text);
    action->setShortcut(QKeySequence(way.key));
    connect(action, &QAction::triggered, this,
            [this, view = way.view] { m_viewport->lookFrom(view); });
  }
  auto* cameras = menu->addMenu(tr("Through &camera"));
  connect(cameras, &QMenu::aboutToShow, this, [this, cameras] {
    cameras->clear();
    connect(cameras->addAction(tr("Free view")), &QAction::triggered, this,
            [this] { m_viewport->lookThrough({}); });
    for (const Entity& camera : m_document.scene()[Section::Cameras]) {
      connect(cameras->addAction(QString::fromStdString(camera.name)), &QAction::triggered, this,
              [this, name = camera.name] { m_viewport->lookThrough(name); });
    }
  });
  return menu;
}

void MainWindow::fillRecentMenu(QMenu& menu) {
  menu.clear();
  const RecentFiles recent;
  for (const QString& path : recent.paths()) {
    QAction* action = menu.addAction(QPixmap::fromImage(recent.picture(path)), path);
    connect(action, &QAction::triggered, this, [this, path] { openFile(path.toStdString()); });
  }
  if (menu.isEmpty()) {
    menu.addAction(tr("Nothing yet"))->setEnabled(false);
    return;
  }
  menu.addSeparator();
  connect(menu.addAction(tr("&Forget these")), &QAction::triggered, this,
          [] { RecentFiles().clear(); });
}

void MainWindow::buildToolBar() {
  auto* bar = m_tools = addToolBar(tr("Tools"));
  bar->setObjectName("tools");
  bar->setAccessibleName(tr("Tools"));
  bar->setIconSize({20, 20});
  const Actions& a = *m_actions;
  bar->addActions({a.selectTool, a.moveTool, a.rotateTool, a.scaleTool, a.handTool});
  bar->addSeparator();
  bar->addActions({a.undo, a.redo});
  bar->addSeparator();
  bar->addAction(a.frameSelected);
  const auto menuButton = [&](QMenu* menu, const QString& name) {
    auto* button = new QToolButton(bar);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setIcon(menu->icon());
    button->setText(name);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setToolTip(name);
    bar->addWidget(button)->setText(name);
  };
  menuButton(buildHandlesMenu(), tr("Handles"));
  menuButton(m_lookMenu, tr("View"));
  menuButton(m_overlayMenu, tr("Overlays"));
  for (auto* button : bar->findChildren<QToolButton*>()) {
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(button->text().remove('&'));
  }
}

}  // namespace sinew::ui
