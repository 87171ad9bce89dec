#include "core/scene/SceneFile.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/scene/AssetPath.h"
#include "tests/core/scene/TestKinds.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

class SceneFile : public ::testing::Test {
 protected:
  SceneFile() {
    std::string name = (fs::temp_directory_path() / "sinew-scene-XXXXXX").string();
    m_root = ::mkdtemp(name.data());
    fs::create_directory(m_root / "scene");
  }
  ~SceneFile() override { fs::remove_all(m_root); }

  static void write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  static std::string contents(const fs::path& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
  }
  static std::string withMesh(const std::string& mesh) {
    return R"({"sinew": 1, "parts": [{"name": "p", "kind": "block", "mesh": ")" + mesh + "\"}]}";
  }

  fs::path m_root;
  Registry m_registry = testRegistry();
};

TEST_F(SceneFile, whatIsSavedIsLoadedEqual) {
  const fs::path path = m_root / "a.json";
  Scene scene;
  scene.notes = "two\nlines \"quoted\" é";
  ASSERT_TRUE(saveScene(scene, path, m_registry).has_value());
  const auto loaded = loadScene(path, m_registry);
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(*loaded, scene);
}

TEST_F(SceneFile, savingKeepsTheOldContentsAsBackupAndItsPermissions) {
  const fs::path path = m_root / "a.json";
  write(path, "old");
  ::chmod(path.c_str(), 0640);
  ASSERT_TRUE(saveText("new", path).has_value());
  EXPECT_EQ(contents(path), "new");
  EXPECT_EQ(contents(m_root / "a.json~"), "old");
  ASSERT_TRUE(saveText("newer", path).has_value());
  EXPECT_EQ(contents(m_root / "a.json~"), "new");
  struct stat status {};
  ::stat(path.c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST_F(SceneFile, savingRemovesWhatAKilledSaveLeftBehind) {
  const fs::path left = m_root / ".a.json.aB3xYz", young = m_root / ".a.json.000000";
  const fs::path other = m_root / ".b.json.aB3xYz", longer = m_root / ".a.json.autosave";
  for (const fs::path& path : {left, young, other, longer}) write(path, "half");
  const auto longAgo = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const fs::path& path : {left, other, longer}) fs::last_write_time(path, longAgo);
  ASSERT_TRUE(saveText("x", m_root / "a.json").has_value());
  EXPECT_FALSE(fs::exists(left));
  for (const fs::path& path : {young, other, longer}) EXPECT_TRUE(fs::exists(path)) << path;
}

TEST_F(SceneFile, savingLeavesNoTemporaryFiles) {
  ASSERT_TRUE(saveText("x", m_root / "a.json").has_value());
  EXPECT_FALSE(saveText("x", m_root / "none" / "a.json").has_value());
  EXPECT_FALSE(saveText("x", m_root / "scene").has_value()) << "a folder cannot be replaced";
  int files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(m_root)) ++files;
  EXPECT_EQ(files, 2) << "a.json and scene/";
}

TEST_F(SceneFile, savingThroughALinkReplacesTheFileBehindIt) {
  write(m_root / "real.json", "old");
  fs::create_symlink("real.json", m_root / "link.json");
  ASSERT_TRUE(saveText("new", m_root / "link.json").has_value());
  EXPECT_TRUE(fs::is_symlink(m_root / "link.json"));
  EXPECT_EQ(contents(m_root / "real.json"), "new");
}

TEST_F(SceneFile, missingFilesAndFoldersAreFailuresOfInputAndOutput) {
  EXPECT_EQ(loadScene(m_root / "none.json", m_registry).error().code, ErrorCode::Io);
  EXPECT_EQ(loadScene(m_root, m_registry).error().code, ErrorCode::Io);
  EXPECT_EQ(loadScene("/dev/zero", m_registry).error().code, ErrorCode::Io);
}

TEST_F(SceneFile, tooLargeFilesAreNotRead) {
  const fs::path path = m_root / "large.json";
  write(path, "");
  fs::resize_file(path, std::uintmax_t{1} << 40U);  // sparse
  const auto loaded = loadScene(path, m_registry);
  ASSERT_FALSE(loaded.has_value());
  EXPECT_EQ(loaded.error().code, ErrorCode::Invalid);
  EXPECT_THAT(loaded.error().faults[0].legal, ::testing::HasSubstr("67108864"));
}

TEST_F(SceneFile, assetsAreFoundBesideTheSceneOrInTheAssetFolder) {
  const fs::path path = m_root / "scene" / "a.json";
  fs::create_directory(m_root / "assets");
  write(path, withMesh("m.obj"));
  EXPECT_FALSE(loadScene(path, m_registry, m_root / "assets").has_value());
  write(m_root / "assets" / "m.obj", "");
  EXPECT_TRUE(loadScene(path, m_registry, m_root / "assets").has_value());
  fs::rename(m_root / "assets" / "m.obj", m_root / "scene" / "m.obj");
  EXPECT_TRUE(loadScene(path, m_registry).has_value());
}

TEST_F(SceneFile, assetsBehindALinkThatLeadsOutAreRefused) {
  const fs::path path = m_root / "scene" / "a.json";
  write(m_root / "secret", "");
  fs::create_symlink("../secret", m_root / "scene" / "m.obj");
  write(path, withMesh("m.obj"));
  const auto loaded = loadScene(path, m_registry);
  ASSERT_FALSE(loaded.has_value());
  EXPECT_EQ(loaded.error().faults[0].pointer, "/parts/0/mesh");
  EXPECT_THAT(loaded.error().faults[0].found, ::testing::HasSubstr("leads out"));
}

TEST_F(SceneFile, whatIsOnlySeenMayBeMissingButNotLeadOut) {
  const fs::path path = m_root / "scene" / "a.json";
  write(path, R"({"sinew": 1, "materials": [{"name": "m", "texture": "wood.png"}]})");
  EXPECT_TRUE(loadScene(path, m_registry).has_value());
  write(m_root / "secret.png", "");
  fs::create_symlink("../secret.png", m_root / "scene" / "wood.png");
  const auto loaded = loadScene(path, m_registry);
  ASSERT_FALSE(loaded.has_value());
  EXPECT_EQ(loaded.error().faults[0].pointer, "/materials/0/texture");
  EXPECT_THAT(loaded.error().faults[0].found, ::testing::HasSubstr("leads out"));
  write(path, R"({"sinew": 1, "materials": [{"name": "m", "texture": "../secret.png"}]})");
  EXPECT_FALSE(loadScene(path, m_registry).has_value());
}

TEST_F(SceneFile, assetsAreTakenFromTheFirstFolderThatHasThem) {
  fs::create_directory(m_root / "assets");
  const std::vector<fs::path> folders = {{}, m_root / "scene", m_root / "assets"};
  EXPECT_EQ(resolveAsset(folders, "a.png").error().code, ErrorCode::Io);
  write(m_root / "assets" / "a.png", "");
  EXPECT_EQ(*resolveAsset(folders, "a.png"), fs::canonical(m_root / "assets" / "a.png"));
  write(m_root / "scene" / "a.png", "");
  EXPECT_EQ(*resolveAsset(folders, "a.png"), fs::canonical(m_root / "scene" / "a.png"));
  EXPECT_EQ(resolveAsset(folders, "../a.png").error().code, ErrorCode::Invalid);
  EXPECT_EQ(resolveAsset({}, "a.png").error().code, ErrorCode::Io);
}

}  // namespace
}  // namespace sinew
