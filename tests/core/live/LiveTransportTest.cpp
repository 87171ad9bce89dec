// Play, pause, step, seek, replay, under a clock that moves when told to.
#include <gmock/gmock.h>

#include <cmath>

#include "tests/support/ClipScenes.h"
#include "tests/support/LiveBench.h"

namespace sinew::test {
namespace {

Scene restingScene() {
  return pendulums("euler").scene();
}

TEST(LiveTransport, AnOpenedSceneIsShownPausedAtItsStart) {
  LiveBench bench;
  EXPECT_EQ(bench.thread.status().mode, LiveMode::Empty);
  EXPECT_EQ(bench.thread.snapshot(), nullptr);
  bench.open(restingScene());
  const LiveStatus status = bench.awaitMode(LiveMode::Paused);
  EXPECT_EQ(status.frame, 0U);
  EXPECT_EQ(status.lastFrame, 0U);
  ASSERT_NE(bench.thread.snapshot(), nullptr);
  EXPECT_EQ(bench.thread.snapshot()->time, 0);
  EXPECT_EQ(bench.thread.snapshot()->sceneRevision, 1U);
}

TEST(LiveTransport, ASceneThatDoesNotCompileIsSaidSo) {
  SceneBuilder builder;
  builder.constraint("distance", "rod", {{"a", at("nobody")}, {"length", 1.0}});
  LiveBench bench;
  bench.thread.open(builder.scene(), 1);
  const LiveStatus status = bench.await([](const LiveStatus& s) { return s.trouble.has_value(); });
  EXPECT_EQ(status.mode, LiveMode::Empty);
  EXPECT_THAT(status.trouble->message, testing::HasSubstr("nobody"));
}

class LiveSpeed : public testing::TestWithParam<double> {};

TEST_P(LiveSpeed, PlayingKeepsPaceWithTheClock) {
  LiveBench bench;
  bench.open(restingScene());
  bench.thread.setSpeed(GetParam());
  bench.thread.play();
  bench.awaitMode(LiveMode::Playing);
  std::uint64_t seen = 0;  // frames
  const auto look = [&] {
    for (const auto& picture : bench.thread.takeUnseen()) {
      if (std::abs(picture->time * 24 - static_cast<double>(seen)) < 1e-9) ++seen;
    }
  };
  for (int i = 0; i < 50; ++i) {
    bench.clock->advance(0.021);
    if (i % 10 == 0) look();
  }
  bench.clock->settle();
  const double frames = 24 * 1.05 * GetParam();
  EXPECT_EQ(bench.thread.status().lastFrame, static_cast<std::uint64_t>(std::floor(frames)));
  // The newest picture may be as old as the last turn of the clock, and a step is 4 ms.
  EXPECT_NEAR(bench.thread.status().time, 1.05 * GetParam(), 0.021 * GetParam() + 0.0041);
  bench.thread.pause();
  const LiveStatus status = bench.awaitMode(LiveMode::Paused);
  EXPECT_EQ(status.lastFrame, static_cast<std::uint64_t>(std::ceil(frames)))
      << "it pauses on the frame that comes next";
  EXPECT_EQ(status.time, static_cast<double>(status.frame) / 24);
  look();
  EXPECT_EQ(seen, status.frame + 1) << "a picture of every frame, however seldom one looks";
  EXPECT_TRUE(bench.thread.takeUnseen().empty());
}

INSTANTIATE_TEST_SUITE_P(Speeds, LiveSpeed, testing::Values(0.1, 0.25, 1.0, 2.0));

TEST(LiveTransport, TheFactorReachedIsReported) {
  LiveBench bench;
  bench.open(restingScene());
  bench.thread.setSpeed(0.5);
  bench.thread.play();
  bench.awaitMode(LiveMode::Playing);
  for (int i = 0; i < 60; ++i) bench.clock->advance(0.01);
  bench.clock->settle();
  EXPECT_NEAR(bench.thread.status().realTimeFactor, 0.5, 0.05);
}

TEST(LiveTransport, LostTimeIsNotMadeUpFor) {
  LiveBench bench;
  bench.open(restingScene());
  bench.thread.play();
  bench.awaitMode(LiveMode::Playing);
  bench.clock->advance(10);
  bench.clock->settle();
  bench.thread.pause();
  EXPECT_LT(bench.awaitMode(LiveMode::Paused).time, 0.2);
}

TEST(LiveTransport, PlayStopsAtTheEndOfTheSceneAndGoesOnBeyondIt) {
  LiveBench bench;
  Scene scene = restingScene();
  scene.animation.set(*findParam(animationTable(), "duration"), 0.5);
  bench.open(scene);
  bench.thread.setSpeed(0);
  bench.thread.play();
  EXPECT_EQ(
      bench.await([](const LiveStatus& s) { return s.lastFrame > 0 && s.mode == LiveMode::Paused; })
          .frame,
      12U);
  bench.thread.play();
  bench.await([](const LiveStatus& s) { return s.frame > 20; });
}

TEST(LiveTransport, TheEndOfTheSceneWaitsForAHandThatPulls) {
  LiveBench bench;
  Scene scene = restingScene();
  scene.animation.set(*findParam(animationTable(), "duration"), 0.5);
  bench.open(scene);
  bench.thread.setSpeed(0);
  bench.thread.post(GrabCommand{1, "bob", {}, Vec3(0.5, 0, 0), 0, 0});
  bench.thread.play();
  bench.await([](const LiveStatus& s) { return s.frame > 20; });
  bench.thread.post(ReleaseGrabCommand{1});
  bench.await([](const LiveStatus& s) { return s.frame > 40; });  // what was set going is seen
}

TEST(LiveTransport, WhileATakeIsRecordedPlayEndsWhereAHandLetsGoBehindTheEnd) {
  const TemporaryFolder folder;
  LiveBench bench;
  Scene scene = restingScene();
  scene.animation.set(*findParam(animationTable(), "duration"), 0.5);
  bench.open(scene);
  bench.thread.record(folder / "take.clip");
  bench.thread.setSpeed(0);
  bench.thread.post(GrabCommand{1, "bob", {}, Vec3(0.5, 0, 0), 0, 0});
  bench.thread.play();
  bench.await([](const LiveStatus& s) { return s.frame > 20; });
  bench.thread.post(ReleaseGrabCommand{1});
  EXPECT_GT(bench.awaitMode(LiveMode::Paused).frame, 20U);
}

const ForceArrow* handIn(const Snapshot& snapshot, int hand) {
  for (const ForceArrow& arrow : snapshot.forces)
    if (arrow.hand == hand) return &arrow;
  return nullptr;
}

TEST(LiveTransport, TheEndOfTheSceneWaitsForNoPin) {
  LiveBench bench;
  Scene scene = restingScene();
  scene.animation.set(*findParam(animationTable(), "duration"), 0.5);
  bench.open(scene);
  bench.thread.setSpeed(0);
  bench.thread.post(GrabCommand{1, "bob", {}, Vec3(0.5, 0, 0), 0, 0});
  bench.thread.post(PinGrabCommand{1});
  bench.thread.play();
  bench.awaitPausedAt(12);
}

// A hand that only pulled lets go, for nobody is at it any more.
TEST(LiveTransport, PinsHoldOnWhenTheRunGoesOnFromAnEarlierFrame) {
  LiveBench bench;
  bench.open(restingScene());
  bench.thread.post(GrabCommand{1, "bob", {}, Vec3(-1, 0.2, 0), 0, 0});
  bench.thread.post(PinGrabCommand{1});
  bench.thread.post(GrabCommand{2, "tail", {}, Vec3(-1.5, 0.2, 0), 0, 0});
  bench.runTo(10);
  ASSERT_NE(handIn(*bench.thread.snapshot(), 2), nullptr);
  bench.seek(5);
  bench.thread.setSpeed(0);
  bench.thread.playAnew();
  bench.await([](const LiveStatus& s) { return s.frame > 20; });
  const auto snapshot = bench.thread.snapshot();
  ASSERT_NE(handIn(*snapshot, 1), nullptr);
  EXPECT_TRUE(handIn(*snapshot, 1)->pinned);
  EXPECT_EQ(handIn(*snapshot, 2), nullptr);
}

TEST(LiveTransport, HandsThatAreLeftWhileTimeStandsAreSeenToBe) {
  LiveBench bench;
  bench.open(restingScene());
  bench.thread.post(GrabCommand{1, "bob", {}, Vec3(-1, 0.2, 0), 0, 0});
  bench.runTo(3);
  bench.thread.post(PinGrabCommand{1});
  bench.await([&](const LiveStatus&) {
    const ForceArrow* hand = handIn(*bench.thread.snapshot(), 1);
    return hand != nullptr && hand->pinned;
  });
  const auto lookBack = [&] {
    for (const std::uint64_t frame : {2U, 3U}) {
      bench.thread.seek(frame);
      bench.await([&](const LiveStatus& s) { return s.frame == frame; });
    }
  };
  lookBack();
  const ForceArrow* held = handIn(*bench.thread.snapshot(), 1);
  ASSERT_NE(held, nullptr);
  EXPECT_TRUE(held->pinned);
  bench.runTo(5);
  EXPECT_NE(handIn(*bench.thread.snapshot(), 1), nullptr) << "it holds on";
  bench.thread.post(ReleaseGrabCommand{1});
  bench.await([&](const LiveStatus&) { return handIn(*bench.thread.snapshot(), 1) == nullptr; });
  EXPECT_EQ(bench.thread.status().frame, 5U);
}

TEST(LiveTransport, AsFastAsPossibleNeedsNoClock) {
  LiveBench bench;
  bench.open(restingScene());
  bench.thread.setSpeed(0);
  bench.thread.play();
  bench.await([](const LiveStatus& s) { return s.lastFrame >= 10; });
  bench.thread.pause();
  bench.awaitMode(LiveMode::Paused);
}

TEST(LiveTransport, AFrameIsSteppedToExactly) {
  LiveBench bench;
  bench.open(restingScene());
  bench.runTo(3);
  EXPECT_EQ(bench.thread.snapshot()->time, 3.0 / 24);
}

TEST(LiveTransport, OneStepIsOneStep) {
  LiveBench bench;
  bench.open(restingScene());
  bench.thread.stepOnce();
  const auto status = bench.await([](const LiveStatus& s) { return s.time > 0; });
  EXPECT_EQ(status.mode, LiveMode::Paused);
  EXPECT_EQ(bench.thread.snapshot()->step, 1U);
}

TEST(LiveTransport, FramesAreThoseOfAStraightRun) {
  const auto straight = record(pendulums("euler").world(), {}, 10.0 / 24);
  LiveBench bench;
  bench.open(restingScene());
  bench.runTo(10);
  for (std::uint64_t n = 0; n <= 10; ++n) {
    bench.seek(n);
    EXPECT_EQ(bench.thread.snapshot()->positions, straight.shots[n]->positions) << n;
  }
}

// A performance by hand must not be lost by looking at it again.
TEST(LiveTransport, PlayShowsWhatIsThereAndGoesOnFromItsEnd) {
  LiveBench bench;
  bench.open(restingScene());
  bench.runTo(10);
  bench.seek(4);
  bench.thread.play();
  bench.awaitMode(LiveMode::Replaying);
  bench.clock->advance(2.0 / 24 + 1e-4);
  bench.clock->settle();
  EXPECT_EQ(bench.thread.status().frame, 6U);
  EXPECT_EQ(bench.thread.status().lastFrame, 10U);
  bench.clock->advance(1);
  EXPECT_EQ(bench.awaitMode(LiveMode::Playing).lastFrame, 10U);
  bench.clock->advance(2.5 / 24);
  bench.await([](const LiveStatus& s) { return s.lastFrame >= 12; });
}

TEST(LiveTransport, GoingOnFromAnEarlierFrameDropsLaterOnesAndRunsTheSame) {
  LiveBench bench;
  bench.open(restingScene());
  bench.runTo(10);
  const auto then = bench.thread.snapshot();
  bench.seek(4);
  EXPECT_EQ(bench.thread.status().lastFrame, 10U) << "looking back drops nothing";
  bench.thread.playAnew();
  const auto status = bench.awaitMode(LiveMode::Playing);
  EXPECT_LT(status.lastFrame, 10U);
  bench.thread.pause();
  bench.awaitMode(LiveMode::Paused);
  bench.runTo(10);
  EXPECT_EQ(bench.thread.snapshot()->positions, then->positions);
  EXPECT_EQ(bench.thread.snapshot()->step, then->step);
}

TEST(LiveTransport, SteppingOverKnownFramesDropsNothing) {
  LiveBench bench;
  bench.open(restingScene());
  bench.runTo(5);
  bench.seek(2);
  bench.thread.stepFrame();
  EXPECT_EQ(bench.awaitPausedAt(3).lastFrame, 5U);
}

TEST(LiveTransport, ReplayShowsTheFramesInTimeAndStopsAtTheLast) {
  LiveBench bench;
  bench.open(restingScene());
  bench.runTo(6);
  bench.seek(2);
  bench.thread.replay();
  bench.awaitMode(LiveMode::Replaying);
  bench.clock->advance(2.0 / 24 + 1e-4);
  bench.clock->settle();
  EXPECT_EQ(bench.thread.status().frame, 4U);
  bench.clock->advance(1);
  EXPECT_EQ(bench.awaitPausedAt(6).lastFrame, 6U);
}

TEST(LiveTransport, ResetStartsANewHistory) {
  LiveBench bench;
  bench.open(restingScene());
  bench.runTo(4);
  bench.thread.reset();
  EXPECT_EQ(bench.awaitPausedAt(0).lastFrame, 0U);
}

TEST(LiveTransport, DivergenceStopsAtTheLastGoodFrame) {
  SceneBuilder builder;
  builder.part("particle", "victim", {{"position", Vec3(5, 0, 0)}});
  Curve force;
  force.components = 3;
  force.keys = {{0, {0, 0, 0}, Interpolation::Step},
                {0.15, {0, std::nan(""), 0}, Interpolation::Step}};
  builder.force("point_force", "broken", {{"point", at("victim")}, {"force", force}});
  LiveBench bench;
  bench.open(builder.scene());
  bench.thread.setSpeed(0);
  bench.thread.play();
  const auto status = bench.await([](const LiveStatus& s) { return s.trouble.has_value(); });
  EXPECT_EQ(status.mode, LiveMode::Paused);
  EXPECT_TRUE(status.trouble->diverged);
  EXPECT_EQ(status.trouble->blame, "victim");
  EXPECT_EQ(status.frame, 3U);
  EXPECT_EQ(status.lastFrame, 3U);
  EXPECT_EQ(bench.thread.snapshot()->time, 3.0 / 24);
}

TEST(LiveTransport, TheHistoryStaysWithinItsBudget) {
  LiveBench bench(200'000);
  bench.open(restingScene());
  bench.thread.setSpeed(0);
  bench.thread.play();
  bench.await([](const LiveStatus& s) { return s.firstFrame > 5; });
  bench.thread.pause();
  const auto status = bench.awaitMode(LiveMode::Paused);
  EXPECT_LT(status.lastFrame - status.firstFrame, 200U);
  bench.thread.seek(0);
  bench.await([](const LiveStatus& s) { return s.frame == 0; });
  EXPECT_EQ(bench.thread.snapshot()->time, 0);
  bench.thread.seek(1);
  EXPECT_EQ(bench.await([](const LiveStatus& s) { return s.frame > 0; }).frame, status.firstFrame);
}

}  // namespace
}  // namespace sinew::test
