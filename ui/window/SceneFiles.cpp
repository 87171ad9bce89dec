#include "ui/window/SceneFiles.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QWidget>

#include "core/io/clip/ClipReader.h"
#include "core/io/mesh/SceneMeshes.h"
#include "core/scene/SceneTables.h"
#include "ui/document/TextOf.h"
#include "ui/window/Question.h"
#include "ui/window/RecentFiles.h"

namespace sinew::ui {
namespace {

namespace fs = std::filesystem;

/// scene.json → scene_001.json → scene_002.json, the first that is free.
fs::path nextNumbered(const fs::path& path) {
  static const QRegularExpression number("_(\\d{3})$");
  QString stem = QString::fromStdString(path.stem().string());
  const auto match = number.match(stem);
  int n = match.hasMatch() ? match.captured(1).toInt() : 0;
  stem.remove(number);
  std::error_code error;
  for (;;) {
    const QString name = QString("%1_%2.json").arg(stem).arg(++n, 3, 10, QChar('0'));
    fs::path next = path.parent_path() / name.toStdString();
    if (!fs::exists(next, error)) return next;
  }
}

}  // namespace

SceneFiles::SceneFiles(Document& document, fs::path assetFolder, QWidget* window)
    : QObject(window),
      m_document(document),
      m_assetFolder(std::move(assetFolder)),
      m_window(window) {}

bool SceneFiles::isDemo(const fs::path& path) const {
  std::error_code error;
  return !m_assetFolder.empty() && !path.empty() &&
         fs::equivalent(path.parent_path().empty() ? "." : path.parent_path(),
                        m_assetFolder / "scenes", error);
}

QString SceneFiles::title() const {
  const fs::path& path = m_document.path();
  return path.empty() ? tr("Untitled") : shownText(path.stem());
}

bool SceneFiles::newScene() {
  return begin({});
}

bool SceneFiles::newSceneThatLasts(double duration) {
  Scene scene;
  scene.animation.set(*findParam(animationTable(), "duration"), duration);
  return begin(std::move(scene));
}

bool SceneFiles::begin(Scene scene) {
  if (!mayLeave()) return false;
  m_document.reset(std::move(scene), {});
  emit opened({});
  return true;
}

// Where the scene lies, or one that was opened or saved before.
QString SceneFiles::usualFolder() const {
  const fs::path& now = m_document.path();
  if (!now.empty() && !isDemo(now)) return textOf(now.parent_path());
  for (const QString& path : RecentFiles().paths()) {
    if (!isTake(path) && !isDemo(path.toStdString())) return QFileInfo(path).path();
  }
  return QDir::homePath();
}

void SceneFiles::askOpen() {
  if (!mayLeave()) return;
  QFileDialog dialog(m_window, tr("Open"), usualFolder(),
                     tr("Scenes and takes (*.json *.clip);;All files (*)"));
  dialog.setOption(QFileDialog::DontUseNativeDialog);
  dialog.setFileMode(QFileDialog::ExistingFile);
  if (dialog.exec() != QDialog::Accepted) return;
  const fs::path path = dialog.selectedFiles().first().toStdString();
  if (looksLikeClip(path)) return openTake(path);
  openScene(path);
}

void SceneFiles::open(const fs::path& path) {
  if (!mayLeave()) return;
  if (looksLikeClip(path)) return openTake(path);
  openScene(path);
}

void SceneFiles::openScene(const fs::path& path) {
  auto scene = loadSceneAndMeshes(path, m_document.registry(), m_assetFolder);
  if (!scene) {
    QString why = QString::fromStdString(scene.error().message);
    constexpr std::size_t kMostShown = 5;
    const auto& faults = scene.error().faults;
    for (std::size_t i = 0; i < std::min(faults.size(), kMostShown); ++i)
      why += "\n" + QString::fromStdString(faults[i].text());
    if (faults.size() > kMostShown)
      why += "\n" + tr("and %n more", nullptr, static_cast<int>(faults.size() - kMostShown));
    emit failed(tr("%1 could not be opened.").arg(shownText(path.filename())), why);
    return;
  }
  m_document.reset(std::move(*scene), fs::absolute(path));
  emit opened(path);
}

void SceneFiles::openTake(const fs::path& path) {
  const auto clip = ClipReader::open(path);
  auto scene =
      clip ? (*clip)->scene(m_document.registry()) : Result<Scene>(Unexpected{clip.error()});
  if (!scene) {
    emit failed(tr("The take %1 could not be opened.").arg(shownText(path.filename())),
                QString::fromStdString(scene.error().message));
    return;
  }
  m_document.reset(std::move(*scene), {});
  emit opened({});
  emit takeOpened(path);
}

bool SceneFiles::save() {
  if (m_document.path().empty() || isDemo(m_document.path())) return saveAs();
  return saveTo(m_document.path());
}

bool SceneFiles::saveAs() {
  QFileDialog dialog(m_window, tr("Save scene as"), usualFolder(), tr("Scenes (*.json)"));
  dialog.setOption(QFileDialog::DontUseNativeDialog);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix("json");
  dialog.selectFile(title() + ".json");
  if (dialog.exec() != QDialog::Accepted) return false;
  const fs::path path = dialog.selectedFiles().first().toStdString();
  if (!isDemo(path)) return saveTo(path);
  emit failed(tr("The demos cannot be written over."),
              tr("Save the scene in a folder of your own."));
  return false;
}

bool SceneFiles::saveNumberedCopy() {
  if (m_document.path().empty() || isDemo(m_document.path())) return saveAs();
  return saveTo(nextNumbered(m_document.path()));
}

bool SceneFiles::saveTo(const fs::path& path) {
  // The meshes first: a scene without them could not be opened.
  const auto meshes =
      saveMeshes(m_document.scene(), m_document.registry(), path.parent_path(), m_assetFolder);
  const auto done = meshes ? saveScene(m_document.scene(), path, m_document.registry())
                           : Result<void>(Unexpected{meshes.error()});
  if (!done) {
    emit failed(tr("%1 could not be saved.").arg(shownText(path.filename())),
                QString::fromStdString(done.error().message));
    return false;
  }
  m_document.markSaved(fs::absolute(path));
  emit saved(path);
  if (!meshes->empty()) {
    emit failed(tr("%1 is another mesh there.").arg(QString::fromStdString(meshes->front())),
                tr("The file was there already and stays as it is. Opened again, the scene will "
                   "hold what is in it."));
  }
  return true;
}

bool SceneFiles::mayLeave() {
  if (m_document.isModified() && !askToLeave()) return false;
  emit leaving(m_document.path());
  return true;
}

bool SceneFiles::askToLeave() {
  constexpr std::size_t kSave = 0, kDiscard = 1, kCancel = 2;
  const std::size_t answer = ask(m_window, {tr("Unsaved changes"),
                                            tr("%1 has changes that are not saved.").arg(title()),
                                            tr("Without saving they are lost."),
                                            {{tr("Save"), QMessageBox::AcceptRole},
                                             {tr("Discard"), QMessageBox::DestructiveRole},
                                             {tr("Cancel"), QMessageBox::RejectRole}},
                                            kSave,
                                            kCancel});
  return answer == kSave ? save() : answer == kDiscard;
}

}  // namespace sinew::ui
