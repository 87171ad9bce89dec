#pragma once
#include <QMainWindow>

#include "ui/document/Document.h"
#include "ui/live/LiveRun.h"
#include "ui/panels/LogPanel.h"
#include "ui/viewport/ViewportFrame.h"
#include "ui/window/NoticeBar.h"
#include "ui/window/Studio.h"

class QStackedWidget;

namespace sinew::ui {

class Actions;
class Adder;
class Autosave;
class Doctor;
class Gallery;
class Guide;
class Inspector;
class KeyBindings;
class Library;
class LibraryPanel;
class Outliner;
class Preferences;
class Recorder;
class SceneFiles;
class StatusLine;
class TakesMenu;
class TroubleWatch;

/// The studio's window: puts panels, commands and the document together.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  MainWindow(const Registry& registry, const StudioOptions& options, Theme& theme);
  ~MainWindow() override;

  void openFile(const std::filesystem::path& path);
  /// The scene that is worked on in it.
  Document& document() { return m_document; }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QDockWidget* addDock(const QString& title, const char* name, QWidget* panel,
                       Qt::DockWidgetArea area);
  void buildCentre();
  void buildDocks();
  void buildMenus();
  void buildEditMenu(QMenu& menu);
  void buildViewMenu(QMenu& menu);
  void buildToolBar();
  QMenu* buildOverlayMenu();
  QMenu* buildLookMenu();
  QMenu* buildHandlesMenu();
  void fillRecentMenu(QMenu& menu);

  void connectFiles();
  void connectEditing();
  void connectSelecting();
  void connectSimulation();
  void connectTakes();
  void connectReplay();  // ReplayCommands.cpp
  void connectTools();
  void connectAnimation();
  void connectLibrary(LibraryPanel& panel);

  bool mayStopJobs();  ///< asks when there are any
  // EditCommands.cpp
  void removeSelected();
  void cutSelected();
  void removeThings(const std::vector<ObjectId>& items);
  void openSearch();
  void hideSelected();
  void lockSelected();
  void ignoreSelected();
  void moveRule(int by);
  void offerWhatFits();  ///< commands that do something with what is selected
  void switchSelected();
  void handOver();
  void mirrorSelected(int axis);
  // StartCommands.cpp
  std::vector<std::string> selectedParts();
  void makeThisTheStart();
  void startFrom(const Reals& configuration, const std::vector<std::string>& names,
                 const QString& label, const QString& told);
  void settleScene();
  void keepInLibrary();  // LibraryCommands.cpp
  bool mayReplace(const QString& name);
  // AnimateCommands.cpp
  void addCamera();
  void moveCamera();
  void shineFromView();
  const Entity* chosenOrFirst(Section section) const;
  SceneEdit changeNow(const ObjectId& id, const ParamSpec& spec, const Value& value) const;
  void groupSelected();
  void ungroupSelected();
  void staggerAssembly();
  void beginGuide();
  Preferences& preferences();
  void showPreferences();
  void showKeys();
  void showAbout();
  void updateTitle();
  void showStudio();  ///< the picture instead of the gallery
  void showGallery();
  void showDock(const char* name);
  void offerRecovery();
  void refuse(const QString& why);
  void note(const NoticeBar::Notice& notice);
  void rememberLayout();
  void restoreLayout();

  Theme& m_theme;
  Document m_document;
  LiveRun m_live;
  Actions* m_actions;
  KeyBindings* m_keys;
  SceneFiles* m_files;
  Library* m_library;
  Adder* m_adder = nullptr;
  ViewportFrame* m_picture = nullptr;
  Viewport* m_viewport = nullptr;
  QStackedWidget* m_centre = nullptr;
  NoticeBar* m_notice = nullptr;
  Guide* m_guide = nullptr;
  Gallery* m_gallery = nullptr;
  Outliner* m_outliner = nullptr;
  Inspector* m_inspector = nullptr;
  LogPanel* m_log = nullptr;
  Doctor* m_doctor = nullptr;
  StatusLine* m_status = nullptr;
  Recorder* m_recorder = nullptr;
  Autosave* m_autosave = nullptr;
  QList<QDockWidget*> m_docks;
  QByteArray m_firstLayout, m_layout;  ///< as built; of the panels while the gallery is shown
  QToolBar* m_tools = nullptr;
  TakesMenu* m_takesMenu = nullptr;                       ///< likewise in two places
  QMenu *m_lookMenu = nullptr, *m_overlayMenu = nullptr;  ///< in the menu bar and the tool bar
  Preferences* m_preferences = nullptr;                   ///< once it was asked for
  bool m_opened = false;                                  ///< a scene was, some time
  bool m_frameWaits = false;  ///< a scene was opened whose first picture has not come
  QVariantMap m_viewWaits;    ///< likewise, and from where it was seen when it was left
  bool m_settling = false;
  bool m_runs = false;  ///< as the play button shows it
};

}  // namespace sinew::ui
