#pragma once
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "core/io/clip/ClipReader.h"
#include "core/simulation/Simulator.h"
#include "render/FrameSequence.h"
#include "render/InBetween.h"
#include "render/TextureShelf.h"

namespace sinew::ui {

/// How a film is seen.
struct FilmView {
  std::string camera;             ///< of the scene; empty: its first
  std::optional<CameraLook> eye;  ///< in place of any camera, all the time
  std::optional<bool> threads;    ///< to points still to be joined, in place of what the scene says
  std::vector<std::filesystem::path> assetFolders;  ///< where materials find their textures
};

/// Where the frames of a film come from. For one thread.
class FilmFrames {
 public:
  virtual ~FilmFrames() = default;
  /// A frame, or a share on the way from it to the next. To be asked for in order.
  virtual Result<FilmFrame> at(double frame) = 0;
  virtual int firstFrame() const = 0;
  virtual int lastFrame() const = 0;
};

/// The scene simulated from its start.
class SimulatedFrames : public FilmFrames {
 public:
  static Result<std::unique_ptr<FilmFrames>> of(const Scene& scene, const Registry& registry,
                                                FilmView view, std::stop_token stop);
  Result<FilmFrame> at(double frame) override;
  int firstFrame() const override { return 0; }
  int lastFrame() const override;

 private:
  SimulatedFrames(std::shared_ptr<const World> world, const Registry& registry, FilmView view,
                  std::stop_token stop);
  Result<std::shared_ptr<const Snapshot>> simulated(int frame);

  Simulator m_simulator;
  const Registry& m_registry;
  FilmView m_view;
  TextureShelf m_textures;
  std::stop_token m_stop;
  StopWhen m_watch{[this] { return m_stop.stop_requested(); }};
  InBetween m_frames{[this](int frame) { return simulated(frame); }};
  int m_next = 0;
};

/// A recorded take, seen with the cameras, lights and materials of a scene.
class RecordedFrames : public FilmFrames {
 public:
  static Result<std::unique_ptr<FilmFrames>> of(const std::filesystem::path& clip, Scene scene,
                                                const Registry& registry, FilmView view);
  Result<FilmFrame> at(double frame) override;
  int firstFrame() const override;
  int lastFrame() const override;

 private:
  RecordedFrames(std::unique_ptr<ClipReader> clip, Scene scene, const Registry& registry,
                 FilmView view);
  Result<std::shared_ptr<const Snapshot>> recorded(int frame);

  std::unique_ptr<ClipReader> m_clip;
  Scene m_scene;
  const Registry& m_registry;
  FilmView m_view;
  InBetween m_frames{[this](int frame) { return recorded(frame); }};
  TextureShelf m_textures;
};

}  // namespace sinew::ui
