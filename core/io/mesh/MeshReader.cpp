#include "core/io/mesh/MeshReader.h"

#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/FileSort.h"
#include "core/base/Hash.h"
#include "core/base/PlainText.h"
#include "core/io/mesh/ClosedMesh.h"
#include "core/io/mesh/MeshGuards.h"
#include "core/io/mesh/RunApart.h"

namespace sinew {
namespace {

using Triangles = std::vector<std::array<Vec3, 3>>;

/// A folder without files, where those are looked for that a file names beside itself.
class NoFiles final : public Assimp::IOSystem {
 public:
  bool Exists(const char*) const override { return false; }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char*, const char*) override { return nullptr; }
  void Close(Assimp::IOStream*) override {}
};

/// What came of reading: triangles one after the other, or why there are none.
struct Import {
  Triangles triangles;
  std::string failure;
};

std::string tooMany(const MeshLimits& limits) {
  return fmt::format("it has too many faces; at most {} triangles are legal, so make it coarser",
                     limits.triangles);
}

/// The corners of a face in the file's axes; false if they are not a triangle's.
bool cornersOf(const aiFace& face, const aiMesh& mesh, const aiMatrix4x4& here,
               std::array<Vec3, 3>& corners) {
  if (face.mNumIndices != 3) return false;
  for (unsigned k = 0; k < 3; ++k) {
    if (face.mIndices[k] >= mesh.mNumVertices) return false;
    const aiVector3D x = here * mesh.mVertices[face.mIndices[k]];
    corners[k] = Vec3(x.x, x.y, x.z);
  }
  return true;
}

/// The triangles of a scene, each mesh wherever it stands.
Import trianglesOf(const aiScene& scene, const MeshLimits& limits) {
  Triangles triangles;
  std::vector<std::pair<const aiNode*, aiMatrix4x4>> open = {{scene.mRootNode, {}}};
  while (!open.empty()) {
    const auto [node, above] = open.back();
    open.pop_back();
    const aiMatrix4x4 here = above * node->mTransformation;
    for (unsigned m = 0; m < node->mNumMeshes; ++m) {
      const aiMesh& mesh = *scene.mMeshes[node->mMeshes[m]];
      if (triangles.size() + mesh.mNumFaces > limits.triangles) return {{}, tooMany(limits)};
      for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
        std::array<Vec3, 3> corners;
        if (cornersOf(mesh.mFaces[f], mesh, here, corners)) triangles.push_back(corners);
      }
    }
    for (unsigned c = node->mNumChildren; c-- > 0;) open.emplace_back(node->mChildren[c], here);
  }
  return {std::move(triangles), {}};
}

/// What the importer says, but for the name that it gives to bytes without one.
std::string reasonOf(const Assimp::Importer& importer) {
  std::string reason = importer.GetErrorString();
  if (reason.find("bad_alloc") != std::string::npos) throw std::bad_alloc();
  // Words of the library's own making, which tell nobody anything.
  for (const char* inner : {"std::", "::_M_", "basic_string", "vector::"}) {
    if (reason.find(inner) != std::string::npos) return "it is damaged";
  }
  const std::string_view magic = "$$$___magic___$$$";
  for (std::size_t at = 0; (at = reason.find(magic, at)) != std::string::npos;) {
    reason.replace(at, magic.size(), "it");
  }
  return reason;
}

/// Takes all readers away but one: the library would else try whichever its bytes look like.
void keepOnly(std::string_view reader, Assimp::Importer& importer) {
  for (std::size_t i = importer.GetImporterCount(); i-- > 0;) {
    if (importer.GetImporterInfo(i)->mName == reader) continue;
    importer.UnregisterLoader(importer.GetImporter(i));  // whose memory goes with the process
  }
}

const char* readerOf(std::string_view ending) {
  if (ending == "obj") return "Wavefront Object Importer";
  if (ending == "stl") return "Stereolithography (STL) Importer";
  return ending == "ply" ? "Stanford Polygon Library (PLY) Importer" : "glTF2 Importer";
}

Import importFrom(const std::string& bytes, const std::string& ending, const MeshLimits& limits) {
  if (std::string why = whyNotRead(bytes, ending); !why.empty()) return {{}, std::move(why)};
  Assimp::Importer importer;
  keepOnly(readerOf(ending), importer);
  importer.SetIOHandler(new NoFiles);  // the importer deletes it
  const aiScene* scene = importer.ReadFileFromMemory(bytes.data(), bytes.size(),
                                                     aiProcess_Triangulate, ending.c_str());
  if (scene == nullptr || scene->mRootNode == nullptr) return {{}, reasonOf(importer)};
  return trianglesOf(*scene, limits);
}

// One letter, then the failure or the numbers.
std::string packed(const Import& import) {
  if (!import.failure.empty()) return "-" + import.failure;
  std::string bytes = "+";
  for (const auto& triangle : import.triangles) {
    for (const Vec3& x : triangle) {
      bytes.append(reinterpret_cast<const char*>(x.data()), 3 * sizeof(double));
    }
  }
  return bytes;
}

Import unpacked(const std::string& bytes) {
  if (bytes.empty() || bytes.front() == '-') return {{}, bytes.substr(bytes.empty() ? 0 : 1)};
  Import import;
  import.triangles.resize((bytes.size() - 1) / (9 * sizeof(double)));
  const char* from = bytes.data() + 1;
  for (auto& triangle : import.triangles) {
    for (Vec3& x : triangle) {
      std::memcpy(x.data(), from, 3 * sizeof(double));
      from += 3 * sizeof(double);
    }
  }
  return import;
}

