#include "core/scene/SceneUpgrade.h"

#include <gtest/gtest.h>

#include <array>

namespace sinew {
namespace {

const std::array<Upgrader, 2> kUpgraders = {
    [](Json& document) { document["steps"] = "a"; },
    [](Json& document) { document["steps"] = document["steps"].get<std::string>() + "b"; },
};

TEST(SceneUpgrade, runsEveryUpgraderFromTheFilesVersionOn) {
  FaultLog faults;
  Json first = {{"sinew", 1}};
  EXPECT_TRUE(upgradeDocument(first, kUpgraders, faults));
  EXPECT_EQ(first, (Json{{"sinew", 3}, {"steps", "ab"}}));
  Json third = {{"sinew", 3}};
  EXPECT_TRUE(upgradeDocument(third, kUpgraders, faults));
  EXPECT_EQ(third, (Json{{"sinew", 3}}));
}

TEST(SceneUpgrade, refusesWhatNoUpgraderReaches) {
  for (const Json& version : {Json(4), Json(-1), Json(0), Json(1.5), Json("1"), Json(nullptr)}) {
    FaultLog faults;
    Json document = {{"sinew", version}};
    EXPECT_FALSE(upgradeDocument(document, kUpgraders, faults)) << version;
    EXPECT_EQ(faults.take().size(), 1U);
  }
}

TEST(SceneUpgrade, scenesOfTheFirstVersionKeepTheirContact) {
  const auto contactOf = [](const char* text) {
    FaultLog faults;
    Json document = Json::parse(text);
    EXPECT_TRUE(upgradeDocument(document, sceneUpgraders(), faults));
    return document["settings"].value("contact", "");
  };
  EXPECT_EQ(contactOf(R"({"sinew": 1})"), "springs");
  EXPECT_EQ(contactOf(R"({"sinew": 1, "settings": {"fps": 30}})"), "springs");
  EXPECT_EQ(contactOf(R"({"sinew": 1, "settings": {"contact": "barrier"}})"), "barrier");
  EXPECT_EQ(contactOf(R"({"sinew": 2, "settings": {}})"), "");
}

}  // namespace
}  // namespace sinew
