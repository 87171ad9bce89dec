#include "core/constraints/PlaneConstraint.h"

#include "core/constraints/Directions.h"
#include "core/params/KeyedVector.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

class PlaneConstraint final : public Constraint {
 public:
  PlaneConstraint(std::vector<MaterialPoint> anchors, Curve origin, Curve normal)
      : m_anchors(std::move(anchors)), m_origin(std::move(origin)), m_normal(std::move(normal)) {}

  int rows() const override { return 1; }
  std::vector<MaterialPoint> anchors() const override { return m_anchors; }
  bool directed(int end) const override { return end == 1; }

  void evaluate(const PointSample* points, double time, ConstraintRows& out) const override {
    const VectorJet origin = relative() ? positionOf(points[1]) : jetAt(m_origin, time);
    const VectorJet from = positionOf(points[0]) - origin;
    const VectorJet d = relative() ? directionOf(points[1]) : jetAt(m_normal, time);
    const VectorJet n = normalised(d);
    const Jet gap = dot(n, from);
    out.rows = 1;
    out.length = from.value.norm();
    setRow(0, gap, out);
    out.gradient[0].row(0) = n.value.transpose();
    out.gradient[1].row(0) = -n.value.transpose();
    out.turning[1].row(0) = (from.value - n.value * gap.value).transpose() / d.value.norm();
  }

  Vec3 spaceEnd(const PointSample& point, double time) const override {
    const Vec3 n = jetAt(m_normal, time).value.normalized();
    return point.position - n * n.dot(point.position - jetAt(m_origin, time).value);
  }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_origin.eventTimes(from, to, out);
    m_normal.eventTimes(from, to, out);
  }

  GlyphShape glyph() const override { return GlyphShape::Plane; }

 private:
  bool relative() const { return m_anchors.size() == 2; }

  std::vector<MaterialPoint> m_anchors;
  Curve m_origin, m_normal;  // [m], –
};

}  // namespace

ConstraintKind planeConstraintKind() {
  ConstraintKind kind;
  kind.name = "plane";
  kind.label = "Plane";
  kind.doc = "Keeps a point in a plane of space, or in one that another part carries.";
  kind.table = withCommon(
      commonConstraintParams(),
      {
          Param::materialPoint("a").required().doc("Point that stays in the plane."),
          Param::materialPoint("b").optional().doc(
              "Point of the part that carries the plane, which goes through it, across the "
              "direction there. When not given, `origin` and `normal` say where the plane is."),
          Param::vec3("origin", "m", Vec3::Zero())
              .range(-1e6, 1e6)
              .keyable()
              .onlyWithout("b")
              .doc("A place in the plane, used when `b` is not given."),
          Param::vec3("normal", "", Vec3::UnitY())
              .range(-1e6, 1e6)
              .keyable()
              .onlyWithout("b")
              .doc("Direction across the plane, of any length but 0, used when `b` is not given."),
      });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    if (auto fault = checkDirection(params.curve("normal"), "normal")) return Unexpected{*fault};
    return std::unique_ptr<Constraint>(std::make_unique<PlaneConstraint>(
        oneOrTwo(params, "a", "b"), params.curve("origin"), params.curve("normal")));
  };
  kind.fit = [](std::span<const PointSample> points) -> ConstraintKind::Fitted {
    if (points.size() == 2) return {};
    return {{"origin", Value(points[0].position)}, {"normal", Value(points[0].direction)}};
  };
  return kind;
}

}  // namespace sinew
