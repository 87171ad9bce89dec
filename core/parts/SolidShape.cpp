#include "core/parts/SolidShape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/Icosphere.h"

namespace sinew {
namespace {

constexpr int kFaces = 6;

/// Corner 0 to 3 of a face of the box of half sizes `half`, counter-clockwise from outside.
int cornerOf(int face, int turn) {
  const int axis = face / 2, side = face % 2;
  // Round the face's outward axis the other two turn from the next to the one after.
  const int alongB = turn == 1 || turn == 2, alongC = turn >= 2;
  const int b = (axis + 1) % 3, c = (axis + 2) % 3;
  return side << axis | (side ? alongB : 1 - alongB) << b | alongC << c;
}

Vec3 placeOf(int corner, const Vec3& half) {
  return {corner & 1 ? half.x() : -half.x(), corner & 2 ? half.y() : -half.y(),
          corner & 4 ? half.z() : -half.z()};
}

constexpr int kAround = 48, kBands = 12;  // of each half ball
constexpr int kRings = 2 * kBands;
static_assert(kCapsuleVertices == kRings * kAround + 2);

constexpr int kSubdivisions = 4;
static_assert(kBallVertices == 10 * (1 << 2 * kSubdivisions) + 2);

using Polygon = std::vector<int>;

/// Adds flat faces, each counter-clockwise from outside, for others to run into.
void addFaces(std::span<const Polygon> polygons, SolidShape& shape) {
  for (const Polygon& face : polygons) {
    for (std::size_t i = 1; i + 1 < face.size(); ++i) {
      shape.surface.faces.push_back({face[0], face[i], face[i + 1]});
    }
    for (std::size_t i = 0; i < face.size(); ++i) {  // the two faces of a side run opposite ways
      const int from = face[i], to = face[(i + 1) % face.size()];
      if (from < to) shape.surface.edges.push_back({from, to});
    }
  }
}

/// Adds a flat face to what is drawn. It shares no vertices, so that its edges stay sharp.
void draw(std::span<const Vec3> corners, SolidShape& shape) {
  const auto first = static_cast<std::uint32_t>(shape.drawn.size());
  shape.drawn.insert(shape.drawn.end(), corners.begin(), corners.end());
  for (std::uint32_t i = 1; i + 1 < corners.size(); ++i) {
    shape.triangles.push_back({first, first + i, first + i + 1});
  }
}

Vec3 onRim(double radius, double y, int side) {
  const double angle = 2 * std::numbers::pi * side / kCylinderSides;
  return {radius * std::cos(angle), y, -radius * std::sin(angle)};
}

}  // namespace

SolidShape boxShape(const Vec3& half) {
  SolidShape shape;
  for (int corner = 0; corner < 8; ++corner) {
    shape.corners.push_back(placeOf(corner, half));
    for (int axis = 0; axis < 3; ++axis) {
      const int other = corner | 1 << axis;
      if (other != corner) shape.surface.edges.push_back({corner, other});
    }
  }
  for (int face = 0; face < kFaces; ++face) {
    std::array<int, 4> c{};
    for (int turn = 0; turn < 4; ++turn) {
      c[turn] = cornerOf(face, turn);
      shape.drawn.push_back(placeOf(c[turn], half));  // faces share none: edges stay sharp
    }
    shape.surface.faces.push_back({c[0], c[1], c[2]});
    shape.surface.faces.push_back({c[0], c[2], c[3]});
    const auto first = static_cast<std::uint32_t>(4 * face);
    shape.triangles.push_back({first, first + 1, first + 2});
    shape.triangles.push_back({first, first + 2, first + 3});
  }
  shape.size = 2 * half.maxCoeff();
  return shape;
}

SolidShape ballShape(double radius) {
  SolidShape shape;
  const Icosphere& sphere = icosphere(kSubdivisions);
  for (const Vec3& direction : sphere.vertices) shape.drawn.push_back(radius * direction);
  shape.triangles = sphere.triangles;
  shape.corners = {Vec3::Zero()};
  shape.surface.thickness = radius;
  shape.size = 2 * radius;
  return shape;
}

/// Rings from the lower to the upper end, the equator once for each half; then the two ends.
SolidShape capsuleShape(double radius, double half) {
  SolidShape shape;
  for (int ring = 0; ring < kRings; ++ring) {
    const bool upper = ring >= kBands;
    const int band = upper ? ring - kBands : ring + 1 - kBands;  // from the equator
    const double height = 0.5 * std::numbers::pi * band / kBands;
    const double y = radius * std::sin(height) + (upper ? half : -half);
    for (int side = 0; side < kAround; ++side) {
      const double angle = 2 * std::numbers::pi * side / kAround;
      shape.drawn.emplace_back(radius * std::cos(height) * std::cos(angle), y,
                               -radius * std::cos(height) * std::sin(angle));
    }
  }
  shape.drawn.emplace_back(0, -half - radius, 0);
  shape.drawn.emplace_back(0, half + radius, 0);
  constexpr std::uint32_t kSides = kAround, kTop = (kRings - 1) * kAround;
  constexpr std::uint32_t kLowerEnd = kRings * kAround, kUpperEnd = kLowerEnd + 1;
  for (std::uint32_t side = 0; side < kSides; ++side) {
    const std::uint32_t next = (side + 1) % kSides;
    for (std::uint32_t low = 0; low < kTop; low += kSides) {
      const std::uint32_t high = low + kSides;
      shape.triangles.push_back({low + side, low + next, high + next});
      shape.triangles.push_back({low + side, high + next, high + side});
    }
    shape.triangles.push_back({kLowerEnd, next, side});
    shape.triangles.push_back({kTop + side, kTop + next, kUpperEnd});
  }
  shape.corners = {Vec3(0, -half, 0), Vec3(0, half, 0)};
  shape.surface.edges = {{0, 1}};
  shape.surface.thickness = radius;
  shape.size = 2 * (half + radius);
  return shape;
}

SolidShape cylinderShape(double radius, double half) {
  constexpr int kSides = kCylinderSides;
  SolidShape shape;
  std::vector<Polygon> faces(2);
  for (const double y : {-half, half}) {
    for (int side = 0; side < kSides; ++side) shape.corners.push_back(onRim(radius, y, side));
  }
  for (int side = 0; side < kSides; ++side) {
    const int next = (side + 1) % kSides;
    faces[0].push_back(kSides - 1 - side);
    faces[1].push_back(kSides + side);
    faces.push_back({side, next, kSides + next, kSides + side});
  }
  addFaces(faces, shape);
  shape.drawn = shape.corners;  // its side is smooth
  for (std::size_t i = 2; i < faces.size(); ++i) {
    const auto at = [&](int k) { return static_cast<std::uint32_t>(faces[i][k]); };
    shape.triangles.push_back({at(0), at(1), at(2)});
    shape.triangles.push_back({at(0), at(2), at(3)});
  }
  for (int end = 0; end < 2; ++end) {
    std::vector<Vec3> rim;
    for (const int corner : faces[end]) rim.push_back(shape.corners[corner]);
    draw(rim, shape);
  }
  shape.size = 2 * std::max(radius, half);
  return shape;
}

SolidShape wedgeShape(const Vec3& half) {
  SolidShape shape;
  for (const double z : {-half.z(), half.z()}) {
    shape.corners.emplace_back(-half.x(), -half.y(), z);
    shape.corners.emplace_back(half.x(), -half.y(), z);
    shape.corners.emplace_back(half.x(), half.y(), z);
  }
  const std::vector<Polygon> faces = {
      {0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {0, 3, 5, 2}};
  addFaces(faces, shape);
  for (const Polygon& face : faces) {
    std::vector<Vec3> corners;
    for (const int corner : face) corners.push_back(shape.corners[corner]);
    draw(corners, shape);
  }
  shape.size = 2 * half.maxCoeff();
  return shape;
}

MeshTopology meshOf(const SolidShape& shape) {
  MeshTopology mesh;
  mesh.coordinates = 3;
  mesh.triangles = shape.triangles;
  for (const Vec3& x : shape.drawn) {
    const Eigen::Vector3f at = x.cwiseQuotient(shape.unit).cast<float>();
    mesh.material.push_back({at.x(), at.y(), at.z()});
  }
  return mesh;
}

ParamTable solidCoordinates() {
  ParamTable table;
  for (const char* axis : {"x", "y", "z"})
    table.push_back(Param::real(axis, "m", 0).doc("From its middle, along its own axis."));
  return table;
}

}  // namespace sinew
