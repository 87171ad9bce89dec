#include "core/constraints/AxisConstraint.h"

#include "core/constraints/Directions.h"
#include "core/params/KeyedVector.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

class AxisConstraint final : public Constraint {
 public:
  AxisConstraint(std::vector<MaterialPoint> anchors, Curve origin, Curve direction)
      : m_anchors(std::move(anchors)),
        m_origin(std::move(origin)),
        m_direction(std::move(direction)) {}

  int rows() const override { return 2; }
  std::vector<MaterialPoint> anchors() const override { return m_anchors; }
  bool directed(int end) const override { return end == 1; }

  void evaluate(const PointSample* points, double time, ConstraintRows& out) const override {
    const VectorJet origin = relative() ? positionOf(points[1]) : jetAt(m_origin, time);
    const VectorJet from = positionOf(points[0]) - origin;
    const CrossAxes axes(relative() ? directionOf(points[1]) : jetAt(m_direction, time));
    out.rows = 2;
    out.length = from.value.norm();
    for (int i = 0; i < 2; ++i) {
      setRow(i, dot(axes.across(i), from), out);
      out.gradient[0].row(i) = axes.across(i).value.transpose();
      out.gradient[1].row(i) = -axes.across(i).value.transpose();
      out.turning[1].row(i) = axes.gradient(i, from.value).transpose();
    }
  }

  Vec3 spaceEnd(const PointSample& point, double time) const override {
    const Vec3 origin = jetAt(m_origin, time).value;
    const Vec3 along = jetAt(m_direction, time).value.normalized();
    return origin + along * along.dot(point.position - origin);
  }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_origin.eventTimes(from, to, out);
    m_direction.eventTimes(from, to, out);
  }

  GlyphShape glyph() const override { return GlyphShape::Axis; }

 private:
  bool relative() const { return m_anchors.size() == 2; }

  std::vector<MaterialPoint> m_anchors;
  Curve m_origin, m_direction;  // [m], –
};

}  // namespace

ConstraintKind axisKind() {
  ConstraintKind kind;
  kind.name = "axis";
  kind.label = "Axis";
  kind.doc = "Keeps a point on a straight line of space, or on one that another part carries.";
  kind.table = withCommon(
      commonConstraintParams(),
      {
          Param::materialPoint("a").required().doc("Point that stays on the line."),
          Param::materialPoint("b").optional().doc(
              "Point of the part that carries the line, which goes through it, along the direction "
              "there. When not given, `origin` and `direction` say where the line is."),
          Param::vec3("origin", "m", Vec3::Zero())
              .range(-1e6, 1e6)
              .keyable()
              .onlyWithout("b")
              .doc("A place on the line, used when `b` is not given."),
          Param::vec3("direction", "", Vec3::UnitX())
              .range(-1e6, 1e6)
              .keyable()
              .onlyWithout("b")
              .doc("Where the line runs, of any length but 0, used when `b` is not given."),
      });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    if (auto fault = checkDirection(params.curve("direction"), "direction")) {
      return Unexpected{*fault};
    }
    return std::unique_ptr<Constraint>(std::make_unique<AxisConstraint>(
        oneOrTwo(params, "a", "b"), params.curve("origin"), params.curve("direction")));
  };
  kind.fit = [](std::span<const PointSample> points) -> ConstraintKind::Fitted {
    if (points.size() == 2) return {};
    return {{"origin", Value(points[0].position)}, {"direction", Value(points[0].direction)}};
  };
  return kind;
}

}  // namespace sinew
