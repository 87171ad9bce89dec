// The program is killed (SIGKILL, from outside) in the middle of writing: a scene, the copy of
// unsaved work, a take. What was safe before must be there afterwards.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "core/io/clip/Verify.h"
#include "core/scene/SceneFile.h"
#include "tests/studio/Victim.h"
#include "ui/window/Autosave.h"

namespace sinew::test {
namespace {

struct Round {
  const char* sort;
  int kills;
  std::uint64_t lastMoment;  ///< a victim lives to see at least so many of that sort
};

/// What a killed program leaves does not depend on what the files are kept in, and memory is quick.
std::filesystem::path memory() {
  const std::filesystem::path shared = "/dev/shm";
  return std::filesystem::is_directory(shared) ? shared : std::filesystem::temp_directory_path();
}

/// Kills a victim at seeded moments, and lets `check` say whether all is well after each.
template <class Check>
void killRepeatedly(const char* work, const Round& round, Check check) {
  std::mt19937_64 random(round.lastMoment);
  const int times = std::getenv("SINEW_SOAK") ? 5 * round.kills : round.kills;
  for (int i = 0; i < times; ++i) {
    const TemporaryFolder folder(memory());
    const KillOrder order{work, folder / "work", round.sort, random() % round.lastMoment + 1};
    SCOPED_TRACE(std::string(work) + ", " + round.sort + " moment " + std::to_string(order.number));
    check(order);
    if (testing::Test::HasFailure()) return;
  }
}

/// Kills it and looks whether it was where it was sent to.
Killed killed(const KillOrder& order) {
  const auto killed = killAt(order);
  EXPECT_TRUE(killed);
  if (!killed) return {};
  if (order.sort == kInTransaction) {
    EXPECT_TRUE(killed->stopped.inTransaction);
  }
  if (order.sort == kBeforeRename) {
    EXPECT_TRUE(killed->stopped.beforeRename);
  }
  return *killed;
}

// — scenes —

void expectScene(const std::filesystem::path& path, std::uint64_t from, std::uint64_t to) {
  const auto scene = loadScene(path, builtins());
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_TRUE(*scene == victimScene(from) || *scene == victimScene(to));
}

void killSaving(const KillOrder& order) {
  ASSERT_TRUE(saveScene(victimScene(0), order.path, builtins()));
  const Killed victim = killed(order);
  SCOPED_TRACE(victim.stopped.call);
  expectScene(order.path, victim.done.number, victim.done.number + 1);
  const auto backup = order.path.string() + "~";
  if (std::filesystem::exists(backup)) {
    EXPECT_TRUE(loadScene(backup, builtins()));
  }
  ASSERT_TRUE(saveScene(victimScene(99), order.path, builtins())) << "and goes on";
  expectScene(order.path, 99, 99);
}

TEST(Kill, LeavesTheOldSceneOrTheNewOne) {
  killRepeatedly("scene", {kBeforeRename, 14, 150}, killSaving);
  killRepeatedly("scene", {kAnyMoment, 14, 350}, killSaving);
}

// — unsaved work —

void killCopying(const KillOrder& order) {
  const Killed victim = killed(order);
  SCOPED_TRACE(victim.stopped.call);
  ui::Document document(builtins());
  const ui::Autosave autosave(document, order.path, nullptr);
  const auto left = autosave.findLeft();
  if (victim.done.number == 0 && !left) return;  // not even the first copy was done
  ASSERT_TRUE(left);
  EXPECT_EQ(left->original, kOriginOfWork);
  EXPECT_TRUE(left->scene == victimScene(victim.done.number) ||
              left->scene == victimScene(victim.done.number + 1));
}

TEST(Kill, LosesOfUnsavedWorkWhatWasDoneSinceTheLastCopy) {
  killRepeatedly("autosave", {kBeforeRename, 10, 150}, killCopying);
  killRepeatedly("autosave", {kAnyMoment, 10, 400}, killCopying);
}

// — takes —

/// Which of the victim's takes a clip holds.
std::uint32_t takeIn(ClipReader& clip) {
  const auto scene = clip.scene(builtins());
  EXPECT_TRUE(scene);
  for (std::uint32_t take = 0; take < 10 && scene; ++take) {
    if (*scene == victimScene(take)) return take;
  }
  ADD_FAILURE() << "a clip of something else";
  return 0;
}

void killRecording(const KillOrder& order) {
  const auto world = World::compile(victimScene(0), builtins());
  ASSERT_TRUE(world);
  record(*world, order.path, 0.5);
  const Killed victim = killed(order);
  SCOPED_TRACE(victim.stopped.call);
  const auto clip = openClip(order.path);
  ASSERT_TRUE(clip);
  const std::uint32_t take = takeIn(*clip);
  // The next take replaces this one with its first frame, which may not have been told of.
  const bool next = take == victim.done.take + 1;
  EXPECT_TRUE(take == victim.done.take || next) << take;
  if (!next) {
    EXPECT_GE(clip->frames().size(), victim.done.number);
  }
  if (take == 0) {
    EXPECT_TRUE(clip->complete()) << "the one that was there before";
  }
  const auto verified = verifyClip(*clip, builtins());
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_TRUE(verified->same) << verified->message;
  EXPECT_EQ(verified->framesCompared, clip->frames().size());
}

TEST(Kill, LosesOfATakeAtMostItsLastFrame) {
  killRepeatedly("recording", {kInTransaction, 30, 2200}, killRecording);
  killRepeatedly("recording", {kBeforeRename, 4, 4}, killRecording);
  killRepeatedly("recording", {kFlush, 8, 180}, killRecording);
  killRepeatedly("recording", {kAnyMoment, 10, 2800}, killRecording);
}

}  // namespace
}  // namespace sinew::test
