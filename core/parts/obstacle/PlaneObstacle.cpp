#include "core/parts/obstacle/PlaneObstacle.h"

#include <algorithm>
#include <cmath>

#include "core/math/Jet.h"
#include "core/params/KeyedVector.h"
#include "core/parts/obstacle/Obstacle.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

/// A moving frame: origin [m] and axes at one instant.
struct PlaneScratch final : PartScratch {
  VectorJet origin, normal, axisX, axisZ;
};

struct PlaneSpec {
  Curve position, normal;
  Vec3 extent;  // x, z half sizes as drawn and thickness [m]
};

/// What the shortest swing that takes the unit vector `from` to `to` makes of v.
VectorJet swung(const Vec3& v, const Vec3& from, const VectorJet& to) {
  const VectorJet start{from}, fixed{v};
  const Jet cosine = dot(start, to);
  const VectorJet axis = cross(start, to);
  const Jet along = dot(axis, fixed) * reciprocal(Jet{1} + cosine);
  return cosine * fixed + cross(axis, fixed) + along * axis;
}

/// The world's axis that the x axis of a plane with this normal leans towards.
int helpingAxis(const Vec3& normal) {
  return std::abs(normal.x()) < 0.8 ? 0 : 2;
}

/// The drawn rectangle's x axis for a unit normal that nothing came before.
Vec3 axisXFor(const Vec3& normal) {
  const Vec3 helper = Vec3::Unit(helpingAxis(normal));
  return normal.cross(helper.cross(normal)).normalized();
}

class PlaneObstacle final : public Obstacle {
 public:
  PlaneObstacle(PlaneSpec spec, const ContactMaterial& contact)
      : Obstacle(contact), m_spec(std::move(spec)) {
    frameKeys();
  }

  double size() const override { return 2 * std::max(m_spec.extent.x(), m_spec.extent.z()); }

  std::unique_ptr<PartScratch> makeScratch() const override {
    return std::make_unique<PlaneScratch>();
  }

  void update(const PartState& state, PartScratch& scratch) const override {
    auto& s = static_cast<PlaneScratch&>(scratch);
    s.origin = jetAt(m_spec.position, state.time);
    s.normal = normalised(jetAt(m_spec.normal, state.time));
    const KeyFrame& from = m_frames[keyBefore(state.time)];
    s.axisX = swung(from.axisX, from.normal, s.normal);
    s.axisZ = cross(s.axisX, s.normal);
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
    out.bias =
        s.origin.acceleration + u.at[0] * s.axisX.acceleration + u.at[1] * s.axisZ.acceleration;
    out.curvature = out.bias;
    out.blockCount = 0;
    out.columns = 0;
  }

