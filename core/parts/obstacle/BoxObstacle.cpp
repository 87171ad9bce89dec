#include "core/parts/obstacle/BoxObstacle.h"

#include <algorithm>

#include "core/parts/obstacle/SolidObstacle.h"

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

SolidShape box(const Vec3& half) {
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

class BoxObstacle final : public SolidObstacle {
 public:
  BoxObstacle(KeyedPose pose, const ContactMaterial& contact, const Vec3& half)
      : SolidObstacle(std::move(pose), contact, box(half)), m_half(half) {}

 private:
  double gapAt(const Vec3& p, Vec3& normal) const override {
    const Vec3 beyond = p.cwiseAbs() - m_half, outside = beyond.cwiseMax(0);
    const double distance = outside.norm();
    int nearest = 0;
    if (distance > 0) {
      normal = outside.cwiseProduct(p.cwiseSign()) / distance;
      return distance;
    }
    const double depth = beyond.maxCoeff(&nearest);
    normal.setZero();
    normal[nearest] = p[nearest] < 0 ? -1 : 1;
    return depth;
  }

  Vec3 m_half;  // [m]
};

Result<std::unique_ptr<Part>> createBox(const ParamReader& params) {
  const Vec3 size = params.vec3("size");
  if (!(size.minCoeff() > 0)) {
    return fail(ErrorCode::Invalid, "above 0 m along every axis", "size");
  }
  return std::unique_ptr<Part>(
      std::make_unique<BoxObstacle>(readKeyedPose(params), readContact(params), size / 2));
}

// At the middles of three faces.
std::vector<PartHandle> handlesOfBox(const ParamReader& params) {
  const Vec3 size = params.vec3("size");
  std::vector<PartHandle> handles;
  for (int axis = 0; axis < 3; ++axis) {
    handles.push_back(
        {"size", placeAtStart(params, 0.5 * size[axis] * Vec3::Unit(axis)), {}, axis});
  }
  return handles;
}

Fitted scaledBox(const ParamReader& params, const Vec3& factors) {
  return {{"size", Vec3(factors.cwiseProduct(params.vec3("size")))}};
}

}  // namespace

PartKind boxKind() {
  PartKind kind;
  kind.name = "box";
  kind.label = "Box";
  kind.doc = "A block that parts cannot enter, fixed or keyed.";
  kind.table = solidObstacleParams({
      Param::vec3("size", "m", Vec3(1, 1, 1)).range(0, 1e4).doc("Lengths along its axes."),
  });
  kind.coordinates = solidCoordinates();
  kind.create = createBox;
  kind.mirror = mirrorSolid;
  kind.size = [](const ParamReader&) { return PartSize{kFaces * 4, 0}; };
  kind.handles = handlesOfBox;
  kind.scaled = scaledBox;
  return kind;
}

}  // namespace sinew
