#include "core/parts/obstacle/PlaneObstacle.h"

#include <cmath>

#include "core/parts/obstacle/Obstacle.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

/// A moving frame: value, rate and acceleration of origin and axes at one instant.
struct PlaneScratch final : PartScratch {
  Vec3 origin[3];  // [m, m/s, m/s²]
  Vec3 normal[3], axisX[3], axisZ[3];
};

struct PlaneSpec {
  Curve position, normal;
  Vec3 extent;  // x, z half sizes as drawn and thickness [m]
};

/// Unit vector along a, with its first two derivatives.
void makeUnit(Vec3 a[3]) {
  const double length = a[0].norm();
  const Vec3 n = a[0] / length;
  const double rate = n.dot(a[1]);
  const Vec3 nRate = (a[1] - rate * n) / length;
  const double acceleration = n.dot(a[2]) + nRate.dot(a[1]);
  const Vec3 nAcceleration = (a[2] - acceleration * n - 2 * rate * nRate) / length;
  a[0] = n;
  a[1] = nRate;
  a[2] = nAcceleration;
}

void cross(const Vec3 a[3], const Vec3 b[3], Vec3 out[3]) {
  out[0] = a[0].cross(b[0]);
  out[1] = a[1].cross(b[0]) + a[0].cross(b[1]);
  out[2] = a[2].cross(b[0]) + 2 * a[1].cross(b[1]) + a[0].cross(b[2]);
}

class PlaneObstacle final : public Obstacle {
 public:
  PlaneObstacle(PlaneSpec spec, const ContactMaterial& contact)
      : Obstacle(contact), m_spec(std::move(spec)) {}

  double size() const override { return 2 * std::max(m_spec.extent.x(), m_spec.extent.z()); }

  std::unique_ptr<PartScratch> makeScratch() const override {
    return std::make_unique<PlaneScratch>();
  }

  void update(const PartState& state, PartScratch& scratch) const override {
    auto& s = static_cast<PlaneScratch&>(scratch);
    sample(m_spec.position, state.time, s.origin);
    sample(m_spec.normal, state.time, s.normal);
    makeUnit(s.normal);
    // The axis least along the starting normal keeps the drawn rectangle from flipping.
    const auto first = m_spec.normal.at(0).value;
    const Vec3 n0(first[0], first[1], first[2]);
    Vec3 helper[3] = {std::abs(n0.normalized().x()) < 0.8 ? Vec3::UnitX() : Vec3::UnitZ(),
                      Vec3::Zero(), Vec3::Zero()};
    cross(helper, s.normal, s.axisZ);
    makeUnit(s.axisZ);
    cross(s.normal, s.axisZ, s.axisX);
  }

  Result<ResolvedPoint> resolve(std::span<const double> at) const override {
    if (at.size() != 2 || !std::isfinite(at[0]) || !std::isfinite(at[1])) {
      return fail(ErrorCode::Invalid, "a point of a plane is [x, z], two lengths in metres");
    }
    ResolvedPoint point;
    point.at = {at[0], at[1], 0};
    return point;
  }

  void point(const PartScratch& scratch, const ResolvedPoint& u,
             PointKinematics& out) const override {
    const auto& s = static_cast<const PlaneScratch&>(scratch);
    locate(scratch, u, out.position, out.velocity);
    out.bias = s.origin[2] + u.at[0] * s.axisX[2] + u.at[1] * s.axisZ[2];
    out.curvature = out.bias;
    out.blockCount = 0;
    out.columns = 0;
  }

