#include "ui/window/RecentFiles.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace sinew::ui {
namespace {

constexpr const char *kSetting = "recent", *kViews = "views";
constexpr int kMost = 12;  // scenes, and as many takes: recording pushes no scene out

QString picturePath(const QString& path) {
  const auto hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
  return QString::fromStdString((cacheFolder() / "recent").string()) + "/" + hash + ".png";
}

QString wholePath(const std::filesystem::path& path) {
  return QFileInfo(QString::fromStdString(path.string())).absoluteFilePath();
}

}  // namespace

bool isTake(const QString& path) {
  return path.endsWith(".clip");
}

QStringList RecentFiles::paths() const {
  QStringList there;
  for (const QString& path : QSettings().value(kSetting).toStringList())
    if (QFileInfo::exists(path)) there << path;
  return there;
}

void RecentFiles::add(const std::filesystem::path& path) const {
  QStringList paths = QSettings().value(kSetting).toStringList();
  paths.removeAll(wholePath(path));
  paths.prepend(wholePath(path));
  int scenes = 0, takes = 0;
  paths.removeIf([&](const QString& each) { return ++(isTake(each) ? takes : scenes) > kMost; });
  QSettings().setValue(kSetting, paths);
}

void RecentFiles::setPicture(const std::filesystem::path& path, const QImage& picture) const {
  if (picture.isNull()) return;
  const QString file = picturePath(wholePath(path));
  QDir().mkpath(QFileInfo(file).path());
  picture.scaled(480, 270, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation).save(file);
}

QImage RecentFiles::picture(const QString& path) const {
  return QImage(picturePath(path));
}

// Of those that are remembered themselves: the others' are forgotten.
void RecentFiles::setView(const std::filesystem::path& path, const QVariantMap& view) const {
  QSettings settings;
  const QStringList known = settings.value(kSetting).toStringList();
  QVariantMap views = settings.value(kViews).toMap(), kept;
  views[wholePath(path)] = view;
  for (auto it = views.constBegin(); it != views.constEnd(); ++it)
    if (known.contains(it.key())) kept[it.key()] = it.value();
  settings.setValue(kViews, kept);
}

QVariantMap RecentFiles::view(const std::filesystem::path& path) const {
  return QSettings().value(kViews).toMap().value(wholePath(path)).toMap();
}

void RecentFiles::clear() const {
  QSettings().remove(kSetting);
  QSettings().remove(kViews);
}

std::filesystem::path cacheFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation).toStdString() +
         "/sinew";
}

std::filesystem::path stateFolder() {
  // Qt 6.4 does not know the state folder yet.
  const QByteArray state = qgetenv("XDG_STATE_HOME");
  const QString root = state.isEmpty() ? QDir::homePath() + "/.local/state" : QString(state);
  return root.toStdString() + "/sinew";
}

}  // namespace sinew::ui
