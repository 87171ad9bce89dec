#include "core/scene/KindReference.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/scene/SceneJson.h"

namespace sinew {
namespace {

Registry builtins() {
  Registry registry;
  registerBuiltins(registry);
  return registry;
}

TEST(KindReference, thePagesInDocsAreUpToDate) {
  const Registry registry = builtins();
  for (const std::string& topic : referenceTopics()) {
    const auto path =
        std::filesystem::path(SINEW_SOURCE_DIR) / "docs" / "reference" / (topic + ".md");
    std::ifstream file(path);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(page, topicPage(registry, topic)) << "run: sinew list --markdown docs/reference";
  }
}

TEST(SceneFormatDocument, itsExampleIsAValidScene) {
  std::ifstream file(std::filesystem::path(SINEW_SOURCE_DIR) / "docs" / "scene-format.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::string fence = "```json\n";
  const std::size_t start = page.find(fence) + fence.size();
  const auto scene = readScene(page.substr(start, page.find("```", start) - start), builtins());
  ASSERT_TRUE(scene.has_value()) << scene.error().front().text();
  EXPECT_EQ(scene->parts().size(), 1U);
}

TEST(KindReference, everyParameterSaysWhatItIs) {
  const Registry registry = builtins();
  for (const std::string& topic : referenceTopics()) {
    for (const auto& kind : describeTopic(registry, topic)) {
      for (const auto& param : kind["parameters"]) {
        SCOPED_TRACE(topic + " " + kind["kind"].get<std::string>() + " " + param.dump());
        const auto doc = param["doc"].get<std::string>();
        EXPECT_GT(doc.size(), 5U);
        EXPECT_EQ(doc.back(), '.');
      }
    }
  }
}

}  // namespace
}  // namespace sinew
