#include "ui/window/Autosave.h"

#include <QFile>
#include <QUuid>

#include "core/io/mesh/SceneMeshes.h"
#include "core/scene/SceneJson.h"
#include "ui/document/TextOf.h"

namespace sinew::ui {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScene = "scene.json";
constexpr const char* kOrigin = "origin";
constexpr const char* kLock = "lock";

fs::path readOrigin(const fs::path& folder) {
  QFile file(textOf(folder / kOrigin));
  return file.open(QIODevice::ReadOnly) ? fs::path(file.readAll().toStdString()) : fs::path();
}

}  // namespace

Autosave::Autosave(Document& document, fs::path root, QObject* parent,
                   std::chrono::milliseconds interval)
    : QObject(parent),
      m_document(document),
      m_root(std::move(root)),
      m_folder(m_root / QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString()) {
  connect(&m_timer, &QTimer::timeout, this, &Autosave::write);
  m_timer.start(interval);
  connect(&document, &Document::modifiedChanged, this, [this] {
    if (!m_document.isModified()) forget();
  });
}

Autosave::~Autosave() {
  forget();
}

void Autosave::write() {
  if (!m_document.isModified() || m_document.revision() == m_written) return;
  std::error_code error;
  fs::create_directories(m_folder, error);
  if (!m_lock) {
    // Held while this window runs; the system lets go of it however the window ends.
    m_lock = std::make_unique<QLockFile>(textOf(m_folder / kLock));
    m_lock->setStaleLockTime(0);
    if (!m_lock->tryLock()) return m_lock.reset();
  }
  m_written = m_document.revision();
  m_writer = {};  // the one before is done long since, or is waited for
  m_writer = std::jthread([scene = m_document.scene(), origin = m_document.path(),
                           folder = m_folder, &registry = m_document.registry()] {
    // The origin first: a scene without it would look like one that was never saved.
    (void)saveText(origin.string(), folder / kOrigin, Backup::None);
    (void)saveMeshes(scene, registry, folder, {});
    (void)saveText(writeScene(scene, registry), folder / kScene, Backup::None);
  });
}

void Autosave::forget() {
  m_writer = {};
  m_lock.reset();
  m_written = 0;
  std::error_code error;
  fs::remove_all(m_folder, error);
}

std::optional<Autosave::Left> Autosave::findLeft() const {
  std::optional<Left> newest;
  fs::file_time_type newestTime{};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(m_root, error)) {
    const auto time = fs::last_write_time(entry.path() / kScene, error);
    if (error || (newest && time <= newestTime)) continue;
    QLockFile lock(textOf(entry.path() / kLock));
    lock.setStaleLockTime(0);
    if (!lock.tryLock()) continue;  // a window that is still running
    auto scene = loadScene(entry.path() / kScene, m_document.registry());
    if (!scene) continue;
    const fs::path origin = readOrigin(entry.path());
    // One that is lost by now is named as soon as the scene is to be simulated.
    (void)fetchMeshes(*scene, m_document.registry(),
                      meshesIn({origin.parent_path(), entry.path()}));
    newest = Left{entry.path(), origin, std::move(*scene)};
    newestTime = time;
  }
  return newest;
}

void Autosave::discard(const Left& left) {
  std::error_code error;
  fs::remove_all(left.folder, error);
}

}  // namespace sinew::ui