/// Several times what the most wasteful reader was seen to take, in bytes per byte.
ProcessLimits limitsFor(std::size_t bytes, const MeshBudget& budget) {
  constexpr std::uint64_t kAtLeast = 64U << 20U, kPerByte = 24;
  constexpr double kSeconds = 5, kPerSecond = 4U << 20U;
  const double seconds = kSeconds + static_cast<double>(bytes) / kPerSecond;
  return {static_cast<unsigned>(std::ceil(std::min(seconds, budget.seconds))),
          kAtLeast + kPerByte * bytes};
}

/// Reads the triangles. Files can be damaged in ways that the importer does not survive (5.2
/// follows wrong indices of PLY files and looks for the end of their headers without end), and a
/// studio with unsaved work must.
Result<Triangles> importTriangles(const std::string& bytes, const std::string& ending,
                                  const MeshLimits& limits, MeshBudget& budget) {
  const auto start = std::chrono::steady_clock::now();
  const auto apart = runApart([&] { return packed(importFrom(bytes, ending, limits)); },
                              limitsFor(bytes.size(), budget));
  budget.bytes -= std::min<std::uintmax_t>(budget.bytes, bytes.size());
  budget.seconds -= std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto whyNot = [&](const std::string& why) {
    return fail(ErrorCode::Invalid, fmt::format("it cannot be read as {}: {}", ending, why));
  };
  if (!apart) return whyNot(apart.error().message);
  Import read = unpacked(*apart);
  if (!read.failure.empty()) return whyNot(read.failure);
  return std::move(read.triangles);
}

std::uint64_t hashOf(const SolidMesh& mesh) {
  Hasher hasher;
  hasher.integer(mesh.vertices.size()).integer(mesh.faces.size());
  for (const Vec3& x : mesh.vertices) hasher.reals({x.data(), 3});
  for (const auto& face : mesh.faces) {
    for (const int vertex : face) hasher.integer(static_cast<std::uint64_t>(vertex));
  }
  return hasher.value();
}

Unexpected<Error> tooLarge(std::uintmax_t bytes, const MeshLimits& limits) {
  return fail(ErrorCode::Invalid,
              fmt::format("it is too large: {} bytes; legal are at most {}", bytes, limits.bytes));
}

Result<void> checkBudget(std::uintmax_t bytes, const MeshBudget& budget) {
  constexpr MeshBudget kWhole;
  if (bytes > budget.bytes) {
    return fail(ErrorCode::Invalid,
                fmt::format("with it, the meshes of the scene have more than the {} MB that are "
                            "legal; make some coarser",
                            kWhole.bytes >> 20U));
  }
  if (budget.seconds > 0) return {};
  return fail(ErrorCode::Invalid,
              fmt::format("reading the meshes of the scene has taken more than {} s; the files "
                          "before it are damaged or too large",
                          kWhole.seconds));
}

}  // namespace

std::string endingOf(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  if (!ending.empty()) ending.erase(0, 1);
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

Result<std::shared_ptr<const MeshContent>> readMesh(std::string bytes, std::string_view ending,
                                                    const MeshLimits& limits, MeshBudget* budget) {
  const std::vector<std::string> known = meshEndings();
  if (std::ranges::find(known, ending) == known.end()) {
    return fail(ErrorCode::Invalid,
                fmt::format("its ending must be one of: {}", fmt::join(known, ", ")));
  }
  if (bytes.size() > limits.bytes) return tooLarge(bytes.size(), limits);
  if (bytes.empty()) return fail(ErrorCode::Invalid, "it is empty");
  MeshBudget own;
  MeshBudget& left = budget ? *budget : own;
  if (const auto fits = checkBudget(bytes.size(), left); !fits) return Unexpected{fits.error()};
  const auto triangles = importTriangles(bytes, std::string(ending), limits, left);
  if (!triangles) return Unexpected{triangles.error()};
  auto solid = closedMesh(*triangles);
  if (!solid) return Unexpected{solid.error()};
  auto content = std::make_shared<MeshContent>();
  content->bytes = std::move(bytes);
  content->solid = std::move(*solid);
  content->drawn = creased(content->solid);
  content->hash = hashOf(content->solid);
  return std::shared_ptr<const MeshContent>(std::move(content));
}

Result<std::shared_ptr<const MeshContent>> readMeshFile(const std::filesystem::path& file,
                                                        const MeshLimits& limits,
                                                        MeshBudget* budget) {
  if (std::string why = whyNoFile(file); !why.empty()) {
    return fail(ErrorCode::Io, std::move(why), shownPath(file));
  }
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) return fail(ErrorCode::Io, error.message(), shownPath(file));
  if (size > limits.bytes) return tooLarge(size, limits);
  if (const auto fits = checkBudget(size, budget ? *budget : MeshBudget{}); !fits) {
    return Unexpected{fits.error()};
  }
  std::string bytes(size, '\0');
  std::ifstream stream(file, std::ios::binary);
  if (!stream.read(bytes.data(), static_cast<std::streamsize>(size))) {
    return fail(ErrorCode::Io, "it cannot be read to its end", shownPath(file));
  }
  return readMesh(std::move(bytes), endingOf(file), limits, budget);
}

}  // namespace sinew
