#include "ui/document/AssetFile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <system_error>

#include "core/scene/AssetPath.h"
#include "ui/document/TextOf.h"

namespace sinew::ui {
namespace {

namespace fs = std::filesystem;

QString tr(const char* text) {
  return QCoreApplication::translate("AssetFile", text);
}

/// `file` seen from the folder; empty if it lies elsewhere, or under a name that scenes cannot
/// hold.
QString seenFrom(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (folder.empty() || error) return {};
  const fs::path real = fs::canonical(file, error);
  if (error) return {};
  const std::string path = real.lexically_relative(root).generic_string();
  return staysInside(path) ? QString::fromStdString(path) : QString();
}

bool sameContent(const QString& a, const QString& b) {
  QFile first(a), second(b);
  return first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly) &&
         first.readAll() == second.readAll();
}

}  // namespace

std::vector<fs::path> AssetFolders::all() const {
  if (m_document.path().empty()) return {m_shared};
  return {m_document.path().parent_path(), m_shared};
}

fs::path AssetFolders::own() const {
  std::error_code error;
  const fs::path folder = m_document.path().parent_path();
  return fs::equivalent(folder, m_shared / "scenes", error) ? fs::path() : folder;
}

AssetFile assetFile(const QString& file, const AssetFolders& folders) {
  AssetFile asset;
  const fs::path sceneFolder = folders.own();
  const fs::path path = file.toStdString();
  asset.folder = textOf(sceneFolder.empty() ? folders.all().back() : sceneFolder);
  if (!path.is_absolute()) {
    const auto found = resolveAsset(folders.all(), path.string());
    asset.path = file;
    if (found) asset.folder = textOf(found->parent_path());
    return asset;
  }
  for (const fs::path& folder : folders.all()) {
    if (asset.path.isEmpty()) asset.path = seenFrom(folder, path);
  }
  if (asset.path.isEmpty() && !QFile::exists(file))
    asset.why = tr("There is no file %1").arg(file);
  else if (asset.path.isEmpty() && sceneFolder.empty()) {
    asset.unsaved = true;
    asset.why = tr("Save the scene first: it names files that lie in its folder");
  }
  return asset;
}

AssetFile copyBesideScene(const QString& file, const AssetFolders& folders) {
  AssetFile asset;
  const QFileInfo from(file);
  const QDir folder(textOf(folders.own()));
  for (int n = 1;; ++n) {
    const QString number = n == 1 ? QString() : QString("_%1").arg(n);
    const QString name = from.completeBaseName() + number + "." + from.suffix();
    const QString to = folder.filePath(name);
    if (QFile::exists(to) && !sameContent(file, to)) continue;
    if (!staysInside(name.toStdString())) {
      asset.why = tr("%1 has a name that scenes cannot hold; rename it").arg(name);
    } else if (QFile::exists(to) || QFile::copy(file, to)) {
      asset.path = name;
    } else {
      asset.why = tr("%1 cannot be copied to %2").arg(name, folder.path());
    }
    return asset;
  }
}

}  // namespace sinew::ui
