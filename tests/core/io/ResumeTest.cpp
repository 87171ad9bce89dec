// Going on from any moment gives the bits of the straight run.
#include <gtest/gtest.h>

#include "core/io/clip/Verify.h"
#include "tests/support/ClipScenes.h"

namespace sinew::test {
namespace {

class Resume : public ::testing::TestWithParam<const char*> {};

TEST_P(Resume, FromFramesGivesTheSameBits) {
  const auto world = pendulums(GetParam()).world();
  const double end = 0.5;
  const RecordedRun straight = record(world, {}, end, grabs());
  Simulator simulator(world);
  for (std::size_t first = 0; first < straight.states.size(); first += 3) {
    const State& state = straight.states[first];
    simulator.restore(state);
    Take take(simulator, nullptr);
    take.schedule(from(grabs(), state.words[world->offsets().steps]));
    take.onFrame = [&](std::uint64_t frame) {
      EXPECT_EQ(simulator.state().hash(), straight.states[frame].hash())
          << "frame " << frame << " from " << first;
    };
    ASSERT_TRUE(take.runTo(end));
    EXPECT_EQ(take.frame() + 1, straight.states.size());
  }
}

TEST_P(Resume, FromBetweenFramesGivesTheSameBits) {
  const auto world = pendulums(GetParam()).world();
  std::vector<State> steps;
  Simulator straight(world);
  Take take(straight, nullptr);
  take.schedule(grabs());
  take.onStep = [&](const StepReport&) { steps.push_back(straight.state()); };
  ASSERT_TRUE(take.runTo(0.5));
  for (std::size_t first = 0; first < steps.size(); first += 1 + steps.size() / 7) {
    Simulator simulator(world);
    simulator.restore(steps[first]);
    Take later(simulator, nullptr);
    later.schedule(from(grabs(), first + 1));
    ASSERT_TRUE(later.runTo(0.5));
    EXPECT_EQ(simulator.state().hash(), straight.state().hash()) << "from step " << first + 1;
  }
}

TEST_P(Resume, RestoringChangesNothing) {
  const auto world = pendulums(GetParam()).world();
  Simulator simulator(world);
  Simulator other(world);
  for (int frame = 1; frame <= 8; ++frame) {
    simulator.advanceTo(Take::frameTime(frame, world->fps()));
    other.restore(simulator.state());
    EXPECT_EQ(other.state(), simulator.state());
    EXPECT_EQ(other.report().energy.kinetic, simulator.report().energy.kinetic);
    EXPECT_EQ(other.report().constraints[0].residual, simulator.report().constraints[0].residual);
  }
}

TEST_P(Resume, ClipsVerify) {
  const TemporaryFolder folder;
  record(pendulums(GetParam()).world(), folder / "a.clip", 0.5, grabs());
  const auto clip = openClip(folder / "a.clip");
  for (const int threads : {1, 2}) {
    const auto found = verifyClip(*clip, builtins(), threads);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_TRUE(found->same) << found->message;
    EXPECT_EQ(found->framesCompared, clip->frames().size());
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, Resume, ::testing::Values("euler", "rkf45"),
                         [](const auto& tested) { return std::string(tested.param); });

TEST(Verify, NamesTheFirstFrameAndSliceThatDiffer) {
  const TemporaryFolder folder;
  const auto world = pendulums("euler").world();
  {
    auto writer = ClipWriter::create(folder / "a.clip", makeClipHeader(*world));
    ASSERT_TRUE(writer);
    Simulator simulator(world);
    Take take(simulator, writer->get());
    ASSERT_TRUE(take.runTo(0.25));
    // Something the log does not know of.
    State nudged = simulator.state();
    nudged.reals[world->offsets().y + 3] += 1e-12;
    simulator.restore(nudged);
    ASSERT_TRUE(take.advanceFrame());
    ASSERT_TRUE(take.advanceFrame());
    ASSERT_TRUE((*writer)->close());
  }
  const auto found = verifyClip(*openClip(folder / "a.clip"), builtins());
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_FALSE(found->same);
  EXPECT_EQ(found->frame, 7u);
  EXPECT_TRUE(found->slice.starts_with("bob/q/") || found->slice.starts_with("tail/q/"))
      << found->slice;
  EXPECT_NE(found->message.find(found->slice), std::string::npos);
}

TEST(Verify, GoesOnFromTheFirstFrameOfAClipThatStartsInTheMiddle) {
  const TemporaryFolder folder;
  const auto world = pendulums("rkf45").world();
  const RecordedRun straight = record(world, {}, 0.5, grabs());
  {
    auto writer = ClipWriter::create(folder / "tail.clip", makeClipHeader(*world));
    ASSERT_TRUE(writer);
    Simulator simulator(world);
    simulator.restore(straight.states[4]);
    Take take(simulator, writer->get());
    take.schedule(from(grabs(), straight.states[4].words[world->offsets().steps]));
    ASSERT_TRUE(take.runTo(0.5));
    ASSERT_TRUE((*writer)->close());
  }
  const auto clip = openClip(folder / "tail.clip");
  EXPECT_EQ(clip->frames().front().number, 4u);
  EXPECT_EQ(clip->frames().back().stateHash, straight.states.back().hash());
  const auto found = verifyClip(*clip, builtins());
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->same) << found->message;
}

TEST(Take, RefusesCommandsThatCannotBeMeant) {
  Simulator simulator(pendulums("euler").world());
  Take take(simulator, nullptr);
  EXPECT_FALSE(take.post(GrabCommand{0, "nobody", {}, Vec3::Zero(), 0, 0}));
  EXPECT_FALSE(take.post(GrabCommand{StateOffsets::kGrabs, "bob", {}, Vec3::Zero(), 0, 0}));
  EXPECT_FALSE(take.post(GrabCommand{0, "bob", {1, 2, 3}, Vec3::Zero(), 0, 0}));
  EXPECT_FALSE(take.post(MoveGrabCommand{0, Vec3(0, NAN, 0)}));
  EXPECT_TRUE(take.post(ReleaseGrabCommand{0}));
}

}  // namespace
}  // namespace sinew::test
