#include "core/parts/obstacle/MeshObstacle.h"

#include <cmath>

#include "core/math/Icosphere.h"
#include "core/math/NearestOnMesh.h"
#include "core/parts/MirrorAxis.h"
#include "core/parts/obstacle/SolidObstacle.h"

namespace sinew {
namespace {

constexpr double kLargestFactor = 1e4;

/// What stands there until a file is named: a stone with twenty faces, half a metre in radius.
const MeshContent& stone() {
  static const MeshContent content = [] {
    MeshContent made;
    const Icosphere& ball = icosphere(0);
    for (const Vec3& direction : ball.vertices) made.solid.vertices.push_back(0.5 * direction);
    for (const auto& [a, b, c] : ball.triangles) {
      made.solid.faces.push_back({static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)});
    }
    made.drawn = creased(made.solid);
    return made;
  }();
  return content;
}

/// Null for a file that was not read.
const MeshContent* contentOf(const ParamReader& params) {
  const MeshFile& file = params.mesh("mesh");
  return file.path.empty() ? &stone() : file.content.get();
}

Vec3 extentOf(const std::vector<Vec3>& vertices) {
  Vec3 low = vertices.front(), high = low;
  for (const Vec3& x : vertices) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  return high - low;
}

SolidShape solidShapeOf(const SolidMesh& mesh, const CreasedMesh& drawn, const Vec3& scale) {
  SolidShape shape;
  shape.corners = mesh.vertices;
  shape.surface.faces = mesh.faces;
  for (const MeshEdge& edge : sharpEdges(mesh)) {
    const auto& face = mesh.faces[edge.face[0]];
    shape.surface.edges.push_back({face[edge.side[0]], face[(edge.side[0] + 1) % 3]});
  }
  for (const int vertex : drawn.vertexOf) shape.drawn.push_back(mesh.vertices[vertex]);
  shape.triangles = drawn.triangles;
  if (scale.prod() < 0) {
    for (auto& triangle : shape.triangles) std::swap(triangle[1], triangle[2]);
  }
  shape.size = extentOf(mesh.vertices).maxCoeff();
  shape.unit = scale;
  return shape;
}

class MeshObstacle final : public SolidObstacle {
 public:
  MeshObstacle(KeyedPose pose, const ContactMaterial& contact, const MeshContent& content,
               const Vec3& scale)
      : MeshObstacle(std::move(pose), contact, scaled(content.solid, scale), content.drawn, scale) {
  }

 private:
  MeshObstacle(KeyedPose pose, const ContactMaterial& contact, const SolidMesh& mesh,
               const CreasedMesh& drawn, const Vec3& scale)
      : SolidObstacle(std::move(pose), contact, solidShapeOf(mesh, drawn, scale)),
        m_nearest(mesh) {}

  double gapAt(const Vec3& p, Vec3& normal) const override { return m_nearest.gapAt(p, normal); }

  NearestOnMesh m_nearest;
};

Result<std::unique_ptr<Part>> createMesh(const ParamReader& params) {
  const MeshContent* content = contentOf(params);
  if (content == nullptr) {
    return fail(ErrorCode::Invalid, "a file with a closed mesh, which could be read", "mesh");
  }
  const Vec3 scale = params.vec3("scale");
  if (!(scale.cwiseAbs().minCoeff() > 0)) {
    return fail(ErrorCode::Invalid, "other than 0 along every axis", "scale");
  }
  return std::unique_ptr<Part>(
      std::make_unique<MeshObstacle>(readKeyedPose(params), readContact(params), *content, scale));
}

// At the vertex that reaches farthest along each axis.
std::vector<PartHandle> handlesOfMesh(const ParamReader& params) {
  const MeshContent* content = contentOf(params);
  std::vector<PartHandle> handles;
  if (content == nullptr) return handles;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 farthest = Vec3::Zero();
    for (const Vec3& x : content->solid.vertices) {
      if (std::abs(x[axis]) > std::abs(farthest[axis])) farthest = x;
    }
    const Vec3 place = farthest.cwiseProduct(params.vec3("scale"));
    handles.push_back({"scale", placeAtStart(params, place), {}, axis});
  }
  return handles;
}

Fitted scaledMesh(const ParamReader& params, const Vec3& factors) {
  return {{"scale", Vec3(factors.cwiseProduct(params.vec3("scale")))}};
}

// Turned over by its scale, so that its material points keep their numbers.
MirrorImage mirrorMesh(const ParamReader& params, const Part&, int axis) {
  MirrorImage image;
  image.across = mirrorAxis(params.rotation("orientation"), axis);
  Vec3 scale = params.vec3("scale");
  scale[image.across] = -scale[image.across];
  image.values = {{"scale", scale}};
  return image;
}

ParamTable meshCoordinates() {
  ParamTable table;
  for (const char* axis : {"x", "y", "z"})
    table.push_back(Param::real(axis, "m", 0).doc("As the file has it, before it is scaled."));
  return table;
}

}  // namespace

PartKind meshKind() {
  PartKind kind;
  kind.name = "mesh";
  kind.label = "Mesh";
  kind.doc = "A solid from a file that parts cannot enter, fixed or keyed.";
  kind.table = solidObstacleParams(
      {
          Param::mesh("mesh").doc(
              "File of its shape, a closed mesh of triangles or polygons: OBJ, STL, PLY or glTF. "
              "It "
              "lies in the scene's folder or among the assets. Without one it is a stone."),
          Param::vec3("scale", "", Vec3(1, 1, 1))
              .range(-kLargestFactor, kLargestFactor)
              .doc("How many times as large it is along its axes as the file has it in metres; "
                   "less than 0 turns it over."),
      },
      "Where the origin of its file is.");
  kind.coordinates = meshCoordinates();
  kind.create = createMesh;
  kind.mirror = mirrorMesh;
  kind.size = [](const ParamReader& params) {
    const MeshContent* content = contentOf(params);
    if (!content) return PartSize{};
    return PartSize{static_cast<std::int64_t>(content->drawn.vertexOf.size()), 0,
                    static_cast<std::int64_t>(content->bytes.size()), "the detail of the meshes"};
  };
  kind.handles = handlesOfMesh;
  kind.scaled = scaledMesh;
  return kind;
}

}  // namespace sinew
