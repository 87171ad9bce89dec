// Scenes and the meshes that they name: found, missing, taken along, and kept in clips.
#include "core/io/mesh/SceneMeshes.h"

#include <gmock/gmock.h>

#include "core/io/clip/Database.h"
#include "core/io/clip/Verify.h"
#include "tests/support/ClipScenes.h"
#include "tests/support/MeshTexts.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kSceneWithRock =
    R"({"sinew": 2, "parts": [{"name": "rock", "kind": "mesh", "mesh": "stones/rock.obj"}]})";

class SceneMeshes : public testing::Test {
 protected:
  SceneMeshes() {
    for (const char* folder : {"scene", "scene/stones", "assets", "assets/stones", "elsewhere"}) {
      fs::create_directory(m_folder / folder);
    }
    writeFile(scene(), kSceneWithRock);
  }
  fs::path scene() const { return m_folder / "scene/a.json"; }
  fs::path in(const char* path) const { return m_folder / path; }
  auto load() const { return loadSceneAndMeshes(scene(), builtins(), in("assets")); }
  std::string fault() const {
    const auto loaded = load();
    return loaded ? "none" : loaded.error().faults.at(0).text();
  }
  static const MeshFile& meshOf(const Scene& scene) {
    return std::get<MeshFile>(scene.parts().at(0).values.find("mesh")->content);
  }

  const TemporaryFolder m_folder;
};

TEST_F(SceneMeshes, AreFoundBesideTheSceneOrAmongTheAssets) {
  EXPECT_THAT(fault(), HasSubstr("/parts/0/mesh: found \"stones/rock.obj\": cannot open"));
  writeFile(in("assets/stones/rock.obj"), boxObj());
  const auto shared = load();
  ASSERT_TRUE(shared);
  ASSERT_TRUE(meshOf(*shared).content);
  EXPECT_EQ(meshOf(*shared).content->bytes, boxObj());
  writeFile(in("scene/stones/rock.obj"), boxObj({1, 2, 3}));
  const auto own = load();
  ASSERT_TRUE(own);
  EXPECT_EQ(meshOf(*own).content->bytes, boxObj({1, 2, 3}));
  EXPECT_FALSE(*own == *shared) << "the file holds something else";
  EXPECT_EQ(*own, *load());
}

TEST_F(SceneMeshes, ThoseThatAreNoSolidsAreNamedWithTheReason) {
  writeFile(in("scene/stones/rock.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_THAT(fault(), HasSubstr("/parts/0/mesh: found \"stones/rock.obj\": it is not closed"));
}

TEST_F(SceneMeshes, BehindALinkThatLeadsOutAreRefused) {
  writeFile(in("elsewhere/rock.obj"), boxObj());
  fs::create_symlink(in("elsewhere/rock.obj"), in("scene/stones/rock.obj"));
  EXPECT_THAT(fault(), HasSubstr("leads out"));
  writeFile(scene(), R"({"sinew": 2, "parts": [{"name": "rock", "kind": "mesh",
      "mesh": "../elsewhere/rock.obj"}]})");
  EXPECT_THAT(fault(), HasSubstr("no \"..\""));
}

TEST_F(SceneMeshes, GoAlongWithASceneThatIsSavedElsewhere) {
  writeFile(in("scene/stones/rock.obj"), boxObj());
  const auto loaded = load();
  ASSERT_TRUE(loaded);
  const auto save = [&] {
    const auto others = saveMeshes(*loaded, builtins(), in("elsewhere"), in("assets"));
    EXPECT_TRUE(others);
    return others ? *others : std::vector<std::string>{"failed"};
  };
  EXPECT_THAT(save(), IsEmpty());
  EXPECT_EQ(readFile(in("elsewhere/stones/rock.obj")), boxObj());
  EXPECT_THAT(save(), IsEmpty()) << "it is there already";
  writeFile(in("elsewhere/stones/rock.obj"), "# the same\n" + boxObj());
  EXPECT_THAT(save(), IsEmpty()) << "it means the same";
  writeFile(in("elsewhere/stones/rock.obj"), boxObj({1, 2, 3}));
  EXPECT_THAT(save(), ElementsAre("stones/rock.obj")) << "somebody's";
  EXPECT_EQ(readFile(in("elsewhere/stones/rock.obj")), boxObj({1, 2, 3}));
}

TEST_F(SceneMeshes, ThatComeWithSinewAreNotCopied) {
  writeFile(in("assets/stones/rock.obj"), boxObj());
  const auto loaded = load();
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(saveMeshes(*loaded, builtins(), in("elsewhere"), in("assets")));
  EXPECT_FALSE(fs::exists(in("elsewhere/stones")));
}

TEST_F(SceneMeshes, AreNotWrittenThroughALinkThatLeadsOut) {
  writeFile(in("scene/stones/rock.obj"), boxObj());
  const auto loaded = load();
  ASSERT_TRUE(loaded);
  fs::create_directory(in("target"));
  fs::create_directory_symlink(in("target"), in("elsewhere/stones"));
  EXPECT_FALSE(saveMeshes(*loaded, builtins(), in("elsewhere"), in("assets")));
  EXPECT_FALSE(fs::exists(in("target/rock.obj")));
}

// — clips —

/// A ball on a box from a file.
SceneBuilder ballOnMesh(const MeshFile& mesh) {
  SceneBuilder builder;
  builder.part("mesh", "stand", {{"mesh", mesh}});
  builder.part("particle", "ball", {{"position", Vec3(0.1, 0.7, 0.2)}, {"radius", 0.1}});
  return builder;
}

TEST(ClipMeshes, AClipBringsItsMeshesAlong) {
  const TemporaryFolder folder;
  const auto world = ballOnMesh(meshFile(boxObj(), "gone.obj")).world();
  record(world, folder / "a.clip", 0.3);
  const auto clip = openClip(folder / "a.clip");
  ASSERT_TRUE(clip);
  const auto scene = clip->scene(builtins());
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(*scene, world->scene());
  const auto verified = verifyClip(*clip, builtins());
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_TRUE(verified->same) << verified->message;
}

TEST(ClipMeshes, ATakeWithAnotherMeshIsNotTheSame) {
  const TemporaryFolder folder;
  record(ballOnMesh(meshFile(boxObj(), "gone.obj")).world(), folder / "a.clip", 0.3);
  {
    auto database = Database::open(folder / "a.clip", Database::Mode::Write);
    ASSERT_TRUE(database);
    ASSERT_TRUE(database->run("DELETE FROM asset_files"));
    const std::string other = boxObj({1, 1.2, 1});
    auto file = database->prepare("INSERT INTO asset_files VALUES(?,?,?)");
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->integer(0).blob(std::as_bytes(std::span(other))).insert());
  }
  const auto clip = openClip(folder / "a.clip");
  ASSERT_TRUE(clip) << "it plays all the same";
  const auto verified = verifyClip(*clip, builtins());
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().code, ErrorCode::Mismatch);
  EXPECT_THAT(verified.error().message, HasSubstr("another mesh"));
}

}  // namespace
}  // namespace sinew::test
