// What goes into a clip comes out of it.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/io/clip/ClipReader.h"
#include "core/io/clip/Database.h"
#include "core/io/clip/Take.h"
#include "core/io/clip/Verify.h"
#include "core/simulation/SnapshotMaker.h"
#include "tests/support/ClipScenes.h"

namespace sinew::test {
namespace {

TEST(Clip, PlaysTheFramesThatWereRecorded) {
  const TemporaryFolder folder;
  const auto world = pendulums("euler").world();
  const RecordedRun run = record(world, folder / "a.clip", 0.5);
  const auto clip = openClip(folder / "a.clip");
  ASSERT_TRUE(clip);
  ASSERT_EQ(clip->frames().size(), 13u);
  EXPECT_TRUE(clip->complete());
  for (std::size_t i = 0; i < run.states.size(); ++i) {
    EXPECT_EQ(clip->frames()[i].stateHash, run.states[i].hash());
    const auto state = clip->state(i, *world);
    ASSERT_TRUE(state) << state.error().message;
    EXPECT_EQ(*state, run.states[i]);
    const auto shot = clip->snapshot(i);
    ASSERT_TRUE(shot) << shot.error().message;
    EXPECT_EQ((*shot)->time, static_cast<double>(i) / 24);
    EXPECT_EQ((*shot)->positions, run.shots[i]->positions);
    ASSERT_EQ((*shot)->glyphs.size(), run.shots[i]->glyphs.size());
    EXPECT_EQ((*shot)->glyphs[0].to, run.shots[i]->glyphs[0].to);
    EXPECT_EQ((*shot)->glyphs[0].active, run.shots[i]->glyphs[0].active);
    EXPECT_EQ((*shot)->forces.size(), run.shots[i]->forces.size());
    EXPECT_EQ((*shot)->report.energy.kinetic, run.shots[i]->report.energy.kinetic);
    for (std::size_t c = 0; c < run.shots[i]->report.constraints.size(); ++c) {
      EXPECT_EQ((*shot)->report.constraints[c].met, run.shots[i]->report.constraints[c].met);
      EXPECT_EQ((*shot)->report.constraints[c].angle, run.shots[i]->report.constraints[c].angle);
    }
  }
}

TEST(Clip, HoldsTheSceneTheModelsAndTheCommands) {
  const TemporaryFolder folder;
  const auto world = pendulums("euler").world();
  record(world, folder / "a.clip", 0.5, grabs());
  const auto clip = openClip(folder / "a.clip");
  ASSERT_TRUE(clip);
  const auto scene = clip->scene(builtins());
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(*scene, world->scene());
  EXPECT_EQ(clip->header().fingerprint, world->fingerprint());
  EXPECT_EQ(clip->header().layout, world->layout());
  EXPECT_EQ(clip->commands(), grabs());
  const RenderTopology& topology = *clip->header().topology;
  ASSERT_EQ(topology.parts.size(), world->topology()->parts.size());
  EXPECT_EQ(topology.parts[1].part, world->topology()->parts[1].part);
  EXPECT_EQ(topology.parts[1].mesh.triangles, world->topology()->parts[1].mesh.triangles);
  EXPECT_EQ(topology.parts[1].mesh.material, world->topology()->parts[1].mesh.material);
  EXPECT_EQ(topology.constraints[0].shape, world->topology()->constraints[0].shape);
  EXPECT_EQ(topology.parts[1].mesh.coordinates, world->topology()->parts[1].mesh.coordinates);
  EXPECT_EQ(topology.parts[1].mesh.period, world->topology()->parts[1].mesh.period);
  EXPECT_EQ(topology.rest, world->topology()->rest);
}

TEST(Clip, IsASingleFileWhenClosed) {
  const TemporaryFolder folder;
  record(pendulums("euler").world(), folder / "a.clip", 0.2);
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.clip"});
}

TEST(Clip, CanBeReadWhileItIsRecorded) {
  const TemporaryFolder folder;
  Simulator simulator(pendulums("euler").world());
  auto writer = ClipWriter::create(folder / "a.clip", makeClipHeader(simulator.world()));
  ASSERT_TRUE(writer) << writer.error().message;
  Take take(simulator, writer->get());
  ASSERT_TRUE(take.runTo(1));
  const auto clip = ClipReader::open(folder / "a.clip");
  if (clip) {  // unless not even the first frame is there yet
    const std::size_t last = (*clip)->frames().size() - 1;
    const auto shot = (*clip)->snapshot(last);
    ASSERT_TRUE(shot) << shot.error().message;
    EXPECT_FALSE((*clip)->complete());
  }
  EXPECT_TRUE((*writer)->close());
  EXPECT_EQ(openClip(folder / "a.clip")->frames().size(), 25u);
}

TEST(Clip, ReplacesAnOlderOneOnlyWithItsFirstFrame) {
  const TemporaryFolder folder;
  Simulator simulator(pendulums("euler").world());
  record(pendulums("euler").world(), folder / "a.clip", 0.5);
  {
    const auto writer = ClipWriter::create(folder / "a.clip", makeClipHeader(simulator.world()));
    ASSERT_TRUE(writer);
    EXPECT_EQ(openClip(folder / "a.clip")->frames().size(), 13u);
  }
  EXPECT_EQ(openClip(folder / "a.clip")->frames().size(), 13u);
  record(pendulums("euler").world(), folder / "a.clip", 0.25);
  EXPECT_EQ(openClip(folder / "a.clip")->frames().size(), 7u);
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.clip"});
}

TEST(Clip, NeverReplacesWhatIsNoClip) {
  const TemporaryFolder folder;
  writeFile(folder / "scene.json", "{\"sinew\": 1}");
  const auto world = pendulums("euler").world();
  const auto writer = ClipWriter::create(folder / "scene.json", makeClipHeader(*world));
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, ErrorCode::Io);
  EXPECT_EQ(readFile(folder / "scene.json"), "{\"sinew\": 1}");
}

TEST(Clip, LeavesAFileInItsWayAloneThatIsNoClip) {
  const TemporaryFolder folder;
  const auto header = makeClipHeader(*pendulums("euler").world());
  writeFile(folder / "a.clip.part", "a part of a letter");
  {
    auto other = Database::open(folder / "b.clip.part", Database::Mode::Create);
    ASSERT_TRUE(other);
    ASSERT_TRUE(other->run("CREATE TABLE letters(number)"));
  }
  std::filesystem::create_directory(folder / "c.clip.part");
  for (const char* name : {"a.clip", "b.clip", "c.clip"}) {
    const std::string part = std::string(name) + ".part";
    const bool isFile = std::filesystem::is_regular_file(folder / part);
    const std::string before = isFile ? readFile(folder / part) : "";
    const auto writer = ClipWriter::create(folder / name, header);
    ASSERT_FALSE(writer) << name;
    EXPECT_EQ(writer.error().code, ErrorCode::Io) << name;
    EXPECT_EQ(writer.error().where, (folder / part).string());
    EXPECT_TRUE(std::filesystem::exists(folder / part)) << name;
    if (isFile) {
      EXPECT_EQ(readFile(folder / part), before) << name;
    }
  }
}

TEST(Clip, TakesOnlyFramesThatFollowOneAnother) {
  const TemporaryFolder folder;
  Simulator simulator(pendulums("euler").world());
  const auto shot = SnapshotMaker::make(simulator.world(), simulator.state(), simulator.dynamics(),
                                        simulator.report());
  for (const std::uint64_t wrong : {3u, 4u, 6u}) {
    const auto writer = ClipWriter::create(folder / "a.clip", makeClipHeader(simulator.world()));
    ASSERT_TRUE(writer);
    ASSERT_TRUE((*writer)->add(4, simulator.state(), shot));
    static_cast<void>((*writer)->add(wrong, simulator.state(), shot));  // known once it is written
    const auto closed = (*writer)->close();
    ASSERT_FALSE(closed) << wrong;
    EXPECT_EQ(closed.error().code, ErrorCode::Usage);
    EXPECT_EQ(openClip(folder / "a.clip")->frames().size(), 1u);
  }
}

TEST(Clip, GoesOnOnlyAfterAFrameThatItHas) {
  const TemporaryFolder folder;
  record(pendulums("euler").world(), folder / "a.clip", 0.25);
  const auto writer = ClipWriter::extend(folder / "a.clip", 7);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, ErrorCode::Usage);
  EXPECT_EQ(openClip(folder / "a.clip")->frames().size(), 7u);
  EXPECT_TRUE(openClip(folder / "a.clip")->complete());
}

