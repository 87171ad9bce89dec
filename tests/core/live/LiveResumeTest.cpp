// Edits of keys: frames before they tell stay, and what is simulated from there is what the edited
// scene would have come to from its start.
#include <future>

#include "core/io/clip/Verify.h"
#include "core/live/LiveSimulation.h"
#include "tests/support/ClipScenes.h"
#include "tests/support/LiveBench.h"

namespace sinew::test {
namespace {

constexpr double kFramesPerSecond = 24;
constexpr std::uint64_t kLast = 13;
constexpr auto kJumps = Interpolation::Step;
constexpr auto kByLines = Interpolation::Linear;
constexpr auto kRound = Interpolation::Smooth;

/// Keys at every third frame, of which the one at frame 9 may be another than it was.
Curve everyThird(Interpolation how, std::vector<std::array<double, 3>> values, int components) {
  Curve curve;
  curve.components = components;
  for (std::size_t k = 0; k < values.size(); ++k) {
    curve.keys.push_back({3 * static_cast<double>(k) / kFramesPerSecond, values[k], how});
  }
  return curve;
}

Curve gravityKeys(double at9) {
  const std::vector<std::array<double, 3>> values = {
      {0, -9.81, 0}, {0, -9, 0}, {0, -8, 0}, {0, at9, 0}, {0, -6, 0}};
  return everyThird(kByLines, values, 3);
}
Curve pushKeys(double at9, Interpolation how = kRound) {
  const std::vector<std::array<double, 3>> values = {
      {0.1, 0, 0}, {0.2, 0, 0}, {0.4, 0, 0}, {at9, 0, 0}, {1.5, 0, 0}};
  return everyThird(how, values, 3);
}
Curve windKeys(double at9) {
  const std::vector<std::array<double, 3>> values = {
      {1, 0, 0}, {1, 0.5, 0}, {2, 0, 0}, {at9, 0, 0}, {0, 0, 1}};
  return everyThird(kByLines, values, 3);
}
Curve floorKeys(double at9) {
  const std::vector<std::array<double, 3>> values = {
      {0, -1.6, 0}, {0, -1.61, 0}, {0, -1.62, 0}, {0, at9, 0}, {0, -1.66, 0}};
  return everyThird(kByLines, values, 3);
}
Curve activeUntil(double time) {
  return Curve{1, {{0, {0}, kJumps}, {0.13, {1}, kJumps}, {time, {0}, kJumps}}};
}

/// pendulums(), and more of it keyed.
Scene keyedScene(const char* integrator) {
  SceneBuilder builder = pendulums(integrator);
  builder.settings({{"gravity", gravityKeys(-7)}});
  builder.force("point_force", "push", {{"point", at("tail")}, {"force", pushKeys(0.8)}});
  builder.force("air", "air",
                {{"wind", windKeys(3)}, {"gusts", 0.5}, {"parts", ValueList{Value("jelly")}}});
  Scene scene = builder.scene();
  EXPECT_TRUE(
      applyEdit(scene, SetParam{"parts/floor", "position", Value(floorKeys(-1.63))}, builtins()));
  return scene;
}

Scene edited(Scene scene, const std::vector<SceneEdit>& edits) {
  for (const SceneEdit& edit : edits) EXPECT_TRUE(applyEdit(scene, edit, builtins()));
  return scene;
}

SceneEdit keyed(const char* object, const char* key, Curve curve) {
  return SetParam{object, key, Value(std::move(curve))};
}

SceneEdit unset(const char* object, const char* key) {
  return SetParam{object, key, std::nullopt};
}

struct KeyEdit {
  const char* what;
  std::vector<SceneEdit> edits;
  std::uint64_t tellsFrom = 0;  ///< the first frame that it may change
};

std::vector<KeyEdit> keyEdits() {
  Curve inserted = gravityKeys(-7);
  inserted.keys.insert(inserted.keys.begin() + 3, {8 / kFramesPerSecond, {0, -3, 0}, kByLines});
  Curve shortened = gravityKeys(-7);
  shortened.keys.pop_back();
  Curve rod{1,
            {{0, {1}, kRound},
             {6 / kFramesPerSecond, {1}, kRound},
             {12 / kFramesPerSecond, {1.1}, kRound}}};
  Curve between = pushKeys(0.8, kJumps);
  between.keys[3].time = 7.3 / kFramesPerSecond;
  return {
      {"a straight way", {keyed("settings", "gravity", gravityKeys(-2))}, 6},
      {"a key between others", {keyed("settings", "gravity", inserted)}, 6},
      {"a key less", {keyed("settings", "gravity", shortened)}, 9},
      {"slopes that follow", {keyed("forces/push", "force", pushKeys(0.6))}, 3},
      {"a jump", {keyed("constraints/join", "activation", activeUntil(0.45))}, 9},
      {"a jump between frames", {keyed("constraints/join", "activation", activeUntil(0.3))}, 8},
      {"gusts", {keyed("forces/air", "wind", windKeys(-3))}, 6},
      {"something that is moved", {keyed("parts/floor", "position", floorKeys(-1.7))}, 6},
      {"what had no keys", {keyed("constraints/rod", "length", rod)}, 6},
      {"two at once",
       {keyed("settings", "gravity", gravityKeys(-2)),
        keyed("forces/push", "force", pushKeys(0.6))},
       3},
      {"everything", {keyed("forces/push", "force", between)}, 0},
  };
}

/// A run without a thread.
class BareRun {
 public:
  explicit BareRun(Scene scene) : m_run(builtins(), 1, 512 << 20) {
    EXPECT_TRUE(m_run.open(std::move(scene), 1, {}));
  }
  LiveSimulation& operator*() { return m_run; }
  LiveSimulation* operator->() { return &m_run; }

