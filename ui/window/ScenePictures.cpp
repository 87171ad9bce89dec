#include "ui/window/ScenePictures.h"

#include <sys/resource.h>

#include <QFile>

#include <cmath>

#include "core/base/Hash.h"
#include "core/io/mesh/SceneMeshes.h"
#include "render/FrameSequence.h"
#include "ui/window/FilmFrames.h"
#include "ui/window/RecentFiles.h"

namespace sinew::ui {
namespace {

namespace fs = std::filesystem;

fs::path cachedPicture(const fs::path& scene, const ScenePictures::Order& order) {
  QFile file(QString::fromStdString(scene.string()));
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QByteArray content = file.readAll();
  Hasher hasher;
  hasher.bytes(content.constData(), static_cast<std::size_t>(content.size()));
  const std::string size = std::to_string(order.width) + "x" + std::to_string(order.height);
  return cacheFolder() / "gallery" / (hashText(hasher.value()) + "_" + size + ".png");
}

Result<void> makePicture(const fs::path& path, const fs::path& picture,
                         const ScenePictures::Order& wanted, const Registry& registry,
                         const fs::path& assets, const std::stop_token& stop) {
  auto scene = loadSceneAndMeshes(path, registry, assets);
  if (!scene) return fail(ErrorCode::Invalid, scene.error().message);
  FilmView view;
  view.assetFolders = {path.parent_path(), assets};
  auto frames = SimulatedFrames::of(*scene, registry, view, stop);
  if (!frames) return Unexpected{frames.error()};
  FilmOrder order;
  order.path = picture.string();
  order.width = wanted.width;
  order.height = wanted.height;
  order.first = order.last = static_cast<int>(std::floor((*frames)->lastFrame() * wanted.moment));
  return renderFilm(
      order, [&](double frame) { return (*frames)->at(frame); }, [](int, int) {}, stop);
}

}  // namespace

ScenePictures::ScenePictures(const Registry& registry, fs::path assetFolder, const Order& order,
                             QObject* parent)
    : QObject(parent),
      m_registry(registry),
      m_assetFolder(std::move(assetFolder)),
      m_order(order) {}

ScenePictures::~ScenePictures() = default;

void ScenePictures::want(std::vector<fs::path> scenes) {
  m_thread = std::jthread([this, scenes = std::move(scenes)](const std::stop_token& stop) {
    ::setpriority(PRIO_PROCESS, 0, 10);  // on Linux that is this thread: the window comes first
    for (const fs::path& scene : scenes) {
      const fs::path picture = cachedPicture(scene, m_order);
      std::error_code error;
      fs::create_directories(picture.parent_path(), error);
      // What goes wrong here leaves a card without a picture; opening the demo says why.
      if (!fs::exists(picture, error))
        (void)makePicture(scene, picture, m_order, m_registry, m_assetFolder, stop);
      if (stop.stop_requested()) return;
      const QImage image(QString::fromStdString(picture.string()));
      if (!image.isNull()) emit ready(QString::fromStdString(scene.string()), image);
    }
  });
}

}  // namespace sinew::ui
