#include "core/scene/SceneUpgrade.h"

#include <gtest/gtest.h>

#include <array>

#include "core/scene/SceneJson.h"
#include "core/scene/SceneTables.h"
#include "core/scene/SimulationHash.h"
#include "tests/support/SceneBuilder.h"

namespace sinew {
namespace {

const std::array<Upgrader, 2> kUpgraders = {
    [](Json& document, const Registry&) { document["steps"] = "a"; },
    [](Json& document, const Registry&) {
      document["steps"] = document["steps"].get<std::string>() + "b";
    },
};

bool upgraded(Json& document, std::span<const Upgrader> upgraders, FaultLog& faults) {
  return upgradeDocument(document, upgraders, test::builtins(), faults);
}

Scene sceneIn(const std::string& text) {
  auto scene = readScene(text, test::builtins());
  EXPECT_TRUE(scene.has_value()) << text;
  return scene ? std::move(*scene) : Scene();
}

TEST(SceneUpgrade, runsEveryUpgraderFromTheFilesVersionOn) {
  FaultLog faults;
  Json first = {{"sinew", 1}};
  EXPECT_TRUE(upgraded(first, kUpgraders, faults));
  EXPECT_EQ(first, (Json{{"sinew", 3}, {"steps", "ab"}}));
  Json third = {{"sinew", 3}};
  EXPECT_TRUE(upgraded(third, kUpgraders, faults));
  EXPECT_EQ(third, (Json{{"sinew", 3}}));
}

TEST(SceneUpgrade, refusesWhatNoUpgraderReaches) {
  for (const Json& version : {Json(4), Json(-1), Json(0), Json(1.5), Json("1"), Json(nullptr)}) {
    FaultLog faults;
    Json document = {{"sinew", version}};
    EXPECT_FALSE(upgraded(document, kUpgraders, faults)) << version;
    EXPECT_EQ(faults.take().size(), 1U);
  }
}

TEST(SceneUpgrade, ScenesOfEarlierVersionsKeepTheirContact) {
  const auto contactOf = [](const char* text) {
    FaultLog faults;
    Json document = Json::parse(text);
    EXPECT_TRUE(upgraded(document, sceneUpgraders(), faults));
    return document["settings"].value("contact", "");
  };
  EXPECT_EQ(contactOf(R"({"sinew": 1})"), "springs");
  EXPECT_EQ(contactOf(R"({"sinew": 1, "settings": {"fps": 30}})"), "springs");
  EXPECT_EQ(contactOf(R"({"sinew": 1, "settings": {"contact": "barrier"}})"), "barrier");
  EXPECT_EQ(contactOf(R"({"sinew": 2, "settings": {}})"), "barrier");
  EXPECT_EQ(contactOf(R"({"sinew": 3, "settings": {}})"), "");
}

TEST(SceneUpgrade, ScenesOfTheSecondVersionKeepTheirMethodAndStep) {
  const auto methodOf = [](const std::string& text) {
    const Scene scene = sceneIn(text);
    const ParamReader settings(settingsTable(), scene.settings);
    return std::pair(settings.text("integrator"), settings.real("step"));
  };
  const std::pair<std::string, double> before("euler", 0.001), now("implicit_euler", 1.0 / 96);
  EXPECT_EQ(methodOf(R"({"sinew": 1})"), before);
  EXPECT_EQ(methodOf(R"({"sinew": 2})"), before);
  EXPECT_EQ(methodOf(R"({"sinew": 2, "settings": {"integrator": "bdf2"}})"),
            std::pair(std::string("bdf2"), 0.001));
  EXPECT_EQ(methodOf(R"({"sinew": 2, "settings": {"step": 0.002}})"),
            std::pair(std::string("euler"), 0.002));
  EXPECT_EQ(methodOf(R"({"sinew": 3})"), now);
}

// Clips know the scene that they were recorded with by these, worked out by the versions that
// wrote them.
TEST(SceneUpgrade, ScenesOfEarlierVersionsKeepTheirHash) {
  const auto hashOf = [](const std::string& text) {
    return simulationHash(sceneIn(text), test::builtins());
  };
  const std::string parts = R"(, "parts": [{"name": "line", "kind": "rope"},
    {"name": "ball", "kind": "superquadric", "mass": 2}]})";
  EXPECT_EQ(hashOf(R"({"sinew": 2)" + parts), 0x1f7db75abbe17a1eU);
  EXPECT_EQ(hashOf(R"({"sinew": 2, "settings": {"integrator": "implicit_euler"})" + parts),
            0xcfd4715887485f18U);
  EXPECT_NE(hashOf(R"({"sinew": 3)" + parts), hashOf(R"({"sinew": 2)" + parts));
}

TEST(SceneUpgrade, ScenesOfTheSecondVersionTakeTheSameSteps) {
  const auto stateAfter = [](const std::string& text) {
    auto world = World::compile(sceneIn(text), test::builtins());
    Simulator simulator(*world);
    simulator.advanceTo(0.05);
    return simulator.state().hash();
  };
  const auto swinging = [](const std::string& rope) {
    return R"(, "parts": [{"name": "line", "kind": "rope")" + rope + R"(}], "constraints": [
      {"name": "nail", "kind": "position", "point": {"part": "line", "at": [0]}}]})";
  };
  EXPECT_EQ(stateAfter(R"({"sinew": 2)" + swinging("")),
            stateAfter(R"({"sinew": 3, "settings": {"integrator": "euler", "step": 0.001,
                                  "contact": "barrier"})" +
                       swinging(R"(, "density": 1100, "youngs_modulus": 2e6, "bend_scale": 1,
                                  "internal_damping": 0)")));
}

}  // namespace
}  // namespace sinew
