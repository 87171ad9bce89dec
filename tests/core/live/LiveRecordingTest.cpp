// What is recorded live can be run again, with all that was done to it.
#include <gmock/gmock.h>

#include <future>

#include "core/io/clip/Verify.h"
#include "tests/support/ClipScenes.h"
#include "tests/support/LiveBench.h"

namespace sinew::test {
namespace {

void expectSame(const std::filesystem::path& path, std::uint64_t first, std::uint64_t last) {
  const auto clip = openClip(path);
  ASSERT_NE(clip, nullptr);
  EXPECT_TRUE(clip->complete());
  EXPECT_EQ(clip->frames().front().number, first);
  EXPECT_EQ(clip->frames().back().number, last);
  const auto verified = verifyClip(*clip, builtins());
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_TRUE(verified->same) << verified->message;
  EXPECT_EQ(verified->framesCompared, clip->frames().size());
}

Result<void> keep(LiveBench& bench, const std::filesystem::path& path) {
  std::promise<Result<void>> promise;
  bench.thread.keepTake(path, [&](Result<void> result) { promise.set_value(std::move(result)); });
  return promise.get_future().get();
}

SetParam setParam(const char* object, const char* key, Value value) {
  return {object, key, std::move(value)};
}

/// A take with a hand in it, a look edit, a live one and two that rebuild.
void livelyTake(LiveBench& bench) {
  bench.runTo(2);
  bench.thread.post(GrabCommand{1, "tail", {}, Vec3(-1.4, 0.3, 0), 0, 0});
  bench.runTo(3);
  bench.thread.post(MoveGrabCommand{1, Vec3(-1.3, 0.4, 0)});
  bench.thread.post(MoveGrabCommand{1, Vec3(-1.2, 0.4, 0.1)});
  bench.thread.stepOnce();
  bench.edit(setParam("parts/bob", "colour", Vec3(1, 0, 0)));
  bench.edit(setParam("settings", "gravity", Vec3(1, -5, 0)));
  bench.runTo(5);
  bench.edit(setParam("parts/late", "mass", 0.8));
  bench.edit(setParam("constraints/rod", "length", 1.1));
  bench.thread.stepOnce();
  bench.thread.post(ReleaseGrabCommand{1});
  bench.edit(setParam("settings", "step", 0.002));
  bench.runTo(8);
}

TEST(LiveRecording, ATakeWithHandAndEditsIsTheSameWhenRunAgain) {
  const TemporaryFolder folder;
  LiveBench bench;
  bench.open(pendulums("euler").scene());
  bench.thread.record(folder / "take.clip");
  bench.await([](const LiveStatus& s) { return s.recording; });
  livelyTake(bench);
  bench.thread.stopRecording();
  const auto status = bench.await([](const LiveStatus& s) { return !s.recording; });
  EXPECT_FALSE(status.trouble) << status.trouble->message;
  expectSame(folder / "take.clip", 0, 8);
  EXPECT_EQ(openClip(folder / "take.clip")->header().scenes.size(), 4U)
      << "edits between two steps are one change";
}

TEST(LiveRecording, AnAdaptiveTakeIsTheSameToo) {
  const TemporaryFolder folder;
  LiveBench bench;
  bench.open(pendulums("rkf45").scene());
  bench.thread.record(folder / "take.clip");
  livelyTake(bench);
  bench.thread.stopRecording();
  bench.await([](const LiveStatus& s) { return !s.recording; });
  expectSame(folder / "take.clip", 0, 8);
}

TEST(LiveRecording, ATakeCanBeKeptAfterTheFact) {
  const TemporaryFolder folder;
  LiveBench bench;
  bench.open(pendulums("euler").scene());
  livelyTake(bench);
  bench.seek(6);
  bench.edit(setParam("settings", "gravity", Vec3(0, -3, 0)));
  bench.thread.stepFrame();
  bench.awaitPausedAt(7);
  bench.runTo(9);
  const auto kept = keep(bench, folder / "kept.clip");
  ASSERT_TRUE(kept) << kept.error().message;
  expectSame(folder / "kept.clip", 0, 9);
}

TEST(LiveRecording, ItMayBeginInTheMiddle) {
  const TemporaryFolder folder;
  LiveBench bench;
  bench.open(pendulums("euler").scene());
  bench.runTo(3);
  bench.edit(setParam("parts/late", "mass", 0.8));
  bench.thread.stepOnce();
  bench.edit(setParam("parts/late", "mass", 0.7));
  bench.thread.record(folder / "take.clip");
  bench.edit(setParam("parts/late", "mass", 0.6));
  bench.runTo(6);
  bench.thread.stopRecording();
  bench.await([](const LiveStatus& s) { return !s.recording; });
  expectSame(folder / "take.clip", 3, 6);
}

TEST(LiveRecording, AnEditThatChangesTheLayoutEndsTheTake) {
  const TemporaryFolder folder;
  LiveBench bench;
  bench.open(pendulums("euler").scene());
  bench.thread.record(folder / "take.clip");
  bench.runTo(3);
  bench.edit(RemoveEntity{Section::Constraints, "rope"});
  const auto status = bench.await([](const LiveStatus& s) { return !s.recording; });
  ASSERT_TRUE(status.trouble);
  EXPECT_THAT(status.trouble->message, testing::HasSubstr("frame 3"));
  expectSame(folder / "take.clip", 0, 3);
  bench.runTo(5);
  const auto kept = keep(bench, folder / "kept.clip");
  ASSERT_TRUE(kept) << kept.error().message;
  expectSame(folder / "kept.clip", 4, 5);
}

TEST(LiveRecording, GoingOnFromAnEarlierFrameEndsTheTake) {
  const TemporaryFolder folder;
  LiveBench bench;
  bench.open(pendulums("euler").scene());
  bench.thread.record(folder / "take.clip");
  bench.runTo(5);
  bench.seek(2);
  EXPECT_TRUE(bench.thread.status().recording) << "looking back does no harm";
  bench.seek(5);
  bench.runTo(6);
  bench.seek(2);
  bench.thread.stepOnce();
  const auto status = bench.await([](const LiveStatus& s) { return !s.recording; });
  EXPECT_TRUE(status.trouble);
  expectSame(folder / "take.clip", 0, 6);
}

TEST(LiveRecording, ClosingTheRunClosesTheClip) {
  const TemporaryFolder folder;
  {
    LiveBench bench;
    bench.open(pendulums("euler").scene());
    bench.thread.record(folder / "take.clip");
    bench.runTo(4);
  }
  expectSame(folder / "take.clip", 0, 4);
}

TEST(LiveRecording, AFolderThatIsNotThereIsSaidSo) {
  const TemporaryFolder folder;
  LiveBench bench;
  bench.open(pendulums("euler").scene());
  bench.thread.record(folder / "none" / "take.clip");
  const auto status = bench.await([](const LiveStatus& s) { return s.trouble.has_value(); });
  EXPECT_FALSE(status.recording);
  EXPECT_THAT(status.trouble->message, testing::Not(testing::IsEmpty()));
}

}  // namespace
}  // namespace sinew::test
