// Every malformed scene is refused with exit status 3 and a message that says where, what was
// found and what is legal. tests/scenes/malformed/manifest.json lists what each must say.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "core/scene/JsonText.h"
#include "core/scene/SceneFile.h"
#include "tests/support/Program.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

const fs::path& folder() {
  static const fs::path path = fs::path(SINEW_SOURCE_DIR) / "tests/scenes/malformed";
  return path;
}

Json manifest() {
  std::ifstream file(folder() / "manifest.json");
  return Json::parse(file);
}

bool saysIt(const Fault& fault, const Json& entry) {
  if (fault.pointer != entry["pointer"]) return false;
  for (const auto& word : entry["words"])
    if (fault.text().find(word.get<std::string>()) == std::string::npos) return false;
  return true;
}

TEST(MalformedScenes, thereAreManyAndAllAreListed) {
  std::set<std::string> listed;
  for (const auto& entry : manifest()) listed.insert(entry["file"].get<std::string>());
  std::set<std::string> present;
  for (const auto& file : fs::directory_iterator(folder()))
    if (file.path().filename() != "manifest.json") present.insert(file.path().filename());
  EXPECT_EQ(listed, present);
  EXPECT_GE(listed.size(), 80U);
}

TEST(MalformedScenes, theLoaderSaysWhereWhatAndWhatIsLegal) {
  Registry registry;
  registerBuiltins(registry);
  for (const auto& entry : manifest()) {
    SCOPED_TRACE(entry["file"].get<std::string>());
    const auto scene = loadScene(folder() / entry["file"].get<std::string>(), registry);
    ASSERT_FALSE(scene.has_value());
    EXPECT_EQ(scene.error().code, ErrorCode::Invalid);
    const auto& faults = scene.error().faults;
    EXPECT_TRUE(std::any_of(faults.begin(), faults.end(),
                            [&entry](const Fault& fault) { return saysIt(fault, entry); }))
        << "first of " << faults.size() << ": " << faults.at(0).text();
    for (const Fault& fault : faults) EXPECT_FALSE(fault.legal.empty());
  }
}

TEST(MalformedScenes, theProgramExitsWithThreeAndSaysTheSame) {
  for (const auto& entry : manifest()) {
    SCOPED_TRACE(entry["file"].get<std::string>());
    const auto run =
        runProgram({"check", "--json", (folder() / entry["file"].get<std::string>()).string()});
    EXPECT_EQ(run.exitCode, 3) << run.log;
    const Json verdict = Json::parse(run.out, nullptr, false);
    ASSERT_TRUE(verdict.is_object()) << run.out;
    EXPECT_EQ(verdict["valid"], false);
    bool said = false;
    for (const auto& fault : verdict["faults"])
      said = said || saysIt({fault["pointer"], fault["found"], fault["legal"]}, entry);
    EXPECT_TRUE(said) << run.out;
    for (const auto& word : entry["words"])
      EXPECT_THAT(run.log, ::testing::HasSubstr(word.get<std::string>()));
  }
}

class GeneratedScene : public ::testing::Test {
 protected:
  /// Writes the text and checks it through the program.
  ProgramRun check(const std::string& text) {
    std::ofstream(m_path, std::ios::binary) << text;
    return runProgram({"check", m_path.string()});
  }
  ~GeneratedScene() override { fs::remove(m_path); }

  fs::path m_path =
      fs::temp_directory_path() /
      ("sinew-generated-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
       ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".json");
};

TEST_F(GeneratedScene, millionsOfBracketsAreRefused) {
  const auto run = check(std::string(4'000'000, '['));
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_THAT(run.log, ::testing::HasSubstr("nesting"));
}

TEST_F(GeneratedScene, millionsOfValuesAreRefused) {
  std::string text = R"({"sinew": 1, "parts": [0)";
  for (int i = 0; i < 8'000'000; ++i) text += ",0";
  const auto run = check(text + "]}");
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_THAT(run.log, ::testing::HasSubstr("more than 8000000 values"));
}

TEST_F(GeneratedScene, tooManyPartsAreRefusedWithoutReadingThem) {
  std::string text = R"({"sinew": 1, "parts": [0)";
  for (int i = 0; i < 300'000; ++i) text += ",0";
  const auto run = check(text + "]}");
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_THAT(run.log, ::testing::HasSubstr("/parts: found a list of 300001"));
}

TEST_F(GeneratedScene, moreVerticesThanAnyMemoryHoldsAreRefused) {
  std::string text = R"({"sinew": 1, "parts": [)";
  for (int i = 0; i < 100'000; ++i) {
    text += R"({"name": "p)" + std::to_string(i) +
            R"(", "kind": "superquadric", "render_u": 512, "render_v": 1024},)";
  }
  const auto run = check(text + R"({"name": "last", "kind": "particle"}]})");
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_THAT(run.log, ::testing::HasSubstr("/parts/0: found 52326"));
  EXPECT_THAT(run.log, ::testing::HasSubstr("drawn vertices"));
  EXPECT_THAT(run.log, ::testing::HasSubstr("at most 20000000"));
}

TEST_F(GeneratedScene, aFileOfFaultsGivesABoundedMessage) {
  std::string text = R"({"sinew": 1, "parts": [0)";
  for (int i = 0; i < 100'000; ++i) text += ",0";
  const auto run = check(text + "]}");
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_LT(run.log.size(), 100'000U);
  EXPECT_THAT(run.log, ::testing::HasSubstr("more faults"));
}

TEST_F(GeneratedScene, tooLargeFilesAreRefusedUnread) {
  check("");
  fs::resize_file(m_path, std::uintmax_t{1} << 36U);  // sparse
  const auto run = runProgram({"check", m_path.string()});
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_THAT(run.log, ::testing::HasSubstr("at most 67108864 bytes"));
}

}  // namespace
}  // namespace sinew
