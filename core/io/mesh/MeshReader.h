#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/Result.h"
#include "core/params/MeshFile.h"

namespace sinew {

/// The most that a mesh file may hold: what contact can still look through.
struct MeshLimits {
  std::uintmax_t bytes = 64U << 20U;
  std::size_t triangles = 100'000;
};

/// What all mesh files of one scene may take together; reading takes off it.
struct MeshBudget {
  std::uintmax_t bytes = 256U << 20U;
  double seconds = 40;  ///< of the clock, while files are read
};

/// The solid in a file's bytes; `ending` says how they are to be read (meshEndings()), and they are
/// read so or not at all. Nothing but the bytes is looked at: files that they name beside
/// themselves are not there.
Result<std::shared_ptr<const MeshContent>> readMesh(std::string bytes, std::string_view ending,
                                                    const MeshLimits& limits = {},
                                                    MeshBudget* budget = nullptr);

/// The solid in a file. Its size is checked before anything is read.
Result<std::shared_ptr<const MeshContent>> readMeshFile(const std::filesystem::path& file,
                                                        const MeshLimits& limits = {},
                                                        MeshBudget* budget = nullptr);

/// "OBJ" is "obj": the ending of a path, without the dot.
std::string endingOf(const std::filesystem::path& path);

}  // namespace sinew
