#include "tests/ui/OwnKinds.h"

#include "core/scene/SceneTables.h"

namespace sinew::test {
namespace {

using ConstVec3Map = Eigen::Map<const Vec3>;
using Vec3Map = Eigen::Map<Vec3>;

struct BlockScratch final : PartScratch {
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero();
};

const BlockScratch& of(const PartScratch& scratch) {
  return static_cast<const BlockScratch&>(scratch);
}

/// A cube that never turns and is lifted by a steady force. q = position, v = ν = velocity. Its
/// material points are [x, y, z] from its middle [m].
class FloatingBlock final : public Part {
 public:
  FloatingBlock(const Vec3& start, double edge, double lift)
      : m_start(start), m_edge(edge), m_lift(lift) {
    for (int corner = 0; corner < 8; ++corner) {
      m_corners.emplace_back(edge / 2 * (corner & 1 ? 1 : -1), edge / 2 * (corner & 2 ? 1 : -1),
                             edge / 2 * (corner & 4 ? 1 : -1));
    }
  }

  PartDims dims() const override { return {3, 3, 3}; }
  std::vector<StateField> configurationFields() const override { return {{"position", 3}}; }
  std::vector<StateField> velocityFields() const override { return {{"velocity", 3}}; }
  void initialState(double* q, double* v) const override {
    Vec3Map{q} = m_start;
    Vec3Map{v}.setZero();
  }
  double mass() const override { return kMass; }
  double size() const override { return m_edge; }
  std::unique_ptr<PartScratch> makeScratch() const override {
    return std::make_unique<BlockScratch>();
  }
  void update(const PartState& state, PartScratch& scratch) const override {
    static_cast<BlockScratch&>(scratch).position = ConstVec3Map(state.q);
    static_cast<BlockScratch&>(scratch).velocity = ConstVec3Map(state.v);
  }

  Result<ResolvedPoint> resolve(std::span<const double> at) const override {
    if (at.size() != 3) return fail(ErrorCode::Invalid, "a point of a block is [x, y, z]");
    ResolvedPoint point;
    point.at = {at[0], at[1], at[2]};
    return point;
  }
  void point(const PartScratch& scratch, const ResolvedPoint& u,
             PointKinematics& out) const override {
    locate(scratch, u, out.position, out.velocity);
    out.bias.setZero();
    out.curvature.setZero();
    out.blockCount = 1;
    out.blocks[0] = {0, 3};
    out.columns = 3;
    Eigen::Map<Mat3>(out.L).setIdentity();
  }
  void locate(const PartScratch& scratch, const ResolvedPoint& u, Vec3& position,
              Vec3& velocity) const override {
    position = of(scratch).position + ConstVec3Map(u.at.data());
    velocity = of(scratch).velocity;
  }
  void addPointForce(const PartScratch&, const ResolvedPoint&, const Vec3& force,
                     double* Q) const override {
    Vec3Map{Q} += force;
  }

  double addForces(const Surroundings& around, const PartScratch&, double* Q) const override {
    Vec3Map{Q} += kMass * around.gravity + m_lift * Vec3::UnitY();
    return 0;
  }
  void applyInverseMass(const PartScratch&, const double* rhs, double* out,
                        int columns) const override {
    for (int i = 0; i < 3 * columns; ++i) out[i] = rhs[i] / kMass;
  }
  void freeRate(const PartScratch&, double* out) const override { Vec3Map{out}.setZero(); }
  void addForceRate(const PartScratch&, const double* Q, double scale, double* v) const override {
    Vec3Map{v} += scale / kMass * ConstVec3Map(Q);
  }
  void addInverseRate(const PartScratch&, const double* dv, double scale,
                      double* Q) const override {
    Vec3Map{Q} += scale * kMass * ConstVec3Map(dv);
  }
  void velocityFromState(const PartScratch&, const double* v, double* nu) const override {
    Vec3Map{nu} = ConstVec3Map(v);
  }
  void configurationRate(const PartScratch& scratch, double* out) const override {
    Vec3Map{out} = of(scratch).velocity;
  }
  void advance(const PartScratch&, const double* nu, double h, double* q) const override {
    Vec3Map{q} += h * ConstVec3Map(nu);
  }
  void normalise(double*) const override {}
  PartEnergy energy(const Surroundings& around, const PartScratch& scratch) const override {
    PartEnergy energy;
    energy.momentum = kMass * of(scratch).velocity;
    energy.kinetic = 0.5 * of(scratch).velocity.dot(energy.momentum);
    energy.gravity = -kMass * around.gravity.dot(of(scratch).position);
    energy.elastic = -m_lift * of(scratch).position.y();
    energy.angularMomentum = of(scratch).position.cross(energy.momentum);
    return energy;
  }
  void boundingSphere(const PartScratch& scratch, Vec3& centre, double& radius) const override {
    centre = of(scratch).position;
    radius = m_corners.front().norm();
  }

  MeshTopology tessellation() const override {
    MeshTopology mesh;
    mesh.coordinates = 3;
    for (const Vec3& at : m_corners)
      mesh.material.push_back(
          {static_cast<float>(at.x()), static_cast<float>(at.y()), static_cast<float>(at.z())});
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
  }
  void tessellate(const PartScratch& scratch, std::span<float> positions) const override {
    for (std::size_t i = 0; i < m_corners.size(); ++i) {
      const Vec3 at = of(scratch).position + m_corners[i];
      Eigen::Map<Eigen::Vector3f>(positions.data() + 3 * i) = at.cast<float>();
    }
  }

