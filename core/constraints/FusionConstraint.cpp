#include "core/constraints/FusionConstraint.h"

#include "core/constraints/Directions.h"
#include "core/params/KeyedVector.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

class FusionConstraint final : public Constraint {
 public:
  FusionConstraint(std::vector<MaterialPoint> anchors, Curve target, Curve direction, double sign)
      : m_anchors(std::move(anchors)),
        m_target(std::move(target)),
        m_direction(std::move(direction)),
        m_sign(sign) {}

  int rows() const override { return 5; }
  std::vector<MaterialPoint> anchors() const override { return m_anchors; }
  bool directed(int) const override { return true; }
  std::uint32_t angularRows() const override { return 0b11000; }

  void evaluate(const PointSample* points, double time, ConstraintRows& out) const override {
    const bool relative = m_anchors.size() == 2;
    const VectorJet gap =
        positionOf(points[0]) - (relative ? positionOf(points[1]) : jetAt(m_target, time));
    const Jet sign{m_sign, 0, 0};
    const CrossAxes axes(sign * (relative ? directionOf(points[1]) : jetAt(m_direction, time)));
    out.rows = 5;
    for (std::size_t k = 0; k < 2; ++k) {
      out.gradient[k].topRows<5>().setZero();
      out.turning[k].topRows<5>().setZero();
    }
    for (int i = 0; i < 3; ++i) {
      setRow(i, {gap.value[i], gap.rate[i], gap.acceleration[i]}, out);
      out.gradient[0](i, i) = 1;
      out.gradient[1](i, i) = -1;
    }
    const auto byTarget = Alignment::addRows(directionOf(points[0]), axes, 3, out, out.turning[0]);
    for (int i = 0; i < 2; ++i) {
      out.turning[1].row(3 + i) = m_sign * byTarget[static_cast<std::size_t>(i)].transpose();
    }
  }

  Vec3 spaceEnd(const PointSample& /*point*/, double time) const override {
    return jetAt(m_target, time).value;
  }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_target.eventTimes(from, to, out);
    m_direction.eventTimes(from, to, out);
  }

  GlyphShape glyph() const override { return GlyphShape::Fusion; }

 private:
  std::vector<MaterialPoint> m_anchors;
  Curve m_target, m_direction;  // [m], –
  double m_sign;
};

}  // namespace

ConstraintKind fusionKind() {
  ConstraintKind kind;
  kind.name = "fusion";
  kind.label = "Fusion";
  kind.doc =
      "Holds two points together and their directions along each other, so that one part grows out "
      "of the other; or clamps one in space.";
  kind.table = withCommon(
      commonConstraintParams(),
      {
          Param::materialPoint("a").required().doc("Point of the part that is held."),
          Param::materialPoint("b").optional().doc(
              "Point it grows out of. When not given, `target` and `direction` hold it in space."),
          Param::vec3("target", "m", Vec3::Zero())
              .range(-1e6, 1e6)
              .keyable()
              .onlyWithout("b")
              .doc("Where it is held, used when `b` is not given."),
          Param::vec3("direction", "", Vec3::UnitX())
              .range(-1e6, 1e6)
              .keyable()
              .onlyWithout("b")
              .doc("Where its direction points, of any length but 0, used when `b` is not given."),
          Param::boolean("opposite", false)
              .doc("Whether the two directions are to point against each other."),
      });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    if (auto fault = checkDirection(params.curve("direction"), "direction")) {
      return Unexpected{*fault};
    }
    return std::unique_ptr<Constraint>(std::make_unique<FusionConstraint>(
        oneOrTwo(params, "a", "b"), params.curve("target"), params.curve("direction"),
        params.boolean("opposite") ? -1.0 : 1.0));
  };
  kind.fit = [](std::span<const PointSample> points) -> ConstraintKind::Fitted {
    if (points.size() == 2) return {{"opposite", Value(areOpposite(points))}};
    return {{"target", Value(points[0].position)}, {"direction", Value(points[0].direction)}};
  };
  return kind;
}

}  // namespace sinew
