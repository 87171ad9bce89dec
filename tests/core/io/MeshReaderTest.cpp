// What is read from mesh files, and what is said of those that hold no solid.
#include "core/io/mesh/MeshReader.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <array>

#include "tests/support/ClipScenes.h"
#include "tests/support/MeshTexts.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;

std::string whyNot(const std::string& bytes, const char* ending, const MeshLimits& limits = {}) {
  const auto read = readMesh(bytes, ending, limits);
  return read ? "it was read" : read.error().message;
}

std::string without(std::string text, const std::string& line) {
  text.erase(text.find(line), line.size());
  return text;
}

double volumeOf(const SolidMesh& mesh) {
  double sixfold = 0;
  for (const auto& [a, b, c] : mesh.faces) {
    sixfold += mesh.vertices[a].dot(mesh.vertices[b].cross(mesh.vertices[c]));
  }
  return sixfold / 6;
}

TEST(MeshReader, ReadsASolidWithItsCornersJoined) {
  const auto box = readMesh(boxObj({1, 2, 3}), "obj");
  ASSERT_TRUE(box) << box.error().message;
  EXPECT_EQ((*box)->solid.vertices.size(), 8u);
  EXPECT_EQ((*box)->solid.faces.size(), 12u);
  EXPECT_NEAR(volumeOf((*box)->solid), 6, 1e-6);
  EXPECT_EQ((*box)->bytes, boxObj({1, 2, 3}));
}

TEST(MeshReader, EveryFormatSaysTheSame) {
  const auto box = readMesh(boxObj({1, 2, 3}), "obj");
  ASSERT_TRUE(box);
  const SolidMesh& solid = (*box)->solid;
  const std::pair<const char*, std::string> files[] = {
      {"stl", stlOf(solid)}, {"ply", plyOf(solid)}, {"glb", glbOf(solid)}};
  for (const auto& [ending, bytes] : files) {
    const auto read = readMesh(bytes, ending);
    ASSERT_TRUE(read) << ending << ": " << read.error().message;
    EXPECT_EQ((*read)->solid.vertices.size(), 8u) << ending;
    EXPECT_EQ((*read)->solid.faces.size(), 12u) << ending;
    EXPECT_NEAR(volumeOf((*read)->solid), 6, 1e-6) << ending;
    if (std::string(ending) == "glb") {
      for (const Vec3& x : (*read)->solid.vertices) EXPECT_NEAR(std::abs(x.x() - 2), 0.5, 1e-6);
    }
  }
}

TEST(MeshReader, WhatIsInsideOutIsTurnedOver) {
  std::string text = boxObj();
  for (std::size_t at = 0; (at = text.find("f ", at)) != std::string::npos; at += 9) {
    std::swap(text[at + 2], text[at + 8]);
    std::swap(text[at + 4], text[at + 6]);
  }
  const auto box = readMesh(text, "obj");
  ASSERT_TRUE(box) << box.error().message;
  EXPECT_NEAR(volumeOf((*box)->solid), 1, 1e-6);
}

TEST(MeshReader, FacesWithoutExtentAreDropped) {
  const auto box = readMesh(boxObj() + "f 1 1 2\nf 3 4 3\n", "obj");
  ASSERT_TRUE(box) << box.error().message;
  EXPECT_EQ((*box)->solid.faces.size(), 12u);
}

TEST(MeshReader, SaysWhatIsWrong) {
  EXPECT_THAT(whyNot(without(boxObj(), "f 1 3 4 2\n"), "obj"),
              HasSubstr("not closed: 4 edges have a face on one side only"));
  EXPECT_THAT(whyNot(boxObj() + "f 1 8 2\n", "obj"), HasSubstr("not closed"));
  EXPECT_THAT(whyNot(boxObj() + boxObj(), "obj"), HasSubstr("more than two faces"));
  EXPECT_THAT(whyNot(without(boxObj(), "f 1 3 4 2\n") + "f 2 4 3 1\n", "obj"),
              HasSubstr("turned over"));
  EXPECT_THAT(whyNot("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "obj"), HasSubstr("no faces"));
  EXPECT_THAT(whyNot(boxObj({1, 1, 0}), "obj"), testing::Not("it was read"));
  EXPECT_THAT(whyNot(boxObj({1, 1, 1e7}), "obj"), HasSubstr("beyond 1e+06 m"));
  EXPECT_THAT(whyNot("", "obj"), HasSubstr("empty"));
  EXPECT_THAT(whyNot("no mesh at all", "ply"), HasSubstr("cannot be read as ply"));
  EXPECT_THAT(whyNot("no mesh at all end_header", "ply"), HasSubstr("cannot be read as ply"));
  EXPECT_THAT(whyNot(boxObj(), "fbx"), HasSubstr("obj, stl, ply, gltf, glb"));
}

TEST(MeshReader, SizesAreCheckedBeforeAnythingIsRead) {
  MeshLimits few;
  few.triangles = 11;
  EXPECT_THAT(whyNot(boxObj(), "obj", few), HasSubstr("at most 11 triangles"));
  MeshLimits small;
  small.bytes = 20;
  EXPECT_THAT(whyNot(boxObj(), "obj", small), HasSubstr("at most 20"));
  const TemporaryFolder folder;
  writeFile(folder / "a.obj", boxObj());
  const auto large = readMeshFile(folder / "a.obj", small);
  ASSERT_FALSE(large);
  EXPECT_THAT(large.error().message, HasSubstr("too large"));
  EXPECT_EQ(readMeshFile(folder / "none.obj").error().code, ErrorCode::Io);
}

TEST(MeshReader, FilesBesideTheFileAreNotLookedFor) {
  const TemporaryFolder folder;
  const std::string outside = (folder / "outside.bin").string();
  writeFile(outside, std::string(64, '\0'));
  const std::string text =
      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],)"
      R"("bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":")" +
      outside + "\"}]}";
  EXPECT_THAT(whyNot(text, "gltf"), HasSubstr("cannot be read as gltf"));
}

