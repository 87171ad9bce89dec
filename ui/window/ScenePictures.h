#pragma once
#include <QImage>
#include <QObject>
#include <filesystem>
#include <thread>
#include <vector>

#include "core/registry/Registry.h"

namespace sinew::ui {

/// Pictures of scenes, made by the program itself on a thread of its own when they are first
/// wanted, and kept in the cache folder.
class ScenePictures : public QObject {
  Q_OBJECT
 public:
  struct Order {
    int width = 480, height = 270;  ///< [px]
    double moment = 0.45;           ///< of the take: things have found each other by then
  };
  ScenePictures(const Registry& registry, std::filesystem::path assetFolder, const Order& order,
                QObject* parent);
  ~ScenePictures() override;

  /// ready() comes for each scene sooner or later.
  void want(std::vector<std::filesystem::path> scenes);
  /// What is not made by now waits until it is wanted again.
  void stop() { m_thread.request_stop(); }

 signals:
  void ready(const QString& scene, const QImage& picture);

 private:
  const Registry& m_registry;
  const std::filesystem::path m_assetFolder;
  const Order m_order;
  std::jthread m_thread;
};

}  // namespace sinew::ui
