// A program that is killed while it records leaves a clip with all frames but at most the last.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <random>

#include "core/io/clip/Verify.h"
#include "tests/support/ClipScenes.h"

namespace sinew::test {
namespace {

constexpr const char* kPathVariable = "SINEW_TEST_CLIP";
constexpr int kPipe = 3;  // where the child announces its frames

void announce(std::uint64_t frame) {
  const ssize_t written = write(kPipe, &frame, sizeof frame);
  if (written != sizeof frame) _exit(1);
}

// The program that is killed: this one, started again with just this test.
TEST(ClipKillChild, DISABLED_RecordsUntilKilled) {
  const char* path = std::getenv(kPathVariable);
  ASSERT_NE(path, nullptr);
  const auto world = pendulums("euler").world();
  auto writer = ClipWriter::create(path, makeClipHeader(*world));
  ASSERT_TRUE(writer) << writer.error().message;
  Simulator simulator(world);
  Take take(simulator, writer->get());
  take.schedule(grabs());
  take.onFrame = announce;
  ASSERT_TRUE(take.runTo(1e4));
}

/// The recording child, and the pipe it announces frames on.
class Child {
 public:
  explicit Child(const std::filesystem::path& clip) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) ADD_FAILURE() << "no pipe";
    m_pipe = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], kPipe);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    std::string program = "/proc/self/exe", filter = "--gtest_filter=ClipKillChild.*",
                disabled = "--gtest_also_run_disabled_tests";
    char* const arguments[] = {program.data(), filter.data(), disabled.data(), nullptr};
    setenv(kPathVariable, clip.c_str(), 1);
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
    if (posix_spawn(&m_process, self.c_str(), &actions, nullptr, arguments, environ) != 0) {
      ADD_FAILURE() << "cannot start " << self;
    }
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
  }
  ~Child() {
    ::close(m_pipe);
    kill();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The next frame that the clip has taken; waits for it.
  std::uint64_t nextFrame() const {
    std::uint64_t frame = 0;
    if (read(m_pipe, &frame, sizeof frame) != sizeof frame) ADD_FAILURE() << "the child ended";
    return frame;
  }
  void kill() {
    if (m_process <= 0) return;
    ::kill(m_process, SIGKILL);
    waitpid(m_process, nullptr, 0);
    m_process = 0;
  }

 private:
  pid_t m_process = 0;
  int m_pipe = -1;
};

/// A moment between two frames, by work rather than by the clock.
void passTime(std::uint64_t amount) {
  volatile std::uint64_t sink = 0;
  for (std::uint64_t i = 0; i < amount; ++i) sink = sink + i;
}

void killAndCheck(std::uint64_t seed, const std::filesystem::path& path) {
  std::mt19937_64 random(seed);
  const std::uint64_t frames = random() % 12;
  std::uint64_t announced = 0;
  {
    Child child(path);
    do announced = child.nextFrame();
    while (announced < frames);
    passTime(random() % 3'000'000);
    child.kill();
  }
  const auto clip = openClip(path);
  ASSERT_TRUE(clip) << "seed " << seed;
  // The frame announced last was handed over; those before it are in the file.
  EXPECT_GE(clip->frames().size(), std::max<std::uint64_t>(announced, 1)) << "seed " << seed;
  EXPECT_FALSE(announced > 0 && clip->complete());
  for (std::size_t i = 0; i < clip->frames().size(); ++i) {
    EXPECT_TRUE(clip->snapshot(i)) << "seed " << seed << " frame " << i;
  }
  const auto found = verifyClip(*clip, builtins());
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->same) << "seed " << seed << ": " << found->message;
}

void killRepeatedly(std::uint64_t firstSeed, int times) {
  const TemporaryFolder folder;
  // Every recording replaces the one that was killed before it; the first, a closed one.
  record(pendulums("euler").world(), folder / "a.clip", 0.1);
  for (int i = 0; i < times; ++i) killAndCheck(firstSeed + i, folder / "a.clip");
}

TEST(ClipKill, LeavesAllFramesButTheLast) {
  killRepeatedly(1, std::getenv("SINEW_SOAK") ? 100 : 8);
}

TEST(ClipKillSoak, LeavesAllFramesButTheLastAHundredTimes) {
  killRepeatedly(1000, 100);
}

TEST(ClipKill, BeforeTheFirstFrameLeavesTheOldClip) {
  const TemporaryFolder folder;
  const auto world = pendulums("euler").world();
  record(world, folder / "a.clip", 0.25);
  const pid_t child = fork();
  if (child == 0) {
    const auto writer = ClipWriter::create(folder / "a.clip", makeClipHeader(*world));
    std::raise(SIGKILL);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(openClip(folder / "a.clip")->frames().size(), 7u);
  record(world, folder / "a.clip", 0.1);
  EXPECT_EQ(openClip(folder / "a.clip")->frames().size(), 3u);
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.clip"});
}

}  // namespace
}  // namespace sinew::test
