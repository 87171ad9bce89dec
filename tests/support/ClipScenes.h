#pragma once
// Short takes for tests of clips.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "core/io/clip/ClipReader.h"
#include "core/io/clip/Take.h"
#include "core/simulation/SnapshotMaker.h"
#include "tests/support/SceneBuilder.h"

namespace sinew::test {

/// A folder of its own, gone with the object.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(
      const std::filesystem::path& below = std::filesystem::temp_directory_path()) {
    std::string name = (below / "sinew-test-XXXXXX").string();
    if (!mkdtemp(name.data())) ADD_FAILURE() << "no temporary folder";
    m_path = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return m_path / name; }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(m_path)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path m_path;
};

inline std::string readFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void writeFile(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

inline std::unique_ptr<ClipReader> openClip(const std::filesystem::path& path) {
  auto clip = ClipReader::open(path);
  if (clip) return *std::move(clip);
  ADD_FAILURE() << clip.error().where << ": " << clip.error().message;
  return nullptr;
}

/// A double pendulum over a floor, a bob that joins it later, one that falls onto the floor, a soft
/// body drawn to it, and keys of every sort: everything that a State remembers comes up within half
/// a second.
inline SceneBuilder pendulums(const char* integrator) {
  SceneBuilder builder;
  builder.settings({{"integrator", integrator}, {"step", 0.004}, {"tolerance", 1e-3}});
  builder.part("particle", "bob", {{"position", Vec3(-1, 0, 0)}});
  builder.part("particle", "tail", {{"position", Vec3(-1.5, 0, 0)}});
  builder.part("particle", "late", {{"position", Vec3(-1.5, 0.5, 0.2)}, {"mass", 0.5}});
  builder.part("particle", "drop",
               {{"position", Vec3(0, -1.4, 0)}, {"velocity", Vec3(0.5, -2, 0)}});
  builder.part("plane", "floor", {{"position", Vec3(0, -1.6, 0)}, {"contact_damping", 0.0}});
  builder.part("superquadric", "jelly",
               {{"motion", "local"},
                {"position", Vec3(1, -1, 0)},
                {"radii", Vec3(0.2, 0.15, 0.3)},
                {"nodes_u", 3},
                {"nodes_v", 6},
                {"render_u", 8},
                {"render_v", 12}});
  builder.constraint("point_to_point", "hook",
                     {{"a", at("jelly", {0, 0})}, {"b", at("drop")}, {"assembly_time", 2.0}});
  builder.constraint("distance", "rod", {{"a", at("bob")}, {"length", 1.0}});
  builder.constraint("distance", "rope", {{"a", at("bob")}, {"b", at("tail")}, {"length", 0.5}});
  Curve active;
  active.keys = {{0, {0}, Interpolation::Step},
                 {0.13, {1}, Interpolation::Step},
                 {0.37, {0}, Interpolation::Step}};
  builder.constraint(
      "point_to_point", "join",
      {{"a", at("late")}, {"b", at("tail")}, {"assembly_time", 0.2}, {"activation", active}});
  builder.constraint("position", "pin",
                     {{"point", at("drop")}, {"target", Vec3(0.1, -1.5, 0)}, {"max_force", 5.0}});
  builder.force("point_force", "wind", {{"point", at("late")}, {"force", Vec3(0.3, 0, 0.1)}});
  return builder;
}

/// A hand that takes hold, moves, is left for a while and lets go.
inline std::vector<LoggedCommand> grabs() {
  return {{7, GrabCommand{1, "tail", {}, Vec3(-1.4, 0.3, 0), 0, 0}},
          {19, MoveGrabCommand{1, Vec3(-1.2, 0.4, 0.1)}},
          {22, StrengthenGrabCommand{1, 1.5}},
          {25, PinGrabCommand{1, true}},
          {33, PinGrabCommand{1, false}},
          {40, ReleaseGrabCommand{1}}};
}

/// Those that are still to come at a step.
inline std::vector<LoggedCommand> from(const std::vector<LoggedCommand>& log, std::uint64_t step) {
  std::vector<LoggedCommand> later;
  for (const LoggedCommand& command : log) {
    if (command.step >= step) later.push_back(command);
  }
  return later;
}

struct RecordedRun {
  std::vector<State> states;
  std::vector<std::shared_ptr<const Snapshot>> shots;
};

/// Runs a world from its start and keeps every frame, in memory and, unless the path is empty, in
/// a clip.
inline RecordedRun record(const std::shared_ptr<const World>& world,
                          const std::filesystem::path& path, double end,
                          const std::vector<LoggedCommand>& commands = {}, int threads = 1) {
  RecordedRun run;
  Simulator simulator(world, threads);
  std::unique_ptr<ClipWriter> writer;
  if (!path.empty()) {
    auto created = ClipWriter::create(path, makeClipHeader(*world));
    if (!created) {
      ADD_FAILURE() << created.error().message;
      return run;
    }
    writer = *std::move(created);
  }
  Take take(simulator, writer.get());
  take.schedule(commands);
  take.onFrame = [&](std::uint64_t) {
    run.states.push_back(simulator.state());
    run.shots.push_back(
        SnapshotMaker::make(*world, simulator.state(), simulator.dynamics(), simulator.report()));
  };
  const auto status = take.runTo(end);
  if (!status) {
    ADD_FAILURE() << status.error().message;
  } else if (*status != RunStatus::Ok) {
    ADD_FAILURE() << simulator.report().message;
  }
  if (writer) {
    const auto closed = writer->close();
    if (!closed) ADD_FAILURE() << closed.error().message;
  }
  return run;
}

}  // namespace sinew::test
