#include "ui/window/MainWindow.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QKeyEvent>
#include <QSettings>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolBar>
#include <QUndoView>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

#include "ui/panels/CurveEditor.h"
#include "ui/panels/Doctor.h"
#include "ui/panels/Graph.h"
#include "ui/panels/Inspector.h"
#include "ui/panels/KeySheet.h"
#include "ui/panels/Outliner.h"
#include "ui/panels/Timeline.h"
#include "ui/panels/TransportBar.h"
#include "ui/theme/Icons.h"
#include "ui/window/Actions.h"
#include "ui/window/Adder.h"
#include "ui/window/Autosave.h"
#include "ui/window/Gallery.h"
#include "ui/window/Guide.h"
#include "ui/window/Jobs.h"
#include "ui/window/KeyBindings.h"
#include "ui/window/LibraryPanel.h"
#include "ui/window/Question.h"
#include "ui/window/RecentFiles.h"
#include "ui/window/Recorder.h"
#include "ui/window/SceneFiles.h"
#include "ui/window/StartLog.h"
#include "ui/window/StatusLine.h"
#include "ui/window/TakesMenu.h"

namespace sinew::ui {

MainWindow::MainWindow(const Registry& registry, const StudioOptions& options, Theme& theme)
    : m_theme(theme),
      m_document(registry),
      m_live(m_document, options.clock),
      m_actions(new Actions(this)),
      m_keys(new KeyBindings(m_actions->all(), this)),
      m_files(new SceneFiles(m_document, options.assetFolder, this)),
      m_library(new Library(registry, options.assetFolder, stateFolder() / "library", this)) {
  setAccessibleName(tr("Sinew"));
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
  setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
  buildCentre();
  m_status = new StatusLine(m_live, *m_viewport, this);
  setStatusBar(m_status);
  m_adder = new Adder(m_document, *m_viewport, *m_library, this);
  m_recorder = new Recorder(
      m_document, m_live, *m_files, m_status->jobs(), [this] { return m_viewport->eye(); }, this);
  m_takesMenu = new TakesMenu(m_recorder->shelf(), *m_recorder, this);
  buildDocks();
  m_lookMenu = buildLookMenu();
  m_overlayMenu = buildOverlayMenu();
  buildToolBar();
  buildMenus();
  connectFiles();
  connectEditing();
  connectSelecting();
  connectSimulation();
  connectTakes();
  connectReplay();
  connectTools();
  connectAnimation();
  restoreLayout();
  qApp->installEventFilter(this);
  new StartLog(*this, *m_viewport, m_live);
  m_autosave = new Autosave(m_document, stateFolder() / "recovery", this);
  // Before the window is shown: the simulation compiles while its first picture is drawn.
  if (!options.open.empty()) m_files->open(options.open);
  if (!m_opened) showGallery();
  updateTitle();
  offerRecovery();
}

MainWindow::~MainWindow() {
  qApp->removeEventFilter(this);
  if (QWidget* focused = focusWidget()) focused->clearFocus();  // while it may still say something
  // Panels look at the document and the run, which are members and would go first.
  delete m_status;
  delete takeCentralWidget();
  qDeleteAll(m_docks);
}

void MainWindow::openFile(const std::filesystem::path& path) {
  m_files->open(path);
}

// — putting things together —

void MainWindow::buildCentre() {
  auto* centre = new QWidget(this);
  m_notice = new NoticeBar(centre);
  m_centre = new QStackedWidget(centre);
  m_gallery = new Gallery(m_document.registry(), m_files->assetFolder(), m_centre);
  m_picture = new ViewportFrame(m_document, m_live, m_files->assetFolders(), m_centre);
  m_viewport = &m_picture->viewport();
  m_viewport->setAccessibleName(tr("Viewport"));
  m_viewport->setDark(m_theme.scheme() == Scheme::Dark);
  m_viewport->setFilmSize(lastFilmSize());
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_notice);
  m_guide = new Guide(m_document, m_live, *m_viewport, centre);
  column->addWidget(m_guide);
  column->addWidget(m_centre, 1);
  m_centre->addWidget(m_picture);
  m_centre->addWidget(m_gallery);
  setCentralWidget(centre);
  connect(&m_theme, &Theme::changed, this,
          [this] { m_viewport->setDark(m_theme.scheme() == Scheme::Dark); });
}

QDockWidget* MainWindow::addDock(const QString& title, const char* name, QWidget* panel,
                                 Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(name);  // by which the layout is remembered
  dock->setAccessibleName(title);
  dock->setWidget(panel);
  dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable |
                    QDockWidget::DockWidgetFloatable);
  addDockWidget(area, dock);
  // Whoever opens it wants to see it, also among tabs.
  connect(dock->toggleViewAction(), &QAction::triggered, dock, [dock](bool shown) {
    if (shown) dock->raise();
  });
  m_docks.append(dock);
  return dock;
}