  void to(std::uint64_t frame) {
    m_run.goOn();
    while (m_run.frame() < frame) {
      ASSERT_NE(m_run.takeStep(), LiveSimulation::Went::Wrong) << m_run.report().message;
    }
  }
  void edit(const std::vector<SceneEdit>& edits,
            LiveSimulation::Meanwhile meanwhile = LiveSimulation::Meanwhile::Rests) {
    const auto outcome = m_run.edit(edits, ++m_revision, meanwhile, {});
    EXPECT_FALSE(outcome.error) << outcome.error->message;
  }
  std::vector<std::uint64_t> hashes() const {
    std::vector<std::uint64_t> all;
    for (const auto& frame : m_run.history().from(0)) all.push_back(frame->state.hash());
    return all;
  }

 private:
  LiveSimulation m_run;
  std::uint64_t m_revision = 1;
};

std::vector<std::uint64_t> fromTheStart(const Scene& scene) {
  BareRun run(scene);
  run.to(kLast);
  return run.hashes();
}

class LiveResume : public testing::TestWithParam<const char*> {};

TEST_P(LiveResume, ComesToWhatTheEditedSceneComesToFromItsStart) {
  const Scene scene = keyedScene(GetParam());
  for (const KeyEdit& edit : keyEdits()) {
    SCOPED_TRACE(edit.what);
    BareRun run(scene);
    run.to(kLast);
    run.edit(edit.edits);
    EXPECT_EQ(run->staleFrom(), edit.tellsFrom);
    EXPECT_FALSE(run->older());
    EXPECT_TRUE(run->showsStale());
    run->leaveStale();
    EXPECT_EQ(run->frame(), std::max<std::uint64_t>(edit.tellsFrom, 1) - 1);
    run.to(kLast);
    EXPECT_FALSE(run->staleFrom());
    EXPECT_EQ(run.hashes(), fromTheStart(edited(scene, edit.edits)));
  }
}

TEST_P(LiveResume, ComesToTheSameFromAFrameThatIsGoneBackTo) {
  const Scene scene = keyedScene(GetParam());
  const KeyEdit edit = keyEdits().front();
  for (const std::uint64_t standing : {0U, 2U, 5U, 6U, 11U}) {
    BareRun run(scene);
    run.to(kLast);
    run->show(standing);
    run.edit(edit.edits);
    EXPECT_EQ(run->frame(), standing);
    EXPECT_EQ(run->staleFrom(), edit.tellsFrom);
    EXPECT_EQ(run->history().last(), kLast) << "all can still be looked at";
    EXPECT_EQ(run->showsStale(), standing >= edit.tellsFrom);
    run->leaveStale();
    EXPECT_EQ(run->frame(), std::min(standing, edit.tellsFrom - 1));
    run.to(kLast);
    EXPECT_EQ(run.hashes(), fromTheStart(edited(scene, edit.edits)));
  }
}

TEST_P(LiveResume, SeveralEditsAndTheirUndoLeaveNoTrace) {
  const Scene scene = keyedScene(GetParam());
  BareRun run(scene);
  run.to(kLast);
  const auto before = run.hashes();
  for (const KeyEdit& edit : keyEdits()) run.edit(edit.edits);
  EXPECT_EQ(run->staleFrom(), 0U);
  run.edit(
      {keyed("settings", "gravity", gravityKeys(-7)), keyed("forces/push", "force", pushKeys(0.8)),
       keyed("constraints/join", "activation", activeUntil(0.37)),
       keyed("forces/air", "wind", windKeys(3)), keyed("parts/floor", "position", floorKeys(-1.63)),
       unset("constraints/rod", "length")});
  EXPECT_FALSE(run->staleFrom());
  EXPECT_EQ(run->frame(), kLast);
  EXPECT_EQ(run.hashes(), before);
  run.to(kLast + 3);
  BareRun other(scene);
  other.to(kLast + 3);
  EXPECT_EQ(run.hashes(), other.hashes());
}

// As an animation is made: a key is changed, played over, and another one is.
TEST_P(LiveResume, OneAfterTheOtherComesToTheSame) {
  Scene scene = keyedScene(GetParam());
  BareRun run(scene);
  run.to(kLast);
  for (const KeyEdit& edit : keyEdits()) {
    scene = edited(scene, edit.edits);
    run.edit(edit.edits);
    run->leaveStale();
    run.to(kLast);
    EXPECT_EQ(run.hashes(), fromTheStart(scene)) << edit.what;
  }
}

// Nothing that is to come is felt before it comes.
TEST_P(LiveResume, KeysThatAreStillToComeMayChangeWhileItGoesOn) {
  const Scene scene = keyedScene(GetParam());
  const KeyEdit edit = keyEdits().front();
  BareRun run(scene);
  run.to(4);
  ASSERT_NE(run->takeStep(), LiveSimulation::Went::Wrong);
  run.edit(edit.edits, LiveSimulation::Meanwhile::GoesOn);
  run.to(kLast);
  EXPECT_FALSE(run->older());
  EXPECT_EQ(run.hashes(), fromTheStart(edited(scene, edit.edits)));
}

INSTANTIATE_TEST_SUITE_P(Integrators, LiveResume, testing::Values("euler", "rkf45", "bdf2"));

// — transport, hands and takes —

SceneEdit lessGravity() {
  return keyed("settings", "gravity", gravityKeys(-2));  // tells from frame 6 on
}

void openAndRun(LiveBench& bench) {
  bench.open(keyedScene("euler"));
  bench.runTo(10);
}

void expectAsFromTheStart(LiveBench& bench, std::uint64_t frame) {
  const auto world = World::compile(edited(keyedScene("euler"), {lessGravity()}), builtins());
  ASSERT_TRUE(world);
  const auto straight = record(*world, {}, static_cast<double>(frame) / kFramesPerSecond);
  for (std::uint64_t n = 0; n <= frame; ++n) {
    bench.seek(n);
    EXPECT_TRUE(bench.thread.snapshot()->positions == straight.shots[n]->positions) << n;
  }
}

TEST(LiveResumePlay, GoesBackToTheLastFrameThatHolds) {
  LiveBench bench;
  openAndRun(bench);
  const LiveStatus status = bench.edit(lessGravity());
  EXPECT_EQ(status.frame, 10U) << "what is looked at stays";
  EXPECT_TRUE(status.showsStale());
  bench.thread.play();
  const LiveStatus played =
      bench.await([](const LiveStatus& s) { return s.mode == LiveMode::Playing; });
  EXPECT_GE(played.lastFrame, 5U);
  EXPECT_LT(played.lastFrame, 10U) << "stale frames are gone";
  EXPECT_FALSE(played.staleFrom);
  bench.thread.pause();
  bench.awaitMode(LiveMode::Paused);
  bench.runTo(11);
  expectAsFromTheStart(bench, 11);
}

TEST(LiveResumePlay, ShowsWhatHoldsAndSimulatesOnFromItsEnd) {
  LiveBench bench;
  openAndRun(bench);
  bench.seek(2);
  EXPECT_EQ(bench.edit(lessGravity()).staleFrom, 6U);
  bench.thread.play();
  bench.awaitMode(LiveMode::Replaying);
  EXPECT_EQ(bench.thread.status().lastFrame, 10U);
  bench.clock->advance(1);
  EXPECT_EQ(bench.awaitMode(LiveMode::Playing).lastFrame, 5U);
  bench.thread.pause();
  bench.awaitMode(LiveMode::Paused);
  bench.runTo(11);
  expectAsFromTheStart(bench, 11);
}

TEST(LiveResumePlay, BeginsAnewWhereTheFirstKeyTells) {
  LiveBench bench;
  openAndRun(bench);
  EXPECT_EQ(bench.edit(keyed("forces/push", "force", pushKeys(0.8, kJumps))).staleFrom, 0U);
  bench.thread.stepFrame();
  const LiveStatus status = bench.awaitPausedAt(11);
  EXPECT_FALSE(status.staleFrom);
  EXPECT_FALSE(status.older);
}

TEST(LiveResumePlay, FramesOnFromAStaleOneAreSimulatedUpTo) {
  LiveBench bench;
  openAndRun(bench);
  bench.edit(lessGravity());
  bench.seek(8);
  bench.thread.stepFrame();
  EXPECT_EQ(bench.awaitPausedAt(9).lastFrame, 9U);
  expectAsFromTheStart(bench, 9);
}

TEST(LiveResumePlay, ALoopShowsNothingStale) {
  LiveBench bench;
  Scene scene = keyedScene("euler");
  scene.animation.set(*findParam(animationTable(), "duration"), 10 / kFramesPerSecond);
  bench.open(scene);
  bench.runTo(10);
  bench.seek(1);
  bench.edit(lessGravity());
  bench.thread.setReplayWay({true, 8, {}});
  bench.thread.setSpeed(0);
  bench.thread.play();
  const LiveStatus round =
      bench.await([](const LiveStatus& s) { return s.lastFrame == 10 && s.frame == 8; });
  EXPECT_EQ(round.mode, LiveMode::Replaying);
  EXPECT_FALSE(round.staleFrom);
}

TEST(LiveResumeHand, GoesOnFromWhatItSees) {
  LiveBench bench;
  openAndRun(bench);
  bench.edit(lessGravity());
  bench.thread.post(GrabCommand{1, "tail", {}, Vec3(-1.4, 0.3, 0), 0, 0});
  bench.thread.stepOnce();
  const LiveStatus status =
      bench.await([](const LiveStatus& s) { return s.time > 10 / kFramesPerSecond; });
  EXPECT_EQ(status.frame, 10U);
  EXPECT_FALSE(status.staleFrom);
  EXPECT_EQ(status.older, (FrameSpan{6, 10})) << "of which only those that keys changed";
}

TEST(LiveResumeHand, IsNotTakenAwayWhatItHolds) {
  LiveBench bench;
  openAndRun(bench);
  bench.thread.post(GrabCommand{1, "tail", {}, Vec3(-1.4, 0.3, 0), 0, 0});
  bench.runTo(12);
  const LiveStatus status = bench.edit(lessGravity());
  EXPECT_FALSE(status.staleFrom);
  EXPECT_EQ(status.older, (FrameSpan{6, 12}));
  bench.thread.stepFrame();
  EXPECT_EQ(bench.awaitPausedAt(13).lastFrame, 13U);
}

void expectSound(const std::filesystem::path& path, std::uint64_t last) {
  const auto clip = openClip(path);
  ASSERT_NE(clip, nullptr);
  EXPECT_EQ(clip->frames().front().number, 0U);
  EXPECT_EQ(clip->frames().back().number, last);
  const auto verified = verifyClip(*clip, builtins());
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_TRUE(verified->same) << verified->message;
}

void keepAndCheck(LiveBench& bench, std::uint64_t last) {
  const TemporaryFolder folder;
  std::promise<Result<void>> promise;
  bench.thread.keepTake(folder / "kept.clip",
                        [&](Result<void> result) { promise.set_value(std::move(result)); });
  const auto kept = promise.get_future().get();
  ASSERT_TRUE(kept) << kept.error().message;
  expectSound(folder / "kept.clip", last);
}

TEST(LiveResumeTake, ThatIsKeptIsTheSameWhenRunAgain) {
  for (const char* integrator : {"euler", "bdf2"}) {
    LiveBench bench;
    bench.open(keyedScene(integrator));
    bench.runTo(2);
    bench.thread.post(GrabCommand{1, "tail", {}, Vec3(-1.4, 0.3, 0), 0, 0});
    bench.runTo(4);
    bench.thread.post(ReleaseGrabCommand{1});
    bench.runTo(10);
    bench.edit(lessGravity());
    keepAndCheck(bench, 10);  // what was simulated, as it was
    bench.thread.stepFrame();
    bench.awaitPausedAt(11);
    keepAndCheck(bench, 11);
  }
}

TEST(LiveResumeTake, ThatIsBeingRecordedGoesOn) {
  const TemporaryFolder folder;
  LiveBench bench;
  bench.open(keyedScene("euler"));
  bench.thread.record(folder / "take.clip");
  bench.runTo(8);
  EXPECT_FALSE(bench.edit(lessGravity()).staleFrom);
  bench.runTo(11);
  bench.thread.stopRecording();
  bench.await([](const LiveStatus& s) { return !s.recording; });
  expectSound(folder / "take.clip", 11);
}

}  // namespace
}  // namespace sinew::test
