#pragma once
#include <QImage>
#include <QObject>
#include <filesystem>
#include <thread>
#include <vector>

#include "core/registry/Registry.h"

namespace sinew::ui {

/// Pictures of the demos, made by the program itself on a thread of its own when they are first
/// wanted, and kept in the cache folder.
class GalleryPictures : public QObject {
  Q_OBJECT
 public:
  GalleryPictures(const Registry& registry, std::filesystem::path assetFolder, QObject* parent);
  ~GalleryPictures() override;

  /// ready() comes for each scene sooner or later.
  void want(std::vector<std::filesystem::path> scenes);
  /// What is not made by now waits until it is wanted again.
  void stop() { m_thread.request_stop(); }

 signals:
  void ready(const QString& scene, const QImage& picture);

 private:
  const Registry& m_registry;
  const std::filesystem::path m_assetFolder;
  std::jthread m_thread;
};

}  // namespace sinew::ui
