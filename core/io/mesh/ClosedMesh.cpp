#include "core/io/mesh/ClosedMesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace sinew {
namespace {

constexpr double kFarthest = 1e6;      // [m] from the origin, as of parts
constexpr double kLeastVolume = 1e-9;  // of the cube of its extent

/// Gives every place a number, in the order in which they come.
class Welder {
 public:
  explicit Welder(std::vector<Vec3>& vertices) : m_vertices(vertices) {}

  int vertexAt(const Vec3& place) {
    const Vec3 x = place + Vec3::Zero();  // −0 is the same place as 0
    const auto [it, isNew] = m_known.try_emplace({x.x(), x.y(), x.z()}, m_vertices.size());
    if (isNew) m_vertices.push_back(x);
    return static_cast<int>(it->second);
  }

 private:
  std::vector<Vec3>& m_vertices;
  std::map<std::array<double, 3>, std::size_t> m_known;
};

bool hasExtent(const std::array<Vec3, 3>& triangle) {
  const Vec3 ab = triangle[1] - triangle[0], ac = triangle[2] - triangle[0];
  return ab.cross(ac).norm() > 0 && triangle[1] != triangle[2];
}

/// How many edges have faces otherwise than a solid's have.
struct Flaws {
  int open = 0;     // a face on one side only
  int crowded = 0;  // more than two faces
  int turned = 0;   // two that are seen from opposite sides
};

Flaws flawsOf(const std::vector<std::array<int, 3>>& faces) {
  std::map<std::pair<int, int>, std::array<int, 2>> sides;  // along an edge, and back
  for (const auto& face : faces) {
    for (int k = 0; k < 3; ++k) {
      const int from = face[k], to = face[(k + 1) % 3];
      ++sides[std::minmax(from, to)][from < to ? 0 : 1];
    }
  }
  Flaws flaws;
  for (const auto& [edge, count] : sides) {
    const auto [along, back] = count;
    if (along + back > 2) {
      ++flaws.crowded;
    } else if (along + back < 2) {
      ++flaws.open;
    } else if (along != back) {
      ++flaws.turned;
    }
  }
  return flaws;
}

Result<void> checkClosed(const std::vector<std::array<int, 3>>& faces) {
  const Flaws flaws = flawsOf(faces);
  std::string what;
  if (flaws.open > 0) {
    what = fmt::format("it is not closed: {} edges have a face on one side only", flaws.open);
  } else if (flaws.crowded > 0) {
    what = fmt::format("{} edges have more than two faces", flaws.crowded);
  } else if (flaws.turned > 0) {
    what = fmt::format("faces show their insides: at {} edges one is turned over", flaws.turned);
  } else {
    return {};
  }
  return fail(ErrorCode::Invalid, what + "; a solid has two at every edge, both seen from outside");
}

double volumeOf(const SolidMesh& mesh) {
  const Vec3& from = mesh.vertices.front();
  double sixfold = 0;
  for (const auto& [a, b, c] : mesh.faces) {
    const Vec3 x = mesh.vertices[a] - from, y = mesh.vertices[b] - from;
    sixfold += x.dot(y.cross(mesh.vertices[c] - from));
  }
  return sixfold / 6;
}

Vec3 extentOf(const SolidMesh& mesh) {
  Vec3 low = mesh.vertices.front(), high = low;
  for (const Vec3& x : mesh.vertices) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  return high - low;
}

}  // namespace

Result<SolidMesh> closedMesh(const std::vector<std::array<Vec3, 3>>& triangles) {
  SolidMesh mesh;
  Welder welder(mesh.vertices);
  for (const auto& triangle : triangles) {
    for (const Vec3& corner : triangle) {
      if (corner.allFinite() && corner.cwiseAbs().maxCoeff() <= kFarthest) continue;
      return fail(ErrorCode::Invalid,
                  fmt::format("it has corners beyond {:g} m from its origin", kFarthest));
    }
    if (!hasExtent(triangle)) continue;
    std::array<int, 3> face{};
    for (int k = 0; k < 3; ++k) face[k] = welder.vertexAt(triangle[k]);
    mesh.faces.push_back(face);
  }
  if (mesh.faces.empty()) return fail(ErrorCode::Invalid, "it has no faces");
  if (const auto closed = checkClosed(mesh.faces); !closed) return Unexpected{closed.error()};
  const double volume = volumeOf(mesh), size = extentOf(mesh).maxCoeff();
  if (!(std::abs(volume) > kLeastVolume * size * size * size)) {
    return fail(ErrorCode::Invalid, "it encloses nothing");
  }
  if (volume < 0) {
    for (auto& face : mesh.faces) std::swap(face[1], face[2]);
  }
  return mesh;
}

}  // namespace sinew
