// What is there is shown again: at any speed, between two frames, round and round; never simulated.
#include "tests/support/ClipScenes.h"
#include "tests/support/LiveBench.h"

namespace sinew::test {
namespace {

constexpr double kFps = 24;

Scene shortScene(std::uint64_t frames) {
  Scene scene = pendulums("euler").scene();
  scene.animation.set(*findParam(animationTable(), "duration"), static_cast<double>(frames) / kFps);
  return scene;
}

/// The frames shown as the clock goes on by one frame at a time.
std::vector<std::uint64_t> framesShown(LiveBench& bench, int count, double speed = 1) {
  std::vector<std::uint64_t> frames;
  bench.clock->advance(1e-4);  // past where two frames meet
  for (int i = 0; i < count; ++i) {
    bench.clock->advance(1 / kFps / speed);
    bench.clock->settle();
    frames.push_back(bench.thread.status().frame);
  }
  return frames;
}

TEST(LiveReplay, ALoopShowsTheLastFrameAsLongAsAnyAndBeginsAgain) {
  LiveBench bench;
  bench.open(shortScene(100));
  bench.runTo(4);
  bench.seek(2);
  bench.thread.setReplayWay({true, {}, {}});
  bench.thread.replay();
  bench.awaitMode(LiveMode::Replaying);
  EXPECT_EQ(framesShown(bench, 8), (std::vector<std::uint64_t>{3, 4, 0, 1, 2, 3, 4, 0}));
  EXPECT_EQ(bench.thread.status().lastFrame, 4U);
}

TEST(LiveReplay, ARangeIsKeptTo) {
  LiveBench bench;
  bench.open(shortScene(100));
  bench.runTo(8);
  bench.thread.setReplayWay({false, 2, 4});
  bench.thread.replay();
  bench.awaitMode(LiveMode::Replaying);
  EXPECT_EQ(framesShown(bench, 2), (std::vector<std::uint64_t>{3, 4}));
  EXPECT_EQ(bench.awaitPausedAt(4).lastFrame, 8U);
  bench.thread.setReplayWay({true, 2, 4});
  bench.thread.replay();
  bench.awaitMode(LiveMode::Replaying);
  EXPECT_EQ(framesShown(bench, 4), (std::vector<std::uint64_t>{3, 4, 2, 3}));
}

TEST(LiveReplay, SpeedChangesWhenFramesAreShownAndNotWhich) {
  for (const double speed : {0.25, 0.5, 2.0, 4.0}) {
    LiveBench bench;
    bench.open(shortScene(100));
    bench.runTo(6);
    bench.thread.setSpeed(speed);
    bench.seek(0);
    const auto first = bench.thread.snapshot();
    bench.thread.replay();
    bench.awaitMode(LiveMode::Replaying);
    EXPECT_EQ(framesShown(bench, 4, speed), (std::vector<std::uint64_t>{1, 2, 3, 4})) << speed;
    EXPECT_EQ(bench.thread.status().lastFrame, 6U) << speed;
    bench.seek(0);
    EXPECT_EQ(bench.thread.snapshot(), first) << "the very same, not simulated again";
  }
}

TEST(LiveReplay, WhileItLoopsPlaySimulatesOnceAndThenShowsWhatIsThere) {
  LiveBench bench;
  bench.open(shortScene(6));
  bench.thread.setSpeed(0);
  bench.thread.setReplayWay({true, {}, {}});
  bench.thread.play();
  bench.await([](const LiveStatus& s) { return s.mode == LiveMode::Replaying && s.frame == 0; });
  EXPECT_EQ(framesShown(bench, 8), (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 0, 1}));
  EXPECT_EQ(bench.thread.status().lastFrame, 6U);
  bench.thread.pause();
  bench.awaitMode(LiveMode::Paused);
  bench.seek(6);
  bench.thread.play();
  bench.await([](const LiveStatus& s) { return s.mode == LiveMode::Replaying && s.frame == 0; });
}

TEST(LiveReplay, ALoopThatPlayMakesWholeEndsWhereTheRangeEnds) {
  LiveBench bench;
  bench.open(shortScene(100));
  bench.runTo(2);
  bench.thread.setSpeed(0);
  bench.thread.setReplayWay({true, 1, 5});
  bench.thread.play();
  bench.await([](const LiveStatus& s) { return s.lastFrame == 5 && s.frame == 1; });
  EXPECT_EQ(framesShown(bench, 5), (std::vector<std::uint64_t>{2, 3, 4, 5, 1}));
}

// Whether play had come to the end by itself, or was begun there by the hand.
TEST(LiveReplay, ALoopBeginsAgainWhenAHandLetsGoBehindItsEnd) {
  for (const std::uint64_t begun : {0, 6}) {
    LiveBench bench;
    bench.open(shortScene(6));
    bench.runTo(begun);
    bench.thread.setSpeed(0);
    bench.thread.setReplayWay({true, {}, {}});
    bench.thread.post(GrabCommand{1, "tail", {}, Vec3(-1.4, 0.3, 0), 0, 0});
    bench.thread.play();
    const LiveStatus pulled = bench.await([](const LiveStatus& s) { return s.frame > 10; });
    EXPECT_EQ(pulled.mode, LiveMode::Playing) << begun;
    bench.thread.post(ReleaseGrabCommand{1});
    const LiveStatus round = bench.awaitMode(LiveMode::Replaying);
    EXPECT_EQ(round.frame, 0U) << begun;
    EXPECT_GT(round.lastFrame, 10U) << "what the hand did is shown too, from " << begun;
  }
}

TEST(LiveReplay, WhatIsRecordedDoesNotGoRound) {
  const TemporaryFolder folder;
  LiveBench bench;
  bench.open(shortScene(6));
  bench.thread.setSpeed(0);
  bench.thread.setReplayWay({true, {}, {}});
  bench.thread.record(folder / "take.clip");
  bench.await([](const LiveStatus& s) { return s.recording; });
  bench.thread.play();
  EXPECT_EQ(bench.awaitPausedAt(6).recordedTo, 6U);
}

TEST(LiveReplay, WhatIsRecordedEndsWithTheSceneAndNotWithTheRange) {
  const TemporaryFolder folder;
  LiveBench bench;
  bench.open(shortScene(6));
  bench.thread.setSpeed(0);
  bench.thread.setReplayWay({true, {}, 3});
  bench.thread.record(folder / "take.clip");
  bench.await([](const LiveStatus& s) { return s.recording; });
  bench.thread.play();
  EXPECT_EQ(bench.awaitPausedAt(6).recordedTo, 6U);
}

TEST(LiveReplay, ARangeThatEndsBehindWhatPlaysEndsItThere) {
  LiveBench bench;
  bench.open(shortScene(100));
  bench.thread.setReplayWay({true, {}, {}});
  bench.thread.play();
  bench.awaitMode(LiveMode::Playing);
  EXPECT_GE(framesShown(bench, 6).back(), 5U);
  bench.thread.setReplayWay({true, {}, 3});
  framesShown(bench, 2);
  bench.awaitMode(LiveMode::Replaying);
  EXPECT_LT(bench.thread.status().lastFrame, 20U);
}

}  // namespace
}  // namespace sinew::test
