// A state from a file is gone on in only when it can be.
#include "core/io/clip/StateFit.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/contact/ContactMemory.h"
#include "tests/support/ClipScenes.h"

namespace sinew::test {
namespace {

TEST(StateFit, RefusesNumbersThatCannotBeSteppedFrom) {
  const auto world = pendulums("euler").world();
  const State good = Simulator(world).state();
  EXPECT_TRUE(checkState(good, *world));
  for (const double step : {0.0, -1e-3, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()}) {
    State state = good;
    state.reals[world->offsets().nextStep] = step;
    EXPECT_FALSE(checkState(state, *world)) << step;
  }
  State early = good;
  early.reals[world->offsets().time] = -1;
  EXPECT_FALSE(checkState(early, *world));
}

TEST(StateFit, RefusesContactsOfWhatIsNotThere) {
  const auto world = pendulums("euler").world();
  const State good = Simulator(world).state();
  const auto remembers = [&](const ContactMemory& memory) {
    State state = good;
    memory.write(state.words, world->offsets().contact);
    return static_cast<bool>(checkState(state, *world));
  };
  const auto spring = [](int partB, int vertex, double place) {
    return ContactMemory{
        {{Pairing::VertexVertex, false, 0, partB, {0, vertex, -1, -1}, {place, 0}}}, {}};
  };
  EXPECT_TRUE(remembers({}));
  EXPECT_TRUE(remembers(spring(1, 0, 0)));
  EXPECT_FALSE(remembers(spring(99, 0, 0)));
  EXPECT_FALSE(remembers(spring(1, 5, 0)));
  EXPECT_FALSE(remembers(spring(1, 0, std::numeric_limits<double>::infinity())));
  EXPECT_TRUE(remembers({{}, {{0, 1, 5}}}));
  EXPECT_FALSE(remembers({{}, {{0, 99, 5}}}));
  EXPECT_FALSE(remembers({{}, {{0, 1, 999}}}));
  State torn = good;
  torn.words.push_back(0);
  EXPECT_FALSE(checkState(torn, *world));
}

TEST(StateFit, RefusesHandsThatHoldWhatIsNotThere) {
  const auto world = pendulums("euler").world();
  const State good = Simulator(world).state();
  const auto holds = [&](std::uint64_t word) {
    State state = good;
    state.words[world->offsets().grabWords] = word;
    return static_cast<bool>(checkState(state, *world));
  };
  EXPECT_TRUE(holds(1));
  EXPECT_TRUE(holds(1 | StateOffsets::kGrabPinned));
  EXPECT_FALSE(holds(StateOffsets::kGrabPinned)) << "nothing is pinned";
  EXPECT_FALSE(holds(1 | StateOffsets::kGrabPinned << 1U));
  EXPECT_FALSE(holds(99));
}

TEST(StateFit, NamesWhatInTheSceneIsNotAsItWasRecorded) {
  const auto said = [](const SceneBuilder& recorded, const SceneBuilder& now) {
    const auto found = findMismatch(makeClipHeader(*recorded.world()), *now.world());
    return found ? found->message : std::string();
  };
  const auto rope = [](int points) {
    return SceneBuilder().part("rope", "line", {{"control_points", points}});
  };
  const auto held = [&](const char* kind, const char* name, Values values) {
    return SceneBuilder().part("particle", "bob", {}).constraint(kind, name, values);
  };
  const SceneBuilder bob = SceneBuilder().part("particle", "bob", {});
  const SceneBuilder rod = held("distance", "rod", {{"a", at("bob")}, {"length", 1.0}});
  const SceneBuilder pin = held("position", "rod", {{"point", at("bob")}});
  EXPECT_EQ(said(bob, bob), "");
  for (const auto& [message, words] : std::vector<std::pair<std::string, const char*>>{
           {said(pendulums("euler"), pendulums("bdf2")), "settings/integrator back to euler"},
           {said(rope(12), rope(14)),
            "the part \"line\" was recorded with other values of "
            "control_points"},
           {said(rope(12), bob), "the part \"bob\" where the clip has \"line\""},
           {said(rod, bob), "lacks the constraint \"rod\" of the clip: put it back"},
           {said(bob, rod), "lacks the constraint \"rod\" of the scene: take it out"},
           {said(pin, rod),
            "the constraint \"rod\" is of kind distance in the scene and was "
            "recorded as position"}}) {
    EXPECT_NE(message.find(words), std::string::npos) << message << " | " << words;
    EXPECT_NE(message.find("from the start"), std::string::npos) << message;
    for (const char* internal : {"/q/", "/v/", "law", "multiplier", "momentum", "memory"})
      EXPECT_EQ(message.find(internal), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace sinew::test
