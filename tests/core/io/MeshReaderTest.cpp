// What is read from mesh files, and what is said of those that hold no solid.
#include "core/io/mesh/MeshReader.h"

#include <gmock/gmock.h>

#include <array>
#include <cstring>

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

/// The triangles of a mesh with corners of their own, as STL.
std::string stlOf(const SolidMesh& mesh) {
  std::string text = "solid it\n";
  for (const auto& face : mesh.faces) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const int v : face) {
      const Vec3& x = mesh.vertices[v];
      text += fmt::format("vertex {} {} {}\n", x.x(), x.y(), x.z());
    }
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid it\n";
}

std::string plyOf(const SolidMesh& mesh) {
  std::string text = fmt::format(
      "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\n"
      "property float z\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.vertices.size(), mesh.faces.size());
  for (const Vec3& x : mesh.vertices) text += fmt::format("{} {} {}\n", x.x(), x.y(), x.z());
  for (const auto& [a, b, c] : mesh.faces) text += fmt::format("3 {} {} {}\n", a, b, c);
  return text;
}

std::string word(std::uint32_t number) {
  std::string bytes(4, '\0');
  std::memcpy(bytes.data(), &number, 4);
  return bytes;
}

/// A binary glTF with one node, which stands aside by 2 m along x.
std::string glbOf(const SolidMesh& mesh) {
  std::string places, corners;
  for (const Vec3& x : mesh.vertices) {
    for (int axis = 0; axis < 3; ++axis) {
      const auto number = static_cast<float>(x[axis]);
      places.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
  }
  for (const auto& face : mesh.faces) {
    for (const int v : face) corners += word(static_cast<std::uint32_t>(v));
  }
  std::string json = fmt::format(
      R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],)"
      R"("nodes":[{{"mesh":0,"translation":[2,0,0]}}],)"
      R"("meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],)"
      R"("accessors":[{{"bufferView":0,"componentType":5126,"count":{0},"type":"VEC3"}},)"
      R"({{"bufferView":1,"componentType":5125,"count":{1},"type":"SCALAR"}}],)"
      R"("bufferViews":[{{"buffer":0,"byteOffset":0,"byteLength":{2}}},)"
      R"({{"buffer":0,"byteOffset":{2},"byteLength":{3}}}],"buffers":[{{"byteLength":{4}}}]}})",
      mesh.vertices.size(), 3 * mesh.faces.size(), places.size(), corners.size(),
      places.size() + corners.size());
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::string binary = places + corners;
  const std::string body = word(static_cast<std::uint32_t>(json.size())) + "JSON" + json +
                           word(static_cast<std::uint32_t>(binary.size())) +
                           std::string("BIN\0", 4) + binary;
  return "glTF" + word(2) + word(static_cast<std::uint32_t>(12 + body.size())) + body;
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