  void locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
              Vec3& velocity) const override {
    const auto& s = static_cast<const PlaneScratch&>(scratch);
    position = s.origin[0] + u.at[0] * s.axisX[0] + u.at[1] * s.axisZ[0];
    velocity = s.origin[1] + u.at[0] * s.axisX[1] + u.at[1] * s.axisZ[1];
  }

  // A metre apart, so that the plane through the three is well defined.
  ContactSurface contactSurface() const override {
    ContactSurface surface;
    surface.vertices = {{.at = {0, 0, 0}}, {.at = {0, 1, 0}}, {.at = {1, 0, 0}}};
    surface.planes = {{0, 1, 2}};
    return surface;
  }

  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const override {
    centre = static_cast<const PlaneScratch&>(scratch).origin[0];
    radius = size();
  }

  bool probe(const PartScratch& scratch, const Vec3& x, SurfaceProbe& out) const override {
    const auto& s = static_cast<const PlaneScratch&>(scratch);
    const Vec3 r = x - s.origin[0];
    out.gap = r.dot(s.normal[0]);
    out.normal = s.normal[0];
    // The surface moves with its own material: the origin, and the turn of the axes at x.
    out.velocity = s.origin[1] + r.dot(s.axisX[0]) * s.axisX[1] + r.dot(s.axisZ[0]) * s.axisZ[1];
    return true;
  }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_spec.position.eventTimes(from, to, out);
    m_spec.normal.eventTimes(from, to, out);
  }

  // A flat box behind the surface; each face has its own corners, so that its edges stay sharp.
  MeshTopology tessellation() const override {
    MeshTopology mesh;
    mesh.coordinates = 2;
    for (std::uint32_t face = 0; face < 6; ++face) {
      for (int corner = 0; corner < 4; ++corner) {
        const Vec3 p = boxCorner(static_cast<int>(face), corner);
        mesh.material.push_back({static_cast<float>(p.x()), static_cast<float>(p.z()), 0});
      }
      mesh.triangles.push_back({4 * face, 4 * face + 1, 4 * face + 2});
      mesh.triangles.push_back({4 * face, 4 * face + 2, 4 * face + 3});
    }
    return mesh;
  }

  void tessellate(const PartScratch& scratch, std::span<float> positions) const override {
    const auto& s = static_cast<const PlaneScratch&>(scratch);
    for (int vertex = 0; vertex < 24; ++vertex) {
      const Vec3 p = boxCorner(vertex / 4, vertex % 4);
      const Vec3 x = s.origin[0] + p.x() * s.axisX[0] + p.y() * s.normal[0] + p.z() * s.axisZ[0];
      for (int i = 0; i < 3; ++i) positions[3 * vertex + i] = static_cast<float>(x[i]);
    }
  }

 private:
  /// Corner [m] of a face of the drawn box in the plane's axes; counter-clockwise from outside.
  Vec3 boxCorner(int face, int corner) const {
    const int axis = face / 2;
    const double side = face % 2 ? 1 : -1;
    // Around the face's outward axis, the other two axes turn from b to c.
    const int b = (axis + 1) % 3, c = (axis + 2) % 3;
    const double alongB = corner == 1 || corner == 2 ? 1 : -1, alongC = corner >= 2 ? 1 : -1;
    Vec3 p;
    p[axis] = side;
    p[b] = alongB * side;
    p[c] = alongC;
    return {p.x() * m_spec.extent.x(), (p.y() - 1) / 2 * m_spec.extent.y(),
            p.z() * m_spec.extent.z()};
  }

  PlaneSpec m_spec;
};

Result<std::unique_ptr<Part>> createPlane(const ParamReader& params) {
  PlaneSpec spec;
  spec.position = params.curve("position");
  spec.normal = params.curve("normal");
  for (const Curve::Key& key : spec.normal.keys) {
    if (Vec3(key.value[0], key.value[1], key.value[2]).norm() < 1e-6) {
      return fail(ErrorCode::Invalid, "normal must not be zero at any key");
    }
  }
  spec.extent = Vec3(params.real("width") / 2, params.real("thickness"), params.real("depth") / 2);
  return std::unique_ptr<Part>(
      std::make_unique<PlaneObstacle>(std::move(spec), readContact(params)));
}

}  // namespace

PartKind planeKind() {
  PartKind kind;
  kind.name = "plane";
  kind.label = "Plane";
  kind.doc =
      "A wall or floor that parts cannot pass, fixed or keyed. It reaches without end; "
      "only a rectangle of it is drawn.";
  kind.table = withCommon(commonPartParams(),
                          {
                              Param::vec3("position", "m", Vec3::Zero())
                                  .range(-1e6, 1e6)
                                  .keyable()
                                  .doc("A point of the plane: the middle of what is drawn."),
                              Param::vec3("normal", "", Vec3::UnitY())
                                  .range(-1, 1)
                                  .keyable()
                                  .doc("Direction towards the side that parts are kept on."),
                              Param::real("width", "m", 2)
                                  .over(0)
                                  .range(0, 1e4)
                                  .effect(Effect::Look)
                                  .doc("Size as drawn."),
                              Param::real("depth", "m", 2)
                                  .over(0)
                                  .range(0, 1e4)
                                  .effect(Effect::Look)
                                  .doc("Size as drawn, the other way."),
                              Param::real("thickness", "m", 0.02)
                                  .over(0)
                                  .range(0, 1e3)
                                  .effect(Effect::Look)
                                  .doc("Thickness as drawn, behind the surface."),
                          });
  kind.table = withCommon(std::move(kind.table), obstacleContactParams());
  kind.create = createPlane;
  kind.size = [](const ParamReader&) { return PartSize{6 * 4, 0}; };
  return kind;
}

}  // namespace sinew