void MainWindow::buildDocks() {
  m_outliner = new Outliner(m_document, this);
  m_inspector = new Inspector(m_document, m_live, m_files->assetFolders(), this);
  m_log = new LogPanel(m_theme, this);
  auto* time = new QWidget(this);
  auto* column = new QVBoxLayout(time);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  const Actions& a = *m_actions;
  auto* transport = new TransportBar(m_document, m_live,
                                     {a.toStart, a.stepBack, a.play, a.stepForward, a.reset,
                                      a.replay, a.loop, a.record, a.autoKey},
                                     time);
  transport->addMenu(m_takesMenu);
  column->addWidget(transport);
  auto* timeline = new Timeline(m_document, m_live, m_theme, time);
  connect(timeline, &Timeline::hint, m_status, &StatusLine::hint);
  column->addWidget(timeline, 1);
  auto* history = new QUndoView(&m_document.undoStack(), this);
  history->setEmptyLabel(tr("As opened"));
  history->setAccessibleName(tr("History"));

  auto* library = new LibraryPanel(*m_library, m_document.registry(), m_files->assetFolder(), this);
  connectLibrary(*library);

  auto* scene = addDock(tr("Outliner"), "outliner", m_outliner, Qt::LeftDockWidgetArea);
  tabifyDockWidget(scene, addDock(tr("Library"), "library", library, Qt::LeftDockWidgetArea));
  scene->raise();
  addDock(tr("Inspector"), "inspector", m_inspector, Qt::RightDockWidgetArea);
  auto* timeDock = addDock(tr("Timeline"), "timeline", time, Qt::BottomDockWidgetArea);
  QDockWidget* before = timeDock;
  const auto tab = [&](const QString& title, const char* name, QWidget* panel) {
    auto* dock = addDock(title, name, panel, Qt::BottomDockWidgetArea);
    tabifyDockWidget(before, dock);
    dock->setTitleBarWidget(new QWidget(dock));  // its tab says it
    before = dock;
  };
  timeDock->setTitleBarWidget(new QWidget(timeDock));
  auto* curves = new CurveEditor(m_document, m_live, m_theme, this);
  connect(curves, &CurveEditor::hint, m_status, &StatusLine::hint);
  auto* keys = new KeySheet(m_document, m_live, m_theme, this);
  connect(keys, &KeySheet::hint, m_status, &StatusLine::hint);
  tab(tr("Keys"), "keys", keys);
  tab(tr("Curves"), "curves", curves);
  tab(tr("Graphs"), "graphs", new Graphs(m_live, m_theme, this));
  m_doctor = new Doctor(m_document, this);
  connect(m_doctor, &Doctor::refused, this, &MainWindow::refuse);
  tab(tr("Doctor"), "doctor", m_doctor);
  tab(tr("Log"), "log", m_log);
  tab(tr("History"), "history", history);
  connect(before, &QDockWidget::visibilityChanged, history, [history](bool shown) {
    if (shown) history->scrollTo(history->currentIndex());
  });
  timeDock->raise();
  resizeDocks({m_docks[0], m_docks[2]}, {220, 320}, Qt::Horizontal);
  resizeDocks({timeDock}, {150}, Qt::Vertical);
}

void MainWindow::rememberLayout() {
  QSettings settings;
  settings.setValue("window/geometry", saveGeometry());
  settings.setValue("window/layout", m_layout.isEmpty() ? saveState() : m_layout);
}

void MainWindow::restoreLayout() {
  resize(1360, 860);
  m_firstLayout = saveState();
  const QSettings settings;
  restoreGeometry(settings.value("window/geometry").toByteArray());
  restoreState(settings.value("window/layout").toByteArray());
}

// — gallery or studio —

void MainWindow::showGallery() {
  m_guide->end();
  m_notice->dismiss();  // it spoke of what is closed now
  m_gallery->refresh();
  if (m_layout.isEmpty()) m_layout = saveState();
  m_centre->setCurrentWidget(m_gallery);
  m_notice->floatOver(nullptr);
  auto* column = static_cast<QVBoxLayout*>(centralWidget()->layout());
  column->removeWidget(m_notice);
  column->insertWidget(0, m_notice);
  for (QDockWidget* dock : m_docks) dock->hide();
  m_tools->hide();
}

void MainWindow::showStudio() {
  m_centre->setCurrentWidget(m_picture);
  centralWidget()->layout()->removeWidget(m_notice);
  m_notice->floatOver(m_centre);  // the picture must not move when something is said
  if (!m_layout.isEmpty()) restoreState(m_layout);
  m_layout.clear();
  m_viewport->setFocus();
}

void MainWindow::showDock(const char* name) {
  for (QDockWidget* dock : m_docks) {
    if (dock->objectName() != name) continue;
    dock->show();
    dock->raise();
  }
}

void MainWindow::updateTitle() {
  const bool open = m_centre->currentWidget() != m_gallery;
  setWindowTitle(open ? tr("%1[*] – Sinew").arg(m_files->title()) : tr("Sinew"));
  setWindowModified(open && m_document.isModified());
}

// — events —

bool MainWindow::mayStopJobs() {
  if (!m_status->jobs().busy()) return true;
  return ask(this, {tr("Work in progress"),
                    tr("A film or a take is still being written."),
                    tr("Leaving now gives it up."),
                    {{tr("Stay"), QMessageBox::RejectRole},
                     {tr("Leave"), QMessageBox::DestructiveRole}}}) == 1;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayStopJobs() || !m_files->mayLeave()) {
    event->ignore();
    return;
  }
  rememberLayout();
  event->accept();
}

// Keys that mean something to what has the focus are not taken by the window's shortcuts: Space
// presses the focused button, arrows walk through lists, choices and text.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return QMainWindow::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool plain = !(key->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier));
  const auto is = [&](std::initializer_list<int> keys) {
    return std::ranges::find(keys, key->key()) != keys.end();
  };
  const auto in = [&](std::initializer_list<const char*> classes) {
    return std::ranges::any_of(classes, [&](const char* c) { return watched->inherits(c); });
  };
  const bool press = is({Qt::Key_Space}) && in({"QAbstractButton"});
  const bool along =
      is({Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End}) && in({"QAbstractItemView"});
  const bool upAndDown =
      is({Qt::Key_Up, Qt::Key_Down}) && in({"QAbstractItemView", "QComboBox", "QAbstractSlider",
                                            "QAbstractSpinBox", "QTextEdit", "QPlainTextEdit"});
  if (plain && (press || along || upAndDown)) {
    event->accept();
    return true;
  }
  return QMainWindow::eventFilter(watched, event);
}

}  // namespace sinew::ui
