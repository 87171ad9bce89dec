#include "core/constraints/PositionConstraint.h"

#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

class PositionConstraint final : public Constraint {
 public:
  PositionConstraint(MaterialPoint point, Curve target)
      : m_point(std::move(point)), m_target(std::move(target)) {}

  int rows() const override { return 3; }
  std::vector<MaterialPoint> anchors() const override { return {m_point}; }

  void evaluate(const PointSample* points, double time, ConstraintRows& out) const override {
    const Curve::Sample target = m_target.at(time);
    out.rows = 3;
    for (int i = 0; i < 3; ++i) {
      out.g[i] = points[0].position[i] - target.value[i];
      out.rate[i] = points[0].velocity[i] - target.rate[i];
      out.gamma[i] = -target.acceleration[i];
    }
    out.gradient[0].topRows<3>().setIdentity();
  }

  Vec3 spaceEnd(const PointSample& /*point*/, double time) const override {
    const auto value = m_target.at(time).value;
    return {value[0], value[1], value[2]};
  }

  void eventTimes(double from, double to, std::vector<double>& out) const override {
    m_target.eventTimes(from, to, out);
  }

  GlyphShape glyph() const override { return GlyphShape::Diamond; }

 private:
  MaterialPoint m_point;
  Curve m_target;  // [m]
};

}  // namespace

ConstraintKind positionKind() {
  ConstraintKind kind;
  kind.name = "position";
  kind.label = "Position";
  kind.doc = "Pins a point of a part to a place in space, which may be keyed.";
  kind.table = withCommon(
      commonConstraintParams(),
      {
          Param::materialPoint("point").required().doc("Point that is held."),
          Param::vec3("target", "m", Vec3::Zero()).range(-1e6, 1e6).keyable().doc("Where it is."),
      });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    return std::unique_ptr<Constraint>(std::make_unique<PositionConstraint>(
        params.materialPoint("point"), params.curve("target")));
  };
  kind.fit = [](std::span<const PointSample> points) -> ConstraintKind::Fitted {
    return {{"target", Value(points[0].position)}};
  };
  return kind;
}

}  // namespace sinew
