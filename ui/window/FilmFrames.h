#pragma once
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "core/io/clip/ClipReader.h"
#include "core/simulation/Simulator.h"
#include "render/FrameSequence.h"

namespace sinew::ui {

/// How a film is seen.
struct FilmView {
  std::string camera;             ///< of the scene; empty: its first
  std::optional<CameraLook> eye;  ///< in place of any camera, all the time
  std::optional<bool> threads;    ///< to points still to be joined, in place of what the scene says
};

/// Where the frames of a film come from. For one thread.
class FilmFrames {
 public:
  virtual ~FilmFrames() = default;
  virtual Result<FilmFrame> at(int frame) = 0;  ///< frames must be asked for in order
  virtual int firstFrame() const = 0;
  virtual int lastFrame() const = 0;
};

/// The scene simulated from its start.
class SimulatedFrames : public FilmFrames {
 public:
  static Result<std::unique_ptr<FilmFrames>> of(const Scene& scene, const Registry& registry,
                                                FilmView view, std::stop_token stop);
  Result<FilmFrame> at(int frame) override;
  int firstFrame() const override { return 0; }
  int lastFrame() const override;

 private:
  SimulatedFrames(std::shared_ptr<const World> world, const Registry& registry, FilmView view,
                  std::stop_token stop);
  Simulator m_simulator;
  const Registry& m_registry;
  FilmView m_view;
  std::stop_token m_stop;
  int m_next = 0;
};

/// A recorded take, seen with the cameras, lights and materials of a scene.
class RecordedFrames : public FilmFrames {
 public:
  static Result<std::unique_ptr<FilmFrames>> of(const std::filesystem::path& clip, Scene scene,
                                                const Registry& registry, FilmView view);
  Result<FilmFrame> at(int frame) override;
  int firstFrame() const override;
  int lastFrame() const override;

 private:
  RecordedFrames(std::unique_ptr<ClipReader> clip, Scene scene, const Registry& registry,
                 FilmView view);
  std::unique_ptr<ClipReader> m_clip;
  Scene m_scene;
  const Registry& m_registry;
  FilmView m_view;
};

}  // namespace sinew::ui
