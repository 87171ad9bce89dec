#pragma once
// A person who does anything at any time, from a seed.
#include <fmt/format.h>

#include <deque>
#include <random>

#include "core/io/clip/Verify.h"
#include "core/live/SimulationThread.h"
#include "tests/support/ClipScenes.h"

namespace sinew::test {

/// Random edits of pendulums(), all of which leave a scene that can be simulated.
class RandomEdits {
 public:
  explicit RandomEdits(std::uint64_t seed) : m_random(seed) {}

  std::uint64_t below(std::uint64_t end) { return m_random() % end; }
  double between(double from, double to) {
    return from + (to - from) * static_cast<double>(below(1 << 20)) / (1 << 20);
  }
  Vec3 vector(double size) {
    const double x = between(-size, size), y = between(-size, size);
    return {x, y, between(-size, size)};
  }
  std::string particle(const Scene& scene) {
    std::vector<std::string> names;
    for (const Entity& part : scene.parts()) {
      if (part.kind == "particle") names.push_back(part.name);
    }
    return names[below(names.size())];
  }

  SceneEdit next(const Scene& scene) {
    const std::string particle = this->particle(scene), object = "parts/" + particle;
    switch (below(9)) {
      case 0:
        return SetParam{"settings", "gravity", Vec3(vector(4) - Vec3(0, 6, 0))};
      case 1:
        return SetParam{"settings", "step", between(0.002, 0.005)};
      case 2:
        return SetParam{object, "mass", between(0.4, 1.6)};
      case 3:
        return SetParam{object, "colour", Vec3(vector(0.5) + Vec3(0.5, 0.5, 0.5))};
      case 4:
        return SetParam{object, "velocity", vector(0.5)};
      case 5:
        return SetParam{"constraints/rod", "length", between(0.9, 1.1)};
      case 6:
        return RenameEntity{Section::Parts, particle, fmt::format("{}_{}", particle[0], ++m_names)};
      case 7:
        return AddEntity{Section::Parts, below(scene.parts().size() + 1),
                         Entity{fmt::format("extra{}", ++m_names), "particle", {}}};
      default:
        return removal(scene);
    }
  }

 private:
  /// Keyed, before and behind what is simulated.
  Curve force() {
    Curve curve;
    curve.components = 3;
    for (double time = 0; time < 2; time += between(0.1, 0.6)) {
      const Vec3 at = vector(0.5);
      curve.keys.push_back({time, {at.x(), at.y(), at.z()}, static_cast<Interpolation>(below(3))});
    }
    return curve;
  }

  /// Takes out what was added; where nothing was, changes something.
  SceneEdit removal(const Scene& scene) {
    for (const Entity& part : scene.parts()) {
      if (part.name.starts_with("extra")) return RemoveEntity{Section::Parts, part.name};
    }
    if (below(2)) return SetParam{"forces/wind", "force", vector(0.5)};
    return SetParam{"forces/wind", "force", Value(force())};
  }

  std::mt19937_64 m_random;
  int m_names = 0;
};

/// Works in a studio: something with scene(), apply(edit), undo(), redo(), thread(), status() and
/// await(wished status).
template <class Studio>
class RandomWork {
 public:
  RandomWork(Studio& studio, std::uint64_t seed) : m_studio(studio), m_edits(seed) {}

  void act() {
    switch (m_edits.below(10)) {
      case 0:
      case 1:
      case 2:
        return edit();
      case 3:
        return m_studio.undo();
      case 4:
        return m_studio.redo();
      case 5:
      case 6:
        return move();
      case 7:
      case 8:
        return hold();
      default:
        return record();
    }
  }

  /// The clips it has recorded are those that running them again gives.
  void expectSoundTakes() const {
    std::size_t frames = 0;
    for (int take = 1; take <= m_takes; ++take) {
      const auto clip = openClip(takePath(take));
      ASSERT_TRUE(clip) << take;
      EXPECT_TRUE(clip->complete()) << take;
      const auto verified = verifyClip(*clip, builtins());
      ASSERT_TRUE(verified) << verified.error().message;
      EXPECT_TRUE(verified->same) << "take " << take << ": " << verified->message;
      frames += verified->framesCompared;
    }
    EXPECT_GT(frames, static_cast<std::size_t>(m_takes)) << "hardly anything was recorded";
  }

