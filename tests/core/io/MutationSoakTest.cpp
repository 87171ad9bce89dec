// Damaged files of every format are read or refused: no crash, no hang, and no more memory than a
// sound one could take. Each is read in a process of its own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/io/clip/Verify.h"
#include "core/io/mesh/SceneMeshes.h"
#include "core/scene/SceneJson.h"
#include "core/simulation/ConstraintDoctor.h"
#include "tests/support/ClipScenes.h"
#include "tests/support/MeshTexts.h"
#include "tests/support/Mutation.h"

namespace sinew::test {
namespace {

constexpr int kInputs = 500;
constexpr unsigned kHang = 30;       // [s]
constexpr double kMegabytes = 2500;  // the budget of a scene, and the program

using Reading = std::function<void(const std::filesystem::path&)>;

/// Reads damaged copies of a file.
void readMutated(const std::string& sound, const std::string& ending, const Reading& reading) {
  const TemporaryFolder folder;
  Seeded random(40);
  for (int i = 0; i < kInputs; ++i) {
    const std::filesystem::path file = folder / ("x." + ending);
    writeFile(file, mutated(sound, random));
    const Ended ended = endOf([&] { reading(file); }, kHang);
    EXPECT_TRUE(ended.well()) << ending << " " << i << ": signal " << ended.signal;
    EXPECT_LT(ended.megabytes, kMegabytes) << ending << " " << i;
    if (!ended.well()) std::filesystem::copy(file, fmt::format("mutated_{}.{}", i, ending));
  }
}

void readAsScene(const std::filesystem::path& file) {
  const auto scene = loadSceneAndMeshes(file, builtins());
  if (!scene) return;
  const auto world = World::compile(*scene, builtins());
  if (!world) return;
  (void)diagnose(*world);
  Simulator simulator(*world, 1);
  simulator.step(1e-3);
}

void readAsClip(const std::filesystem::path& file) {
  if (!looksLikeClip(file)) return;
  const auto clip = ClipReader::open(file);
  if (!clip) return;
  for (std::size_t i = 0; i < (*clip)->frames().size(); ++i) {
    (void)(*clip)->snapshot(i);
    (void)(*clip)->rawState(i);
  }
  (void)verifyClip(**clip, builtins());
}

TEST(MutationSoak, Scenes) {
  const Scene scene = pendulums("implicit_euler").scene();
  readMutated(writeScene(scene, builtins()), "json", readAsScene);
}

TEST(MutationSoak, Clips) {
  const TemporaryFolder folder;
  record(pendulums("euler").world(), folder / "a.clip", 0.1, grabs());
  readMutated(readFile(folder / "a.clip"), "clip", readAsClip);
}

TEST(MutationSoak, Meshes) {
  const auto box = readMesh(boxObj(), "obj");
  ASSERT_TRUE(box);
  const SolidMesh& solid = (*box)->solid;
  const std::pair<const char*, std::string> files[] = {{"obj", boxObj()},
                                                       {"stl", stlOf(solid)},
                                                       {"ply", plyOf(solid)},
                                                       {"gltf", gltfOf(solid)},
                                                       {"glb", glbOf(solid)}};
  for (const auto& [ending, sound] : files) {
    ASSERT_TRUE(readMesh(sound, ending)) << ending;
    readMutated(sound, ending, [](const std::filesystem::path& file) { (void)readMeshFile(file); });
  }
}

}  // namespace
}  // namespace sinew::test
