// Edits of a scene that is running.
#include <algorithm>
#include <atomic>
#include <thread>

#include "core/live/LiveSimulation.h"
#include "tests/support/LiveBench.h"
#include "tests/support/RandomWork.h"

namespace sinew::test {
namespace {

Scene pendulumScene() {
  return pendulums("euler").scene();
}
SetParam gravity(double y) {
  return {"settings", "gravity", Vec3(0, y, 0)};
}

/// The positions that a scene comes to when nothing is done to it.
std::vector<float> straight(const Scene& scene, std::uint64_t frame) {
  const auto world = World::compile(scene, builtins());
  EXPECT_TRUE(world);
  if (!world) return {};
  return record(*world, {}, static_cast<double>(frame) / (*world)->fps()).shots.back()->positions;
}

class LiveEdits : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LiveEdits, BeforeTheFirstStepAreAsIfTheSceneHadAlwaysBeenSo) {
  LiveBench bench;
  Scene scene = pendulumScene();
  bench.open(scene);
  RandomEdits edits(GetParam());
  for (int i = 0; i < 20; ++i) {
    const SceneEdit edit = edits.next(scene);
    ASSERT_TRUE(applyEdit(scene, edit, builtins()));
    bench.edit(edit);
  }
  bench.runTo(6);
  EXPECT_TRUE(bench.thread.snapshot()->positions == straight(scene, 6));
}

TEST_P(LiveEdits, AndTheirUndoLeaveNoTrace) {
  LiveBench bench;
  const Scene original = pendulumScene();
  bench.open(original);
  bench.runTo(3);
  RandomEdits edits(GetParam());
  Scene scene = original;
  std::vector<SceneEdit> inverses;
  for (int i = 0; i < 10; ++i) {
    const SceneEdit edit = edits.next(scene);
    const auto inverse = applyEdit(scene, edit, builtins());
    ASSERT_TRUE(inverse);
    inverses.push_back(*inverse);
    bench.edit(edit);
  }
  std::reverse(inverses.begin(), inverses.end());
  for (const SceneEdit& inverse : inverses) bench.edit(inverse);
  bench.runTo(6);
  EXPECT_TRUE(bench.thread.snapshot()->positions == straight(original, 6));
}

INSTANTIATE_TEST_SUITE_P(Seeds, LiveEdits, testing::Range<std::uint64_t>(1, 9));

TEST(LiveEdit, AnotherNameChangesNoMotion) {
  LiveBench bench;
  bench.open(pendulumScene());
  bench.runTo(2);
  bench.edit(RenameEntity{Section::Parts, "bob", "weight"});
  bench.runTo(4);
  bench.edit(RenameEntity{Section::Constraints, "rope", "string"});
  bench.edit(RenameEntity{Section::Parts, "jelly", "bob"});
  EXPECT_EQ(bench.thread.snapshot()->topology->parts.front().part, "weight");
  bench.runTo(8);
  EXPECT_TRUE(bench.thread.snapshot()->positions == straight(pendulumScene(), 8));
}

SetParam ignoring(const char* part, bool ignored) {
  return {std::string("parts/") + part, "ignored", Value(ignored)};
}

Scene without(const char* part) {
  Scene scene = pendulumScene();
  EXPECT_TRUE(applyEdit(scene, ignoring(part, true), builtins()));
  return scene;
}

TEST(LiveEdit, APartThatIsIgnoredIsGoneUntilItTakesPartAgain) {
  LiveBench bench;
  bench.open(pendulumScene());
  bench.runTo(3);
  const std::size_t all = bench.thread.snapshot()->topology->parts.size();
  bench.edit(ignoring("jelly", true));
  bench.runTo(5);
  EXPECT_EQ(bench.thread.snapshot()->topology->parts.size(), all - 1);
  // Nothing that is left out can be felt.
  const LiveStatus before = bench.thread.status();
  EXPECT_EQ(bench.edit(SetParam{"parts/jelly", "mass", Value(3.0)}).staleFrom, before.staleFrom);
  bench.edit(ignoring("jelly", false));
  const LiveStatus status = bench.runTo(7);
  EXPECT_FALSE(status.trouble);
  EXPECT_EQ(bench.thread.snapshot()->topology->parts.size(), all);
  bench.edit(ignoring("jelly", true));
  bench.thread.reset();
  bench.awaitPausedAt(0);
  bench.runTo(4);
  EXPECT_TRUE(bench.thread.snapshot()->positions == straight(without("jelly"), 4));
}

TEST(LiveEdit, IgnoringAPartAndTakingItInAgainAtOnceLeavesNoTrace) {
  LiveBench bench;
  bench.open(pendulumScene());
  bench.runTo(3);
  bench.edit(ignoring("bob", true));
  bench.edit(ignoring("bob", false));
  bench.runTo(6);
  EXPECT_TRUE(bench.thread.snapshot()->positions == straight(pendulumScene(), 6));
}

TEST(LiveEdit, TakingPartsOutAndPuttingThemBackAtOnceLeavesNoTrace) {
  LiveBench bench;
  Scene scene = pendulumScene();
  bench.open(scene);
  bench.runTo(3);
  std::vector<SceneEdit> inverses;
  for (const SceneEdit& edit : {SceneEdit(RemoveEntity{Section::Constraints, "rod"}),
                                SceneEdit(RemoveEntity{Section::Parts, "jelly"})}) {
    const auto inverse = applyEdit(scene, edit, builtins());
    ASSERT_TRUE(inverse) << inverse.error().message;
    inverses.push_back(*inverse);
    bench.edit(edit);
  }
  std::reverse(inverses.begin(), inverses.end());
  for (const SceneEdit& inverse : inverses) bench.edit(inverse);
  bench.runTo(6);
  EXPECT_TRUE(bench.thread.snapshot()->positions == straight(pendulumScene(), 6));
}

TEST(LiveEdit, AHandKeepsItsHoldOfAPartWithAnotherName) {
  const auto swung = [](bool renamed) {
    LiveBench bench;
    bench.open(pendulumScene());
    bench.runTo(1);
    bench.thread.post(GrabCommand{1, "tail", {}, Vec3(-1.4, 0.3, 0), 0, 0});
    bench.runTo(3);
    if (renamed) bench.edit(RenameEntity{Section::Parts, "tail", "end"});
    bench.runTo(6);
    return bench.thread.snapshot()->positions;
  };
  EXPECT_TRUE(swung(true) == swung(false));
}

TEST(LiveEdit, AnotherStartIsSaidAndTakenUpByReset) {
  LiveBench bench;
  Scene scene = pendulumScene();
  bench.open(scene);
  bench.runTo(2);
  EXPECT_FALSE(bench.thread.status().startStale);
  const SetParam edit{"parts/bob", "position", Vec3(-0.9, 0.1, 0)};
  EXPECT_TRUE(bench.edit(edit).startStale);
  bench.thread.reset();
  EXPECT_FALSE(bench.awaitPausedAt(0).startStale);
  bench.runTo(4);
  ASSERT_TRUE(applyEdit(scene, edit, builtins()));
  EXPECT_TRUE(bench.thread.snapshot()->positions == straight(scene, 4));
}

TEST(LiveEdit, APartTooStiffForTheStepIsRemarkedOnUntilItIsSofter) {
  SceneBuilder builder;
  builder.part("superquadric", "shell", {{"motion", "local"}});
  LiveBench bench;
  bench.open(builder.scene());
  EXPECT_FALSE(bench.thread.status().remark);
  const auto stiff = bench.edit(SetParam{"parts/shell", "w0", Value(1e11)}).remark;
  ASSERT_TRUE(stiff);
  EXPECT_EQ(stiff->part, "shell");
  EXPECT_FALSE(bench.edit(SetParam{"parts/shell", "w0", std::nullopt}).remark);
}

TEST(LiveEdit, FramesThatTheSceneWouldNotLeadToAreSaidToBeStale) {
  LiveBench bench;
  bench.open(pendulumScene());
  bench.runTo(8);
  bench.seek(3);
  const LiveStatus edited = bench.edit(gravity(-3));
  EXPECT_EQ(edited.staleFrom, 4U);
  EXPECT_EQ(edited.lastFrame, 8U) << "they can still be looked at";
  EXPECT_FALSE(bench.edit(gravity(-9.81)).staleFrom) << "and hold again when it is undone";
  bench.edit(gravity(-3));
  bench.thread.stepFrame();
  const LiveStatus stepped = bench.awaitPausedAt(4);
  EXPECT_FALSE(stepped.staleFrom);
  EXPECT_EQ(stepped.lastFrame, 4U) << "a stale frame is simulated anew";
}

// Without keys that say since when, the run goes on from what is shown.
TEST(LiveEdit, FramesBeforeAnEditAreSaidToBeOfAnOlderScene) {
  LiveBench bench;
  bench.open(pendulumScene());
  bench.runTo(8);
  bench.seek(5);
  EXPECT_FALSE(bench.thread.status().older);
  EXPECT_EQ(bench.edit(gravity(-3)).older, (FrameSpan{1, 5}));
  EXPECT_FALSE(bench.edit(gravity(-9.81)).older);
  bench.edit(gravity(-3));
  bench.thread.stepFrame();
  EXPECT_EQ(bench.awaitPausedAt(6).older, (FrameSpan{1, 5}))
      << "what comes after is of the new one";
  bench.thread.reset();
  EXPECT_FALSE(bench.awaitPausedAt(0).older);
}

TEST(LiveEdit, WhatIsStaleIsLeftForTheLastFrameThatIsNot) {
  LiveBench bench;
  bench.open(pendulumScene());
  bench.runTo(8);
  bench.seek(3);
  bench.edit(gravity(-3));
  bench.seek(7);
  bench.thread.stepOnce();
  const LiveStatus status = bench.await([](const LiveStatus& s) { return s.frame == 3; });
  EXPECT_EQ(status.lastFrame, 3U);
  EXPECT_GT(status.time, 3.0 / 24);
  EXPECT_FALSE(status.staleFrom);
}

TEST(LiveEdit, AtTheStartThatIsTakenBackBringsItsFramesBack) {
  LiveBench bench;
  bench.open(pendulumScene());
  bench.runTo(8);
  const auto eighth = bench.thread.snapshot()->positions;
  bench.seek(0);
  EXPECT_EQ(bench.edit(gravity(-3)).lastFrame, 0U) << "all of them start otherwise";
  EXPECT_EQ(bench.edit(gravity(-4)).lastFrame, 0U);
  const LiveStatus back = bench.edit(gravity(-9.81));
  EXPECT_EQ(back.frame, 0U);
  EXPECT_EQ(back.lastFrame, 8U);
  EXPECT_FALSE(back.staleFrom);
  bench.seek(8);
  EXPECT_TRUE(bench.thread.snapshot()->positions == eighth);
  bench.runTo(10);
  EXPECT_TRUE(bench.thread.snapshot()->positions == straight(pendulumScene(), 10));
}

TEST(LiveEdit, AnotherStartThatIsTakenBackBringsTheFramesBack) {
  LiveBench bench;
  bench.open(pendulumScene());
  bench.runTo(8);
  const auto eighth = bench.thread.snapshot()->positions;
  const Scene scene = pendulumScene();
  const std::string part = "parts/" + scene.parts()[0].name;
  const Vec3 position =
      ParamReader(builtins().part(scene.parts()[0].kind)->table, scene.parts()[0].values)
          .vec3("position");
  bench.edit(SetParam{part, "position", Vec3(position + Vec3(0.1, 0, 0))});
  bench.thread.reset();
  EXPECT_EQ(bench.awaitPausedAt(0).lastFrame, 0U);
  EXPECT_EQ(bench.edit(SetParam{part, "position", position}).lastFrame, 8U);
  bench.seek(8);
  EXPECT_TRUE(bench.thread.snapshot()->positions == eighth);
  bench.runTo(10);
  EXPECT_TRUE(bench.thread.snapshot()->positions == straight(scene, 10));
}

TEST(LiveEdit, AtTheStartIsFinalWhileTheRunGoesOn) {
  LiveSimulation run(builtins(), 1, 512 << 20);
  ASSERT_TRUE(run.open(pendulumScene(), 1, {}));
  while (run.frame() < 3) ASSERT_NE(run.takeStep(), LiveSimulation::Went::Wrong);
  run.show(0);
  using Meanwhile = LiveSimulation::Meanwhile;
  run.edit({gravity(-3)}, 2, Meanwhile::Rests, {});
  run.edit({gravity(-9.81)}, 3, Meanwhile::GoesOn, {});
  EXPECT_FALSE(run.showsHistory());
  EXPECT_EQ(run.history().last(), 0U);
  while (run.frame() < 2) ASSERT_NE(run.takeStep(), LiveSimulation::Went::Wrong);
  EXPECT_EQ(run.history().last(), 2U);
}

TEST(LiveEdit, AtTheStartIsFinalOnceAStepIsTaken) {
  LiveBench bench;
  bench.open(pendulumScene());
  bench.runTo(8);
  bench.seek(0);
  bench.edit(gravity(-3));
  bench.runTo(2);
  bench.seek(0);
  EXPECT_EQ(bench.edit(gravity(-9.81)).lastFrame, 0U);
  EXPECT_EQ(bench.edit(gravity(-3)).lastFrame, 2U) << "of the newest run";
}

TEST(LiveEdit, ColoursMakeNothingStale) {
  LiveBench bench;
  bench.open(pendulumScene());
  bench.runTo(4);
  bench.seek(2);
  EXPECT_FALSE(bench.edit(SetParam{"parts/bob", "colour", Vec3(1, 0, 0)}).staleFrom);
}

/// Asks for everything there is, in a random order.
void pester(SimulationThread& thread, std::uint64_t seed, std::atomic<std::uint64_t>& revision) {
  RandomEdits random(seed);
  for (int i = 0; i < 150; ++i) {
    switch (random.below(8)) {
      case 0:
        thread.edit(gravity(random.between(-9, -1)), ++revision);
        break;
      case 1:
        thread.play();
        break;
      case 2:
        thread.pause();
        break;
      case 3:
        thread.seek(random.below(thread.status().lastFrame + 1));
        break;
      case 4:
        thread.stepFrame();
        break;
      case 5:
        thread.post(MoveGrabCommand{0, random.vector(1)});
        break;
      case 6:
        thread.setSpeed(0);
        break;
      default:
        EXPECT_FALSE(thread.snapshot()->positions.empty());
    }
  }
}

TEST(LiveEdit, ManyThreadsMayAskAtOnce) {
  LiveBench bench;
  bench.open(pendulumScene());
  std::atomic<std::uint64_t> revision = bench.revision;
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      threads.emplace_back([&, seed] { pester(bench.thread, seed, revision); });
    }
  }
  bench.revision = revision;
  bench.open(pendulumScene());
  bench.runTo(4);
  EXPECT_TRUE(bench.thread.snapshot()->positions == straight(pendulumScene(), 4));
}

}  // namespace
}  // namespace sinew::test
