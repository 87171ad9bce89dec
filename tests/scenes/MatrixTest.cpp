// What people try first holds with nothing set, or is written down as not holding yet: every demo,
// every library entry, any two of them on a floor (Matrix.h). matrix.json says how each stands;
// scripts/board writes it, and how they stand may only become better.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "core/scene/JsonText.h"
#include "tests/scenes/Matrix.h"
#include "tests/scenes/MatrixTake.h"
#include "tests/support/ClipScenes.h"

namespace sinew::test {
namespace {

constexpr double kWholeTake = 10;           // [s]
constexpr double kEverydayTake = 1;         // [s] up to the first blows
constexpr std::size_t kEveryday = 8;        // of those that hold,
constexpr std::uint64_t kFewTrials = 2000;  // with so many steps in the whole take

/// What was wrong with each when last written down, and the steps that it tried.
struct Standing {
  std::set<std::string> faults;
  std::uint64_t trials = 0;
};

const std::map<std::string, Standing>& standings() {
  static const std::map<std::string, Standing> all = [] {
    const auto path = std::filesystem::path(SINEW_SOURCE_DIR) / "tests/scenes/matrix.json";
    const Json json = Json::parse(readFile(path), nullptr, false);
    std::map<std::string, Standing> found;
    if (json.is_discarded() || !json.contains("takes")) return found;
    for (const auto& [name, take] : json["takes"].items()) {
      found[name] = {take["faults"].get<std::set<std::string>>(), take.value("trials", 0U)};
    }
    return found;
  }();
  return all;
}

/// A few of those that hold and cost little, picked by a hash of their names.
std::vector<MatrixEntry> everydayEntries() {
  std::vector<MatrixEntry> picked;
  for (const MatrixEntry& entry : matrixEntries()) {
    const auto found = standings().find(entry.name);
    if (found == standings().end() || !found->second.faults.empty()) continue;
    if (found->second.trials <= kFewTrials && entry.demo.empty()) picked.push_back(entry);
  }
  const auto hash = [](const MatrixEntry& entry) {
    std::uint32_t h = 2166136261U;  // FNV-1a
    for (const char c : entry.name) h = (h ^ static_cast<unsigned char>(c)) * 16777619U;
    return h;
  };
  std::ranges::sort(picked, {}, hash);
  picked.resize(std::min(picked.size(), kEveryday));
  return picked;
}

std::string wordsOf(const TakeOutcome& outcome) {
  std::string all;
  for (const auto& [fault, what] : outcome.faults) {
    all += (all.empty() ? "" : "; ") + std::string(faultName(fault)) + ": " + what;
  }
  return all;
}

void writeDown(const TakeOutcome& outcome) {
  std::string faults;
  for (const auto& [fault, what] : outcome.faults) {
    faults += (faults.empty() ? "" : " ") + std::string(faultName(fault));
  }
  ::testing::Test::RecordProperty("faults", faults);
  ::testing::Test::RecordProperty("what", wordsOf(outcome));
  ::testing::Test::RecordProperty("trials", std::to_string(outcome.trials));
  ::testing::Test::RecordProperty("simulated_s", numberText(outcome.simulated));
  ::testing::Test::RecordProperty("processor_s", numberText(outcome.processor));
  ::testing::Test::RecordProperty("gained", numberText(outcome.gained));
  ::testing::Test::RecordProperty("widest_gap", numberText(outcome.widestGap));
}

class MatrixWhole : public ::testing::TestWithParam<MatrixEntry> {};
class MatrixSample : public ::testing::TestWithParam<MatrixEntry> {};

TEST(Matrix, HasEveryDemoEveryEntryAndEveryPair) {
  const auto count = [](auto has) { return std::ranges::count_if(matrixEntries(), has); };
  const auto alone = count([](const MatrixEntry& e) { return e.demo.empty() && e.above.empty(); });
  const auto pairs = count([](const MatrixEntry& e) { return !e.above.empty(); });
  const auto demos = count([](const MatrixEntry& e) { return !e.demo.empty(); });
  EXPECT_GE(demos, 13);
  EXPECT_GE(alone, 16);
  EXPECT_EQ(pairs, alone * (alone + 1) / 2);
}

TEST(Matrix, EveryTakeIsWrittenDown) {
  EXPECT_EQ(standings().size(), matrixEntries().size());
  for (const MatrixEntry& entry : matrixEntries()) {
    EXPECT_TRUE(standings().contains(entry.name)) << entry.name << ": run scripts/board matrix";
  }
  EXPECT_EQ(everydayEntries().size(), kEveryday);
}

TEST(Matrix, WhatIsAboveLiesFreeOverWhatIsBelow) {
  const auto& all = matrixEntries();
  const auto pair = std::ranges::find(all, "steel_ball_on_block", &MatrixEntry::name);
  ASSERT_NE(pair, all.end());
  const auto world = World::compile(matrixScene(*pair), builtins());
  ASSERT_TRUE(world);
  const Simulator simulator(*world);
  EXPECT_TRUE(simulator.dynamics().overlaps().empty());
  const double ball = positionOf(simulator, "above ball", {0, 0, 0}).y();
  EXPECT_NEAR(ball, 0.2 + 0.02 + 0.05, 0.02);  // [m] the block's height, the air, the radius
}

/// A ball that falls onto the floor, or whatever a test does with it.
SceneBuilder ballOverFloor() {
  SceneBuilder builder;
  builder.settings({{"integrator", "implicit_euler"}, {"step", 0.01}});
  builder.part("plane", "floor", {});
  builder.part(
      "superquadric", "ball",
      {{"motion", "rigid"}, {"radii", Vec3(0.1, 0.1, 0.1)}, {"position", Vec3(0, 0.2, 0)}});
  return builder;
}

TEST(MatrixTake, HoldsWhereNothingIsWrong) {
  const TakeOutcome outcome = runTake(ballOverFloor().scene(), 0.25);
  EXPECT_EQ(wordsOf(outcome), "");
  EXPECT_NEAR(outcome.simulated, 0.25, 1e-9);
  EXPECT_GT(outcome.trials, 0U);
}

TEST(MatrixTake, IsSlowWhereStepsAreTooMany) {
  SceneBuilder builder;
  builder.settings({{"integrator", "rkf45"}, {"tolerance", 1e-12}, {"step", 0.01}});
  builder.part("particle", "weight", {{"position", Vec3(1, 2, 0)}, {"velocity", Vec3(0, 0, 200)}});
  builder.constraint("distance", "string", {{"a", at("weight")}, {"length", 0.1}});
  const TakeOutcome outcome = runTake(builder.scene(), 10);
  EXPECT_TRUE(outcome.faults.contains(TakeFault::Slow)) << wordsOf(outcome);
  EXPECT_LT(outcome.simulated, 10);
}

// Under forward Euler what falls gains (g h)²/2 per kilogram in every step.
TEST(MatrixTake, SeesEnergyThatNobodyPutIn) {
  SceneBuilder builder;
  builder.settings({{"integrator", "euler"}, {"scheme", "forward"}, {"step", 0.01}});
  builder.part("particle", "weight", {{"position", Vec3(0, 10, 0)}});
  const TakeOutcome outcome = runTake(builder.scene(), 1);
  EXPECT_TRUE(outcome.faults.contains(TakeFault::MakesEnergy)) << outcome.gained;
}

TEST(MatrixTake, SeesWhatLiesBelowTheFloor) {
  SceneBuilder builder = ballOverFloor();
  builder.part("superquadric", "lost",
               {{"motion", "rigid"}, {"radii", Vec3(0.1, 0.1, 0.1)}, {"position", Vec3(0, -1, 0)}});
  const TakeOutcome outcome = runTake(builder.scene(), 0.1);
  EXPECT_TRUE(outcome.faults.contains(TakeFault::FallsThrough)) << wordsOf(outcome);
}

TEST(MatrixTake, EndsWhereTheTakeDoes) {
  SceneBuilder builder;
  builder.settings({{"gravity", Vec3(9e5, 0, 0)}});
  builder.part("particle", "weight", {});
  EXPECT_TRUE(runTake(builder.scene(), 4).faults.contains(TakeFault::Ends));
}

TEST_P(MatrixSample, HoldsForItsFirstSecond) {
  EXPECT_EQ(wordsOf(runTake(matrixScene(GetParam()), kEverydayTake)), "");
}

INSTANTIATE_TEST_SUITE_P(Everyday, MatrixSample, ::testing::ValuesIn(everydayEntries()),
                         [](const auto& tested) { return tested.param.name; });

TEST_P(MatrixWhole, SoakStandsNoWorseThanWrittenDown) {
  const TakeOutcome outcome = runTake(matrixScene(GetParam()), kWholeTake);
  writeDown(outcome);
  const auto before = standings().find(GetParam().name);
  ASSERT_NE(before, standings().end()) << "new: run scripts/board matrix";
  for (const auto& [fault, what] : outcome.faults) {
    EXPECT_TRUE(before->second.faults.contains(faultName(fault)))
        << faultName(fault) << ": " << what;
  }
}

INSTANTIATE_TEST_SUITE_P(All, MatrixWhole, ::testing::ValuesIn(matrixEntries()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace sinew::test