TEST(Clip, IsRecordedByOneAtATime) {
  const TemporaryFolder folder;
  const auto world = pendulums("euler").world();
  const auto header = makeClipHeader(*world);
  const auto first = ClipWriter::create(folder / "a.clip", header);
  ASSERT_TRUE(first);
  const auto second = ClipWriter::create(folder / "a.clip", header);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::Io);
}

TEST(Clip, GoesOnAfterAnyFrame) {
  const TemporaryFolder folder;
  const auto world = pendulums("rkf45").world();
  const RecordedRun whole = record(world, folder / "a.clip", 0.5, grabs());
  auto middle = openClip(folder / "a.clip")->state(5, *world);
  ASSERT_TRUE(middle);
  {
    auto writer = ClipWriter::extend(folder / "a.clip", 5);
    ASSERT_TRUE(writer) << writer.error().message;
    Simulator simulator(world);
    simulator.restore(*middle);
    Take take(simulator, writer->get(), true);
    take.schedule(from(grabs(), middle->words[world->offsets().steps]));
    ASSERT_TRUE(take.runTo(0.5));
    ASSERT_TRUE((*writer)->close());
  }
  const auto clip = openClip(folder / "a.clip");
  ASSERT_EQ(clip->frames().size(), whole.states.size());
  EXPECT_EQ(clip->frames().back().stateHash, whole.states.back().hash());
  EXPECT_EQ(clip->commands(), grabs());
}

