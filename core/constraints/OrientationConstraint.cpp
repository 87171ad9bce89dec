#include "core/constraints/OrientationConstraint.h"

#include "core/constraints/Directions.h"
#include "core/params/KeyedVector.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

class OrientationConstraint final : public Constraint {
 public:
  OrientationConstraint(std::vector<MaterialPoint> anchors, Curve direction, double sign)
      : m_anchors(std::move(anchors)), m_direction(std::move(direction)), m_sign(sign) {}

  int rows() const override { return 2; }
  std::vector<MaterialPoint> anchors() const override { return m_anchors; }
  bool directed(int) const override { return true; }
  bool measuresAngles() const override { return true; }

  void evaluate(const PointSample* points, double time, ConstraintRows& out) const override {
    const Jet sign{m_sign, 0, 0};
    const bool relative = m_anchors.size() == 2;
    const CrossAxes axes(sign * (relative ? directionOf(points[1]) : jetAt(m_direction, time)));
    out.rows = 2;
    const auto byTarget = Alignment::addRows(directionOf(points[0]), axes, 0, out, out.turning[0]);
    for (int i = 0; i < 2; ++i) {
      out.gradient[0].row(i).setZero();
      out.gradient[1].row(i).setZero();
      out.turning[1].row(i) = m_sign * byTarget[static_cast<std::size_t>(i)].transpose();
    }
  }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_direction.eventTimes(from, to, out);
  }

  GlyphShape glyph() const override { return GlyphShape::Arrow; }

 private:
  std::vector<MaterialPoint> m_anchors;
  Curve m_direction;
  double m_sign;
};

}  // namespace

ConstraintKind orientationKind() {
  ConstraintKind kind;
  kind.name = "orientation";
  kind.label = "Orientation";
  kind.doc =
      "Turns the direction at a point, a rope's tangent or the way out of a surface, along one of "
      "space or along that of another point.";
  kind.table = withCommon(
      commonConstraintParams(),
      {
          Param::materialPoint("a").required().doc("Point whose direction is held."),
          Param::materialPoint("b").optional().doc(
              "Point whose direction it follows. When not given, it follows `direction`."),
          Param::vec3("direction", "", Vec3::UnitX())
              .range(-1e6, 1e6)
              .keyable()
              .onlyWithout("b")
              .doc("Direction in space, of any length but 0, used when `b` is not given."),
          Param::boolean("opposite", false)
              .doc("Whether the two directions are to point against each other."),
      });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    if (auto fault = checkDirection(params.curve("direction"), "direction")) {
      return Unexpected{*fault};
    }
    return std::unique_ptr<Constraint>(std::make_unique<OrientationConstraint>(
        oneOrTwo(params, "a", "b"), params.curve("direction"),
        params.boolean("opposite") ? -1.0 : 1.0));
  };
  kind.fit = [](std::span<const PointSample> points) -> ConstraintKind::Fitted {
    if (points.size() == 2) return {{"opposite", Value(areOpposite(points))}};
    return {{"direction", Value(points[0].direction)}};
  };
  return kind;
}

}  // namespace sinew