// Which the library that reads them does not survive.
TEST(MeshReader, WrongNumbersInAFileHarmNothing) {
  const auto box = readMesh(boxObj(), "obj");
  ASSERT_TRUE(box);
  std::string text = plyOf((*box)->solid);
  text.replace(text.find("\n3 ") + 3, 1, "123456789");
  EXPECT_NE(whyNot(text, "ply"), "it was read");
}

TEST(MeshReader, AHeaderWithoutEndIsRefused) {
  EXPECT_THAT(
      whyNot("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_headerX\n0\n", "ply"),
      HasSubstr("its header has no end"));
  EXPECT_THAT(whyNot("ply\nformat ascii 1.0\nelement vertex 4000000000\nend_header\n", "ply"),
              HasSubstr("holds more than it does"));
}

// 2³⁰ boxes in a file of two kilobytes.
TEST(MeshReader, NodesThatAreNoTreeAreRefused) {
  const auto box = readMesh(boxObj(), "obj");
  ASSERT_TRUE(box);
  std::string nodes;
  for (int i = 1; i <= 30; ++i) nodes += fmt::format("{{\"children\":[{0},{0}]}},", i);
  EXPECT_THAT(whyNot(gltfOf((*box)->solid, nodes + "{\"mesh\":0}"), "gltf"),
              HasSubstr("are no tree"));
  EXPECT_THAT(
      whyNot(gltfOf((*box)->solid, "{\"children\":[1]},{\"mesh\":0,\"children\":[0]}"), "gltf"),
      HasSubstr("are no tree"));
  EXPECT_EQ(whyNot(gltfOf((*box)->solid, "{\"children\":[1]},{\"mesh\":0}"), "gltf"),
            "it was read");
}

TEST(MeshReader, AFileIsReadAsItsEndingSaysOrNotAtAll) {
  const auto box = readMesh(boxObj(), "obj");
  ASSERT_TRUE(box);
  const SolidMesh& solid = (*box)->solid;
  const std::pair<const char*, std::string> files[] = {{"obj", boxObj()},
                                                       {"stl", stlOf(solid)},
                                                       {"ply", plyOf(solid)},
                                                       {"gltf", gltfOf(solid)},
                                                       {"glb", glbOf(solid)}};
  for (const auto& [own, bytes] : files) {
    for (const auto& [other, unused] : files) {
      EXPECT_EQ(whyNot(bytes, other) == "it was read", own == other) << own << " as " << other;
    }
  }
  const std::string collada = "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\"></COLLADA>";
  EXPECT_THAT(whyNot(collada, "obj"), HasSubstr("no faces"));
}

TEST(MeshReader, AllFilesOfASceneShareABudget) {
  MeshBudget budget;
  budget.bytes = 2 * boxObj().size();
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(readMesh(boxObj(), "obj", {}, &budget));
  const auto third = readMesh(boxObj(), "obj", {}, &budget);
  ASSERT_FALSE(third);
  EXPECT_THAT(third.error().message, HasSubstr("the meshes of the scene have more than"));
  budget = {};
  budget.seconds = 0;
  const auto late = readMesh(boxObj(), "obj", {}, &budget);
  ASSERT_FALSE(late);
  EXPECT_THAT(late.error().message, HasSubstr("has taken more than"));
}

TEST(MeshReader, WhatIsNoFileIsCalledWhatItIs) {
  const TemporaryFolder folder;
  EXPECT_THAT(readMeshFile(folder / "").error().message, HasSubstr("it is a folder"));
  EXPECT_THAT(readMeshFile("/dev/null").error().message, HasSubstr("it is a device"));
  ASSERT_EQ(::mkfifo((folder / "pipe.obj").c_str(), 0600), 0);
  EXPECT_THAT(readMeshFile(folder / "pipe.obj").error().message, HasSubstr("it is a pipe"));
}

TEST(MeshReader, EveryPrefixOfAFileIsReadOrRefused) {
  const auto box = readMesh(boxObj(), "obj");
  ASSERT_TRUE(box);
  const std::pair<const char*, std::string> files[] = {{"obj", boxObj()},
                                                       {"stl", stlOf((*box)->solid)},
                                                       {"ply", plyOf((*box)->solid)},
                                                       {"glb", glbOf((*box)->solid)}};
  for (const auto& [ending, bytes] : files) {
    for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 12) {
      const auto read = readMesh(bytes.substr(0, length), ending);
      if (!read) {
        EXPECT_FALSE(read.error().message.empty());
      }
    }
  }
}

}  // namespace
}  // namespace sinew::test
