#include "ui/window/TakeShelf.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

#include "ui/document/TextOf.h"
#include "ui/window/RecentFiles.h"
#include "ui/window/SceneFiles.h"

namespace sinew::ui {
namespace {

namespace fs = std::filesystem;

QString tr(const char* text) {
  return QCoreApplication::translate("TakeShelf", text);
}

Unexpected<Error> refusal(const QString& why) {
  return fail(ErrorCode::Io, why.toStdString());
}

}  // namespace

fs::path TakeShelf::folder() const {
  const fs::path& scene = m_document.path();
  return scene.empty() || m_files.isDemo(scene) ? stateFolder() / "takes" : scene.parent_path();
}

QString TakeShelf::prefix() const {
  return m_files.title() + "_";
}

fs::path TakeShelf::next() const {
  std::error_code error;
  fs::create_directories(folder(), error);
  for (int n = 1;; ++n) {
    fs::path take = folder() / QString("%1take%2.clip").arg(prefix()).arg(n).toStdString();
    if (!fs::exists(take, error)) return take;
  }
}

std::vector<TakeShelf::Take> TakeShelf::takes() const {
  std::vector<Take> takes;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder(), error)) {
    const QString stem = textOf(entry.path().stem());
    if (entry.path().extension() != ".clip" || !stem.startsWith(prefix())) continue;
    takes.push_back(
        {entry.path(), stem.mid(prefix().size()), QFileInfo(textOf(entry.path())).lastModified()});
  }
  std::sort(takes.begin(), takes.end(), [](const Take& a, const Take& b) {
    return std::tie(a.recorded, a.name) < std::tie(b.recorded, b.name);
  });
  return takes;
}

Result<fs::path> TakeShelf::rename(const fs::path& clip, const QString& name) const {
  const QString plain = name.trimmed();
  if (plain.isEmpty()) return refusal(tr("A take needs a name."));
  if (plain.contains('/')) return refusal(tr("The name of a take cannot hold a slash."));
  const fs::path renamed = clip.parent_path() / (prefix() + plain + ".clip").toStdString();
  if (renamed == clip) return clip;
  std::error_code error;
  if (fs::exists(renamed, error)) return refusal(tr("There is a take %1 already.").arg(plain));
  fs::rename(clip, renamed, error);
  if (error) return refusal(QString::fromStdString(error.message()));
  return renamed;
}

Result<fs::path> TakeShelf::adopt(const fs::path& clip) const {
  const fs::path filed = next();
  QFile file(textOf(clip));
  if (!file.rename(textOf(filed))) return refusal(file.errorString());  // also to another disk
  return filed;
}

Result<fs::path> TakeShelf::discard(const fs::path& clip) {
  // Qt makes the trash, but not the folder it is in.
  QDir().mkpath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
  QFile file(textOf(clip));
  if (!file.moveToTrash()) return refusal(file.errorString());
  return fs::path(file.fileName().toStdString());
}

Result<void> TakeShelf::restore(const fs::path& discarded, const fs::path& clip) {
  QFile file(textOf(discarded));
  if (!file.rename(textOf(clip))) return refusal(file.errorString());
  // What the trash knows of it (freedesktop.org: info/NAME.trashinfo beside files/NAME).
  std::error_code error;
  fs::remove(discarded.parent_path().parent_path() / "info" /
                 (discarded.filename().string() + ".trashinfo"),
             error);
  return {};
}

}  // namespace sinew::ui