  void locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
              Vec3& velocity) const override {
    const auto& s = static_cast<const PlaneScratch&>(scratch);
    position = s.origin.value + u.at[0] * s.axisX.value + u.at[1] * s.axisZ.value;
    velocity = s.origin.rate + u.at[0] * s.axisX.rate + u.at[1] * s.axisZ.rate;
  }

  // A metre apart, so that the plane through the three is well defined.
  ContactSurface contactSurface() const override {
    ContactSurface surface;
    surface.vertices = {{.at = {0, 0, 0}}, {.at = {0, 1, 0}}, {.at = {1, 0, 0}}};
    surface.planes = {{0, 1, 2}};
    return surface;
  }

  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const override {
    centre = static_cast<const PlaneScratch&>(scratch).origin.value;
    radius = size();
  }

  bool probe(const PartScratch& scratch, const Vec3& x, SurfaceProbe& out) const override {
    const auto& s = static_cast<const PlaneScratch&>(scratch);
    const Vec3 r = x - s.origin.value;
    out.gap = r.dot(s.normal.value);
    out.normal = s.normal.value;
    // The surface moves with its own material: the origin, and the turn of the axes at x.
    out.velocity =
        s.origin.rate + r.dot(s.axisX.value) * s.axisX.rate + r.dot(s.axisZ.value) * s.axisZ.rate;
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
      const Vec3 x =
          s.origin.value + p.x() * s.axisX.value + p.y() * s.normal.value + p.z() * s.axisZ.value;
      for (int i = 0; i < 3; ++i) positions[3 * vertex + i] = static_cast<float>(x[i]);
    }
  }

 private:
  /// Axes at a key of the normal. From one to the next they swing with it without turning round it,
  /// so that the drawn rectangle never flips, wherever the normal goes.
  struct KeyFrame {
    Vec3 normal, axisX;
  };

  void frameKeys() {
    for (const Curve::Key& key : m_spec.normal.keys) {
      const Vec3 normal = Vec3(key.value.data()).normalized();
      if (m_frames.empty()) {
        m_frames.push_back({normal, axisXFor(normal)});
        continue;
      }
      const KeyFrame& last = m_frames.back();
      // A key that holds and jumps may jump to the opposite; no way leads there.
      const bool opposite = last.normal.dot(normal) < -1 + 1e-9;
      const Vec3 axis = opposite ? last.axisX : swung(last.axisX, last.normal, {normal}).value;
      m_frames.push_back({normal, (axis - axis.dot(normal) * normal).normalized()});
    }
  }

  std::size_t keyBefore(double time) const {
    const auto& keys = m_spec.normal.keys;
    const auto next =
        std::upper_bound(keys.begin(), keys.end(), time,
                         [](double t, const Curve::Key& key) { return t < key.time; });
    return next == keys.begin() ? 0 : static_cast<std::size_t>(next - keys.begin()) - 1;
  }

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
  std::vector<KeyFrame> m_frames;  // per key of the normal
};

Result<std::unique_ptr<Part>> createPlane(const ParamReader& params) {
  PlaneSpec spec;
  spec.position = params.curve("position");
  spec.normal = params.curve("normal");
  if (auto fault = checkDirection(spec.normal, "normal")) return Unexpected{*fault};
  spec.extent = Vec3(params.real("width") / 2, params.real("thickness"), params.real("depth") / 2);
  return std::unique_ptr<Part>(
      std::make_unique<PlaneObstacle>(std::move(spec), readContact(params)));
}

/// Where it lies at the start, and how its rectangle is turned.
struct PlaneStart {
  explicit PlaneStart(const ParamReader& params)
      : origin(params.vec3("position")),
        normal(params.vec3("normal").normalized()),
        axisX(axisXFor(normal)),
        axisZ(axisX.cross(normal)) {}
  Vec3 origin, normal, axisX, axisZ;
};

std::vector<PartHandle> handlesOfPlane(const ParamReader& params) {
  const PlaneStart at(params);
  return {{"width", at.origin + params.real("width") / 2 * at.axisX, {}, {}},
          {"depth", at.origin + params.real("depth") / 2 * at.axisZ, {}, {}}};
}

Fitted scaledPlane(const ParamReader& params, const Vec3& factors) {
  const PlaneStart at(params);
  const auto stretched = [&](const char* key, const Vec3& axis) {
    return std::pair<std::string, Value>(key, factors.cwiseProduct(axis).norm() * params.real(key));
  };
  return {stretched("width", at.axisX), stretched("depth", at.axisZ),
          stretched("thickness", at.normal)};
}

// Its x axis leans as before but where the world is turned over along the axis it leans to: then
// that runs the other way, else its z axis.
MirrorImage mirrorPlane(const ParamReader& params, const Part&, int axis) {
  const Vec3 normal(params.curve("normal").keys.front().value.data());
  const std::size_t turned = helpingAxis(normal.normalized()) == axis ? 0 : 1;
  MirrorImage image;
  image.point = [turned](std::vector<double> at) {
    if (at.size() == 2) at[turned] = 0 - at[turned];
    return at;
  };
  return image;
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
  kind.coordinates = {
      Param::real("x", "m", 0).doc("From its middle across, along its width."),
      Param::real("z", "m", 0).doc("From its middle across, along its depth."),
  };
  kind.create = createPlane;
  kind.mirror = mirrorPlane;
  kind.size = [](const ParamReader&) { return PartSize{6 * 4, 0}; };
  kind.handles = handlesOfPlane;
  kind.scaled = scaledPlane;
  return kind;
}

}  // namespace sinew
