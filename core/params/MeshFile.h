#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/math/SolidMesh.h"

namespace sinew {

/// What was read from a mesh file.
struct MeshContent {
  std::string bytes;  ///< of the file, so that clips and scenes elsewhere can have it too
  SolidMesh solid;
  CreasedMesh drawn;
  std::uint64_t hash = 0;  ///< of the solid: the same whatever the file says besides
};

/// A mesh that a scene names. What stands in the file travels with the value, so that nothing that
/// makes parts or copies scenes needs to look for files. Two are the same only if what was read is.
struct MeshFile {
  std::string path;                            ///< as in scene files; "": none
  std::shared_ptr<const MeshContent> content;  ///< null: not read (yet)

  bool operator==(const MeshFile& other) const {
    if (path != other.path || !content != !other.content) return false;
    return content == other.content || content->hash == other.content->hash;
  }
};

/// Endings of the files that can be read, without dots.
std::vector<std::string> meshEndings();

}  // namespace sinew
