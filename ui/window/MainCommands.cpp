// What the window's commands do.
#include <QApplication>
#include <QMessageBox>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

#include "core/scene/SceneJson.h"
#include "ui/document/TextOf.h"
#include "ui/panels/Doctor.h"
#include "ui/panels/Inspector.h"
#include "ui/panels/Outliner.h"
#include "ui/theme/Icons.h"
#include "ui/window/Actions.h"
#include "ui/window/Adder.h"
#include "ui/window/Autosave.h"
#include "ui/window/CommandSearch.h"
#include "ui/window/Gallery.h"
#include "ui/window/Guide.h"
#include "ui/window/MainWindow.h"
#include "ui/window/Preferences.h"
#include "ui/window/RecentFiles.h"
#include "ui/window/Recorder.h"
#include "ui/window/SceneClipboard.h"
#include "ui/window/SceneFiles.h"
#include "ui/window/SlowFrameWatch.h"
#include "ui/window/StatusLine.h"
#include "ui/window/TakesMenu.h"
#include "ui/window/TroubleWatch.h"

namespace sinew::ui {
void MainWindow::connectFiles() {
  connect(m_actions->newScene, &QAction::triggered, m_files, &SceneFiles::newScene);
  connect(m_actions->open, &QAction::triggered, m_files, &SceneFiles::askOpen);
  connect(m_actions->save, &QAction::triggered, m_files, &SceneFiles::save);
  connect(m_actions->saveAs, &QAction::triggered, m_files, &SceneFiles::saveAs);
  connect(m_actions->saveCopy, &QAction::triggered, m_files, &SceneFiles::saveNumberedCopy);
  connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
  connect(m_actions->close, &QAction::triggered, this, [this] {
    if (!m_files->mayLeave()) return;
    m_document.reset(Scene(), {});
    showGallery();
    updateTitle();
  });
  connect(m_gallery, &Gallery::newWanted, m_files, &SceneFiles::newScene);
  connect(m_gallery, &Gallery::openWanted, m_files, &SceneFiles::askOpen);
  connect(m_gallery, &Gallery::chosen, m_files, &SceneFiles::open);
  connect(m_files, &SceneFiles::opened, this, [this](const std::filesystem::path& path) {
    m_notice->dismiss();
    m_opened = true;
    m_viewport->setTool(Viewport::Tool::Select);  // nobody means to pull at once what they open
    showStudio();
    updateTitle();
    // A scene with a camera is seen as its maker saw it.
    m_frameWaits = m_document.scene()[Section::Cameras].empty();
    m_viewWaits = path.empty() ? QVariantMap() : RecentFiles().view(path);
    m_log->add(path.empty() ? tr("New scene") : tr("Opened %1").arg(shownText(path)));
    if (!path.empty() && !m_files->isDemo(path)) RecentFiles().add(path);
  });
  connect(m_files, &SceneFiles::leaving, this, [this](const std::filesystem::path& path) {
    if (m_opened && !path.empty()) RecentFiles().setView(path, m_viewport->keptView());
  });
  connect(m_files, &SceneFiles::saved, this, [this](const std::filesystem::path& path) {
    const RecentFiles recent;
    recent.add(path);
    recent.setPicture(path, m_viewport->grabFramebuffer());
    m_log->add(tr("Saved %1").arg(shownText(path)), LogPanel::Tone::Good);
    m_status->hint(tr("Saved %1").arg(shownText(path.filename())));
  });
  connect(m_files, &SceneFiles::failed, this, [this](const QString& what, const QString& why) {
    note({NoticeBar::Tone::Error, what, why, {}});
  });
  for (const auto signal : {&Document::pathChanged, &Document::modifiedChanged})
    connect(&m_document, signal, this, &MainWindow::updateTitle);
}

void MainWindow::connectEditing() {
  QUndoStack& stack = m_document.undoStack();
  connect(m_actions->undo, &QAction::triggered, &stack, &QUndoStack::undo);
  connect(m_actions->redo, &QAction::triggered, &stack, &QUndoStack::redo);
  const auto name = [this, &stack] {
    m_actions->undo->setEnabled(stack.canUndo());
    m_actions->redo->setEnabled(stack.canRedo());
    m_actions->undo->setText(stack.canUndo() ? tr("&Undo: %1").arg(stack.undoText()) : tr("&Undo"));
    m_actions->redo->setText(stack.canRedo() ? tr("&Redo: %1").arg(stack.redoText()) : tr("&Redo"));
  };
  connect(&stack, &QUndoStack::indexChanged, this, name);
  connect(&stack, &QUndoStack::indexChanged, m_notice, &NoticeBar::sceneChanged);
  // What was told of the last change is over; what the tool in hand says is not.
  connect(&stack, &QUndoStack::indexChanged, this, [this] { m_status->hint(m_viewport->said()); });
  name();
  connect(m_actions->rename, &QAction::triggered, m_outliner, &Outliner::renameActive);
  const Actions& a = *m_actions;
  m_outliner->offer({a.rename, a.frameSelected, a.duplicate, a.mirrorX, a.group, a.ungroup, a.hide,
                     a.lock, a.ignore, a.switchActing, a.ruleUp, a.ruleDown, a.keepInLibrary,
                     a.remove});
  connect(m_actions->remove, &QAction::triggered, this, &MainWindow::removeSelected);
  connect(m_actions->hide, &QAction::triggered, this, &MainWindow::hideSelected);
  connect(m_actions->lock, &QAction::triggered, this, &MainWindow::lockSelected);
  connect(m_actions->ignore, &QAction::triggered, this, &MainWindow::ignoreSelected);
  connect(m_actions->switchActing, &QAction::triggered, this, &MainWindow::switchSelected);
  connect(m_actions->ruleUp, &QAction::triggered, this, [this] { moveRule(-1); });
  connect(m_actions->ruleDown, &QAction::triggered, this, [this] { moveRule(1); });
  const QAction* const mirrors[] = {m_actions->mirrorX, m_actions->mirrorY, m_actions->mirrorZ};
  for (int axis = 0; axis < 3; ++axis)
    connect(mirrors[axis], &QAction::triggered, this, [this, axis] { mirrorSelected(axis); });
  auto* clipboard = new SceneClipboard(m_document, m_files->assetFolders(), this);
  connect(m_actions->copy, &QAction::triggered, clipboard, &SceneClipboard::copy);
  connect(m_actions->cut, &QAction::triggered, this, [this, clipboard] {
    if (clipboard->copy()) cutSelected();
  });
  connect(m_actions->paste, &QAction::triggered, clipboard, &SceneClipboard::paste);
  connect(m_actions->duplicate, &QAction::triggered, clipboard, &SceneClipboard::duplicate);
  connect(m_actions->repeat, &QAction::triggered, this,
          [this, clipboard] { clipboard->repeat(this); });
  connect(clipboard, &SceneClipboard::refused, this, &MainWindow::refuse);
  connect(clipboard, &SceneClipboard::told, m_status, &StatusLine::hint);
  connect(m_actions->search, &QAction::triggered, this, &MainWindow::openSearch);
  connect(m_outliner, &Outliner::refused, this, &MainWindow::refuse);
  connect(m_inspector, &Inspector::refused, this, &MainWindow::refuse);
  connect(m_inspector, &Inspector::resetWanted, &m_live, &LiveRun::reset);
  connect(m_inspector, &Inspector::saveWanted, m_files, &SceneFiles::save);
}

// Finds commands, and what the library has ready made.
void MainWindow::openSearch() {
  auto* shelf = new QObject(this);
  QList<QAction*> all = m_actions->all();
  for (const LibraryItem& item : m_library->items()) {
    if (item.kind) continue;  // those stand in the menus
    auto* action = new QAction(tr("Library ▸ %1").arg(textOf(item.label)), shelf);
    action->setStatusTip(textOf(item.doc));
    connect(action, &QAction::triggered, this, [this, key = item.key] {
      if (const LibraryItem* chosen = m_library->find(key)) m_adder->add(*chosen);
    });
    all << action;
  }
  connect(CommandSearch::open(all, this), &QObject::destroyed, shelf, &QObject::deleteLater);
}

void MainWindow::connectSelecting() {
  connect(m_actions->selectAll, &QAction::triggered, this, [this] {
    std::vector<ObjectId> all;
    for (const Entity& part : m_document.scene().parts())
      all.push_back({Section::Parts, part.name});
    m_document.selection().select(all);
  });
  connect(m_actions->selectNone, &QAction::triggered, &m_document.selection(), &Selection::clear);
  connect(m_actions->selectThrough, &QAction::toggled, m_viewport, &Viewport::setSelectsThrough);
  const auto offer = [this] { offerWhatFits(); };
  connect(&m_document.selection(), &Selection::changed, this, offer);
  connect(&m_document, &Document::edited, this, offer);
  connect(&m_document, &Document::sceneReplaced, this, offer);
  offerWhatFits();
}

void MainWindow::offerWhatFits() {
  const std::vector<ObjectId>& chosen = m_document.selection().items();
  for (QAction* action :
       {m_actions->cut, m_actions->copy, m_actions->duplicate, m_actions->repeat,
        m_actions->keepInLibrary, m_actions->group, m_actions->rename, m_actions->remove,
        m_actions->lock, m_actions->ignore, m_actions->selectNone})
    action->setEnabled(!chosen.empty());
  const auto isIn = [](Section section) {
    return [section](const ObjectId& id) { return id.section == section; };
  };
  // Rules of contact have no place and no look, and act whenever they are not ignored.
  const bool inSpace = !std::ranges::all_of(chosen, isIn(Section::ContactRules));
  for (QAction* action :
       {m_actions->hide, m_actions->switchActing, m_actions->handOver, m_actions->mirrorX,
        m_actions->mirrorY, m_actions->mirrorZ, m_actions->frameSelected})
    action->setEnabled(inSpace);
  m_actions->ungroup->setEnabled(std::ranges::any_of(chosen, isIn(Section::Groups)));
  const ObjectId* active = m_document.selection().active();
  const auto& rules = m_document.scene()[Section::ContactRules];
  const bool isRule =  // what was removed may still be selected
      active != nullptr && active->section == Section::ContactRules && !rules.empty();
  m_actions->ruleUp->setEnabled(isRule && rules.front().name != active->name);
  m_actions->ruleDown->setEnabled(isRule && rules.back().name != active->name);
}

void MainWindow::connectSimulation() {
  connect(m_actions->play, &QAction::triggered, this, [this] {
    if (!m_runs && !m_live.showsTake() && m_document.scene().parts().empty())
      m_status->hint(tr("Nothing is there to move yet: add a part from the library"));
    m_live.togglePlay();
  });
  connect(m_actions->stepBack, &QAction::triggered, &m_live, &LiveRun::stepBack);
  connect(m_actions->stepForward, &QAction::triggered, &m_live, &LiveRun::stepForward);
  connect(m_actions->toStart, &QAction::triggered, &m_live, [this] { m_live.seek(0); });
  connect(m_actions->reset, &QAction::triggered, &m_live, &LiveRun::reset);
  connect(m_actions->playAnew, &QAction::triggered, &m_live, &LiveRun::playAnew);
  connect(m_actions->startHere, &QAction::triggered, this, &MainWindow::makeThisTheStart);
  connect(m_actions->settle, &QAction::triggered, this, &MainWindow::settleScene);
  connect(m_actions->letGo, &QAction::triggered, this, [this] {
    const bool any = m_live.letGoOfAll();
    emit m_viewport->hint({});  // it may tell of what is held
    m_status->hint(any ? tr("Nothing is held any more") : tr("Nothing is held by a pin"));
  });
  auto* trouble = new TroubleWatch(m_document, m_live, this);
  connect(trouble, &TroubleWatch::told, this, &MainWindow::note);
  connect(trouble, &TroubleWatch::doctorWanted, this, [this](const std::vector<ObjectId>& items) {
    showDock("doctor");
    m_doctor->showWhatIsWrongWith(items);
  });
  connect(trouble, &TroubleWatch::passed, m_notice, &NoticeBar::sceneChanged);
  connect(trouble, &TroubleWatch::ended, m_notice, &NoticeBar::passed);
  auto* slow = new SlowFrameWatch(m_document, m_live, this);
  connect(slow, &SlowFrameWatch::told, this, &MainWindow::note);
  connect(slow, &SlowFrameWatch::retold, m_notice, &NoticeBar::retell);
  connect(slow, &SlowFrameWatch::passed, m_notice,
          [this] { m_notice->passed(NoticeBar::Matter::SlowFrame); });
  connect(&m_live, &LiveRun::snapshotArrived, this, [this] {
    const auto snapshot = m_live.snapshot();
    // What was recorded counts the changes of another scene.
    const bool ofThisScene =
        snapshot && (m_live.showsTake() || snapshot->sceneRevision >= m_document.revision());
    if (!ofThisScene) return;
    const bool frames = std::exchange(m_frameWaits, false);
    const QVariantMap view = std::exchange(m_viewWaits, {});
    if (!view.isEmpty()) {
      m_viewport->restoreView(view);
    } else if (frames) {
      m_viewport->frameAll();
    }
  });
  connect(&m_live, &LiveRun::statusChanged, this, [this] {
    const LiveStatus& status = m_live.status();
    const bool runs = status.mode == LiveMode::Playing || status.mode == LiveMode::Replaying;
    if (runs != m_runs) {
      m_runs = runs;
      m_actions->play->setIcon(icon(runs ? "pause" : "play"));
      m_actions->play->setText(runs ? tr("&Pause") : tr("&Play"));
    }
    m_actions->record->setChecked(status.recording);
  });
}

void MainWindow::connectTakes() {
  connect(m_actions->record, &QAction::triggered, this, [this] {
    m_recorder->record();
    m_actions->record->setChecked(!m_recorder->recording().empty());
  });
  connect(m_actions->keepTake, &QAction::triggered, m_recorder, &Recorder::keepTake);
  connect(m_actions->compare, &QAction::triggered, m_recorder, &Recorder::compare);
  connect(m_actions->leaveTake, &QAction::triggered, &m_live, &LiveRun::leaveTake);
  connect(&m_live, &LiveRun::takeChanged, this,
          [this] { m_actions->leaveTake->setEnabled(m_live.showsTake()); });
  connect(m_actions->exportMovie, &QAction::triggered, m_recorder, &Recorder::exportMovie);
  connect(m_files, &SceneFiles::takeOpened, m_recorder, &Recorder::showTake);
  connect(m_recorder, &Recorder::told, this, &MainWindow::note);
  connect(m_takesMenu, &TakesMenu::told, this, &MainWindow::note);
}

void MainWindow::connectTools() {
  const std::pair<QAction*, Viewport::Tool> tools[] = {
      {m_actions->selectTool, Viewport::Tool::Select},
      {m_actions->moveTool, Viewport::Tool::Move},
      {m_actions->rotateTool, Viewport::Tool::Rotate},
      {m_actions->scaleTool, Viewport::Tool::Scale},
      {m_actions->handTool, Viewport::Tool::Hand},
  };
  for (const auto& [action, tool] : tools) {
    const auto mark = [this, button = action, which = tool] {
      button->setChecked(m_viewport->tool() == which);
    };
    connect(action, &QAction::triggered, this, [this, which = tool, mark] {
      m_viewport->setTool(which);
      mark();
    });
    connect(m_viewport, &Viewport::toolChanged, this, mark);
  }
  connect(m_viewport, &Viewport::hint, m_status, &StatusLine::hint);
  connect(m_viewport, &Viewport::textureMissing, this,
          [this](const QString& texture, const QString& why) {
            note({NoticeBar::Tone::Warning,
                  tr("The texture %1 cannot be shown; its material keeps its plain colour.")
                      .arg(texture),
                  why,
                  {},
                  NoticeBar::Stay::UntilSceneChanges});
          });
  connect(m_actions->frameSelected, &QAction::triggered, m_viewport, &Viewport::frameSelected);
  connect(m_actions->frameAll, &QAction::triggered, m_viewport, &Viewport::frameAll);
  connect(m_actions->orthographic, &QAction::toggled, m_viewport, &Viewport::setOrthographic);
  connect(m_actions->guide, &QAction::triggered, this, &MainWindow::beginGuide);
  connect(m_gallery, &Gallery::guideWanted, this, &MainWindow::beginGuide);
  connect(m_actions->keys, &QAction::triggered, this, &MainWindow::showKeys);
  connect(m_actions->preferences, &QAction::triggered, this, &MainWindow::showPreferences);
  connect(m_actions->about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::beginGuide() {
  const auto script = loadGuide(m_files->assetFolder() / "guides" / "two_balloons.json");
  if (!script) return refuse(textOf(script.error().message));
  const bool begun =
      script->duration ? m_files->newSceneThatLasts(*script->duration) : m_files->newScene();
  if (!begun) return;
  m_guide->begin(*script);
}

void MainWindow::showPreferences() {
  preferences().show(Preferences::Page::General);
}

void MainWindow::showKeys() {
  preferences().show(Preferences::Page::Keys);
}

Preferences& MainWindow::preferences() {
  if (m_preferences == nullptr)
    m_preferences = new Preferences(m_theme, *m_viewport, *m_keys, this);
  return *m_preferences;
}

void MainWindow::showAbout() {
  QMessageBox::about(this, tr("About Sinew"),
                     tr("<b>Sinew</b><br>A studio for animating deformable parts.<br><br>"
                        "Free software under the GNU General Public License, version 3 or later. "
                        "Uses Qt %1.")
                         .arg(qVersion()));
}

void MainWindow::offerRecovery() {
  auto left = m_autosave->findLeft();
  if (!left) return;
  const QString name = left->original.empty() ? tr("a scene that was never saved")
                                              : shownText(left->original.filename());
  const auto recover = [this, left = *left] {
    if (!m_files->mayLeave()) return;
    m_document.reset(left.scene, left.original);
    m_document.markUnsaved();
    Autosave::discard(left);
    emit m_files->opened({});
  };
  note({NoticeBar::Tone::Warning,
        tr("Sinew ended without closing; changes of %1 can be recovered.").arg(name),
        {},
        {{tr("Recover"), recover},
         {tr("Throw away"), [left = *left] { Autosave::discard(left); }}}});
}

void MainWindow::refuse(const QString& why) {
  m_status->hint(why);
  m_log->add(why, LogPanel::Tone::Warning);
}

void MainWindow::note(const NoticeBar::Notice& notice) {
  const LogPanel::Tone tones[] = {LogPanel::Tone::Plain, LogPanel::Tone::Good,
                                  LogPanel::Tone::Warning, LogPanel::Tone::Error};
  m_log->add(notice.why.isEmpty() ? notice.what : notice.what + " " + notice.why,
             tones[static_cast<int>(notice.tone)]);
  m_notice->tell(notice);
}

}  // namespace sinew::ui
