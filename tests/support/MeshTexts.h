#pragma once
// Meshes as files have them, for tests.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "core/io/mesh/MeshReader.h"

namespace sinew::test {

/// A box about the origin, of six quadrangles seen from outside, as OBJ.
inline std::string boxObj(const Vec3& size = Vec3::Ones()) {
  std::string text;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 at(corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, corner & 4 ? 0.5 : -0.5);
    const Vec3 x = at.cwiseProduct(size);
    text += fmt::format("v {} {} {}\n", x.x(), x.y(), x.z());
  }
  return text +
         "f 1 5 7 3\nf 2 4 8 6\n"   // x
         "f 1 2 6 5\nf 3 7 8 4\n"   // y
         "f 1 3 4 2\nf 5 6 8 7\n";  // z
}

/// The triangles of a mesh with corners of their own, as STL.
inline std::string stlOf(const SolidMesh& mesh) {
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

inline std::string plyOf(const SolidMesh& mesh) {
  std::string text = fmt::format(
      "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\n"
      "property float z\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.vertices.size(), mesh.faces.size());
  for (const Vec3& x : mesh.vertices) text += fmt::format("{} {} {}\n", x.x(), x.y(), x.z());
  for (const auto& [a, b, c] : mesh.faces) text += fmt::format("3 {} {} {}\n", a, b, c);
  return text;
}

inline std::string word(std::uint32_t number) {
  std::string bytes(4, '\0');
  std::memcpy(bytes.data(), &number, 4);
  return bytes;
}

/// Places and corners as glTF has them in its buffer.
inline std::pair<std::string, std::string> gltfBuffers(const SolidMesh& mesh) {
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
  return {places, corners};
}

/// glTF whose buffer is in `uri`, or behind it in the file, with these nodes.
inline std::string gltfJson(const SolidMesh& mesh, const std::string& uri,
                            const std::string& nodes) {
  const auto [places, corners] = gltfBuffers(mesh);
  return fmt::format(
      R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],)"
      R"("nodes":[{6}],)"
      R"("meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],)"
      R"("accessors":[{{"bufferView":0,"componentType":5126,"count":{0},"type":"VEC3"}},)"
      R"({{"bufferView":1,"componentType":5125,"count":{1},"type":"SCALAR"}}],)"
      R"("bufferViews":[{{"buffer":0,"byteOffset":0,"byteLength":{2}}},)"
      R"({{"buffer":0,"byteOffset":{2},"byteLength":{3}}}],"buffers":[{{{5}"byteLength":{4}}}]}})",
      mesh.vertices.size(), 3 * mesh.faces.size(), places.size(), corners.size(),
      places.size() + corners.size(), uri.empty() ? "" : "\"uri\":\"" + uri + "\",", nodes);
}

inline std::string base64(const std::string& bytes) {
  const char* const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t at = i + k;
      word = word << 8U | (at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k > bytes.size() ? '=' : letters[word >> (18 - 6 * k) & 63U];
    }
  }
  return text;
}

/// A text of glTF, with nodes of one's own.
inline std::string gltfOf(const SolidMesh& mesh, const std::string& nodes = R"({"mesh":0})") {
  const auto [places, corners] = gltfBuffers(mesh);
  return gltfJson(mesh, "data:application/octet-stream;base64," + base64(places + corners), nodes);
}

/// A binary glTF with one node, which stands aside by 2 m along x.
inline std::string glbOf(const SolidMesh& mesh) {
  const auto [places, corners] = gltfBuffers(mesh);
  std::string json = gltfJson(mesh, "", R"({"mesh":0,"translation":[2,0,0]})");
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::string binary = places + corners;
  const std::string body = word(static_cast<std::uint32_t>(json.size())) + "JSON" + json +
                           word(static_cast<std::uint32_t>(binary.size())) +
                           std::string("BIN\0", 4) + binary;
  return "glTF" + word(2) + word(static_cast<std::uint32_t>(12 + body.size())) + body;
}

/// A mesh value as it would be read from a file with this text.
inline MeshFile meshFile(const std::string& text, const std::string& path = "mesh.obj") {
  const auto content = readMesh(text, endingOf(path));
  if (content) return {path, *content};
  ADD_FAILURE() << path << ": " << content.error().message;
  return {path, nullptr};
}

}  // namespace sinew::test