 private:
  static constexpr double kMass = 1;  // [kg]

  Vec3 m_start;           // [m]
  double m_edge, m_lift;  // [m], [N]
  std::vector<Vec3> m_corners;
};

PartKind floatingBlockKind() {
  PartKind kind;
  kind.name = "floating_block";
  kind.label = "Floating block";
  kind.doc = "A cube that floats.";
  kind.table = withCommon(commonMovingPartParams(),
                          {
                              Param::real("edge", "m", 0.4).over(0).range(0, 100).doc("Its size."),
                              Param::real("lift", "N", 9.81).range(-1e3, 1e3).doc("Pull upwards."),
                          });
  kind.create = [](const ParamReader& values) -> Result<std::unique_ptr<Part>> {
    return std::unique_ptr<Part>(std::make_unique<FloatingBlock>(
        values.vec3("position"), values.real("edge"), values.real("lift")));
  };
  kind.size = [](const ParamReader&) { return PartSize{8, 3}; };
  for (const char* axis : {"x", "y", "z"})
    kind.coordinates.push_back(Param::real(axis, "m", 0).doc("From the middle of the block."));
  kind.handles = [](const ParamReader& values) -> std::vector<PartHandle> {
    return {{"edge", values.vec3("position") + values.real("edge") / 2 * Vec3::UnitX(), {}, {}}};
  };
  kind.startAt = [](const ParamReader&, const Part&, const double* q) -> Fitted {
    return {{"position", Vec3(ConstVec3Map(q))}};
  };
  // It stands straight in the world, and so does its image.
  kind.mirror = [](const ParamReader&, const Part&, int axis) {
    MirrorImage image;
    image.point = [axis](std::vector<double> at) {
      at[axis] = -at[axis];
      return at;
    };
    return image;
  };
  return kind;
}

/// (x_A − x_B)·y = height
class LevelConstraint final : public Constraint {
 public:
  LevelConstraint(MaterialPoint a, MaterialPoint b, double height)
      : m_anchors{std::move(a), std::move(b)}, m_height(height) {}

  int rows() const override { return 1; }
  std::vector<MaterialPoint> anchors() const override { return m_anchors; }
  void evaluate(const PointSample* points, double, ConstraintRows& out) const override {
    out.rows = 1;
    out.g[0] = points[0].position.y() - points[1].position.y() - m_height;
    out.rate[0] = points[0].velocity.y() - points[1].velocity.y();
    out.gamma[0] = 0;
    out.gradient[0].row(0) = Vec3::UnitY().transpose();
    out.gradient[1].row(0) = -Vec3::UnitY().transpose();
  }
  GlyphShape glyph() const override { return GlyphShape::Bar; }

 private:
  std::vector<MaterialPoint> m_anchors;
  double m_height;  // [m]
};

ConstraintKind levelKind() {
  ConstraintKind kind;
  kind.name = "level";
  kind.label = "Level";
  kind.doc = "Keeps two points level.";
  kind.table =
      withCommon(commonConstraintParams(),
                 {
                     Param::materialPoint("a").required().doc("The one point."),
                     Param::materialPoint("b").required().doc("The other."),
                     Param::real("height", "m", 0).range(-100, 100).doc("Of the one over it."),
                 });
  kind.create = [](const ParamReader& values) -> Result<std::unique_ptr<Constraint>> {
    return std::unique_ptr<Constraint>(std::make_unique<LevelConstraint>(
        values.materialPoint("a"), values.materialPoint("b"), values.real("height")));
  };
  return kind;
}

/// strength · towards, both of which may be keyed, at a point.
class Gust final : public Force {
 public:
  Gust(MaterialPoint point, Curve strength, Curve towards)
      : m_anchors{std::move(point)},
        m_strength(std::move(strength)),
        m_towards(std::move(towards)) {}

  std::vector<MaterialPoint> anchors() const override { return m_anchors; }
  void evaluate(const PointSample*, double time, Vec3* forces) const override {
    forces[0] = m_strength.at(time).value[0] * Vec3(m_towards.at(time).value.data());
  }
  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_strength.eventTimes(from, to, out);
    m_towards.eventTimes(from, to, out);
  }

 private:
  std::vector<MaterialPoint> m_anchors;
  Curve m_strength, m_towards;  // [N], unit
};

ForceKind gustKind() {
  ForceKind kind;
  kind.name = "gust";
  kind.label = "Gust";
  kind.doc = "Blows at a point.";
  kind.table = withCommon(
      commonForceParams(),
      {
          Param::materialPoint("point").required().doc("Where it blows."),
          Param::real("strength", "N", 0).range(-1e3, 1e3).keyable().doc("How strongly."),
          Param::vec3("towards", "", Vec3::UnitX()).range(-1, 1).keyable().doc("Where to."),
      });
  kind.create = [](const ParamReader& values) -> Result<std::unique_ptr<Force>> {
    return std::unique_ptr<Force>(std::make_unique<Gust>(
        values.materialPoint("point"), values.curve("strength"), values.curve("towards")));
  };
  return kind;
}

}  // namespace

const Registry& registryWithOwnKinds() {
  static const Registry registry = [] {
    Registry all;
    registerBuiltins(all);
    all.add(floatingBlockKind());
    all.add(levelKind());
    all.add(gustKind());
    return all;
  }();
  return registry;
}

}  // namespace sinew::test
