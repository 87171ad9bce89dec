#pragma once
// Meshes as files have them, for tests.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

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

/// A mesh value as it would be read from a file with this text.
inline MeshFile meshFile(const std::string& text, const std::string& path = "mesh.obj") {
  const auto content = readMesh(text, endingOf(path));
  if (content) return {path, *content};
  ADD_FAILURE() << path << ": " << content.error().message;
  return {path, nullptr};
}

}  // namespace sinew::test
