#include "core/constraints/NockConstraint.h"

#include "core/constraints/Directions.h"
#include "core/scene/SceneTables.h"

namespace sinew {
namespace {

class NockConstraint final : public Constraint {
 public:
  NockConstraint(std::vector<MaterialPoint> anchors, double slack)
      : m_anchors(std::move(anchors)), m_slack(slack) {}

  int rows() const override { return 3; }
  std::vector<MaterialPoint> anchors() const override { return m_anchors; }
  bool directed(int end) const override { return end == 1; }
  std::uint32_t limitedRows() const override { return 1U << 2; }

  void evaluate(const PointSample* points, double /*time*/, ConstraintRows& out) const override {
    const VectorJet away = positionOf(points[0]) - positionOf(points[1]);
    const CrossAxes axes(directionOf(points[1]));
    out.rows = 3;
    out.length = away.value.norm();
    for (int i = 0; i < 3; ++i) {
      const VectorJet& axis = i < 2 ? axes.across(i) : axes.along();
      const Vec3 turned = i < 2 ? axes.gradient(i, away.value) : axes.gradientAlong(away.value);
      setRow(i, dot(axis, away), out);
      out.gradient[0].row(i) = axis.value.transpose();
      out.gradient[1].row(i) = -axis.value.transpose();
      out.turning[1].row(i) = turned.transpose();
    }
    out.apart = out.g[2] < -m_slack;
  }

  GlyphShape glyph() const override { return GlyphShape::Notch; }

 private:
  std::vector<MaterialPoint> m_anchors;
  double m_slack;  // [m]
};

}  // namespace

ConstraintKind nockKind() {
  ConstraintKind kind;
  kind.name = "nock";
  kind.label = "Nock";
  kind.doc =
      "Lets a point push another one before it, as the string of a bow does the arrow, and let it "
      "go.";
  kind.table =
      withCommon(commonConstraintParams(),
                 {
                     Param::materialPoint("a").required().doc("Point that pushes, on the string."),
                     Param::materialPoint("b").required().doc(
                         "Point that is pushed, along the direction there: the tail of the arrow."),
                     Param::real("slack", "m", 0.005)
                         .over(0)
                         .range(0, 1e6)
                         .doc("How far the one pushed must be ahead to have left for good."),
                 });
  kind.create = [](const ParamReader& params) -> Result<std::unique_ptr<Constraint>> {
    return std::unique_ptr<Constraint>(
        std::make_unique<NockConstraint>(oneOrTwo(params, "a", "b"), params.real("slack")));
  };
  return kind;
}

}  // namespace sinew
