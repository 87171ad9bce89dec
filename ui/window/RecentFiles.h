#pragma once
#include <QImage>
#include <QStringList>
#include <QVariantMap>
#include <filesystem>

namespace sinew::ui {

/// Whether the file at a path is a take rather than a scene, by its name.
bool isTake(const QString& path);

/// Scenes and takes worked on lately, newest first, with their pictures. Kept in the settings and
/// the cache folder.
class RecentFiles {
 public:
  QStringList paths() const;  ///< those that are still there
  void add(const std::filesystem::path& path) const;
  void setPicture(const std::filesystem::path& path, const QImage& picture) const;
  QImage picture(const QString& path) const;
  /// From where a scene was looked at when it was left; empty where nobody knows.
  void setView(const std::filesystem::path& path, const QVariantMap& view) const;
  QVariantMap view(const std::filesystem::path& path) const;
  void clear() const;
};

/// Folders of this person: pictures that can be made again, and what must survive a crash.
std::filesystem::path cacheFolder();
std::filesystem::path stateFolder();

}  // namespace sinew::ui