 private:
  void edit() {
    const auto done = m_studio.apply(m_edits.next(m_studio.scene()));
    EXPECT_TRUE(done) << done.error().message;
  }

  void move() {
    SimulationThread& thread = m_studio.thread();
    switch (m_edits.below(10)) {
      case 0:
      case 1:
      case 2:
        return play();
      case 3:
      case 4:
        return thread.pause();
      case 5:
      case 6:
        return thread.seek(m_edits.below(m_studio.status().lastFrame + 1));
      case 7:
        return m_edits.below(2) ? thread.stepOnce() : thread.stepFrame();
      case 8:
        return m_edits.below(2) ? thread.replay() : thread.reset();
      default:
        return thread.setSpeed(m_edits.below(2) ? 0 : 1);
    }
  }

  /// Plays, and half the time watches for some frames.
  void play() {
    m_studio.thread().setSpeed(0);
    m_studio.thread().play();
    if (m_edits.below(2)) watch();
  }
  void watch() {
    const LiveStatus before = m_studio.status();
    const double until = before.time + 2.5 / before.fps;
    m_studio.await(
        [=](const LiveStatus& s) { return s.time >= until || (s.trouble && s.trouble->diverged); });
  }

  void hold() {
    SimulationThread& thread = m_studio.thread();
    const int slot = static_cast<int>(m_edits.below(2));
    switch (m_edits.below(3)) {
      case 0:
        return thread.post(
            GrabCommand{slot, m_edits.particle(m_studio.scene()), {}, m_edits.vector(1), 0, 0});
      case 1:
        return thread.post(MoveGrabCommand{slot, m_edits.vector(1)});
      default:
        return thread.post(ReleaseGrabCommand{slot});
    }
  }

  void record() {
    if (m_edits.below(2)) {
      m_studio.thread().stopRecording();
    } else if (m_edits.below(2)) {
      m_studio.thread().setSpeed(0);
      m_studio.thread().record(takePath(++m_takes));
      m_studio.thread().play();
      watch();
    }
  }
  std::filesystem::path takePath(int take) const {
    return m_folder / fmt::format("take{}.clip", take);
  }

  Studio& m_studio;
  RandomEdits m_edits;
  TemporaryFolder m_folder;
  int m_takes = 0;
};

/// Long enough that no work comes to its end, where Play would stop.
inline Scene endlessScene() {
  Scene scene = pendulums("euler").scene();
  scene.animation.set(*findParam(animationTable(), "duration"), 1e4);
  return scene;
}

/// Simulated anew, the thread's scene goes the way that `scene` goes; and it is that scene.
template <class Studio>
void expectRuns(Studio& studio, const Scene& scene) {
  constexpr std::uint64_t kFrames = 6;
  SimulationThread& thread = studio.thread();
  const TemporaryFolder folder;
  thread.stopRecording();
  thread.reset();
  studio.await([](const LiveStatus& s) { return !s.recording && s.lastFrame == 0; });
  thread.record(folder / "anew.clip");
  for (std::uint64_t n = 1; n <= kFrames; ++n) {
    thread.stepFrame();
    studio.await(
        [=](const LiveStatus& s) { return s.mode == LiveMode::Paused && s.lastFrame == n; });
  }
  thread.stopRecording();
  studio.await([](const LiveStatus& s) { return !s.recording; });
  const auto world = World::compile(scene, builtins());
  ASSERT_TRUE(world);
  const auto fresh = test::record(*world, {}, static_cast<double>(kFrames) / (*world)->fps());
  const auto snapshot = thread.snapshot();
  EXPECT_EQ(snapshot->time, fresh.shots.back()->time);
  EXPECT_TRUE(snapshot->positions == fresh.shots.back()->positions);
  const auto clip = openClip(folder / "anew.clip");
  ASSERT_TRUE(clip);
  const auto live = clip->scene(builtins());
  ASSERT_TRUE(live);
  EXPECT_TRUE(*live == scene);
}

}  // namespace sinew::test
