#include "ui/window/GalleryPictures.h"

#include <sys/resource.h>

#include <QFile>

#include <cmath>

#include "core/base/Hash.h"
#include "core/scene/SceneFile.h"
#include "render/FrameSequence.h"
#include "ui/window/FilmFrames.h"
#include "ui/window/RecentFiles.h"

namespace sinew::ui {
namespace {

namespace fs = std::filesystem;

constexpr int kWidth = 480, kHeight = 270;  // px
constexpr double kMoment = 0.45;            // of the take: things have found each other by then

fs::path cachedPicture(const fs::path& scene) {
  QFile file(QString::fromStdString(scene.string()));
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QByteArray content = file.readAll();
  Hasher hasher;
  hasher.bytes(content.constData(), static_cast<std::size_t>(content.size()));
  return cacheFolder() / "gallery" / (hashText(hasher.value()) + ".png");
}

Result<void> makePicture(const fs::path& path, const fs::path& picture, const Registry& registry,
                         const fs::path& assets, const std::stop_token& stop) {
  auto scene = loadScene(path, registry, assets);
  if (!scene) return fail(ErrorCode::Invalid, scene.error().message);
  auto frames = SimulatedFrames::of(*scene, registry, {}, stop);
  if (!frames) return Unexpected{frames.error()};
  FilmOrder order;
  order.path = picture.string();
  order.width = kWidth;
  order.height = kHeight;
  order.first = order.last = static_cast<int>(std::floor((*frames)->lastFrame() * kMoment));
  return renderFilm(
      order, [&](int frame) { return (*frames)->at(frame); }, [](int, int) {}, stop);
}

}  // namespace

GalleryPictures::GalleryPictures(const Registry& registry, fs::path assetFolder, QObject* parent)
    : QObject(parent), m_registry(registry), m_assetFolder(std::move(assetFolder)) {}

GalleryPictures::~GalleryPictures() = default;

void GalleryPictures::want(std::vector<fs::path> scenes) {
  m_thread = std::jthread([this, scenes = std::move(scenes)](const std::stop_token& stop) {
    ::setpriority(PRIO_PROCESS, 0, 10);  // on Linux that is this thread: the window comes first
    for (const fs::path& scene : scenes) {
      const fs::path picture = cachedPicture(scene);
      std::error_code error;
      fs::create_directories(picture.parent_path(), error);
      // What goes wrong here leaves a card without a picture; opening the demo says why.
      if (!fs::exists(picture, error))
        (void)makePicture(scene, picture, m_registry, m_assetFolder, stop);
      if (stop.stop_requested()) return;
      const QImage image(QString::fromStdString(picture.string()));
      if (!image.isNull()) emit ready(QString::fromStdString(scene.string()), image);
    }
  });
}

}  // namespace sinew::ui