TEST(Clip, KeepsTheHashesOfTheScenesItHas) {
  const TemporaryFolder folder;
  const SceneBuilder builder = pendulums("euler");
  {
    Simulator simulator(builder.world());
    auto writer = ClipWriter::create(folder / "a.clip", makeClipHeader(simulator.world()));
    ASSERT_TRUE(writer);
    Take take(simulator, writer->get());
    ASSERT_TRUE(take.advanceFrame());
    ASSERT_TRUE((*writer)->add(revisionOf(builder.scene(), builtins(), simulator.report().steps)));
    ASSERT_TRUE(take.advanceFrame());
    ASSERT_TRUE((*writer)->close());
  }
  ASSERT_TRUE(openClip(folder / "a.clip")->sceneHashes());
  EXPECT_EQ(openClip(folder / "a.clip")->sceneHashes()->size(), 2u);
  EXPECT_TRUE(verifyClip(*openClip(folder / "a.clip"), builtins())->same);
  {
    auto writer = ClipWriter::extend(folder / "a.clip", 1);
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE((*writer)->close());
  }
  EXPECT_EQ(openClip(folder / "a.clip")->header().scenes.size(), 1u);
  EXPECT_EQ(openClip(folder / "a.clip")->sceneHashes()->size(), 1u);
  EXPECT_TRUE(verifyClip(*openClip(folder / "a.clip"), builtins())->same);
}

TEST(Clip, StatesFitOnlyScenesOfTheSameLayout) {
  const TemporaryFolder folder;
  record(pendulums("euler").world(), folder / "a.clip", 0.1);
  auto other = pendulums("euler");
  other.part("particle", "one more", {});
  const auto state = openClip(folder / "a.clip")->state(0, *other.world());
  ASSERT_FALSE(state);
  EXPECT_EQ(state.error().code, ErrorCode::Mismatch);
  EXPECT_NE(state.error().message.find("one more"), std::string::npos) << state.error().message;
}

}  // namespace
}  // namespace sinew::test
